"""Clauses that no sentence states, or hardly; sentences and clauses that have changed since they were confirmed."""

from __future__ import annotations

from collections.abc import Iterator

from ..alignment.aligned import MISSING, WEAK, AlignedDocument
from ..alignment.targets import Target
from ..decisions.findings import Finding
from ..lock.lock import Entry


def check(aligned: AlignedDocument) -> Iterator[Finding]:
    """Findings on clauses and their anchors, and on sentences that nothing claims."""
    silent = set(aligned.lock.silent) if aligned.lock is not None else set()
    for aim in aligned.targets:
        if aim.id not in silent:
            yield from _stated(aligned, aim)
    yield from _changed(aligned)
    yield from _unclaimed(aligned)


def _stated(aligned: AlignedDocument, aim: Target) -> Iterator[Finding]:
    anchor = aligned.anchors[aim.id]
    gone = aligned.gone(aim.id)
    if gone:
        yield _gone(aligned, aim, gone[0])
    elif aligned.is_locked(aim.id):
        return
    elif anchor.score < MISSING:
        yield Finding("accuracy/clause-missing", "no sentence states this clause", aim.id, expected=aim.clause.statement,
                      lowered="warning" if _is_telling(aim) else "note")
    elif anchor.score < WEAK:
        sentence = aligned.document.sentences[anchor.sentences[0]]
        yield Finding("accuracy/clause-weak", "hardly any of what this clause states is said here", aim.id,
                      sentence.number, sentence.line, expected=aim.clause.statement,
                      place=aligned.document.prints[anchor.sentences[0]].whole)


def _gone(aligned: AlignedDocument, aim: Target, entry: Entry) -> Finding:
    """The finding on a sentence that stated a clause and is no longer there: it is less where others state as much of it."""
    line = aligned.document.sentences[max(0, entry.number - 1)].line
    if aligned.is_locked(aim.id):
        return Finding("accuracy/clause-missing",
                       f"one of the sentences that stated this clause is gone; {aligned.stood(entry)}",
                       aim.id, line=line, found=entry.print.whole,
                       lowered=None if _said_alone(aligned, aim, entry) else "warning")
    return Finding("accuracy/clause-missing", f"the sentence that stated this clause is gone; {aligned.stood(entry)}", aim.id,
                   line=line, expected=aim.clause.statement)


def _said_alone(aligned: AlignedDocument, aim: Target, entry: Entry) -> bool:
    """Return whether a sentence that is gone named something of the clause that none of its other sentences names."""
    others = [aligned.document.evidence[index] for index in aligned.anchors[aim.id].sentences]
    concepts, turns, values = (
        set().union(*(getattr(other, name) for other in others)) for name in ("concepts", "turns", "values")
    )
    needed = {concept for concept, required in aim.concepts.items() if required}
    stated = {number.value for group in (*aim.required, *aim.implied) for number in group}
    return bool((set(entry.concepts) & needed) - concepts or (set(entry.turns) & aim.turns) - turns
                or (set(entry.numbers) & stated) - values)


def _is_telling(aim: Target) -> bool:
    """Return whether there is enough to a clause that it would be found if it were stated."""
    return aim.wording is not None or bool(aim.required)


def _changed(aligned: AlignedDocument) -> Iterator[Finding]:
    now = {aim.id: aim.clause.fingerprint for aim in aligned.targets}
    for index, entry in aligned.entries.items():
        sentence, place, hashed = aligned.document.sentences[index], aligned.placed[index], aligned.document.prints[index].whole
        if entry.clauses and (place.similarity < 1 or entry.status == "suspect"):
            first, *others = entry.clauses
            more = f"; it states {', '.join(others)} too" if others else ""
            yield Finding("accuracy/anchor-suspect", f"the sentence has changed since it was confirmed{more}", first,
                          sentence.number, sentence.line, place=hashed)
        elif entry.mark is not None and entry.status != "open" and not aligned.is_confirmed(index):
            yield Finding("accuracy/anchor-suspect", f"the sentence has changed since it was marked as {entry.mark}", None,
                          sentence.number, sentence.line, place=hashed)
        for clause, meaning in entry.clauses.items():
            if clause in now and meaning != now[clause] and meaning not in aligned.meanings.get(clause, ()):
                yield Finding("accuracy/anchor-outdated", "the clause has changed since its sentence was confirmed", clause,
                              sentence.number, sentence.line, place=f"{hashed}{now[clause]}")
            elif clause not in now and aligned.meanings and clause not in aligned.meanings:
                yield Finding("accuracy/anchor-outdated", "the rules have no such clause any more", clause,
                              sentence.number, sentence.line, place=hashed)
        if place.how == "moved" and entry.clauses:
            yield Finding("structure/moved", f"this was sentence {entry.number} when it was confirmed",
                          next(iter(entry.clauses)), sentence.number, sentence.line, place=hashed)


def _unclaimed(aligned: AlignedDocument) -> Iterator[Finding]:
    for index, sentence in enumerate(aligned.document.sentences):
        if index not in aligned.claimed and aligned.mark(index) is None and sentence.kind not in ("heading", "caption"):
            new = aligned.lock is not None and index not in aligned.entries
            yield Finding("coverage/unclaimed", "no clause claims this sentence"
                          + (", and it was not there when the document was confirmed" if new else ""), None, sentence.number,
                          sentence.line, place=aligned.document.prints[index].whole, lowered="warning" if new else None)
