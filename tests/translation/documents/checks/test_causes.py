"""Of several findings with one cause, the one that says most is reported: a case for each row of the table."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from rulewright.translation.checks import once_for_each_cause
from rulewright.translation.checks.causes import CAUSES
from rulewright.translation.decisions.findings import RULES, Finding, Level, Rule
from rulewright.translation.decisions.relock import confirmed, current

from ..ferries import aligned, printed

A, B = 8, 9  # two sentences; a person has confirmed that both state `load`


RULE: Mapping[str, Rule] = {name.partition("/")[2]: name for name in RULES if not name.startswith("pair/")}


def finding(rule: str, expected: str | None = None, found: str | None = None, *, sentence: int | None = A,
            level: Level | None = None, since: bool = False) -> Finding:
    return Finding(RULE[rule], rule, "load", sentence, 17, expected, found, lowered=level, since=since)


# For each row of the table: the findings that it leaves, and those that it alone hides.
CASES = [
    ([finding("turn-changed", "at_most", None, since=True)], [finding("anchor-suspect")]),
    ([finding("contradiction", "at_most", "at_least")], [finding("turn-changed", "at_most", "at_least")]),
    ([finding("contradiction", "at_most", "at_least")], [finding("contradiction", "at most 4", "at least 4", since=True)]),
    ([finding("number-substituted", "4 crate", "5 crate")], [finding("number-unknown", "4 crate", "5 crate")]),
    ([finding("number-substituted", "4 crate", "5 crate")],
     [finding("number-substituted", "3 boat", "5 boat", level="warning")]),
    ([finding("number-changed", "30", "36", since=True)], [finding("number-substituted", "10 crate", "36 crate")]),
    ([finding("number-changed", "4", None, since=True)], [finding("number-missing", "4 crate", sentence=B)]),
    ([finding("number-changed", "4", "5", since=True)], [finding("number-unit", "4 crate", "4 boat")]),
    ([finding("number-missing", "4 crate")], [finding("number-changed", "4", None, since=True)]),
    ([finding("number-substituted", "4 crate", "5 crate")], [finding("number-changed", "3", "5", level="warning", since=True)]),
    ([finding("clause-missing", sentence=None)], [finding("clause-weak")]),
    ([Finding("pair/sentence-missing", "no sentence", "load", line=17)], [finding("clause-missing", sentence=None)]),
    ([finding("untranslated", sentence=B)], [finding("required-missing", "crate")]),
    ([finding("untranslated")], [finding("anchor-suspect")]),
]


@pytest.mark.parametrize("row", range(len(CAUSES)))
def test_each_row_hides_what_another_finding_explains_and_no_other_row_does(row: int) -> None:
    left, hidden = CASES[row]
    item = aligned(printed("en"), "en")
    item = aligned(printed("en"), "en", confirmed(item, current(item, "ferry"), {"load": [A - 1, B - 1]}))
    assert once_for_each_cause([*hidden, *left], item) == left
    without = once_for_each_cause([*hidden, *left], item, (*CAUSES[:row], *CAUSES[row + 1:]))
    assert set(hidden) <= set(without)


def test_a_finding_that_is_hidden_itself_hides_what_it_explains() -> None:
    """The contradiction hides the changed turn of phrase, which hides that the sentence has changed."""
    chain = [finding("contradiction", "at_most", "at_least"), finding("turn-changed", "at_most", "at_least", since=True),
             finding("anchor-suspect")]
    assert once_for_each_cause(chain, aligned(printed("en"), "en")) == chain[:1]


def test_every_row_has_a_case() -> None:
    assert len(CASES) == len(CAUSES)


def test_a_sentence_that_is_gone_with_a_number_is_an_error_though_others_state_the_clause() -> None:
    gone, missing = finding("clause-missing", sentence=None, level="warning"), finding("number-missing", "4 crate")
    assert [each.level for each in once_for_each_cause([gone], aligned(printed("en"), "en"))] == ["warning"]
    assert [each.level for each in once_for_each_cause([gone, missing], aligned(printed("en"), "en"))] == ["error"]
