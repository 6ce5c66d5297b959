"""An expression with parts replaced: names by what they stand for, functions by their values."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeVar, cast

import attrs

from ....dsl import ir

T = TypeVar("T")


def rebuilt(node: T, change: Callable[[object], object]) -> T:
    """A part of a program with each of its parts changed."""
    # What does not change stays the same object: passes know nodes by their identity (`LoopBudget`, plans of moves).
    if isinstance(node, tuple):
        items = tuple(change(item) for item in node)
        return node if all(new is old for new, old in zip(items, node, strict=True)) else cast("T", items)
    names: tuple[str, ...] = getattr(type(node), "__match_args__", ())
    if not names:
        return node
    # All attributes of a node are given to it in this order; attrs.evolve would take three times as long.
    parts = [getattr(node, name) for name in names]
    changed = [change(part) for part in parts]
    if all(new is old for new, old in zip(changed, parts, strict=True)):
        return node
    return type(node)(*changed)


def substituted(node: T, names: Mapping[str, ir.Expr]) -> T:
    """A part of a program with names replaced; names of a program are unique, so none is caught on the way."""
    def change(item: object) -> object:
        if isinstance(item, ir.Temp):
            return names.get(item.name, item)
        return rebuilt(item, change)

    return cast("T", change(node))


def replaced(node: T, part: ir.Expr, by: ir.Expr) -> T:
    """A part of a program with every part that equals one replaced by another."""
    def change(item: object) -> object:
        return by if item == part else rebuilt(item, change)

    return cast("T", change(node))


def inlined(function: ir.Function, arguments: tuple[ir.Expr, ...]) -> ir.Expr | None:
    """The value of a function for these arguments as one expression; None where names are checked or exceptions may apply."""
    value = function.value
    if value.exceptions or any(let.low is not None or let.high is not None for let in value.lets):
        return None
    names: dict[str, ir.Expr] = dict(zip(function.params, arguments, strict=True))
    for let in value.lets:
        names[let.name] = substituted(let.value, names)
    return substituted(value.gives, names)


def size_of(node: object) -> int:
    """Return the number of parts of an expression."""
    return sum(not isinstance(item, int | str | tuple | None) for item in ir.inside(node))


def in_order(node: ir.Expr) -> ir.Expr:
    """An expression with the names of its loops by their place: two that differ in such names alone are equal then."""
    names: dict[str, str] = {}

    def change(item: object) -> object:
        match item:
            case ir.Gather(name=name):
                names.setdefault(name, f"{len(names)}.")
                return rebuilt(attrs.evolve(item, name=names[name]), change)
            case ir.Temp(name) if name in names:
                return ir.Temp(names[name])
            case _:
                # Other parts keep their names.
                return rebuilt(item, change)

    return cast("ir.Expr", change(node))
