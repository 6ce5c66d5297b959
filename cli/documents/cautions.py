"""An aligned document -> warnings about the whole run."""

from __future__ import annotations

from collections.abc import Iterator

from ...translation.pairs.saved_pairs import links_of
from ...translation.pairs.strangers import independent
from ...translation.wording.unreadable import unread
from .alignment import ClauseAlignment


def cautions_of(alignment: ClauseAlignment) -> Iterator[str]:
    """Warnings about the whole run: files that cannot be read, a missing glossary, a lock of another document."""
    yield from unread(alignment.rulebook.files, alignment.text.code)
    yield from _on_glossary(alignment)
    yield from _on_anchors(alignment)
    yield from _on_pairs(alignment)
    yield from _on_original(alignment)
    yield from _on_lock(alignment)


def _on_glossary(alignment: ClauseAlignment) -> Iterator[str]:
    code = alignment.text.code
    if alignment.text.vocabulary.glossary is None:
        worded = any(aim.wording is not None for aim in alignment.targets)
        yield (f"the game has no glossary in `{code}` (`text/{code}.glossary.csv` beside the rulebook)"
               + (", so that concepts are not known by their words" if worded else
                  " and no texts, so that sentences are compared with the original, and hardly with the clauses"
                  if alignment.comparison.original is not None else
                  " and no texts, so that hardly anything of a sentence can be compared: begin with a glossary"))
    elif alignment.rulebook.facts.english is None:
        yield ("the game has no glossary in `en` (`text/en.glossary.csv` beside the rulebook), which says what concepts there "
               "are: without it no term of a document is known")


def _on_anchors(alignment: ClauseAlignment) -> Iterator[str]:
    for clause in alignment.text.document.anchored:
        if not alignment.aligned.has(clause) and clause not in alignment.rulebook.meanings:
            yield f"a comment in the document names the clause `{clause}`, which is not there"


def _on_pairs(alignment: ClauseAlignment) -> Iterator[str]:
    saved, original = alignment.decisions.saved, alignment.comparison.original
    if saved is not None and original is not None:
        lost = links_of(saved, original.text.document, alignment.text.document)[1]
        if lost:
            yield (f"{lost} of the {len(saved.pairs)} pairs of sentences that `{alignment.decisions.files.pairs}` knows are "
                   "not there; perhaps it is the alignment of other texts")


def _on_original(alignment: ClauseAlignment) -> Iterator[str]:
    texts = alignment.comparison.texts
    message = None if texts is None else independent(texts)
    if message is not None:
        yield message


def _on_lock(alignment: ClauseAlignment) -> Iterator[str]:
    lock, files, code = alignment.aligned.lock, alignment.decisions.files, alignment.text.code
    path = files.places.lock
    if lock is not None and alignment.is_strange:
        yield (f"{alignment.lost} of the {len(lock.entries)} sentences that `{path}` knows are not there; perhaps it is the "
               "lock of another document")
    if lock is None and files.own_lock is None and any(other.language == code for other in files.others):
        yield (f"there is a lock of this game in `{code}` in `{path.parent}`, but under another name than `{path.name}`; "
               "`--lock FILE` names it")
