"""Turns of phrase: may and must, at least and at most, directions and order, against those of the rules."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator

from ...alignment.aligned import AlignedDocument
from ...alignment.targets import Target
from ...decisions.findings import Finding, Level
from ...decisions.since_confirmed import changed, differs
from ...document.bounds import Bound, normal, turned_round
from ...document.language import DENYING, MODAL, OPPOSITES
from ...lock.lock import LockEntry

# Turns that texts use for each other too often for more than a warning.
SOFT = frozenset({frozenset(("must", "may")), frozenset(("highest", "lowest")), frozenset(("more", "fewer")),
                  frozenset(("before", "after")), frozenset(("first", "last")), frozenset(("left", "right")),
                  frozenset(("hidden", "open")), frozenset(("always", "never")), frozenset(("must", "must_not")),
                  frozenset(("at_most", "exactly")), frozenset(("at_least", "exactly"))})

# An unconfirmed anchor must be as sure as this for a contradiction to be an error.
STRONG = 0.6
# A clause with little more to it than its turns is compared where no other sentence is likely, as one on a direction.
LIKELY = 0.9

# A sentence that has changed is the same rule turned round if it is still as like as this; else it may be put otherwise.
ALIKE = 0.5

# What one can do with none one cannot do with any.
DENIED, NONE = {"may", "must_not"}, "~none"

# What parts a sentence into statements.
_PARTS = re.compile(r"[;:]\s")


def check(aligned: AlignedDocument) -> Iterator[Finding]:
    """Findings on turns of phrase that say the opposite of what a clause says, or of what was confirmed."""
    for aim in aligned.targets:
        indices = aligned.anchors[aim.id].sentences
        if indices and (aligned.is_sure(aim.id) or aligned.anchors[aim.id].shares.get(indices[0], 0.0) >= LIKELY):
            for index in indices if aligned.is_locked(aim.id) else indices[:1]:
                yield from _contradiction(aligned, aim, index)
                yield from _bounds(aligned, aim, index)
    yield from _changed(aligned)


def _contradiction(aligned: AlignedDocument, aim: Target, index: int) -> Iterator[Finding]:
    """A clause has one of two opposites, and a sentence that states it has only the other, which no other clause explains."""
    shown, sentence = aligned.document.evidence[index].turns, aligned.document.sentences[index]
    explained = frozenset().union(*(aligned.target(clause).turns for clause in aligned.claimed[index]))
    indices = aligned.anchors[aim.id].sentences
    turns_elsewhere = frozenset().union(*(aligned.document.evidence[place].turns for place in indices if place != index))
    sure = aligned.is_locked(aim.id) or aligned.anchors[aim.id].score >= STRONG
    for text, other in (*OPPOSITES, *((b, a) for a, b in OPPOSITES)):
        if (text in aim.turns and other not in explained and other in shown and text not in shown and not _mixed(other, shown)
                and not ({text, other} == DENIED and NONE in aim.codes | aligned.document.evidence[index].signs)):
            soft = frozenset((text, other)) in SOFT
            if soft and not aligned.is_sure(aim.id):
                continue
            # Who has confirmed the sentence has read beside it that `before` here is `after` there. A further sentence of a
            # clause may say something else besides, so it is the same with all its turns, and where another says the right one.
            mild = (text in turns_elsewhere or (soft and not sure)
                    or (aligned.is_confirmed(index) and (soft or index != indices[0])))
            lowered: Level | None = "note" if mild else "warning" if soft or not sure else None
            yield Finding("accuracy/contradiction",
                          f"the rules say {_words(text)}, and this sentence says {_words(other)}", aim.id,
                          sentence.number, sentence.line, text, other, lowered=lowered)


def _bounds(aligned: AlignedDocument, aim: Target, index: int) -> Iterator[Finding]:
    """A number that a clause bounds one way and a sentence that states it another way, which no other clause explains."""
    shown, sentence = aligned.document.evidence[index], aligned.document.sentences[index]
    explained = {bound for clause in aligned.claimed[index] for bound in map(normal, aligned.target(clause).bounds)}
    sure = aligned.is_locked(aim.id) or aligned.anchors[aim.id].score >= STRONG
    for right, wrong in turned_round(aim.bounds, shown.bounds):
        opposite = (right[0], wrong[0]) in OPPOSITES or (wrong[0], right[0]) in OPPOSITES
        reported_by_turns = opposite and right[0] not in shown.turns and right[0] in aim.turns
        if normal(wrong) not in explained and not reported_by_turns:
            yield Finding("accuracy/contradiction",
                          f"the rules say {_bound(right)}, and this sentence says {_bound(wrong)}", aim.id,
                          sentence.number, sentence.line, _bare(right), _bare(wrong), lowered=None if sure else "warning")


def _bound(bound: Bound) -> str:
    return f"`{_bare(bound)}`"


def _bare(bound: Bound) -> str:
    return f"{bound[0].replace('_', ' ')} {bound[1]}"


def _mixed(turn: str, shown: frozenset[str]) -> bool:
    """Return whether a sentence says several things of what may and must be, so that it is not clear of what it says which."""
    return turn in MODAL and len(shown & MODAL) > 1


def _changed(aligned: AlignedDocument) -> Iterator[Finding]:
    """Turns that a sentence had when it was confirmed, and those that it has now."""
    for index, entry in aligned.entries.items():
        if aligned.is_confirmed(index) or not entry.clauses:
            continue
        was, current = set(entry.turns), aligned.document.evidence[index].turns
        turned = [(a, b) for a, b in (*OPPOSITES, *((b, a) for a, b in OPPOSITES))
                  if a in was and a not in current and b in current - was]
        for text, other in turned:
            yield changed(aligned, index, "accuracy/contradiction", differs(_words(text), _words(other)),
                          _about(aligned, index, entry, text, other), text, other)
        bounded = [] if turned else turned_round(frozenset(entry.bounds), aligned.document.evidence[index].bounds)
        for right, wrong in bounded:
            yield changed(aligned, index, "accuracy/contradiction", differs(_bound(right), _bound(wrong)),
                          _about(aligned, index, entry, right[0], wrong[0]), _bare(right), _bare(wrong))
        lost, come = was - current, current - was
        if not turned and not bounded and bool(was & DENYING) != bool(current & DENYING):
            yield _denied(aligned, index, entry, was, current)
        elif not turned and not bounded and (lost or come):
            yield changed(aligned, index, "accuracy/turn-changed", differs(_listed(lost), _listed(come)),
                          _about(aligned, index, entry, *sorted(lost), *sorted(come)),
                          ", ".join(sorted(lost)), ", ".join(sorted(come)))


def _denied(aligned: AlignedDocument, index: int, entry: LockEntry, was: Collection[str], current: Collection[str]) -> Finding:
    """The finding on a sentence that denies what it stated when it was confirmed, or no longer does."""
    gone, come = sorted(DENYING & set(was)), sorted(DENYING & set(current))
    return changed(aligned, index, "accuracy/contradiction", differs(_listed(gone), _listed(come)),
                   _about(aligned, index, entry, *gone, *come), ", ".join(gone), ", ".join(come),
                   None if aligned.placed[index].similarity >= ALIKE else "warning")


def _about(aligned: AlignedDocument, index: int, entry: LockEntry, *turns: str) -> str:
    """The clause of a sentence that a change of turns is about: one that has the first of them that any has.

    Else it is the one that shares most with the part of the sentence where one of them stands.
    """
    known = [id for id in entry.clauses if aligned.has(id)]
    having = [id for turn in turns for id in known if turn in aligned.target(id).turns]
    if having or len(known) < 2:
        return (having or list(entry.clauses))[0]
    parts = [aligned.document.reader.read(part) for part in _PARTS.split(aligned.document.sentences[index].text)]
    signs = frozenset().union(*(part.signs for part in parts if part.turns & set(turns)))
    return max(known, key=lambda id: len(aligned.target(id).signs & signs))


def _listed(turns: Iterable[str]) -> str:
    return ", ".join(map(_words, sorted(turns)))


def _words(code: str) -> str:
    return f"`{code.replace('_', ' ')}`"
