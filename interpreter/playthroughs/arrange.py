"""Positions set up by hand: fields in the game's words, and a place in the rules to go on from.

The rules wait somewhere inside calls and loops. Because no rule calls itself, a place is known
by the rule (or choice) it is in: the calls that lead there are found in the program, and what
they need (whose turn it is, which round of a loop) is taken from the names given with `at`.
"""

from __future__ import annotations

import difflib
import re

from attrs import evolve, frozen

from ...dsl import ir
from ...dsl.types import FlagType, IntType, ListType, SetType, Type, UnionType
from ..cells import BadValue, Cell, read_cell
from ..codegen.expressions import Names, PyCode
from ..faults import Fault
from ..routines import routines_of_blocks
from ..rules import Rules
from ..state import State
from .pieces import PieceLines
from .reader import parts_of


@frozen
class BadPosition(Exception):
    """A line of a position that cannot be carried out, and `more` lines that cannot either."""

    line: int
    message: str
    help: str | None = None
    more: tuple[BadPosition, ...] = ()


def arrange(rules: Rules, lines: tuple[tuple[int, str], ...]) -> State:
    """The state that the lines of a position describe. Raises BadPosition and RulebookFault.

    Without an `at` line the game waits where a new game does.
    """
    at = [(number, text) for number, text in lines if re.match(r"at\b", text)]
    s = list(rules.program.start) if at else rules.machine.start()
    wrong: list[BadPosition] = []
    pieces = PieceLines(rules)
    seen: dict[str, int] = {}
    merges = [(number, text) for number, text in lines if text.startswith("merge ")]
    for number, text in [*merges, *(line for line in lines if line not in merges and line not in at)]:
        try:
            if (number, text) in merges:
                _merge(rules, s, number, text.removeprefix("merge "))
            elif pieces.is_one(text):
                pieces.carry_out(s, text)
            else:
                field = "".join(text.partition("=")[0].split())
                if seen.setdefault(field, number) != number:
                    raise BadPosition(number, f"`{field}` is set in line {seen[field]} already",
                                      "leave one of the two lines out")
                _set(rules, s, number, text)
        except BadPosition as error:
            wrong.append(error)
        except BadValue as error:
            wrong.append(BadPosition(number, str(error)))
    if wrong:
        raise evolve(wrong[0], more=tuple(wrong[1:]))
    if len(at) > 1:
        raise BadPosition(at[1][0], "a second `at`: a position is at one place")
    if at:
        _Place(rules, s, at[0][0]).go(at[0][1].removeprefix("at").strip())
    return State(rules, tuple(s))


# ---- Fields --------------------------------------------------------------------------------


def _merge(rules: Rules, s: list[int], number: int, text: str) -> None:
    """`merge T0, T1, T2`: these spaces are one region; its fields are set afterwards."""
    names = [part.text for part in parts_of(text, 1)]
    board = next((one for one in rules.program.boards if one.roots is not None and names
                  and names[0] in one.space.members), None)
    if board is None or board.roots is None:
        raise BadPosition(number, f"`{text}` names no spaces that merge")
    spaces = []
    for name in names:
        if name not in board.space.members:
            raise BadPosition(number, f"there is no space `{name}`", _near(name, board.space.members))
        spaces.append(board.space.members.index(name))
    for space in spaces:
        s[board.roots + space] = min(spaces)


def _set(rules: Rules, s: list[int], number: int, text: str) -> None:
    """`P1.reserve[red] = 2`, or `P1.reserve = red 2, pink 1` for all parts at once. Raises BadPosition and BadValue."""
    left, equals, right = text.partition("=")
    left, right = left.strip(), right.strip()
    if not equals or not right:
        raise BadPosition(number, f"`{text}` sets nothing", "write `field = value`, `merge spaces` or `at rule`")
    left = _regional(rules, s, left)
    cell = rules.cells.get(left)
    if cell is not None and not cell.local:
        read_cell(s, cell, right, rules.seats)
        return
    parts = {name[len(left) + 1 : -1].replace("][", " "): one for name, one in rules.cells.items()
             if name.startswith(f"{left}[") and not one.local}
    if not parts:
        known = {name.partition("[")[0] for name, one in rules.cells.items() if not one.local}
        raise BadPosition(number, f"there is no `{left}` in this game", _itself(rules, left) or _near(left, sorted(known)))
    _set_parts(rules, s, number, parts, right)


def _itself(rules: Rules, left: str) -> str | None:
    """What helps where a thing is named by a field that holds it: name the thing."""
    holder, _, part = left.partition(".")
    if not part or holder not in rules.cells:
        return None
    own = next((name for name in rules.cells if name.endswith(f".{part}")), None)
    like = f", as in `{own}`" if own is not None else ""
    return f"`{holder}` is a field: a position names the thing itself{like}"


def _set_parts(rules: Rules, s: list[int], number: int, parts: dict[str, Cell], text: str) -> None:
    for cell in parts.values():
        read_cell(s, cell, _nothing(cell.type), rules.seats)
    if text == "nothing":
        return
    if text.startswith("{") and text.endswith("}"):
        text = text[1:-1]
    for part in parts_of(text, 1):
        key, _, value = part.text.rpartition(" ")
        key = key.removesuffix(":").rstrip()
        if key not in parts:
            raise BadPosition(number, f"`{part.text}` names none of {', '.join(list(parts)[:8])}",
                              "write `name value, name value`")
        read_cell(s, parts[key], value, rules.seats)


def _nothing(type_: Type) -> str:
    """What a part of a field is when a position does not name it."""
    match type_:
        case ListType():
            return "[]"
        case SetType():
            return "{}"
        case UnionType(_, extras):
            return extras[0]
        case FlagType():
            return "no"
        case IntType(low, high):
            return "0" if low <= 0 <= high else str(low)
    raise BadValue(f"each part of {type_} has to be named")


def _regional(rules: Rules, s: list[int], name: str) -> str:
    """The name of a region's cell, also when the region is called by another of its spaces."""
    owner, dot, rest = name.partition(".")
    for board in rules.program.boards:
        if dot and board.roots is not None and board.region is not None and owner in board.space.members:
            root = board.space.members[s[board.roots + board.space.members.index(owner)]]
            if f"{root}.{rest}" in rules.cells or any(cell.startswith(f"{root}.{rest}[") for cell in rules.cells):
                return f"{root}.{rest}"
    return name


def _near(name: str, known: tuple[str, ...] | list[str]) -> str | None:
    near = difflib.get_close_matches(name, known, n=1, cutoff=0.5)
    return f"did you mean `{near[0]}`?" if near else None


# ---- Places --------------------------------------------------------------------------------


class _Place:
    """Puts a state at a place in the rules."""

    def __init__(self, rules: Rules, s: list[int], line: int) -> None:
        self.rules, self.program, self.s, self.line = rules, rules.program, s, line
        self.given: dict[str, str] = {}
        self.routine_of = routines_of_blocks(self.program)

    def go(self, text: str) -> None:
        name, _, rest = text.partition(" ")
        for part in parts_of(rest, 1):
            left, equals, right = part.text.partition("=")
            if not equals:
                raise BadPosition(self.line, f"`{part.text}` gives no value", "write `at rule name = value`")
            self.given[left.strip()] = right.strip()
        block, routine = self.target(name)
        self.enter(self.program.blocks[block], routine, is_entry=True)
        point = self.rules.machine.points[block]
        if point is not None and point.secret is not None and self.s[point.secret.place]:
            raise BadPosition(self.line, f"what was chosen in `{name}` before is not known",
                              "begin with the first who chooses, or with the rule around the choice")
        self.rules.machine.run(self.s, block)

    def target(self, name: str) -> tuple[int, str]:
        for routine in self.program.routines:
            if routine.name == name:
                return routine.entry, name
        for point in self.rules.machine.points:
            if point is not None and point.label == name:
                return point.block, self.routine_of[point.block]
        known = [routine.name for routine in self.program.routines]
        known += [point.label for point in self.rules.machine.points if point is not None]
        raise BadPosition(self.line, f"the rules wait at no `{name}`", _near(name, known))

    def enter(self, block: ir.Block, routine: str, is_entry: bool) -> None:
        """Fill in what the loops around a block and the calls that lead to it remember."""
        for number in block.loops:
            self.loop(self.program.loops[number])
        if routine == "play":
            return
        shape = next(one for one in self.program.routines if one.name == routine)
        for name, slot, type_ in shape.params:
            self.put(routine, name, type_, slot)
        callers = [one for one in self.program.blocks
                   if isinstance(one.end, ir.CallRule) and one.end.rule == routine]
        if len(callers) != 1:
            places = ", ".join(f"`{self.routine_of[one.id]}`" for one in callers)
            raise BadPosition(self.line, f"`{routine}` is carried out from several places: {places}",
                              "name one of those rules instead")
        caller = callers[0]
        assert isinstance(caller.end, ir.CallRule)
        self.s[shape.back] = caller.end.back
        self.enter(caller, self.routine_of[caller.id], is_entry=False)

    def put(self, rule: str, name: str, type_: Type, slot: int) -> None:
        """Put a value that is given for a name into its slots."""
        text = self.given.get(f"{rule}.{name}", self.given.get(name))
        if text is None:
            raise BadPosition(self.line, f"it is not said which `{name}` is meant in `{rule}`",
                              f"add `{name} = ...` to the `at` line")
        try:
            read_cell(self.s, Cell(name, type_, slot, rule, None, None), text, self.rules.seats)
        except BadValue as error:
            raise BadPosition(self.line, f"{name}: {error}") from None

    def loop(self, frame: ir.LoopFrame) -> None:
        if frame.type is None:
            if frame.value >= 0:
                self.carry_out(frame.value)
            return
        self.put(frame.rule, frame.name, frame.type, frame.value)
        value = self.s[frame.value]
        if frame.order is None or frame.index is None:
            return
        self.carry_out(frame.order)
        order = self.s[frame.order + 1 : frame.order + 1 + self.s[frame.order]]
        if value not in order:
            raise BadPosition(self.line, f"`{self.given.get(frame.name)}` is not among those that `{frame.name}` "
                              f"goes through in `{frame.rule}`")
        self.s[frame.index] = order.index(value)

    def carry_out(self, slot: int) -> None:
        """Carry out the operation that first fills a slot."""
        op = next(op for block in self.program.blocks for op in block.ops
                  if isinstance(op, ir.Write | ir.WriteList) and op.to.base == slot and not op.to.steps)
        code = PyCode(Names(self.program, effort=self.rules.machine.effort))
        names = {**self.rules.machine.names, "s": self.s}
        self.rules.machine.count.begin()
        try:
            value = eval(code.expr(op.value), names)
        except Fault:
            raise BadPosition(self.line, "the way to this place goes wrong in this position",
                              "what a loop around it goes through must be known") from None
        if isinstance(op, ir.Write):
            self.s[slot] = value
        else:
            self.rules.machine.names["write_list"](self.s, slot, value, op.limit, op.site)
