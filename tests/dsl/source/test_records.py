"""Classes of `records` are shown, made, compared and kept as those of attrs."""

from __future__ import annotations

import copy
import pickle
import weakref
from collections.abc import Callable
from functools import cached_property
from typing import Any, ClassVar

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
    kept = pickle.loads(pickle.dumps(node))
    assert (kept, hash(kept)) == (node, hash(node))


def made(decorate: Decorate) -> tuple[Any, Any]:
    """Return a class with fields, and one that has more of them."""
    class Below:
        first: int
        _hidden: str = "x"

        def of(self) -> object:
            return __class__  # type: ignore[name-defined]  # the class of a method

    class Above(decorate(Below)):  # type: ignore[misc]  # a class made by a decorator without a type
        more: tuple[int, ...] = ()

        def of(self) -> object:
            return super().of(), __class__  # type: ignore[name-defined]  # as above

    above = decorate(Above)
    return above.__mro__[1], above


@pytest.mark.parametrize("is_frozen", [True, False])
def test_records_are_made_compared_changed_and_kept_as_by_attrs(is_frozen: bool) -> None:
    ours, theirs = made(records.frozen if is_frozen else records.define), made(attrs.frozen if is_frozen else attrs.define)
    found = []
    for (below, above), evolve in ((ours, records.evolve), (theirs, attrs.evolve)):
        one = above(1, more=(2,))
        changed = evolve(one, hidden="y")
        found.append((
            repr(one), repr(changed), one == above(1, "x", (2,)), one == changed, one == below(1), below(1) == below(1),
            one.of() == (below, above), below.__match_args__, above.__match_args__, above.__slots__, below.__slots__,
            vars(above)["__hash__"] is None, attrs.asdict(copy.copy(one)), one.__getstate__(),
            [(field.name, field.alias, field.default, field.inherited, field.type) for field in attrs.fields(above)]))
        if is_frozen:
            assert len({one, above(1, "x", (2,)), changed, below(1)}) == 3
            with pytest.raises(attrs.exceptions.FrozenInstanceError):
                one.first = 2
        else:
            one.first = 2
            assert one == above(2, more=(2,))
        with pytest.raises(AttributeError):
            one.other = 2
        with pytest.raises(TypeError):
            above()
        assert weakref.ref(one)() is one
    assert found[0] == found[1]


def test_records_without_equality_are_themselves_alone() -> None:
    @records.frozen(eq=False)
    class Node:
        number: int

        def again(self) -> Node:
            # In a function the class has no name yet when it is made.
            return Node(self.number)

    one = Node(1)
    other = one.again()
    assert one != other
    assert type(one) is type(other)
    assert len({one, other}) == 2


def test_a_class_that_attrs_makes_has_what_attrs_gives_it() -> None:
    @records.frozen
    class Counted:
        ClassVar_free: int = 1
        known: ClassVar[int] = 5

        def __attrs_post_init__(self) -> None:
            object.__setattr__(self, "ClassVar_free", 2)

        @cached_property
        def twice(self) -> int:
            return 2 * self.ClassVar_free

    assert (Counted().twice, Counted.known, list(records.types_of(Counted) or ())) == (4, 5, ["ClassVar_free"])


def test_the_types_of_fields_are_known_without_attrs() -> None:
    @records.frozen
    class Below:
        first: int

    @records.frozen
    class Above(Below):
        more: str = ""

    assert records.types_of(Above) == {"first": "int", "more": "str"}
    assert not isinstance(vars(Above)["__attrs_attrs__"], tuple)
    assert records.types_of(Above) == {field.name: field.type for field in attrs.fields(Above)}
    assert records.types_of(int) is None
    assert records.is_called_by_fields(Above)
