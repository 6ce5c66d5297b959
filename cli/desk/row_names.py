"""Sentences of a document, before and after a change -> their names, which those that stay keep.

Numbers shift where a sentence is put in or taken out. A page knows rows by name: what a person writes below one stays there.
"""

from __future__ import annotations

from collections.abc import Sequence
from difflib import SequenceMatcher


def renamed(before: Sequence[str], names: Sequence[int], after: Sequence[str]) -> tuple[int, ...]:
    """The names of the sentences of a document after a change.

    Args:
        before: the hash of each sentence before it.
        names: their names.
        after: the hash of each sentence now. A sentence that stands in the place of another has its name.
    """
    fresh = max(names, default=0)
    result: list[int] = []
    for _, begin, end, new_begin, new_end in SequenceMatcher(None, before, after, autojunk=False).get_opcodes():
        had = names[begin : min(end, begin + new_end - new_begin)]
        more = new_end - new_begin - len(had)
        result += [*had, *range(fresh + 1, fresh + 1 + more)]
        fresh += more
    return tuple(result)
