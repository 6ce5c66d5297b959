"""Types of two versions of a rulebook that differ in the ranges of numbers alone."""

from __future__ import annotations

import pytest

from rulewright.dsl.incremental.alike import are_alike_types
from rulewright.dsl.types.types import DomainType, EnumType, IntType, PerType, SetType, Type

TWO, THREE = IntType(1, 2), IntType(1, 3)
COLOUR, SUIT = EnumType("colour", ("red", "blue")), EnumType("suit", ("red", "blue"))


@pytest.mark.parametrize(("old", "new"), [
    (TWO, THREE), (COLOUR, COLOUR), (PerType(TWO, COLOUR), PerType(THREE, COLOUR)), (PerType(TWO, TWO), PerType(TWO, THREE)),
    (DomainType(TWO), DomainType(THREE)), (None, None),
])
def test_types_are_alike_that_differ_in_ranges_alone(old: Type | None, new: Type | None) -> None:
    assert are_alike_types(old, new)


@pytest.mark.parametrize(("old", "new"), [
    (TWO, COLOUR), (COLOUR, SUIT), (PerType(TWO, COLOUR), PerType(TWO, SUIT)), (PerType(TWO, COLOUR), PerType(TWO, TWO)),
    (PerType(COLOUR, TWO), PerType(SUIT, TWO)), (DomainType(COLOUR), DomainType(SUIT)), (TWO, None),
    (SetType(TWO), SetType(THREE)),  # how a set keeps a number depends on the range
])
def test_other_types_are_not_alike(old: Type | None, new: Type | None) -> None:
    assert not are_alike_types(old, new)
