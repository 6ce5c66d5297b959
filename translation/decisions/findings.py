"""Findings: what is wrong, or may be wrong, with a document, each under a rule with a level."""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import blake2b
from typing import Literal

from attrs import frozen

Level = Literal["error", "warning", "note"]
LEVELS: tuple[Level, ...] = ("error", "warning", "note")

# The names of all rules: mypy reports a name that is none of them wherever findings are made, compared or listed.
Rule = Literal[
    "accuracy/number-missing", "accuracy/number-substituted", "accuracy/number-unit", "accuracy/number-changed",
    "accuracy/term-substituted", "accuracy/number-unknown", "accuracy/clause-missing", "accuracy/clause-perhaps",
    "accuracy/clause-weak", "accuracy/contradiction", "accuracy/turn-changed", "accuracy/untranslated",
    "accuracy/anchor-suspect", "accuracy/anchor-outdated",
    "example/number",
    "terminology/forbidden", "terminology/inconsistent", "terminology/ambiguous", "terminology/required-missing",
    "terminology/changed",
    "fluency/garbled",
    "structure/figure", "structure/reference", "structure/numbering", "structure/sum", "structure/players", "structure/moved",
    "reading/departs", "reading/partly", "reading/unreadable", "reading/contradicts", "reading/silent",
    "pair/sentence-missing", "pair/sentence-added", "pair/sentence-repeated", "pair/sentence-moved", "pair/sentence-short",
    "pair/number", "pair/number-missing", "pair/number-added", "pair/number-order", "pair/comparison", "pair/direction",
    "pair/order", "pair/modality", "pair/negation", "pair/quantifier", "pair/condition", "pair/openness", "pair/actor",
    "pair/term", "pair/terms-mixed", "pair/words", "pair/marks", "pair/doubled-word", "pair/reference",
    "pair/original",
    "coverage/unclaimed",
]

# The level and the meaning of each rule. A name never gets another meaning: tools suppress and count findings by it. A test
# compares the keys with `Rule`, since mypy does not report a key that is missing.
RULES: dict[Rule, tuple[Level, str]] = {
    "accuracy/number-missing": ("error", "the document leaves out a number that the rules state"),
    "accuracy/number-substituted": ("error", "another number stands where the rules state one"),
    "accuracy/number-unit": ("warning", "the document states a number of something else"),
    "accuracy/number-changed": ("error", "a number has changed since a person confirmed the sentence"),
    "accuracy/term-substituted": ("error", "a sentence names another concept than when a person confirmed it"),
    "accuracy/number-unknown": ("note", "a number that the rules do not have of what it counts"),
    "accuracy/clause-missing": ("error", "no sentence states a clause"),
    "accuracy/clause-perhaps": ("note", "a clause is perhaps missing, since other clauses need its sentences"),
    "accuracy/clause-weak": ("note", "a sentence says hardly any of what its clause states"),
    "accuracy/contradiction": ("error", "the document turns round may, must, at least, a direction or an order"),
    "accuracy/turn-changed": ("warning", "a turn of phrase has changed since a person confirmed the sentence"),
    "accuracy/untranslated": ("error", "a sentence in another language"),
    "accuracy/anchor-suspect": ("warning", "a sentence has changed since a person confirmed it"),
    "accuracy/anchor-outdated": ("warning", "a clause has changed since a person confirmed its sentence"),
    "example/number": ("error", "a number of an example that its playthrough does not have"),
    "terminology/forbidden": ("warning", "a term that the glossary forbids"),
    "terminology/inconsistent": ("note", "several terms for one concept"),
    "terminology/ambiguous": ("warning", "one term for two concepts"),
    "terminology/required-missing": ("warning", "the document does not name a concept that a clause needs"),
    "terminology/changed": ("warning", "a sentence no longer names a concept that it named when a person confirmed it"),
    "fluency/garbled": ("warning", "signs or lone letters where words or numbers should be"),
    "structure/figure": ("warning", "a figure that the document refers to and does not have, or has and never refers to"),
    "structure/reference": ("warning", "a section that the document refers to and does not have"),
    "structure/numbering": ("warning", "the number of a section or an item is doubled, missing or out of order"),
    "structure/sum": ("warning", "parts that do not add up"),
    "structure/players": ("warning", "no section for a number of players that has rules of its own"),
    "structure/moved": ("warning", "a sentence stands elsewhere than when a person confirmed it"),
    "reading/departs": ("warning", "the document states a clause otherwise, as its reading says"),
    "reading/partly": ("note", "the document states a part of a clause, as its reading says"),
    "reading/unreadable": ("error", "the document cannot be read on a clause, as its reading states"),
    "reading/contradicts": ("error", "the document contradicts itself, as its reading says"),
    "reading/silent": ("note", "the document does not state a clause, as its reading says"),
    "pair/sentence-missing": ("error", "no sentence says what a sentence of the original says"),
    "pair/sentence-added": ("warning", "a sentence that the original does not have"),
    "pair/sentence-repeated": ("warning", "a sentence that the translation has twice, and the original once"),
    "pair/sentence-moved": ("warning", "a sentence stands elsewhere than in the original"),
    "pair/sentence-short": ("warning", "a sentence is much shorter than the original lets one expect, or lacks a part of it"),
    "pair/number": ("error", "another number stands where the original has one"),
    "pair/number-missing": ("warning", "the translation leaves out a number of the original"),
    "pair/number-added": ("warning", "a number that the original does not say"),
    "pair/number-order": ("error", "numbers stand in each other's places"),
    "pair/comparison": ("error", "the original has another bound: at least, at most, exactly, more or fewer"),
    "pair/direction": ("error", "the original has another direction"),
    "pair/order": ("error", "the original has another order: before, after, first or last"),
    "pair/modality": ("error", "may stands where the original has must, or the other way round"),
    "pair/negation": ("error", "the translation does not deny what the original denies, or the other way round"),
    "pair/quantifier": ("error", "the original has another quantifier: all, any, each, only or both"),
    "pair/condition": ("error", "the original has another condition or exception"),
    "pair/openness": ("error", "open stands where the original has hidden, or the other way round"),
    "pair/actor": ("error", "someone other than in the original acts, wins or gets something"),
    "pair/term": ("error", "the term of another concept stands where the original has one"),
    "pair/terms-mixed": ("note", "one term in two ways, or two terms in one"),
    "pair/words": ("warning", "two texts of one language differ in words of a sentence that is otherwise the same"),
    "pair/marks": ("warning", "brackets or quotation marks do not belong together"),
    "pair/doubled-word": ("warning", "a word stands twice"),
    "pair/reference": ("error", "the original refers to another figure, page or section"),
    "pair/original": ("warning", "the original is wrong, by the rules, and the translation is right"),
    "coverage/unclaimed": ("note", "a sentence that no clause claims"),
}


# Findings on a sentence as a whole: accepted, they are reported again once the sentence changes.
OF_PAIRS = "pair/"
# Findings of which `expected` and `found` are lines. Their ids do not depend on these.
OF_LINES: tuple[Rule, ...] = ("pair/sentence-missing", "pair/sentence-moved", "pair/sentence-repeated")
AS_IT_STANDS: tuple[Rule, ...] = (
    "accuracy/anchor-suspect", "accuracy/anchor-outdated", "accuracy/clause-weak", "structure/moved")


@frozen
class Finding:
    """One finding: the rule it falls under, its level, the clause and the sentence it is about, what was expected and found.

    `place` is the hash of the sentence, so that the finding keeps its id when lines move; `behind` is the sentence behind
    which one should stand that is not there; `since` says that it
    reports a change since the sentence was confirmed. Such a finding, and one on a sentence as a whole, gets another id
    when the sentence changes again. `rank` orders findings under one rule that have no line, or the same one.
    """

    rule: Rule
    message: str
    clause: str | None = None
    sentence: int | None = None
    line: int | None = None
    expected: str | None = None
    actual: str | None = None
    place: str = ""
    lowered: Level | None = None
    since: bool = False
    behind: int | None = None
    rank: float = 0.0

    @property
    def level(self) -> Level:
        """The severity."""
        return self.lowered or RULES[self.rule][0]

    @property
    def id(self) -> str:
        """Eight digits by which it is accepted; it does not depend on where the sentence stands."""
        bound = self.since or self.rule in AS_IT_STANDS or self.rule.startswith(OF_PAIRS)
        about = f"{self.clause}@{self.place}" if bound and self.clause and self.place else self.clause or self.place
        values = "" if self.rule in OF_LINES else f"{self.expected}|{self.actual}"
        return blake2b(f"{self.rule}|{about}|{values}".encode(), digest_size=4).hexdigest()


def ordered(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    """Findings, each once: the worst first, then by line."""
    once = {
        (finding.rule, finding.clause or finding.place, finding.expected, finding.actual, finding.line): finding
        for finding in findings
    }
    return tuple(
        sorted(
            once.values(),
            key=lambda finding: (LEVELS.index(finding.level), finding.line or 0, finding.rule, finding.rank,
                                 finding.clause or ""),
        )
    )
