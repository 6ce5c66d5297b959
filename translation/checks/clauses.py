"""Clauses that no sentence states, or hardly; sentences and clauses that have changed since they were confirmed."""

from __future__ import annotations

from collections.abc import Iterator

from ..alignment.align import MISSING
from ..alignment.aligned import WEAK, AlignedDocument
from ..alignment.scores import states_numbers
from ..alignment.targets import Target
from ..decisions.findings import Finding
from ..lock.lock import LockEntry

# A sentence is that of another clause from this certainty on.
SURE_OF_OTHER = 0.75


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
        behind = _behind(aligned, aim)
        yield Finding("accuracy/clause-missing", "no sentence states this clause", aim.id,
                      line=aligned.document.extents[behind - 1].end.line if behind else 1, expected=aim.clause.statement,
                      lowered="warning" if _is_recognisable(aim) else "note", behind=behind or None)
    elif (other := crowded_out(aligned, aim)) is not None:
        behind = _behind(aligned, aim)
        number = aligned.document.sentences[anchor.sentences[0]].number
        yield Finding("accuracy/clause-missing", f"perhaps no sentence states this clause: the likeliest sentence, {number}, "
                      f"states `{other}` and none of its numbers", aim.id,
                      line=aligned.document.extents[behind - 1].end.line if behind else 1, expected=aim.clause.statement,
                      lowered="warning", behind=behind or None)
    elif anchor.score < WEAK:
        sentence = aligned.document.sentences[anchor.sentences[0]]
        yield Finding("accuracy/clause-weak", "this sentence says hardly any of what the clause states", aim.id,
                      sentence.number, sentence.line, expected=aim.clause.statement,
                      place=aligned.document.wholes[anchor.sentences[0]])


def crowded_out(aligned: AlignedDocument, aim: Target) -> str | None:
    """The clause that surely has the sentence of one of whose numbers nothing is said there; None if there is none.

    A sentence states several clauses, but one that says nothing of what a clause must say, and says another clause whole,
    is only the nearest that there is.
    """
    anchor = aligned.anchors[aim.id]
    index = anchor.sentences[0]
    block = aligned.document.sentences[index].block
    # A number may stand in the sentence beside this one, in the same paragraph.
    near = [place for place in (index - 1, index, index + 1)
            if 0 <= place < len(aligned.document.sentences) and aligned.document.sentences[place].block == block]
    if not aim.required or any(states_numbers(aim, aligned.document.evidence[place]) for place in near):
        return None
    others = [id for id in aligned.claimed.get(index, ()) if id != aim.id and aligned.anchors[id].sentences[0] == index]
    best = max(others, key=lambda id: aligned.anchors[id].certainty_of(index), default=None)
    surer = best is not None and aligned.anchors[best].certainty_of(index) >= SURE_OF_OTHER > anchor.certainty
    return best if surer else None


def _behind(aligned: AlignedDocument, aim: Target) -> int:
    """The number of the sentence behind which a clause should stand, by the order of the rules; 0 at the beginning.

    That is the last sentence of the nearest clause before it that surely has one, or the one before the nearest behind it.
    """
    place = aligned.targets.index(aim)
    before = (other.id for other in reversed(aligned.targets[:place]) if aligned.anchors[other.id].sentences)
    known = next((id for id in before if aligned.is_sure(id)), None)
    if known is not None:
        return aligned.anchors[known].sentences[0] + 1
    behind = (other.id for other in aligned.targets[place + 1 :] if aligned.anchors[other.id].sentences)
    known = next((id for id in behind if aligned.is_sure(id)), None)
    return len(aligned.document.sentences) if known is None else aligned.anchors[known].sentences[0]


def _gone(aligned: AlignedDocument, aim: Target, entry: LockEntry) -> Finding:
    """The finding on a sentence that stated a clause and is no longer there: it is less where others state as much of it."""
    line = aligned.document.sentences[max(0, entry.number - 1)].line
    if aligned.is_locked(aim.id):
        return Finding("accuracy/clause-missing",
                       f"one of the sentences that stated this clause is gone; {aligned.stood(entry)}",
                       aim.id, line=line, actual=entry.print.whole,
                       lowered=None if _stated_alone(aligned, aim, entry) else "warning", behind=entry.number or None)
    return Finding("accuracy/clause-missing", f"the sentence that stated this clause is gone; {aligned.stood(entry)}", aim.id,
                   line=line, expected=aim.clause.statement, behind=entry.number or None)


def _stated_alone(aligned: AlignedDocument, aim: Target, entry: LockEntry) -> bool:
    """Return whether a sentence that is gone named something of the clause that none of its other sentences names."""
    others = [aligned.document.evidence[index] for index in aligned.anchors[aim.id].sentences]
    concepts, turns, values = (
        set().union(*(getattr(other, name) for other in others)) for name in ("concepts", "turns", "values")
    )
    needed = {concept for concept, required in aim.concepts.items() if required}
    stated = {number.value for group in (*aim.required, *aim.implied) for number in group}
    return bool((set(entry.concepts) & needed) - concepts or (set(entry.turns) & aim.turns) - turns
                or (set(entry.numbers) & stated) - values)


def _is_recognisable(aim: Target) -> bool:
    """Return whether there is enough to a clause that it would be found if it were stated."""
    return aim.wording is not None or bool(aim.required)


def _changed(aligned: AlignedDocument) -> Iterator[Finding]:
    current = {aim.id: aim.clause.fingerprint for aim in aligned.targets}
    for index, entry in aligned.entries.items():
        sentence, place, hashed = aligned.document.sentences[index], aligned.placed[index], aligned.document.wholes[index]
        if entry.clauses and (place.similarity < 1 or entry.status == "suspect"):
            first, *others = entry.clauses
            more = f"; it states {', '.join(others)} too" if others else ""
            yield Finding("accuracy/anchor-suspect", f"the sentence has changed since a person confirmed it{more}", first,
                          sentence.number, sentence.line, place=hashed)
        elif entry.mark is not None and entry.status != "open" and not aligned.is_confirmed(index):
            yield Finding("accuracy/anchor-suspect", f"the sentence has changed since a person marked it as {entry.mark}", None,
                          sentence.number, sentence.line, place=hashed)
        for clause, meaning in entry.clauses.items():
            if clause in current and meaning != current[clause] and meaning not in aligned.meanings.get(clause, ()):
                yield Finding("accuracy/anchor-outdated", "the clause has changed since a person confirmed its sentence",
                              clause, sentence.number, sentence.line, place=f"{hashed}{current[clause]}")
            elif clause not in current and aligned.meanings and clause not in aligned.meanings:
                yield Finding("accuracy/anchor-outdated", "the rules have no such clause any more", clause,
                              sentence.number, sentence.line, place=hashed)
        if place.how == "moved" and entry.clauses:
            yield Finding("structure/moved", f"this was sentence {entry.number} when a person confirmed it",
                          next(iter(entry.clauses)), sentence.number, sentence.line, place=hashed)


def _unclaimed(aligned: AlignedDocument) -> Iterator[Finding]:
    for index, sentence in enumerate(aligned.document.sentences):
        if index not in aligned.claimed and aligned.mark(index) is None and sentence.kind not in ("heading", "caption"):
            new = aligned.lock is not None and index not in aligned.entries
            yield Finding("coverage/unclaimed", "no clause claims this sentence"
                          + (", and it was not there when a person confirmed the document" if new else ""), None,
                          sentence.number, sentence.line, place=aligned.document.wholes[index],
                          lowered="warning" if new else None)
