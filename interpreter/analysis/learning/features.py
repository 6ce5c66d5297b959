"""A rulebook to numbers in its own words that may say how far a player is ahead; learning finds out which do.

They are what the declarations and functions of a rulebook count for a player: the player's fields, the things that name the
player with their fields, what lies there by the columns of its table, and how near things are to spaces that an end asks for.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from attrs import frozen

from ....dsl import ir
from ....dsl.types.types import EnumType, FlagType, IntType, PerType, SetType, Type, UnionType
from ...game.rules import Rules
from ..players.evaluation.nearness import targets_of

# Of a list of values with more members than these, each member is no number of its own.
MOST_MEMBERS = 12
# Things at most this far from a space are counted apart.
STEPS = (0, 1, 2)
# How far a space is from a player who has nothing on the board.
FAR = 20
# How a thing, a place of it and a space are called, where the rulebook does not use these names.
LETTERS = ("x", "i", "y"), ("thing_", "place_", "space_")


@frozen
class Feature:
    """A number of a player: its text, in which `me` is the player, and the number for each seat."""

    text: str
    numbers: tuple[ir.Condition, ...]


def features_of(rules: Rules) -> list[Feature]:
    """Return the numbers that a rulebook has for its players, without those that read what is hidden."""
    program = rules.program
    names = next((letters for letters in LETTERS if not _used(rules, letters)), LETTERS[-1])
    features = {}
    for text in _Texts(rules, *names).all():
        if text not in features and (numbers := _compiled(rules, text)) is not None:
            features[text] = Feature(text, numbers)
    hidden = _HiddenSlots(program)
    return [feature for feature in features.values() if not any(hidden.is_read(number.value) for number in feature.numbers)]


def of_other(text: str, other: str) -> str:
    """Return a text in which `me` is another player."""
    return re.sub(r"\bme\b", other, text)


def _used(rules: Rules, letters: tuple[str, ...]) -> bool:
    """Return whether a rulebook uses one of some names."""
    player = rules.program.player.name
    return any(_compiled(rules, f"count {letter} in {player} where {letter} = me") is None for letter in letters)


def _compiled(rules: Rules, text: str) -> tuple[ir.Condition, ...] | None:
    """Return a number for each seat; None where the rulebook has no such number."""
    numbers = []
    for seat in range(rules.program.players):
        number = rules.expressions.number_if_any(text, seat)
        if number is None:
            return None
        numbers.append(number)
    return tuple(numbers)


class _Texts:
    """Texts that may be numbers; those that are none do not compile."""

    def __init__(self, rules: Rules, piece: str, place: str, space: str) -> None:
        self.rules, self.program = rules, rules.program
        self.thing, self.place, self.space = piece, place, space
        self.alone = [function.name for function in self.program.functions if len(function.params) == 1]
        self.fields = [field for field in self.program.fields if not field.aside and field.owner is not None
                       and field.seen_by is None]

    def all(self) -> Iterator[str]:
        """Yield texts: of the player, then of the things that name the player."""
        for name in self.alone:
            yield from _number_or_flag(f"{name}(me)")
        for field in self.fields:
            if field.owner == self.program.player:
                yield from self.of(f"me.{field.name}", field.type)
        for owner in {field.owner.name: field.owner for field in self.fields if field.owner is not None}.values():
            if owner != self.program.player:
                yield from self.holdings(owner)

    def of(self, expression: str, type_: Type) -> Iterator[str]:
        """Yield numbers that a value says."""
        match type_:
            case PerType(value=value, index=index):
                yield from self.indexed(expression, value, index)
            case IntType():
                yield expression
            case FlagType():
                yield f"1 if {expression} else 0"
            case SetType():
                yield f"size({expression})"
            case EnumType() if not expression.startswith("me."):
                yield from self.member(expression, type_, "")
            case UnionType(bases=bases, extras=extras) if "none" in extras:
                yield f"1 if {expression} != none else 0"
                for base in bases:
                    if isinstance(base, EnumType) and len(bases) == 1 and not expression.startswith("me."):
                        yield from self.member(expression, base, f"{expression} != none")
            case _:
                # Other values are lists and pairs, or numbers among words.
                pass

    def member(self, expression: str, type_: EnumType, where: str) -> Iterator[str]:
        """Yield the numbers in the row of a value; without such numbers, whether it is each of few."""
        own = [column for column in self.program.columns if column.owner == type_]
        such = f"the {expression}" if where else expression
        for column in own:
            if isinstance(column.type, IntType) and len(set(column.values)) > 1:
                number = f"({such}).{column.name}"
                yield f"{number} if {where} else 0" if where else number
        has_numbers = any(isinstance(column.type, IntType) for column in own)
        if not has_numbers and len(type_.members) <= MOST_MEMBERS and type_.kind != "space" and type_ != self.program.player:
            yield from (f"1 if {expression} = {member} else 0" for member in type_.members)

    def indexed(self, expression: str, value: Type, index: IntType | EnumType) -> Iterator[str]:
        """Yield numbers of the values of a field that has several: of each where they are few numbers, and of all together."""
        if isinstance(index, EnumType) and isinstance(value, IntType) and len(index.members) <= MOST_MEMBERS:
            yield from (f"{expression}[{member}]" for member in index.members)
            return
        within = f"{index.low}..{index.high}" if isinstance(index, IntType) else index.name
        for number in self.of(f"{expression}[{self.place}]", value):
            yield f"sum {self.place} in {within}: ({number})"

    def holdings(self, owner: EnumType) -> Iterator[str]:
        """Yield how many things of a type name the player in each field, and the numbers of those that are the player's."""
        fields = [field for field in self.fields if field.owner == owner]
        naming = [field for field in fields if _names(self.program.player, field.type)]
        spaces = _CountedSpaces(self.program, owner, naming)
        yield from (f"count {self.thing} in {owner.name} where {self.thing}.{field.name} = me" for field in naming)
        for holding in [field for field in naming if field.base in spaces.spaces] or naming:
            mine = f"{self.thing} in {owner.name} where {self.thing}.{holding.name} = me"
            for field in fields:
                if field not in naming:
                    for number in self.of(f"{self.thing}.{field.name}", field.type):
                        yield f"sum {mine}: ({number})"
            yield from self.near(owner, mine, fields)
            yield from self.next_to(owner, holding, spaces.spaces.get(holding.base, ()))

    def next_to(self, owner: EnumType, holding: ir.FieldSlots, spaces: tuple[int, ...]) -> Iterator[str]:
        """Yield how near a player's things are to the spaces that the rulebook counts, and that the player does not hold."""
        if spaces:
            words = ", ".join(owner.members[space] for space in spaces)
            nearest = (f"min {self.thing} in {owner.name}: (distance({self.thing}, {self.space}) if "
                       f"{self.thing}.{holding.name} = me else {FAR})")
            yield f"sum {self.space} in {{{words}}} where {self.space}.{holding.name} != me: (-({nearest}))"

    def near(self, space: EnumType, mine: str, fields: list[ir.FieldSlots]) -> Iterator[str]:
        """Yield how near what lies on a player's spaces is to the space that an end asks for, and to that of the other."""
        inside = [f"(sum {self.place} in {field.type.index}: (1 if {self.thing}.{field.name}[{self.place}] != none else 0))"
                  for field in fields if isinstance(field.type, PerType) and isinstance(field.type.value, UnionType)
                  and "none" in field.type.value.extras]
        target = self.target(space)
        if target is None:
            return
        for number in inside or ["1"]:
            for goal in (target, of_other(target, "(next(me))")) if self.program.players == 2 else (target,):
                apart = f"distance({self.thing}, {goal})"
                yield f"sum {mine}: (-{number} * {apart})"
                yield from (f"sum {mine} and {apart} <= {steps}: {number}" for steps in STEPS)

    def target(self, space: EnumType) -> str | None:
        """Return the space that an end asks a player for, as a text; None where there is none, or several."""
        targets = [targets_of(self.rules, space, seat) for seat in range(self.program.players)]
        if any(len(spaces) != 1 for spaces in targets):
            return None
        words = [space.members[spaces[0]] for spaces in targets]
        text = words[-1]
        for seat, word in reversed(list(enumerate(words[:-1]))):
            text = f"({word} if me = {self.program.player.members[seat]} else {text})"
        return text


def _number_or_flag(value: str) -> tuple[str, str]:
    """Return a value as a number, and as a flag; at most one of the two compiles."""
    return value, f"1 if {value} else 0"


def _names(player: EnumType, type_: Type) -> bool:
    return type_ == player or (isinstance(type_, UnionType) and player in type_.bases)


class _CountedSpaces:
    """The spaces of which functions count those that name a player, by the field that names them."""

    def __init__(self, program: ir.Program, owner: EnumType, naming: list[ir.FieldSlots]) -> None:
        self.spaces: dict[int, tuple[int, ...]] = {}
        for function in program.functions if owner.kind == "space" else ():
            for part in ir.inside(function.value):
                match part:
                    case ir.Gather(kind="count", name=name, domain=ir.ListDomain(of=ir.Values(values=values)),
                                   condition=condition) if condition is not None:
                        for field in naming:
                            if self.asks(condition, field, name, function.params):
                                self.spaces.setdefault(field.base, tuple(values))
                    case _:
                        # Other values count no spaces of a list.
                        pass

    def asks(self, condition: object, field: ir.FieldSlots, name: str, params: tuple[str, ...]) -> bool:
        """Return whether a condition asks that a field of a space names who a function is asked about."""
        for part in ir.inside(condition):
            match part:
                case ir.Compare("=", ir.Slot(base=base, steps=(step, *_)), ir.Temp(name=player)):
                    if base == field.base and step.index == ir.Temp(name) and player in params:
                        return True
                case _:
                    # Other conditions ask for something else too.
                    pass
        return False


class _HiddenSlots:
    """The slots of a program that not all see, and what reads them."""

    def __init__(self, program: ir.Program) -> None:
        self.bases = {field.base for field in program.fields if field.seen_by is not None}
        self.functions = {function.name: function for function in program.functions}
        self.known: dict[str, bool] = {}

    def is_read(self, node: object) -> bool:
        """Return whether a value depends on what is hidden from a player."""
        for part in ir.inside(node):
            if isinstance(part, ir.Slot) and part.base in self.bases:
                return True
            if isinstance(part, ir.CallFunction) and self.reads(part.function):
                return True
        return False

    def reads(self, name: str) -> bool:
        """Return whether a function reads what is hidden."""
        if name not in self.known:
            self.known[name] = self.is_read(self.functions[name].value)
        return self.known[name]
