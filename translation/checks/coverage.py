"""How much of the rules a document states, and how much of a document the rules account for."""

from __future__ import annotations

from attrs import frozen

from ..alignment.aligned import Held


@frozen
class Coverage:
    """Clauses: all, those with a sentence, those confirmed, those known to be silent. Sentences: all but headings and

    captions, those that a clause claims, those marked as something else, and those that nothing accounts for.
    """

    clauses: int
    anchored: int
    confirmed: int
    silent: int
    sentences: int
    claimed: int
    marked: int
    open: int


def coverage_of(held: Held) -> Coverage:
    """The coverage, both ways."""
    ids = [aim.id for aim in held.targets]
    silent = set(held.lock.silent) & set(ids) if held.lock is not None else set()
    text = [index for index, sentence in enumerate(held.document.sentences) if sentence.kind not in ("heading", "caption")]
    claimed = [index for index in text if index in held.claimed]
    marked = [index for index in text if index not in held.claimed and held.mark(index) is not None]
    return Coverage(len(ids), sum(bool(held.anchors[id].sentences) for id in ids), sum(map(held.is_locked, ids)), len(silent),
                    len(text), len(claimed), len(marked), len(text) - len(claimed) - len(marked))
