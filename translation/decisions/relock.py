"""An aligned document and decisions -> its lock: what a person confirms, assigns, marks, and what a change keeps."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence

from attrs import evolve

from ..alignment.aligned import AlignedDocument
from ..lock.lock import EXAMPLE, Lock, LockEntry


def current(aligned: AlignedDocument, game: str) -> Lock:
    """The lock of a document as it is now: what was confirmed of sentences that are found again, suspect where they changed.

    Of the sentences that are gone those stay known that stated a clause.
    """
    entries = tuple(_entry(aligned, index) for index in range(len(aligned.document.sentences)))
    silent = aligned.lock.silent if aligned.lock is not None else ()
    # `meanings` has the clauses of all editions: a clause that this edition lacks may be one of the next.
    known = {*aligned.meanings, *(aim.id for aim in aligned.targets)}
    gone = tuple(evolve(entry, gone=True) for entry in aligned.lost if known & set(entry.clauses))
    return Lock(game, aligned.document.language.code, aligned.document.digest, entries, silent, gone)


def _entry(aligned: AlignedDocument, index: int) -> LockEntry:
    sentence, print_ = aligned.document.sentences[index], aligned.document.prints[index]
    known = aligned.entries.get(index)
    if known is None:
        mark = sentence.kind if sentence.kind in ("heading", "caption") else None
        return LockEntry(sentence.number, print_, mark=mark)
    known = evolve(known, number=sentence.number, gone=False)
    # The words are those that a person has seen. A newer list of phrases may find more turns in them, and a lock that
    # lacks the order of its numbers gets it here.
    if aligned.is_confirmed(index):
        shown = aligned.document.evidence[index]
        return evolve(known, numbers=shown.values, in_order=bool(shown.values), turns=tuple(sorted(shown.turns)),
                      bounds=tuple(sorted(shown.bounds)))
    if aligned.placed[index].how in ("exact", "foreign"):
        return known
    # What was seen when a person confirmed it stays, so that the change is reported until it is confirmed.
    return evolve(known, print=print_, status="open" if known.status == "open" else "suspect")


def confirmed(aligned: AlignedDocument, lock: Lock, anchors: Mapping[str, Sequence[int]]) -> Lock:
    """The lock in which these clauses are stated by these sentences, by index, and by no others."""
    meanings = {aim.id: aim.clause.fingerprint for aim in aligned.targets}
    entries = []
    for index, entry in enumerate(lock.entries):
        clauses = {id: print_ for id, print_ in entry.clauses.items() if id not in anchors}
        own = {id: meanings[id] for id, places in anchors.items() if index in places}
        if own:
            entries.append(seen(aligned, index, _stating(entry, {**clauses, **own})))
        else:
            entries.append(evolve(entry, clauses=clauses, status="open" if entry.clauses and not clauses else entry.status))
    silent = tuple(id for id in lock.silent if not anchors.get(id))
    silent += tuple(id for id, places in anchors.items() if not places and id not in silent)
    return evolve(lock, entries=tuple(entries), silent=silent, gone=tuple(_still_gone(lock, anchors)))


def freed(lock: Lock, clause: str) -> Lock:
    """The lock in which nobody has said where a clause is stated, or that it is not."""
    entries = tuple(_freed(entry, clause) if clause in entry.clauses else entry for entry in lock.entries)
    gone = tuple(evolve(entry, clauses=rest) for entry in lock.gone if (rest := _without(entry, clause)))
    return evolve(lock, entries=entries, silent=tuple(id for id in lock.silent if id != clause), gone=gone)


def _freed(entry: LockEntry, clause: str) -> LockEntry:
    rest = _without(entry, clause)
    return evolve(entry, clauses=rest, status=entry.status if rest or entry.mark is not None else "open")


def _without(entry: LockEntry, clause: str) -> dict[str, str]:
    return {id: print_ for id, print_ in entry.clauses.items() if id != clause}


def _still_gone(lock: Lock, anchors: Collection[str]) -> Iterator[LockEntry]:
    """The sentences that are gone, without the clauses of which a person has said where they are stated now."""
    for entry in lock.gone:
        clauses = {id: print_ for id, print_ in entry.clauses.items() if id not in anchors}
        if clauses:
            yield evolve(entry, clauses=clauses)


def _stating(entry: LockEntry, clauses: Mapping[str, str]) -> LockEntry:
    """An entry that states clauses; an example stays one."""
    if entry.mark == EXAMPLE:
        return evolve(entry, clauses=clauses)
    return evolve(entry, clauses=clauses, mark=None, play=None)


def marked(aligned: AlignedDocument, lock: Lock, indices: Collection[int], mark: str, play: str | None = None) -> Lock:
    """The lock in which these sentences, by index, are what `mark` says. Only an example can state clauses besides."""
    entries = list(lock.entries)
    for index in indices:
        bare = entries[index] if mark == EXAMPLE else evolve(entries[index], clauses={})
        entries[index] = evolve(seen(aligned, index, bare), mark=mark, play=play)
    return evolve(lock, entries=tuple(entries))


def unmarked(lock: Lock, index: int) -> Lock:
    """The lock in which nobody has marked a sentence, given by its index. The clauses that it states stay."""
    entry = lock.entries[index]
    bare = evolve(entry, mark=None, play=None, status=entry.status if entry.clauses else "open")
    return evolve(lock, entries=(*lock.entries[:index], bare, *lock.entries[index + 1 :]))


def seen(aligned: AlignedDocument, index: int, entry: LockEntry) -> LockEntry:
    """An entry as a person has seen it now: with the numbers, turns and concepts of its sentence."""
    shown = aligned.document.evidence[index]
    return evolve(entry, status="confirmed", print=aligned.document.prints[index], numbers=shown.values,
                  in_order=bool(shown.values), turns=tuple(sorted(shown.turns)), bounds=tuple(sorted(shown.bounds)),
                  concepts=tuple(sorted(shown.concepts)))
