"""A look file -> the edits by which it draws the same when a thing of its rulebook has another name.

A name in a look file stands for all that has it: in `colour red #d7301f`, for a word, a field and a piece at once. When one of
these gets another name, its line is written a second time, for that name.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby

from ....dsl import ir
from ....dsl.source.diagnostics import Diagnostics
from ....dsl.source.span import Source, Span
from ....pictures.look.names import Space, each_name
from ....pictures.look.reader import read_look
from ....pictures.look.syntax import LookWord, NameKind
from .edits import Edit


class _Meanings:
    """The names of a rulebook before a change -> those of the same things after it, and back."""

    def __init__(self, programs: Iterable[tuple[ir.Program, ir.Program]]) -> None:
        self._now: dict[tuple[NameKind | Space, str], set[str]] = {}
        self._before: dict[tuple[NameKind | Space, str], set[str]] = {}
        for before, after in programs:
            # INVARIANT: the programs are the same but for a name, so their names come in the same order.
            for (kind, old), (_, new) in zip(each_name(before), each_name(after), strict=True):
                scope: NameKind | Space
                for scope in (kind, "thing"):
                    self._now.setdefault((scope, old), set()).add(new)
                    self._before.setdefault((scope, new), set()).add(old)

    def now(self, kind: NameKind | Space, name: str) -> set[str] | None:
        """Return the names of all that a name stands for; None if another thing is called by one of them too."""
        names = self._now.get((kind, name), {name})
        return names if all(self._before.get((kind, new_name), {name}) == {name} for new_name in names) else None


def looked(source: Source, programs: Iterable[tuple[ir.Program, ir.Program]]) -> list[Edit] | None:
    """Return the edits of a look file for a change from the first of two programs to the second, which differ in a name.

    None where the file would say of one thing what it said of another.
    """
    meanings, edits = _Meanings(programs), list[Edit]()
    named = read_look(source, Diagnostics()).named
    for number, words in groupby(sorted(named, key=lambda pair: pair[1].span.line), key=lambda pair: pair[1].span.line):
        in_row = source.line(number).split()[0] == "row"
        names = [(word, meanings.now("space" if in_row and kind == "thing" else kind, word.text)) for kind, word in words]
        changed = [(word, uses) for word, uses in names if uses != {word.text}]
        stays = any(uses is not None and word.text in uses for word, uses in changed)
        if stays and len(changed) > 1:
            return None
        for word, uses in changed:
            if uses is None:
                return None
            edits += [_again(source, word, name) if stays else Edit(word.span, name) for name in sorted(uses - {word.text})]
    return edits


def _again(source: Source, word: LookWord, name: str) -> Edit:
    """Return the edit that writes the line of a word once more below it, with another name in place of the word."""
    line, number = source.line(word.span.line), word.span.line
    end = Span(source, number, len(line) + 1, number, len(line) + 1)
    return Edit(end, f"\n{line[: word.span.column - 1]}{name}{line[word.span.end_column - 1 :]}")
