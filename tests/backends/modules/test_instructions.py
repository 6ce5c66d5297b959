"""Operators of the small language, and what is made of them."""

from __future__ import annotations

from typing import Any, get_args

import pytest

from rulewright.dsl import ir
from rulewright.interpreter.backends.low.language import tree
from rulewright.interpreter.backends.low.writing.building import OPPOSITE
from rulewright.interpreter.backends.low.writing.numbers import TESTS
from rulewright.interpreter.backends.wasm.writer import BITS, MARK_TESTS, MARKS


@pytest.mark.parametrize(("table", "operators"), [
    (MARKS, tree.ArithOperator), (MARK_TESTS, tree.TestOperator), (BITS, tree.BitsOperator), (OPPOSITE, tree.TestOperator),
    (TESTS, ir.Comparison),
], ids=["arithmetic", "comparisons", "bits", "opposites", "comparisons of rulebooks"])
def test_a_table_of_operators_has_each(table: dict[str, object], operators: Any) -> None:
    assert set(table) == set(get_args(operators))


def test_the_opposite_of_the_opposite_is_the_comparison_itself() -> None:
    assert all(OPPOSITE[opposite] == operator for operator, opposite in OPPOSITE.items())
