"""The ends and fields of a program to an evaluation: how far each seat is on the way to its goals, and what it holds.

A number that must reach a constant for a victory counts GOAL in all; a number that is only compared counts as things do.
One that only breaks ties counts 1. What a seat has by the declarations counts too: its numbers and sets, the things that name
it, and what lies at these, more of it near to a space that an end asks for. So the rules become an evaluation that knows no
game. Goals: after Schiffel and Thielscher, "Fluxplayer", AAAI 2007. Holdings: after Clune, "Heuristic Evaluation Functions for
General Game Playing", AAAI 2007.
"""

from __future__ import annotations

from collections.abc import Iterator

from .....dsl import ir
from .....dsl.types.types import EnumType, IntType, PerType, SetType, Type, UnionType
from ....backends.plan.rebuild import inlined, substituted
from ....game.rules import Rules
from ....game.viewing.outcomes import members_of
from ...playouts.search import Evaluator, evaluator_for
from .nearness import A_THING, farthest, nearness

# What a goal counts when it is reached, and what a thing counts.
GOAL, THING = 180, 3
# How a line calls a place of a thing; rulebooks hardly have such names, and a line that does not compile is left out.
A_PLACE = "place_held_"
NUMBERS = ("min", "max", "abs")


def default_evaluator(rules: Rules) -> Evaluator | None:
    """Return how far each seat is; None where no end compares numbers, or the rules count points."""
    program = rules.program
    if program.scores:
        return None
    goals = _Goals(program).by_seat()
    if not goals:
        return None
    numbers, far = [], farthest(rules)
    for seat in range(program.players):
        weights = (ir.Arith("*", ir.Const(weight), terms[seat]) for terms, weight in goals.items())
        near = (number for space, steps in far.items()
                for number in nearness(rules, space, steps, _lying(program, space), seat))
        numbers.append((*(ir.Condition(number, (), (), program.sites) for number in weights), *_holdings(rules, seat), *near))
    return evaluator_for(rules.machines.plain, tuple(numbers))


# ---- Goals ---------------------------------------------------------------------------------------------


class _Goals:
    """The numbers that the ends of a program compare to say who wins."""

    def __init__(self, program: ir.Program) -> None:
        self.program = program
        self.functions = {function.name: function for function in program.functions}
        self.numbers = {slot for field in program.fields if isinstance(field.type, IntType)
                        for slot in range(field.base, field.base + field.width)}

    def by_seat(self) -> dict[tuple[ir.Expr, ...], int]:
        """Return numbers, those of all seats together, with their weights."""
        weights: dict[tuple[ir.Expr, ...], int] = {}
        for ending in self.program.ends:
            if ending.kind != "winners" or ending.value is None:
                continue
            terms: list[list[tuple[ir.Expr, int]]] = [[] for _ in range(self.program.players)]
            for place, seats in enumerate(members_of(self.program, ending.of)):
                goals = list(self.goals_of(substituted(ending.value, {ending.name: ir.Const(place)})))
                for seat in seats:
                    terms[seat] = goals
            if len({len(own) for own in terms}) > 1:
                continue
            for same in zip(*terms, strict=True):
                numbers = tuple(number for number, _ in same)
                if len(set(numbers)) > 1:
                    weights[numbers] = max(weights.get(numbers, 0), same[0][1])
        return weights

    def goals_of(self, node: ir.Expr) -> Iterator[tuple[ir.Expr, int]]:
        """Yield the numbers that must be large for a condition to hold, each with its weight."""
        match node:
            case ir.Both(left, right):
                ties = self.is_tie(left), self.is_tie(right)
                for part, other_ties in ((left, ties[1]), (right, ties[0])):
                    # What counts only where other numbers are equal decides little.
                    yield from ((number, 1 if other_ties else weight) for number, weight in self.goals_of(part))
            case ir.Either(left, right):
                yield from self.goals_of(left)
                yield from self.goals_of(right)
            case ir.IfElse(_, this, that):
                yield from self.goals_of(this)
                yield from self.goals_of(that)
            case ir.Compare("<" | "<=", left, right):
                yield right, _weight(left)
            case ir.Compare(">" | ">=", left, right):
                yield left, _weight(right)
            case ir.Compare("=", left, right) if self.is_number(left):
                yield left, _weight(right)
            case ir.CallFunction(function=name, arguments=arguments):
                body = inlined(self.functions[name], arguments)
                if body is not None:
                    yield from self.goals_of(body)
            case _:
                # Other conditions hold or not: no number is nearer to them.
                pass

    def is_tie(self, node: ir.Expr) -> bool:
        """Return whether a condition asks that two numbers are equal that can both change."""
        match node:
            case ir.Both(left, right):
                return self.is_tie(left) or self.is_tie(right)
            case ir.Compare("=", left, right):
                return self.is_number(left) and self.is_number(right)
            case _:
                # Other conditions compare no numbers, or not for being equal.
                return False

    def is_number(self, node: ir.Expr) -> bool:
        """Return whether a value is a number that changes, and no word, piece or space."""
        match node:
            case ir.Arith() | ir.Negate() | ir.SizeOf() | ir.Within():
                return True
            case ir.Gather(kind=kind):
                return kind in ("count", "sum")
            case ir.Primitive(name=name):
                return name in NUMBERS
            case ir.Slot(base=base):
                return base in self.numbers
            case ir.IfElse(_, this, that):
                return self.is_number(this) or self.is_number(that)
            case ir.CallFunction(function=name):
                value = self.functions[name].value
                return self.is_number(substituted(value.gives, {let.name: let.value for let in value.lets}))
            case _:
                # Other values are words, pieces, spaces, sets or lists, or too seldom compared to matter.
                return False


def _weight(other: ir.Expr) -> int:
    """Return the weight of a number that is compared with another: a part of GOAL, if that is a constant."""
    match other:
        case ir.Const(value) if value > 0:
            return max(1, GOAL // value)
        case _:
            # Another number is no goal that can be reached: it counts as things do.
            return THING


# ---- Holdings ------------------------------------------------------------------------------------------


def _holdings(rules: Rules, seat: int) -> Iterator[ir.Condition]:
    """Yield numbers that together say what a seat holds."""
    numbers = (rules.expressions.number_if_any(line, seat) for line in lines_of(rules.program))
    return (number for number in numbers if number is not None)


def lines_of(program: ir.Program) -> Iterator[str]:
    """Yield the holdings of the player `me`, in lines as in an evaluation file; fields left out of pictures do not count."""
    fields = [field for field in program.fields if not field.aside and field.owner is not None]
    for field in fields:
        if field.owner == program.player:
            yield from _own(field)
    for owner in {field.owner.name: field.owner for field in fields if field.owner is not None}.values():
        if owner != program.player:
            yield from _holdings_at(program.player, owner, [field for field in fields if field.owner == owner])


def _own(field: ir.FieldSlots) -> Iterator[str]:
    """Yield the numbers and sizes of sets of a field that each player has."""
    value, index = _value(field.type)
    value_text = f"me.{field.name}" if index is None else f"me.{field.name}[{A_PLACE}]"
    if not isinstance(value, IntType | SetType):
        return
    number = f"size({value_text})" if isinstance(value, SetType) else value_text
    yield number if index is None else f"sum {A_PLACE} in {_written(index)}: {number}"


def _holdings_at(player: EnumType, owner: EnumType, fields: list[ir.FieldSlots]) -> Iterator[str]:
    """Yield the things whose fields name the player, and what lies in places of things that name them and nobody else."""
    for field in fields:
        if _names(player, field.type):
            yield f"{THING} * (count {A_THING} in {owner.name} where {A_THING}.{field.name} = me)"
    for line in _inside(player, owner, fields):
        yield f"{THING} * ({line})"


def _inside(player: EnumType, owner: EnumType, fields: list[ir.FieldSlots]) -> Iterator[str]:
    """Yield sums over things that name the player and nobody else: how many of their places hold something."""
    naming = [field for field in fields if _names(player, field.type)]
    owners = [f"{A_THING}.{field.name}" for field in naming]
    no_other = [f"({owned} = me or {owned} = none)" for owned, field in zip(owners, naming, strict=True)
                if isinstance(field.type, UnionType) and "none" in field.type.extras]
    mine = " and ".join([f"({' or '.join(f'{owned} = me' for owned in owners)})", *no_other])
    for field in fields:
        value, index = _value(field.type)
        if naming and index is not None and isinstance(value, UnionType) and "none" in value.extras:
            inside = f"count {A_PLACE} in {_written(index)} where {A_THING}.{field.name}[{A_PLACE}] != none"
            yield f"sum {A_THING} in {owner.name} where {mine}: ({inside})"


def _lying(program: ir.Program, space: EnumType) -> list[str]:
    """Return sums over the spaces that a player holds: how many things lie there."""
    return list(_inside(program.player, space, [field for field in program.fields if field.owner == space and not field.aside]))


def _names(player: EnumType, type_: Type) -> bool:
    return type_ == player or (isinstance(type_, UnionType) and player in type_.bases)


def _value(type_: Type) -> tuple[Type, IntType | EnumType | None]:
    """Return the type of one value of a field, and the type of its index if it has several."""
    return (type_.value, type_.index) if isinstance(type_, PerType) else (type_, None)


def _written(type_: IntType | EnumType) -> str:
    return f"{type_.low}..{type_.high}" if isinstance(type_, IntType) else type_.name
