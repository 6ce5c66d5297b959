"""Classes of `records` are shown as those of attrs."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from typing import Any

import attrs
import pytest

from rulewright.dsl import ir
from rulewright.dsl.source import records

Decorate = Callable[..., Any]


def shown(decorate: Decorate) -> str:
    class Inside:
        number: int = 3
        hidden: int = attrs.field(default=4, repr=False)
        long: str = attrs.field(default="abc", repr=str.upper)

    class Around:
        parts: tuple[Any, ...]
        itself: list[Any] = attrs.Factory(list)

    around = decorate(eq=False)(Around)((decorate(Inside)(), "text"))
    around.itself.append(around)
    return repr(around)


@pytest.mark.parametrize(("ours", "theirs"), [(records.frozen, attrs.frozen), (records.define, attrs.define)])
def test_a_class_is_shown_as_by_attrs(ours: Decorate, theirs: Decorate) -> None:
    assert shown(ours) == shown(theirs) == "Around(parts=(Inside(number=3, long=ABC), 'text'), itself=[...])"


def test_a_class_may_show_itself_or_not_at_all() -> None:
    @records.frozen
    class Own:
        def __repr__(self) -> str:
            return "own"

    @records.frozen(repr=False)
    class Hidden:
        number: int = 3

    assert repr(Own()) == "own"
    assert "number" not in repr(Hidden())


def test_a_node_is_shown_compared_and_kept() -> None:
    node = ir.Slot(3, (ir.Step(ir.Const(1), 0, 2, 1),))
    assert repr(node) == "Slot(base=3, steps=(Step(index=Const(value=1), low=0, size=2, stride=1),))"
    copy = pickle.loads(pickle.dumps(node))
    assert (copy, hash(copy)) == (node, hash(node))
