"""The share of the rules that a document states, and the share of a document that the rules account for."""

from __future__ import annotations

from attrs import frozen

from ..alignment.aligned import AlignedDocument


@frozen
class DocumentCoverage:
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


def coverage_of(aligned: AlignedDocument) -> DocumentCoverage:
    """The coverage, both ways."""
    ids = [aim.id for aim in aligned.targets]
    silent = set(aligned.lock.silent) & set(ids) if aligned.lock is not None else set()
    text = [index for index, sentence in enumerate(aligned.document.sentences) if sentence.kind not in ("heading", "caption")]
    claimed = [index for index in text if index in aligned.claimed]
    marked = [index for index in text if index not in aligned.claimed and aligned.mark(index) is not None]
    return DocumentCoverage(len(ids), sum(bool(aligned.anchors[id].sentences) for id in ids), sum(map(aligned.is_locked, ids)),
                            len(silent),
                            len(text), len(claimed), len(marked), len(text) - len(claimed) - len(marked))
