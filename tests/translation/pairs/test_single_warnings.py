"""One warning for a sentence with several turns of phrase, and one for a sentence that is added."""

from __future__ import annotations

from collections import Counter

from rulewright.translation.document.document import document
from rulewright.translation.pairs.checks import compared
from rulewright.translation.pairs.side_by_side import side_by_side

from .development import found_in, original, text_in


def test_a_sentence_has_one_warning_for_all_its_turns_of_phrase() -> None:
    rules = ("pair/comparison", "pair/direction", "pair/order", "pair/modality", "pair/quantifier", "pair/condition",
             "pair/openness", "pair/actor", "pair/negation")
    for text, source, code in (("ferry", "nl", "fr"), ("lighthouse", "es", "cs"), ("airships", "nl", "de")):
        found = [finding for finding in found_in(text, source, code, text_in(text, code)) if finding.rule in rules]
        warnings = Counter(finding.sentence for finding in found if finding.level == "warning")
        errors = {finding.sentence for finding in found if finding.level == "error"}
        assert all(times == 1 and sentence not in errors for sentence, times in warnings.items())
        notes = {finding.sentence for finding in found if finding.level == "note"}
        assert notes & ({*warnings} | errors)


def test_a_sentence_that_is_added_is_a_warning() -> None:
    here = text_in("embassy", "es")
    line = next(line for line in here.splitlines() if "Mientras una regla no diga" in line)
    more = here.replace(line, f"{line} El anillo brilla siempre mucho por la noche en todas las casas.")
    found = compared(side_by_side(original("embassy", "en"), document("here.md", more, "es")))
    assert any(finding.rule == "pair/sentence-added" and finding.level == "warning" for finding in found)
