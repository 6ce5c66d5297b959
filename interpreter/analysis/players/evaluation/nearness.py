"""Boards and rules of a program to numbers that grow as things come near to the spaces that an end asks for.

An end that asks who stands in a field is traced back to the rule that writes it, and to the space that this rule asks for
(goal regression, as in planning). Distances as features: after Kuhlmann, Dresner, Stone, "Automatic Heuristic Construction
in a Complete General Game Player", AAAI 2006.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from attrs import evolve

from .....dsl import ir
from .....dsl.types.types import EnumType
from ....backends.plan.rebuild import substituted
from ....game.rules import Rules
from ....game.table.conditions import Number
from ....game.viewing.outcomes import members_of

# How a line calls a thing, and a space that it comes near to.
A_THING, A_SPACE = "thing_near_", "space_near_"


def farthest(rules: Rules) -> dict[EnumType, int]:
    """Return the longest distances between the spaces of boards where distances are fixed."""
    distances = {}
    for shape in rules.program.boards:
        name = shape.space.name
        text = f"sum {A_SPACE} in {name}: sum {A_THING} in {name}: distance({A_THING}, {A_SPACE})"
        number = rules.expressions.number_if_any(text, 0)
        match None if number is None else number.value:
            case ir.Gather(body=ir.Gather(body=ir.Lookup(table=table))) if number is not None:
                apart = dict((*rules.program.tables, *number.tables))[table]
                distances[shape.space] = max(steps for steps in apart if isinstance(steps, int))
            case _:
                # A board without distances, or one whose distances depend on the position.
                pass
    return distances


def nearness(rules: Rules, space: EnumType, far: int, counted: Sequence[str], seat: int) -> Iterator[ir.Condition]:
    """Yield how near the things of a seat are to spaces that ends ask for.

    `counted` are lines that sum up a number of each thing of the seat. A thing is called A_THING; its number counts by how
    near it is.
    """
    for target in _targets(rules.program, space, seat):
        for line in counted:
            text = f"sum {A_SPACE} in {space.name}: {line} * ({far} - distance({A_THING}, {A_SPACE}))"
            every = rules.expressions.number_if_any(text, seat)
            if every is not None and isinstance(every.value, ir.Gather) and every.value.body is not None:
                condition = substituted(every.value.body, {every.value.name: target})
                yield evolve(every, value=condition)


def targets_of(rules: Rules, space: EnumType, seat: int) -> list[int]:
    """Return the spaces that ends ask a seat for, by their number; those that depend on the position are left out."""
    targets = []
    for target in _targets(rules.program, space, seat):
        if not any(isinstance(part, ir.Slot) for part in _all_inside(rules.program, target)):
            number = Number(ir.Condition(target, (), (), rules.program.sites), rules.machines.plain)
            targets.append(number(rules.initial()))
    return targets


def _all_inside(program: ir.Program, node: object) -> Iterator[object]:
    """Yield the parts of a value, and of the functions that it calls."""
    functions = {function.name: function for function in program.functions}
    for part in ir.inside(node):
        yield part
        if isinstance(part, ir.CallFunction):
            yield from _all_inside(program, functions[part.function].value)


def _targets(program: ir.Program, space: EnumType, seat: int) -> list[ir.Expr]:
    """Return the spaces, as values for a seat, that rules ask for before they write what an end asks for."""
    targets: dict[ir.Expr, None] = {}
    for ending in program.ends:
        if ending.kind != "winners" or ending.value is None:
            continue
        for place, seats in enumerate(members_of(program, ending.of)):
            if seat not in seats:
                continue
            match ending.value:
                case ir.Compare("=", ir.Temp(name), ir.Slot(steps=()) as slot) if name == ending.name:
                    targets.update(dict.fromkeys(_compared_values(program, space, slot, place)))
                case ir.Compare("=", ir.Slot(steps=()) as slot, ir.Temp(name)) if name == ending.name:
                    targets.update(dict.fromkeys(_compared_values(program, space, slot, place)))
                case _:
                    # Ends that ask for more than one value.
                    pass
    return list(targets)


def _compared_values(program: ir.Program, space: EnumType, slot: ir.Slot, value: int) -> Iterator[ir.Expr]:
    """Yield the spaces that must be given to a rule so that it writes a value to a slot."""
    for rule in program.procedures:
        spaces = {name for name in rule.params if _is_of(program, space, rule.body, name)}
        for written, condition in _writes(rule.body, slot, {}):
            for name, other in _equals(condition):
                if name in spaces:
                    meant = substituted(other, {written: ir.Const(value)})
                    if not any(isinstance(part, ir.Temp) for part in ir.inside(meant)):
                        yield meant


def _writes(body: Sequence[ir.Op], slot: ir.Slot, picked: Mapping[str, ir.PickException]) -> Iterator[tuple[str, ir.Expr]]:
    """Yield the names that operations write to a slot, each with a condition of this."""
    for op in body:
        match op:
            case ir.Let(name=name, value=ir.PickException() as pick):
                picked = {**picked, name: pick}
            case ir.If(condition=condition, then=then, otherwise=otherwise):
                for inner in then:
                    if isinstance(inner, ir.Write) and inner.to == slot and isinstance(inner.value, ir.Temp):
                        yield inner.value.name, _meant(condition, picked)
                yield from _writes(then, slot, picked)
                yield from _writes(otherwise, slot, picked)
            case _:
                # Other operations write without a condition, or not once.
                pass


def _meant(condition: ir.Expr, picked: Mapping[str, ir.PickException]) -> ir.Expr:
    """Return a condition; where it asks which exception applies, the condition of that exception."""
    match condition:
        case ir.Compare("=", ir.Temp(name), ir.Const(number)) if name in picked and 0 <= number < len(picked[name].conditions):
            return picked[name].conditions[number]
        case _:
            # Conditions of `if` stand as they are.
            return condition


def _equals(condition: ir.Expr) -> Iterator[tuple[str, ir.Expr]]:
    """Yield the names that a condition sets equal to a value, with the value."""
    match condition:
        case ir.Both(left, right):
            yield from _equals(left)
            yield from _equals(right)
        case ir.Compare("=", left, right):
            if isinstance(left, ir.Temp):
                yield left.name, right
            if isinstance(right, ir.Temp):
                yield right.name, left
        case _:
            # Other conditions leave several values open.
            pass


def _is_of(program: ir.Program, space: EnumType, node: object, name: str) -> bool:
    """Return whether a part of a program reads or writes a field of the space that has a name."""
    bases = {field.base for field in program.fields if field.owner == space}
    return any(isinstance(part, ir.Slot) and part.base in bases and part.steps and part.steps[0].index == ir.Temp(name)
               for part in ir.inside(node))
