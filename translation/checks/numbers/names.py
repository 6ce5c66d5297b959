"""Numbers that name something, as `spaces 9 and 20`, against the names that clauses and the rows of their tables give.

Nobody has to say them; but where a sentence names one that none of its clauses does, in the place of one that a clause
names and the sentence does not, it is wrong. Where nobody has confirmed the sentence, it is weighed as in `probable`.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from functools import partial

from attrs import frozen

from ...alignment.aligned import AlignedDocument
from ...alignment.targets import Target
from ...decisions.findings import LEVELS, Finding, Level
from ...document.naming import Naming
from ...document.numbers import NumberMatch
from ...facts.numbered import NumberedValue
from .probable import ANOTHER, CERTAIN, EXPLAINS, PERHAPS, TIMES

# A name as the rules write it. More digits are no name, and might not even be read as a number.
_CALLED = re.compile(r"([^\W\d_]+)(\d{1,6})")


@frozen(eq=False)
class _OtherName:
    """Another name in the place of that of a clause, in a sentence that states the clause so probably."""

    share: float
    index: int
    number: int


@frozen
class _UnexplainedNumber:
    """A number that a sentence names and nothing explains; `among_names`: in one list with those of the clause."""

    value: int
    among_names: bool


def check(aligned: AlignedDocument) -> Iterator[Finding]:
    """Findings on names: those of clauses, for each wrong name the worst, a row's before its table's; and names of nothing."""
    reported: set[tuple[int | None, str | None]] = set()
    for finding in sorted(_of_clauses(aligned), key=lambda finding: LEVELS.index(finding.level)):
        place = finding.sentence, finding.actual
        if finding.actual is None or place not in reported:
            reported.add(place)
            yield finding
    yield from _unknown(aligned)


def _of_clauses(aligned: AlignedDocument) -> Iterator[Finding]:
    if not aligned.facts.numbered:
        return
    # Clauses before tables: the sort by level keeps this order, so that a row's finding comes before its table's.
    for of_rows in (False, True):
        for aim in aligned.targets:
            names = _of_rows(aligned, aim) if of_rows else _own(aim)
            if names and aligned.is_locked(aim.id):
                yield from _confirmed(aligned, aim, names, of_rows)
            elif names and aligned.anchors[aim.id].sentences:
                yield from _probable(aligned, aim, names)


def given(aligned: AlignedDocument, aim: Target) -> Sequence[NumberedValue]:
    """The names that a clause gives, or its rows."""
    return (*_own(aim), *_of_rows(aligned, aim))


def _own(aim: Target) -> Sequence[NumberedValue]:
    """The names that a clause gives."""
    return [name for name in aim.clause.names if name.direct]


def _of_rows(aligned: AlignedDocument, aim: Target) -> Sequence[NumberedValue]:
    """The names that the rows of a table give."""
    rows = aligned.facts.clauses if aim.clause.kind == "table" else ()
    return [name for row in rows if row.parent == aim.id and row.kind == "row" for name in row.names if name.direct]


# ---- Where a person has confirmed the sentences ------------------------------------------------------


def _confirmed(aligned: AlignedDocument, aim: Target, names: Sequence[NumberedValue], of_rows: bool) -> Iterator[Finding]:
    indices = aligned.anchors[aim.id].sentences
    stated = frozenset().union(*(_stated_numbers(aligned, index, name.concept) for index in indices for name in names))
    missing = [name for name in names if name.number not in stated and _holds(aligned, indices, name)]
    explained = {name.number for index in indices for id in aligned.claimed.get(index, ()) for name in _all(aligned, id)}
    for index in indices:
        strange = _strange(aligned, aim, index, names, explained)
        # In their order: the first name that nothing explains stands for the first one that is missing.
        pairs = tuple(zip(missing, strange, strict=False))
        missing = missing[len(pairs):]
        yield from (_wrong(aligned, aim, name, index, number.value, None) for name, number in pairs)
        more = strange[len(pairs):] if aim.clause.kind != "row" else ()
        yield from (_listed(aligned, aim, index, names, number.value) for number in more if number.among_names)
    # A sentence that says none of the names need not say any; one that says some of them has lost the others.
    if missing and not of_rows and len(missing) < len(names):
        sentence = aligned.document.sentences[indices[0]]
        yield Finding("accuracy/number-missing",
                      f"the rules name {_called(aligned, missing[0])}, and the document leaves it out", aim.id,
                      sentence.number, sentence.line, _written(missing[0]), lowered="warning")


def _holds(aligned: AlignedDocument, indices: Sequence[int], name: NumberedValue) -> bool:
    """Return whether a name is one for the numbers of players of any section with these sentences."""
    return any(not sentence.players or set(sentence.players) & set(name.players)
               for sentence in map(aligned.document.sentences.__getitem__, indices))


# ---- Where nobody has --------------------------------------------------------------------------------


def _probable(aligned: AlignedDocument, aim: Target, names: Sequence[NumberedValue]) -> Iterator[Finding]:
    right: dict[NumberedValue, float] = dict.fromkeys(names, 0.0)
    others: dict[NumberedValue, list[_OtherName]] = {name: [] for name in names}
    for index, share in aligned.anchors[aim.id].shares.items():
        missing = [name for name in names if name.number not in _stated_numbers(aligned, index, name.concept)]
        for name in names:
            right[name] += 0.0 if name in missing else share
        if index not in aligned.document.examples and missing:
            strange = _strange(aligned, aim, index, names, _likely(aligned, index))
            for name, number in zip(missing, strange, strict=False):
                others[name].append(_OtherName(share, index, number.value))
    for name in names:
        another = sum(other.share for other in others[name])
        if another >= PERHAPS and another >= TIMES * right[name]:
            best = max(others[name], key=lambda other: other.share)
            certain = another >= ANOTHER and another >= CERTAIN * right[name]
            yield _wrong(aligned, aim, name, best.index, best.number, None if certain else "warning")


def _likely(aligned: AlignedDocument, index: int) -> set[int]:
    """The numbers that the clauses name which a sentence may state."""
    stating = (id for id, anchor in aligned.anchors.items() if anchor.shares.get(index, 0.0) >= EXPLAINS)
    return {name.number for id in stating for name in _all(aligned, id)}


# ---- Both --------------------------------------------------------------------------------------------


def _all(aligned: AlignedDocument, clause: str) -> Iterator[NumberedValue]:
    """All that a clause names: in itself, by constants, and in its rows."""
    aim = aligned.target(clause)
    yield from (*aim.clause.names, *_of_rows(aligned, aim))


def _namings(aligned: AlignedDocument, index: int) -> Iterator[Naming]:
    """The names in a sentence: numbers by their noun, and names as the rules write them, as `S9`."""
    shown, signs = aligned.document.evidence[index], aligned.facts.signs
    yield from shown.namings
    for place, word in enumerate(shown.words) if signs else ():
        called = _CALLED.fullmatch(word.folded)
        if called is not None and called[1] in signs:
            number = NumberMatch(int(called[2]), "name", place, 1)
            yield Naming(signs[called[1]], (number,), frozenset((number.value,)))


def _stated_numbers(aligned: AlignedDocument, index: int, concept: str) -> frozenset[int]:
    """The numbers that a sentence names of a concept, with those inside its ranges."""
    return frozenset().union(*(naming.covered for naming in _namings(aligned, index)
                               if naming.concept == concept))


def _strange(aligned: AlignedDocument, aim: Target, index: int, names: Sequence[NumberedValue],
             explained: Collection[int]) -> list[_UnexplainedNumber]:
    """The numbers that a sentence names and no clause explains, in their order; in a list, no other row of the table either."""
    parent = aim.clause.parent
    rows = {name.number for row in aligned.facts.clauses if row.parent == parent and row.kind == "row" for name in row.names}
    out = []
    for naming in _namings(aligned, index):
        listed = len(naming.numbers) > 1
        known = {*explained, *(rows if listed else ())}
        among_names = listed and bool(naming.covered & {name.number for name in names})
        if naming.concept == names[0].concept:
            out += [_UnexplainedNumber(number.value, among_names) for number in naming.numbers if number.value not in known]
    return out


def _listed(aligned: AlignedDocument, aim: Target, index: int, names: Sequence[NumberedValue], value: int) -> Finding:
    """The finding on a name in a list of those of a clause, all of which are said."""
    sentence, right = aligned.document.sentences[index], " and ".join(_called(aligned, name) for name in names)
    return Finding("accuracy/number-substituted", f"the rules name {right}, and this sentence names {value} too", aim.id,
                   sentence.number, sentence.line, ", ".join(map(_written, names)), f"{value} {names[0].concept}")


def _wrong(aligned: AlignedDocument, aim: Target, name: NumberedValue, index: int, value: int,
           lowered: Level | None) -> Finding:
    sentence = aligned.document.sentences[index]
    return Finding("accuracy/number-substituted",
                   f"the rules name {_called(aligned, name)}, and this sentence names {value}", aim.id, sentence.number,
                   sentence.line, _written(name), f"{value} {name.concept}", lowered=lowered)


def _written(name: NumberedValue) -> str:
    return f"{name.number} {name.concept}"


def _called(aligned: AlignedDocument, name: NumberedValue) -> str:
    """A name as the English glossary calls it, as `space 9`."""
    return f"{aligned.called(name.concept)} {name.number}"


def _unknown(aligned: AlignedDocument) -> Iterator[Finding]:
    """Numbers that name something outside the domain, of which the rules name single values."""
    about = {name.concept for clause in aligned.facts.clauses for name in clause.names if name.direct}
    for index in range(len(aligned.document.sentences)):
        if index not in aligned.document.examples and not aligned.is_confirmed(index):
            find = partial(_not_there, aligned, index)
            yield from (find(naming.concept, number.value) for naming in _namings(aligned, index) if naming.concept in about
                        for number in naming.numbers if number.value not in aligned.facts.numbered[naming.concept])


def _not_there(aligned: AlignedDocument, index: int, concept: str, number: int) -> Finding:
    sentence = aligned.document.sentences[index]
    return Finding("accuracy/number-unknown", f"the rules have no {aligned.called(concept)} {number}",
                   next(iter(aligned.claimed.get(index, ())), None), sentence.number, sentence.line, None,
                   f"{number} {concept}",
                   aligned.document.wholes[index])
