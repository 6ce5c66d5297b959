"""Whatever is written, the compiler gives a program or says what is wrong, and never falls over."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rulewright.dsl.driver.compile import analyse
from rulewright.dsl.load.loader import read_text
from rulewright.dsl.source.diagnostics import Diagnostics, render
from rulewright.dsl.syntax import Rulebook
from rulewright.dsl.types.types import UNKNOWN

from ..strategies import VARIED, any_text, drawn_rulebooks, drawn_variants, mutated_rulebooks

slow = pytest.mark.slow
SLOW_TO_DRAW = (HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.large_base_example)
LONG = settings(max_examples=2000, deadline=None, suppress_health_check=SLOW_TO_DRAW)
SHORT = settings(max_examples=5, deadline=None, suppress_health_check=SLOW_TO_DRAW)


def compile_text(text: str, *variants: str) -> None:
    """Compile a text, with variants of it, for each number of players it allows, and write out all that is found."""
    files = read_text("case.rules", text, *variants)
    header = next((declaration for declaration in files.declarations if isinstance(declaration, Rulebook)), None)
    counts = range(header.fewest, min(header.most, header.fewest + 3) + 1) if header else range(2, 3)
    for players in counts:
        diagnostics = Diagnostics()
        diagnostics.extend(files.diagnostics.sorted())
        compiled = analyse(files.declarations, players, {}, diagnostics)
        assert (compiled.program is None) == diagnostics.failed
        for diagnostic in compiled.diagnostics:
            assert render(diagnostic)
        if not diagnostics.failed:
            assert compiled.typing is not None
            assert UNKNOWN not in compiled.typing.types.values(), "an unknown type without a mistake"


@SHORT
@given(any_text)
def test_any_text_compiles_or_is_explained(text: str) -> None:
    compile_text(text)


@SHORT
@given(mutated_rulebooks())
def test_a_rulebook_with_slips_compiles_or_is_explained(text: str) -> None:
    compile_text(text)


@SHORT
@given(drawn_rulebooks())
def test_any_expression_compiles_or_is_explained(text: str) -> None:
    compile_text(text)


@SHORT
@given(drawn_variants("one"), drawn_variants("other"), st.sampled_from((1, 2, 3)))
def test_any_variants_compile_or_are_explained(text: str, other: str, which: int) -> None:
    compile_variants(text, other, which)


def compile_variants(text: str, other: str, which: int) -> None:
    """Compile the rulebook of the cases with a variant, with two side by side, or with one that lies on the other."""
    if which == 3:
        other = other.replace("of base", "of base:one", 1)
    compile_text(VARIED, *(text, other)[:which])


@slow
@LONG
@given(drawn_variants("one"), drawn_variants("other"), st.sampled_from((1, 2, 3)))
def test_any_variants_for_long(text: str, other: str, which: int) -> None:
    compile_variants(text, other, which)


@slow
@LONG
@given(any_text)
def test_any_text_for_long(text: str) -> None:
    compile_text(text)


@slow
@LONG
@given(mutated_rulebooks())
def test_a_rulebook_with_slips_for_long(text: str) -> None:
    compile_text(text)


@slow
@LONG
@given(drawn_rulebooks())
def test_any_expression_for_long(text: str) -> None:
    compile_text(text)
