"""Check for numbers that the rules do not have of what they count, or not for this number of players.

No clause need be sure of its sentence for that. Of each number with a noun it is asked how probable it is that its
sentence states a clause that has this number, and how probable that it states one which has another of the same thing.
Numbers that follow from others by reckoning are left alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from attrs import frozen

from ...alignment.aligned import AlignedDocument
from ...alignment.targets import Target
from ...decisions.findings import Finding, Level
from ...document.features import PLAYER, Evidence, NumberMention
from ...document.sentences import Sentence
from ...facts.facts import ClauseNumber
from .arithmetic import is_reckoned
from .probable import with_concept

# A number is wrong where a clause with another number of the same is stated with this probability, and this many times
# as probably as that one with this number is; in an example, and where it follows from others, it has to be more.
ANOTHER, TIMES, IN_EXAMPLES, RECKONED = 0.05, 2.0, 0.5, 0.3
# No clause has a number where it is less probable than this that one is stated which has it.
UNEXPLAINED = 0.05
# How many other numbers of a thing the rules have to know, for each that they do not, until that is suspect, and wrong.
SUSPECT, WRONG = 4, 8


@frozen(eq=False)
class _DocumentNumber:
    """A number with a noun in a document."""

    counted: NumberMention
    sentence: Sentence
    shown: Evidence

    @property
    def index(self) -> int:
        return self.sentence.number - 1


@frozen(eq=False)
class _RivalClause:
    """A clause which has another number of the same, and how probable it is there; `unsaid` if that is not said there.

    `of_others` tells that the number said is that of the clause for other numbers of players, `rest` that it is what is
    left of another number of the same.
    """

    share: float
    aim: Target
    right: ClauseNumber
    unsaid: bool
    of_others: bool
    rest: bool


def check(aligned: AlignedDocument) -> Iterator[Finding]:
    """Findings on numbers that the rules do not have of what they count."""
    probable = _by_sentence(aligned)
    strangeness = {statement: _is_strange(aligned, statement) for statement in _all_stated(aligned)}
    for statement, strange in strangeness.items():
        explained, against = _weighed(aligned, statement, probable.get(statement.index, ()))
        wrong = _wrong(aligned, statement, strange, explained, against)
        unknown = strange and explained < UNEXPLAINED and _is_countable(aligned, statement)
        if (wrong is None and not unknown) or aligned.is_of_another_edition(statement.counted, statement.sentence):
            continue
        yield (
            _substituted(statement, aligned.in_english(wrong.right), wrong)
            if wrong is not None
            else _unknown(aligned, statement, _level(statement, strangeness))
        )


def _by_sentence(aligned: AlignedDocument) -> Mapping[int, Sequence[tuple[float, Target]]]:
    """The clauses that each sentence may state, by index, each with how probable it is."""
    out: dict[int, list[tuple[float, Target]]] = {}
    for id, anchor in aligned.anchors.items():
        for index, share in anchor.shares.items():
            out.setdefault(index, []).append((share, aligned.target(id)))
    return out


def _all_stated(aligned: AlignedDocument) -> Iterator[_DocumentNumber]:
    """The numbers of a document that have a noun of which the rules have numbers; not `twice` and `both`."""
    words = aligned.document.language.numbers
    for sentence, shown in zip(aligned.document.sentences, aligned.document.evidence, strict=True):
        for number in shown.numbers:
            plain = number.match.kind in ("cardinal", "ordinal") and not number.match.weak and number.value > 1
            if (
                plain
                and number.concepts
                and PLAYER not in number.concepts
                and shown.words[number.match.first].folded not in words
            ):
                yield _DocumentNumber(number, sentence, shown)


def _is_strange(aligned: AlignedDocument, statement: _DocumentNumber) -> bool:
    """Return whether the rules have no such number of what it counts, and it does not follow from others."""
    known = aligned.amounts.have(statement.counted, statement.sentence)
    return not known and not is_reckoned(statement.counted, statement.sentence, statement.shown, aligned.amounts)


# ---- For and against -------------------------------------------------------------------------------


def _weighed(aligned: AlignedDocument, statement: _DocumentNumber, probable: Sequence[tuple[float, Target]]) -> tuple[float,
                                                                                                            list[_RivalClause]]:
    """Return how probable it is that a clause is stated that has this number, and the clauses that have another."""
    explained, against = 0.0, list[_RivalClause]()
    for share, aim in probable:
        concept_sets = [
            aligned.amounts.counted_concepts(number)
            for number in _numbers(aim)
            if number.value == statement.counted.value and (number.kind == "contrast" or _fits(number, statement.sentence))
        ]
        if any(concepts & set(statement.counted.concepts) for concepts in concept_sets):
            explained += share
        elif not all(concept_sets):  # a number without a noun may be this one
            explained += share / 2
        else:
            against.extend(_against(aligned, statement, share, aim))
    return explained, against


def _against(aligned: AlignedDocument, statement: _DocumentNumber, share: float, aim: Target) -> Iterator[_RivalClause]:
    """The numbers of a clause of which this should be one."""
    for group in (*aim.required, *aim.implied):
        fitting = [number for number in group if _fits(number, statement.sentence)] or list(group)
        concepts = frozenset(concept for number in fitting for concept in aligned.amounts.counted_concepts(number))
        if concepts & set(statement.counted.concepts):
            values = {number.value for number in fitting}
            others = [counted for counted in statement.shown.numbers if counted is not statement.counted
                      and counted.value in values]
            wholes = aligned.amounts.numbers_of(statement.counted.concepts, statement.sentence.players)
            yield _RivalClause(share, aim, fitting[0], not any(concepts & set(counted.concepts) for counted in others),
                               any(number.value == statement.counted.value for number in group),
                               any(whole - value == statement.counted.value for whole in wholes for value in values))


def _wrong(aligned: AlignedDocument, statement: _DocumentNumber, strange: bool, explained: float,
           against: Sequence[_RivalClause]) -> _RivalClause | None:
    """The clause by which a number is wrong, if it is.

    A number that the rules do not have is, even beside the right one; one that they have for other players too. A sentence
    that does not say the number of a clause may say what is left.
    """
    example, cardinal = statement.index in aligned.document.examples, statement.counted.match.kind == "cardinal"
    known = aligned.amounts.have(statement.counted, statement.sentence)
    unlike = [candidate for candidate in against if not (candidate.unsaid and candidate.rest)]
    convincing = {candidate.aim.id: candidate for candidate in against if candidate.of_others and not example}
    convincing |= {candidate.aim.id: candidate for candidate in unlike if (strange and (cardinal or candidate.unsaid))
                   or (not known and candidate.unsaid and candidate.share >= RECKONED)}
    whole = sum(candidate.share for candidate in convincing.values())
    enough = whole >= (IN_EXAMPLES if example else ANOTHER) and whole >= TIMES * explained
    return max(convincing.values(), key=lambda candidate: candidate.share) if enough else None


def _numbers(aim: Target) -> Iterator[ClauseNumber]:
    yield from aim.clause.numbers
    yield from (number for group in aim.implied for number in group)


def _fits(number: ClauseNumber, sentence: Sentence) -> bool:
    """Return whether a number is one for the numbers of players of the section of a sentence."""
    return not sentence.players or bool(set(number.players) & set(sentence.players))


# ---- What nothing explains -------------------------------------------------------------------------


def _is_countable(aligned: AlignedDocument, statement: _DocumentNumber) -> bool:
    return (
        statement.counted.match.kind == "cardinal"
        and statement.sentence.kind != "heading"
        and statement.index not in aligned.document.examples
    )


def _substituted(statement: _DocumentNumber, right: str, wrong: _RivalClause) -> Finding:
    return Finding("accuracy/number-substituted", f"the rules state {right}, and this sentence says {statement.counted.value}",
                   wrong.aim.id, statement.sentence.number, statement.sentence.line, with_concept(wrong.right),
                   f"{statement.counted.value} {wrong.right.concept}")


def _unknown(aligned: AlignedDocument, statement: _DocumentNumber, level: Level) -> Finding:
    clauses, concept = aligned.claimed.get(statement.index, []), statement.counted.concepts[0]
    known = sorted(aligned.amounts.numbers_of([concept], statement.sentence.players))
    amount = aligned.amount_in_english(statement.counted.value, concept)
    return Finding("accuracy/number-unknown", f"the rules have no {amount}",
                   clauses[0] if clauses else None, statement.sentence.number, statement.sentence.line,
                   " or ".join(f"{value} {concept}" for value in known), f"{statement.counted.value} {concept}",
                   aligned.document.wholes[statement.index], lowered=level)


def _level(statement: _DocumentNumber, strangeness: Mapping[_DocumentNumber, bool]) -> Level:
    """Return how bad it is that the rules do not have a number: the worse, the more others of the same the document says."""
    strange = [is_strange for other, is_strange in strangeness.items() if other.counted.match.kind == "cardinal"
               and set(other.counted.concepts) & set(statement.counted.concepts)]
    others, known = sum(strange), len(strange) - sum(strange)
    return "error" if known >= WRONG * others else "warning" if known >= SUSPECT * others else "note"
