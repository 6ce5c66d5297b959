"""Yield findings on a translation, on its original and on the pairs of both -> the findings on the translation.

The original is the best witness of what a sentence should say, and the rules decide which of the two is wrong. What the
rules alone say of an unconfirmed sentence is a guess where its original says the same; where both texts depart from the
rules in the same way, it is another edition.
"""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping, Sequence

from attrs import evolve

from ..alignment.aligned import AlignedDocument, CarriedSentences
from ..alignment.targets import Target
from ..checks.numbers.names import given
from ..decisions.findings import Finding, Rule
from .names import names_of, number_in
from .side_by_side import SideBySide

# What the rules alone say of a sentence that nobody has confirmed: its original knows better.
GUESSED: tuple[Rule, ...] = (
    "accuracy/number-missing", "accuracy/number-substituted", "accuracy/number-unit", "accuracy/number-unknown",
    "accuracy/clause-missing", "accuracy/clause-weak", "accuracy/clause-perhaps", "accuracy/contradiction",
    "terminology/required-missing", "structure/players", "structure/sum")
# What is found on the document as such, or on the signs of a sentence: the original may have it too.
ALSO_THERE = ("structure/", "fluency/", "terminology/")
NUMBER: Rule = "pair/number"
GARBLED: Rule = "fluency/garbled"
UNTRANSLATED: Rule = "accuracy/untranslated"
ORIGINAL: Rule = "pair/original"


def carried(texts: SideBySide, original: AlignedDocument) -> dict[str, CarriedSentences]:
    """The sentences of the translation that state each clause, by what the original states and where that is now.

    None where the original states a clause and nothing of the translation belongs to that sentence. What the original only
    perhaps states is not carried. It is as sure as both: that the original states the clause there, and that the sentences
    belong together.
    """
    out: dict[str, CarriedSentences] = {}
    for clause in original.anchors:
        indices = original.believed_of(clause)
        if indices:
            links = [texts.partners[index] for index in indices if index in texts.partners]
            alike = min((1.0 if link.confirmed else link.alike for link in links), default=0.0)
            out[clause] = CarriedSentences(tuple(dict.fromkeys(index for link in links for index in link.translation)),
                                           original.certainty(clause) * alike)
    return out


def judged(of_rules: Sequence[Finding], of_original: Sequence[Finding], of_pairs: Sequence[Finding], texts: SideBySide,
           aligned: AlignedDocument) -> tuple[Finding, ...]:
    """All findings on the translation: each once, with what the rules say of it."""
    left = tuple(_with_witness(of_rules, of_original, of_pairs, texts, aligned))
    reported = {(finding.rule, finding.sentence) for finding in left}
    return (*left, *(_decided(finding, aligned) for finding in of_pairs if (finding.rule, finding.sentence) not in reported
                     or finding.rule.startswith("pair/")))


def _with_witness(of_rules: Sequence[Finding], of_original: Sequence[Finding], of_pairs: Sequence[Finding], texts: SideBySide,
                  aligned: AlignedDocument) -> Iterator[Finding]:
    alike = {(finding.rule, finding.clause, finding.expected, finding.actual) for finding in of_original}
    by_sentence = {(finding.rule, finding.sentence) for finding in of_original}
    partner = _partners(texts)
    paired = {finding.sentence for finding in of_pairs if finding.sentence is not None}
    for finding in of_rules:
        # What a person has confirmed is no guess, though the sentence is gone.
        if finding.since or (finding.clause is not None and aligned.has(finding.clause)
                             and (aligned.is_locked(finding.clause) or aligned.is_gone(finding.clause))):
            yield finding
        elif (finding.rule, finding.clause, finding.expected, finding.actual) in alike and finding.rule in GUESSED:
            yield _as_edition(finding)
        elif finding.rule in GUESSED:
            if finding.level != "note" and finding.sentence not in paired:
                yield evolve(finding, lowered="note")
        elif not ((finding.rule.startswith(ALSO_THERE) and _is_there_too(finding, by_sentence, partner, of_original))
                  or _is_meant(finding, partner, texts)):
            yield finding


def _as_edition(finding: Finding) -> Finding:
    """A finding that the original has too: both texts are of another edition than the rules."""
    if finding.level == "note":
        return finding
    return evolve(finding, message=f"{finding.message}; the original has it too, so this is perhaps another edition",
                  lowered="note")


def _partners(texts: SideBySide) -> Mapping[int, tuple[int, ...]]:
    """The numbers of the original's sentences for the number of each sentence of the translation."""
    return {index + 1: tuple(place + 1 for place in link.original) for link in texts.links for index in link.translation}


def _is_there_too(finding: Finding, by_sentence: Container[tuple[str, int | None]],
                  partner: Mapping[int, tuple[int, ...]], of_original: Sequence[Finding]) -> bool:
    """Return whether the original has the same finding: in the sentence that belongs to it, or, without one, anywhere."""
    if finding.sentence is None:
        return any(other.rule == finding.rule and other.expected == finding.expected for other in of_original)
    return any((finding.rule, number) in by_sentence for number in partner.get(finding.sentence, ()))


def _is_meant(finding: Finding, partner: Mapping[int, tuple[int, ...]], texts: SideBySide) -> bool:
    """Return whether the original writes the same: a label such as `K01`, in whatever letters, or as its title a name."""
    if finding.sentence is None or not finding.actual:
        return False
    own = [texts.original.sentences[number - 1] for number in partner.get(finding.sentence, ())]
    if finding.rule == UNTRANSLATED:
        title = texts.translation.sentences[finding.sentence - 1]
        return finding.sentence == 1 and title.kind == "heading" and [title.text] == [sentence.text for sentence in own]
    written = " ".join(sentence.text for sentence in own)
    numbers = {number_in(name) for name in names_of(written)}
    return finding.rule == GARBLED and all(part in written or (names_of(part) == [part] and number_in(part) in numbers)
                                           for part in finding.actual.split())


# ---- Which of the two is wrong ---------------------------------------------------------------------


def _decided(finding: Finding, aligned: AlignedDocument) -> Finding:
    """A finding on a pair with what the rules say of it."""
    if finding.clause is None or not aligned.has(finding.clause) or finding.expected is None or finding.actual is None:
        return finding
    target = aligned.target(finding.clause)
    if finding.rule == NUMBER and not finding.expected.isdecimal():
        # A name such as `S12`, whose letters may be translated.
        numbers = {name.number for name in given(aligned, target)}
        stated = frozenset(name for name in (finding.expected, finding.actual) if number_in(name) in numbers)
    elif finding.rule == NUMBER:
        stated = frozenset(map(str, _values(target)))
    elif finding.rule.startswith("pair/"):
        stated = frozenset(target.turns)
    else:
        return finding
    right, wrong = finding.expected in stated, finding.actual in stated
    if wrong and not right:
        return evolve(finding, rule=ORIGINAL, lowered=None,
                      message=f"{finding.message}; the rules agree with this sentence, so the original is wrong")
    return evolve(finding, message=f"{finding.message}; the rules agree with the original") if right and not wrong else finding


def _values(target: Target) -> Iterator[int]:
    for group in (*target.required, *target.implied, target.allowed):
        yield from (number.value for number in group)
