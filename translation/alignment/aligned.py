"""A document aligned with the rules: the anchor of each clause, from the lock if it has one there, else by evidence."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from types import MappingProxyType

from attrs import define, evolve, frozen

from ...dsl.statements.glossary import Term
from ..document.document import Document
from ..document.features import NumberMention
from ..document.fingerprints import similarity
from ..document.positions import TextPosition
from ..document.sentences import Sentence
from ..facts.facts import ClauseNumber, RulebookFacts
from ..lock.editions import Editions, Meanings
from ..lock.lock import Lock, LockEntry
from ..lock.realign import SentencePlacement, realigned, with_foreign, with_rewritten
from .align import MISSING, Anchor, align_clauses
from .amounts import ConceptNumbers
from .targets import Target

# Below this score a clause that nobody has anchored counts as weakly stated, below `MISSING` as not stated; from the second
# on its sentence is taken for the right one.
WEAK, SURE = 0.42, 0.5
# From this certainty on, what else is concluded from where a clause is stated holds: which clause a finding is about, and
# where its translation states it. Of clauses of printed rulebooks that nobody has anchored, nine of ten have their sentence
# from here on, and two of three a step below.
BELIEVED = 0.7
# A sentence between the same neighbours as one of the lock is the same, rewritten, if it is nearly as long and so much like it;
# less is enough where both name nearly the same. Short sentences share few letters with themselves when a word is another.
BARELY_ALIKE, HARDLY_ALIKE, SAME_NAMES, SAME_SIZE = 0.25, 0.15, 0.5, 0.6
OTHER_EDITION = "edition"
# The certainty of a guess stays below this: only what a person has confirmed is certain.
SUREST_GUESS = 0.999
NO_MEANINGS: Meanings = MappingProxyType({})


@frozen
class CarriedSentences:
    """The sentences that state a clause by what another text has of it, by index, and how sure that is; none: it is silent."""

    indices: tuple[int, ...]
    certainty: float = 1.0


@define(eq=False, slots=False)
class AlignedDocument:
    """A document and the clauses that it is compared with.

    `entries` is what the lock knows of each sentence, by index; `lost` are the entries whose sentence is gone, numbered by
    the sentence behind which it stood; `placed` says how each entry was found again; `meanings` are what the clauses mean
    in any edition; `editions` tells what they state in others than the one of the document; `carried` are the sentences that
    state clauses by what the original of the document has of them; `fixed` are those that were not weighed, by index.
    """

    document: Document
    facts: RulebookFacts
    targets: tuple[Target, ...]
    anchors: Mapping[str, Anchor]
    lock: Lock | None
    entries: Mapping[int, LockEntry]
    lost: tuple[LockEntry, ...]
    placed: Mapping[int, SentencePlacement]
    meanings: Meanings
    editions: Editions = tuple
    carried: Mapping[str, CarriedSentences] = MappingProxyType({})
    fixed: Mapping[str, Sequence[int]] = MappingProxyType({})

    @cached_property
    def claimed(self) -> dict[int, list[str]]:
        """The clauses that each claimed sentence states, by index."""
        out: dict[int, list[str]] = {}
        for anchor in self.anchors.values():
            for index in anchor.sentences:
                out.setdefault(index, []).append(anchor.clause)
        return out

    @cached_property
    def believed(self) -> dict[int, list[str]]:
        """The clauses that each sentence states as confirmed or hardly in doubt, by index; the surest first."""
        out: dict[int, list[str]] = {}
        for anchor in sorted(self.anchors.values(), key=lambda anchor: -anchor.certainty):
            for index in self.believed_of(anchor.clause):
                out.setdefault(index, []).append(anchor.clause)
        return out

    def stating(self, clause: str) -> tuple[int, ...]:
        """The sentences that state a clause: those that a person has confirmed, or the likeliest one."""
        return self.anchors[clause].sentences[: None if self.is_locked(clause) else 1]

    def believed_of(self, clause: str) -> tuple[int, ...]:
        """The sentences that state a clause as a person has confirmed, or the likeliest one if that is hardly in doubt."""
        anchor = self.anchors[clause]
        if self.is_locked(clause):
            return anchor.sentences
        return anchor.sentences[:1] if anchor.certainty >= BELIEVED else ()

    @cached_property
    def amounts(self) -> ConceptNumbers:
        """The numbers that the rules have of each concept."""
        return ConceptNumbers((self.facts,), self.targets)

    @cached_property
    def amounts_of_editions(self) -> ConceptNumbers:
        """The numbers that the rules have of each concept in any edition."""
        return ConceptNumbers((self.facts, *self.editions()), self.targets)

    def is_of_another_edition(self, counted: NumberMention, sentence: Sentence) -> bool:
        """Return whether only an edition other than that of the document has this number of what it counts."""
        return not self.amounts.have(counted, sentence) and self.amounts_of_editions.have(counted, sentence)

    @cached_property
    def _by_id(self) -> dict[str, Target]:
        return {aim.id: aim for aim in self.targets}

    def has(self, clause: str) -> bool:
        """Return whether the document is compared with a clause with this id."""
        return clause in self._by_id

    def target(self, clause: str) -> Target:
        """The clause with this id."""
        return self._by_id[clause]

    def is_confirmed(self, index: int) -> bool:
        """Return whether a sentence is as a person has confirmed it: by its hash and, as that has no signs, its numbers."""
        entry = self.entries.get(index)
        return (entry is not None and entry.status == "confirmed" and self.placed[index].how == "exact"
                and sorted(entry.numbers) == sorted(self.document.evidence[index].values))

    def is_sure(self, clause: str) -> bool:
        """Return whether the sentences of a clause are confirmed, or the evidence for them is strong."""
        return self.is_locked(clause) or self.anchors[clause].score >= SURE

    def is_locked(self, clause: str) -> bool:
        """Return whether a person has confirmed where this clause is stated."""
        return clause in self._locked

    @cached_property
    def where_not_silent(self) -> Mapping[str, Anchor]:
        """The anchors that the clauses on which it is silent would have, had nobody said so."""
        silent = set(self.lock.silent) if self.lock is not None else set()
        if not silent & set(self.anchors):
            return {}
        anchors = align_clauses(self.targets, self.document.sentences, self.document.evidence, self.fixed,
                                self.document.examples)
        return {anchor.clause: anchor for anchor in anchors if anchor.clause in silent}

    @cached_property
    def _locked(self) -> frozenset[str]:
        return frozenset((*(clause for entry in self.entries.values() for clause in entry.clauses),
                          *(clause for clause in self.document.anchored if clause in self._by_id)))

    def certainty(self, clause: str, index: int | None = None) -> float:
        """Return how sure it is that a sentence states a clause, by default its likeliest one; 1 only if a person says so."""
        anchor = self.anchors[clause]
        if self.is_locked(clause):
            return 1.0
        carried = self.carried.get(clause)
        share = anchor.certainty if index is None else anchor.certainty_of(index)
        return min(SUREST_GUESS, share if carried is None else share * carried.certainty)

    def percent(self, clause: str, index: int | None = None) -> str:
        """Return the same as a person reads it, rounded down: `100%` is only what is confirmed."""
        return f"{round(1000 * self.certainty(clause, index)) // 10}%"

    def gone(self, clause: str) -> Sequence[LockEntry]:
        """The sentences that stated a clause and are no longer there."""
        return [entry for entry in self.lost if clause in entry.clauses]

    def stood(self, entry: LockEntry) -> str:
        """Return where a sentence stood that is gone, in words."""
        return f"it stood behind line {self.document.sentences[entry.number - 1].line}" if entry.number else "it came first"

    def is_gone(self, clause: str) -> bool:
        """Return whether none of the sentences that stated a clause is there any more."""
        return bool(self.gone(clause)) and not self.is_locked(clause)

    def in_english(self, number: ClauseNumber) -> str:
        """A number with what it counts, as the English glossary says one and many."""
        return str(number.value) if number.concept is None else self.amount_in_english(number.value, number.concept)

    def amount_in_english(self, value: int, concept: str) -> str:
        """An amount of a concept; where the glossary has no plural, the one that the statements use, if they use any."""
        term, text = self._term(concept), self.called(concept)
        many = term.forms.get("pl") if term is not None else None
        if many is None:
            many = f"{text}s" if f"{text}s".casefold() in self._english else text
        return f"{value} {text if value == 1 else many}"

    @cached_property
    def _english(self) -> str:
        """All statements of the rulebook."""
        return " ".join(clause.statement for clause in self.facts.clauses).casefold()

    def place(self, sentence: int | None, behind: int | None, line: int | None) -> TextPosition | None:
        """Return the place of a finding: at its sentence, or behind the one behind which a sentence should stand."""
        if sentence is not None:
            return self.document.extents[sentence - 1].begin
        if behind is not None:
            return self.document.extents[behind - 1].end
        return None if line is None else TextPosition(line, 1)

    def called(self, concept: str) -> str:
        """Return the English glossary's term for one of a concept."""
        term = self._term(concept)
        return term.text if term is not None else concept.replace("_", " ")

    def _term(self, concept: str) -> Term | None:
        return self.facts.english.preferred(concept) if self.facts.english is not None else None

    def mark(self, index: int) -> str | None:
        """Return the mark of a sentence that states no rule of this edition, or `edition` if it states one of another."""
        entry = self.entries.get(index)
        if entry is None or entry.mark is not None:
            return None if entry is None else entry.mark
        return OTHER_EDITION if any(clause in self.meanings and clause not in self._by_id for clause in entry.clauses) else None


def align_document(document: Document, facts: RulebookFacts, aims: Sequence[Target], lock: Lock | None = None,
                   meanings: Meanings = NO_MEANINGS, editions: Editions = tuple,
                   carried: Mapping[str, CarriedSentences] = MappingProxyType({})) -> AlignedDocument:
    """Align a document with clauses; what a lock has confirmed stays where it is, as far as it is found again.

    `carried` are the sentences that state clauses by what the original of the document states.
    """
    entries: dict[int, LockEntry] = {}
    placed: dict[int, SentencePlacement] = {}
    lost: list[LockEntry] = []
    behind = 0
    for entry, place in _placements(lock, document) if lock is not None else ():
        if place.index is None:
            lost.append(evolve(entry, number=behind))
        else:
            entries[place.index], placed[place.index] = entry, place
            behind = behind if place.how == "moved" else place.index + 1
    fixed: dict[str, list[int]] = {}
    for index, entry in sorted(entries.items()):
        for clause in entry.clauses:
            fixed.setdefault(clause, []).append(index)
    fixed |= document.anchored
    silent = (set(lock.silent) if lock is not None else set()) - set(document.anchored)
    gone = {clause for entry in lost for clause in entry.clauses} - set(fixed)
    known = {**{clause: some.indices for clause, some in carried.items() if some.indices and clause not in gone}, **fixed}
    silent |= {clause for clause, some in carried.items() if not some.indices and clause not in fixed}
    open_aims = [aim for aim in aims if aim.id not in silent]
    got = {anchor.clause: anchor
           for anchor in align_clauses(open_aims, document.sentences, document.evidence, known, document.examples)}
    anchors = {aim.id: _trusted_anchor(got.get(aim.id, Anchor(aim.id, (), 0.0, 0.0)), aim.id in gone) for aim in aims}
    return AlignedDocument(document, facts, tuple(aims), anchors, lock, entries, tuple(lost), placed, meanings, editions,
                           carried, known)


def _placements(lock: Lock, document: Document) -> Iterator[tuple[LockEntry, SentencePlacement]]:
    """Return where each sentence of a lock is now, in their order."""
    known = lock.in_order
    placed = realigned([entry.print for entry in known], document.prints)
    if any(placement.index is None for placement in placed):
        placed = with_foreign(placed, document.strange)
        placed = with_rewritten(placed, len(document.sentences), lambda place, index: _rewritten(known[place], document, index))
    return zip(known, placed, strict=True)


def _rewritten(entry: LockEntry, document: Document, index: int) -> float | None:
    """Return how like a sentence is to one of a lock that stood where it stands; None if it is another."""
    new, shown = document.prints[index], document.evidence[index]
    alike, sizes = similarity(entry.print, new), sorted((entry.print.length, new.length))
    was, current = {*entry.concepts, *entry.turns}, {*shown.concepts, *shown.turns}
    names_same = bool(was) and len(was & current) >= SAME_NAMES * len(was | current)
    is_same = sizes[0] >= SAME_SIZE * sizes[1] and alike >= (HARDLY_ALIKE if names_same else BARELY_ALIKE)
    return alike if is_same else None


def _trusted_anchor(anchor: Anchor, is_gone: bool) -> Anchor:
    """The anchor, without its sentences and with no certainty where the evidence for them is too weak.

    So it is where the sentence that a person confirmed is gone: only that person can say where it went.
    """
    if anchor.score >= MISSING and not is_gone:
        return anchor
    return evolve(anchor, sentences=(), score=0.0 if is_gone else anchor.score, certainty=0.0, perhaps=anchor.shown)
