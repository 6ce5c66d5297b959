"""Classes of `records` behave as those of attrs."""

from __future__ import annotations

import copy
import inspect
import pickle
import weakref
from collections.abc import Callable
from functools import cached_property
from itertools import chain
from typing import Any, ClassVar, Generic, TypeVar

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


BOTH = [(records.frozen, attrs.frozen), (records.define, attrs.define)]
Thing = TypeVar("Thing")


def made(decorate: Decorate) -> tuple[Any, Any]:
    """Return a class with fields of all kinds, and one below it with a class variable."""
    class Above(Generic[Thing]):
        kind: ClassVar[str] = "above"
        first: Thing
        _second: int = 2
        third: list[int] = attrs.field(factory=list)
        fourth: int = attrs.field(default=4, eq=False)
        fifth: int = attrs.field(init=False, default=5)
        sixth: tuple[int, ...] = attrs.field(default=attrs.Factory(lambda self: (self._second,), takes_self=True))

    above = decorate(Above)

    class Below(above):  # type: ignore[misc, valid-type]  # a class that is made when the test runs
        last: str = "last"

    return above, decorate(Below)


def described(kind: Any) -> tuple[Any, ...]:
    return tuple((part.name, part.type, part.alias, part.init, part.eq, part.hash, part.order, part.repr, part.inherited,
                  part.kw_only, getattr(part.default, "takes_self", part.default))
                 for part in attrs.fields(kind))


@pytest.mark.parametrize(("ours", "theirs"), BOTH)
def test_fields_and_arguments_are_those_of_attrs(ours: Decorate, theirs: Decorate) -> None:
    for our, their in zip(made(ours), made(theirs), strict=True):
        assert described(our) == described(their)
        assert our.__match_args__ == their.__match_args__
        assert set(our.__slots__) == set(their.__slots__)
        assert list(inspect.signature(our).parameters) == list(inspect.signature(their).parameters)
        assert attrs.fields(our).first.name == "first"


@pytest.mark.parametrize("decorate", [*chain(*BOTH)])
def test_objects_are_made_and_compared_as_by_attrs(decorate: Decorate) -> None:
    _, below = made(decorate)
    one, other = below("a", third=[3], last="z"), below("a", 2, [3], 7, last="z")
    assert attrs.asdict(one) == {
        "first": "a", "_second": 2, "third": [3], "fourth": 4, "fifth": 5, "sixth": (2,), "last": "z"}
    assert one == other
    assert one != attrs.evolve(one, second=3)
    assert one != below("a", third=[3])
    assert one.__eq__(3) is NotImplemented
    assert below("a").third is not below("a").third
    assert copy.copy(one) == one
    with pytest.raises(TypeError):
        below()
    assert weakref.ref(one)() is one


def test_objects_refuse_to_be_changed_and_have_a_hash() -> None:
    @records.frozen
    class Pair:
        left: int
        right: str = "r"

    pair = Pair(1)
    with pytest.raises(attrs.exceptions.FrozenInstanceError):
        pair.left = 2  # type: ignore[misc]  # what is tried
    with pytest.raises(attrs.exceptions.FrozenInstanceError):
        del pair.left  # pyright: ignore[reportAttributeAccessIssue]  # what is tried
    assert {pair: 1}[Pair(1, "r")] == 1
    assert hash(pair) != hash(Pair(2))
    assert not hasattr(pair, "__dict__")


@pytest.mark.parametrize("decorate", [records.frozen, records.define])
def test_without_comparison_an_object_equals_itself_alone(decorate: Decorate) -> None:
    class Alone:
        number: int

    alone = decorate(eq=False)(Alone)
    one = alone(1)
    assert one == one
    assert one != alone(1)
    assert len({one, alone(1)}) == 2


def test_what_may_change_has_no_hash() -> None:
    @records.define
    class Changing:
        number: int = 0
        seen: list[int] = attrs.field(factory=list)

        def __attrs_post_init__(self) -> None:
            self.seen.append(self.number)

    changing = Changing(4)
    changing.number = 5
    assert (changing.number, changing.seen) == (5, [4])
    with pytest.raises(TypeError):
        hash(changing)


def test_a_class_that_needs_attrs_is_made_by_it() -> None:
    @records.frozen
    class Converted:
        number: int = attrs.field(converter=int)

        @cached_property
        def twice(self) -> int:
            return 2 * self.number

    @records.frozen(order=True)
    class Ordered:
        number: int

    assert Converted("3").twice == 6
    assert Ordered(1) < Ordered(2)


def test_methods_are_written_when_they_are_called() -> None:
    @records.frozen
    class Late:
        number: int

    before = vars(Late)["__init__"]
    one = Late(1)
    assert vars(Late)["__init__"] is not before
    assert before(one, 2) is None
    assert one.number == 2
