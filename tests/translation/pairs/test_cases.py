"""What one rule finds in free wording and in mistakes of the development texts: to add a case, add a line to `cases`."""

from __future__ import annotations

import pytest

from .cases import EXPECTED, Case, cases

CASES = list(cases())


@pytest.mark.parametrize("case", CASES, ids=[f"{case.rule} {case.instead or case.words}" for case in CASES])
def test_a_rule_finds_what_its_case_says(case: Case) -> None:
    assert EXPECTED[case.expected](case.levels(case.words if case.instead is None else case.instead))


@pytest.mark.parametrize("case", [case for case in CASES if case.is_mistake], ids=lambda case: f"{case.rule} {case.words}")
def test_the_line_of_a_mistake_is_right_without_it(case: Case) -> None:
    assert EXPECTED["free"](case.levels(case.words))


def test_no_case_is_written_twice() -> None:
    assert len({*CASES}) == len(CASES)
