"""Numbers that the rules state against those that a document says."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence

from attrs import frozen

from ...alignment.aligned import AlignedDocument
from ...alignment.targets import Target
from ...decisions.findings import Finding
from ...decisions.since_confirmed import changed, differs
from ...document.features import NumberMention
from ...document.sentences import Sentence
from ...facts.facts import ClauseNumber
from ...lock.lock import LockEntry
from . import names, probable, unknown
from .probable import with_concept


@frozen(eq=False)
class _StatedNumber:
    """A number said in a sentence that states a clause."""

    counted: NumberMention
    sentence: Sentence


def check(aligned: AlignedDocument) -> Iterator[Finding]:
    """Findings on numbers: those of each clause, those that have changed, and those that nothing in the rules knows."""
    for aim in aligned.targets:
        anchor = aligned.anchors[aim.id]
        if aligned.is_locked(aim.id):
            stated = tuple(_stated_numbers(aligned, anchor.sentences))
            for group in aim.required:
                yield from _required(aligned, aim, group, stated)
            for group in aim.implied:
                yield from _implied(aligned, aim, group, stated)
        elif anchor.sentences:
            yield from probable.check(aligned, aim)
    yield from _changed(aligned)
    yield from unknown.check(aligned)


def _stated_numbers(aligned: AlignedDocument, indices: Sequence[int]) -> Iterator[_StatedNumber]:
    for index in indices:
        for counted in aligned.document.evidence[index].numbers:
            if counted.match.kind in ("cardinal", "ordinal"):
                yield _StatedNumber(counted, aligned.document.sentences[index])


# ---- What a clause states ------------------------------------------------------------------------


def _required(aligned: AlignedDocument, aim: Target, group: Sequence[ClauseNumber],
              stated: Sequence[_StatedNumber]) -> Iterator[Finding]:
    """Report mistakes in a number that a clause states, whose value may depend on the number of players."""
    anchor = aligned.anchors[aim.id]
    candidates = map(aligned.document.sentences.__getitem__, anchor.sentences)
    holders = [sentence for sentence in candidates if _may_hold(group, sentence)]
    if not holders:  # a section for other numbers of players than those of the document
        return
    sentence = holders[0]
    fitting = _fitting(group, sentence)
    if not fitting[0].value:  # what is nothing is mostly left unsaid
        return
    worked_out = [number for number in aim.allowed if number.kind == "derived" and number.concept == fitting[0].concept]
    stating = [
        statement
        for statement in stated
        if any(
            _states(statement.counted, number, aim) and _holds(number, statement.sentence) for number in (*fitting, *worked_out)
        )
    ]
    if stating or _nearby(aligned, anchor.sentences, fitting):
        return
    # Only of this sentence: a number in another sentence of the clause stands in the place of another one.
    others = _others(aligned, aim, fitting[0], [statement for statement in stated if statement.sentence is sentence])
    same = [statement for statement in stated if statement.counted.value == fitting[0].value]
    yield _wrong(aligned, aim, fitting[0], sentence, others, same)


def _others(aligned: AlignedDocument, aim: Target, number: ClauseNumber,
            best: Sequence[_StatedNumber]) -> Sequence[_StatedNumber]:
    """The numbers in the place of one: those of the same, or, where it counts nothing, the only one that nothing explains."""
    known = {number.value for number in (*aim.allowed, *(required for group in aim.required for required in group))}
    strange = [
        statement
        for statement in best
        if statement.counted.match.kind == "cardinal"
        and not statement.counted.match.weak
        and statement.counted.value not in known
    ]
    if number.concept is not None:
        return [statement for statement in strange if number.concept in statement.counted.concepts]
    # Of several that nothing explains, nobody can tell which one stands in the place of this number.
    free = [statement for statement in strange if not _known(aligned, aim, statement)]
    return free if len(free) == 1 else []


def _implied(aligned: AlignedDocument, aim: Target, group: Sequence[ClauseNumber],
             stated: Sequence[_StatedNumber]) -> Iterator[Finding]:
    """Another number of what a number counts that a clause uses, where none of its sentences says the right one."""
    sentences = aligned.anchors[aim.id].sentences
    fitting = _fitting(group, aligned.document.sentences[sentences[0]])
    right = {number.value for number in fitting}
    if any(statement.counted.value in right for statement in stated) or _nearby(aligned, sentences, fitting):
        return
    others = [statement for statement in stated if statement.counted.match.kind == "cardinal"
              and not statement.counted.match.weak and counts(statement.counted, fitting[0])
              and not _known(aligned, aim, statement)]
    # Without a noun, only the one number of the sentence can be the one that the clause uses.
    if others and (fitting[0].concept is not None or len(stated) == len(aim.implied) == 1):
        yield _wrong(aligned, aim, fitting[0], others[0].sentence, others, ())


def counts(counted: NumberMention, number: ClauseNumber) -> bool:
    """Return whether a number in a text counts what a number of the rules counts."""
    return number.concept in counted.concepts if number.concept is not None else not counted.concepts


def _known(aligned: AlignedDocument, aim: Target, statement: _StatedNumber) -> bool:
    """Return whether this clause, or another of the sentence, states or uses a number, or draws a contrast to it."""
    stating = {aim.id, *aligned.claimed.get(statement.sentence.number - 1, ())}
    return any(number.value == statement.counted.value and counts(statement.counted, number) for id in stating
               for number in (*aligned.target(id).clause.numbers,
                              *(implied for group in aligned.target(id).implied for implied in group)))


def _wrong(aligned: AlignedDocument, aim: Target, number: ClauseNumber, sentence: Sentence, others: Sequence[_StatedNumber],
           same: Sequence[_StatedNumber]) -> Finding:
    """The finding on a number that is not said: another may be said of the same, or the same of another."""
    expected, in_words = with_concept(number), aligned.in_english(number)
    if others:
        return Finding("accuracy/number-substituted",
                       f"the rules state {in_words}, and this sentence says {others[0].counted.value}", aim.id,
                       others[0].sentence.number, others[0].sentence.line, expected,
                       f"{others[0].counted.value} {number.concept or ''}".rstrip())
    if same:
        return Finding("accuracy/number-unit",
                       f"the rules state {in_words}, and this sentence says {number.value} of something else", aim.id,
                       same[0].sentence.number, same[0].sentence.line, expected,
                       f"{number.value} {'/'.join(same[0].counted.concepts)}")
    return Finding("accuracy/number-missing", f"the rules state {in_words}, and the document leaves it out", aim.id,
                   sentence.number, sentence.line, expected)


def _fitting(group: Sequence[ClauseNumber], sentence: Sentence) -> Sequence[ClauseNumber]:
    """The values of a number that hold for the numbers of players of a section, all where it names none."""
    candidates = [number for number in group if set(number.players) & set(sentence.players)]
    return candidates or group


def _states(counted: NumberMention, number: ClauseNumber, aim: Target) -> bool:
    """Return whether a number in the text is that of the rules, by its noun; another noun of the clause will do."""
    same_noun = number.concept is None or not counted.concepts or any(concept in aim.concepts for concept in counted.concepts)
    return counted.value == number.value and same_noun


def _may_hold(group: Sequence[ClauseNumber], sentence: Sentence) -> bool:
    """Return whether any value of a number is one for the numbers of players of the section of a sentence."""
    return any(_holds(number, sentence) for number in group)


def _holds(number: ClauseNumber, sentence: Sentence) -> bool:
    """Return whether a number is one for the numbers of players that the section of a sentence is about."""
    return not sentence.players or bool(set(number.players) & set(sentence.players))


def _nearby(aligned: AlignedDocument, indices: Sequence[int], fitting: Sequence[ClauseNumber]) -> bool:
    """Return whether the sentence before or behind, in the same paragraph, says the number with its noun."""
    document = aligned.document
    neighbours = {index + step for index in indices for step in (-1, 1)} - set(indices)
    for index in neighbours:
        if 0 <= index < len(document.sentences) and any(
                document.sentences[index].block == document.sentences[number].block for number in indices):
            for counted in document.evidence[index].numbers:
                if any(counted.value == number.value and number.concept in counted.concepts for number in fitting):
                    return True
    return False


# ---- What has changed ------------------------------------------------------------------------------


def _changed(aligned: AlignedDocument) -> Iterator[Finding]:
    """Numbers of sentences that have changed since they were confirmed; those of a clause or playthrough are errors."""
    bound = {
        aim.id: {number.value for group in (*aim.required, *aim.implied) for number in group}
        | {number.value for number in aim.allowed}
        | {named.number for named in names.given(aligned, aim)}
        for aim in aligned.targets
    }
    for index, entry in aligned.entries.items():
        if aligned.is_confirmed(index):
            continue
        was, current = Counter(entry.numbers), Counter(aligned.document.evidence[index].values)
        # Where a number has gone as well, the finding on it below names what came in its place.
        if not was - current and entry.clauses:
            yield from _come(aligned, index, sorted(current - was), next(iter(entry.clauses)))
        if was == current and entry.in_order:
            yield from _exchanged(aligned, index, entry, bound)
        for value in sorted((was - current).keys()):
            added = ", ".join(map(str, sorted((current - was).elements())))
            clause = next((text for text in entry.clauses if value in bound.get(text, ())), None)
            about = clause or next(iter(entry.clauses), None)
            yield changed(aligned, index, "accuracy/number-changed", differs(str(value), added), about, str(value), added,
                          None if clause or entry.play else "warning")


def _exchanged(aligned: AlignedDocument, index: int, entry: LockEntry,
               bound: Mapping[str, Collection[int]]) -> Iterator[Finding]:
    """Numbers of a sentence that have changed places; an error where a clause has both, or a playthrough."""
    current = aligned.document.evidence[index].values
    places = [place for place, (old, new) in enumerate(zip(entry.numbers, current, strict=True)) if old != new]
    if places:
        old, new = entry.numbers[places[0]], current[places[0]]
        clause = next((text for text in entry.clauses if {old, new} <= set(bound.get(text, ()))), None)
        yield changed(aligned, index, "accuracy/number-changed", f"{differs(str(old), str(new))} in its place",
                      clause or next(iter(entry.clauses), None), str(old), str(new),
                      None if clause or entry.play else "warning")


def _come(aligned: AlignedDocument, index: int, values: Sequence[int], clause: str) -> Iterator[Finding]:
    """Numbers in a sentence that said none in their place when it was confirmed, as `twice` for `once`."""
    for value in values:
        yield changed(aligned, index, "accuracy/number-changed", differs("", str(value)), clause, "", str(value), "warning")
