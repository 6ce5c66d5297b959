"""Positions set up by hand: fields in the game's words, and a place in the rules to go on from.

The rules wait somewhere inside calls and loops. Because no rule calls itself, a place is known
by the rule (or choice) it is in: the calls that lead there are found in the program, and what
they need (whose turn it is, which round of a loop) is taken from the names given with `at`.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Mapping, Sequence

from attrs import evolve

from ....dsl import ir
from ....dsl.source.fixes import Meant, Redundant
from ....dsl.types.types import FlagType, IntType, ListType, SetType, Type, UnionType
from ...game.rules import Rules
from ...game.state import State
from ...game.table.cells_by_name import CellsByName
from ...machine.machine import Machine
from ...runtime.cells import BadValue, Cell, names_of, read_cell
from ...runtime.faults import Fault
from ...runtime.primitives import write_list
from ...runtime.regions import settle
from ..lines.rows import parts_of
from .before import block_before
from .drawings import in_full
from .pieces import PieceLines
from .ways import BadPosition, Source, Way, WaysToRules

# No more values than these are named.
MOST_NAMED = 8
# `at RULE from CALLER 2 from CALLER name = value, ...`
SOURCE = re.compile(r"from\s+(?P<rule>\w+\b)(?:\s+(?P<number>\d{1,4})\b)?(?!\s*=)")
PLACE = re.compile(rf"(?P<name>\S+)(?P<sources>(?:\s+{SOURCE.pattern.replace('?P<rule>', '?:').replace('?P<number>', '?:')})*)"
                   r"(?:\s+(?P<values>.*))?")


def starts_from(lines: tuple[tuple[int, str], ...]) -> str:
    """Set the base of a position: the values where its lines set nothing."""
    if any(re.match(r"at\b", text) for _, text in lines):
        return "with `at` a position starts before the set-up: what it does not set is as the rulebook declares it"
    return "without `at` a position starts from a new game, after the set-up: what it does not set is as it is there"


def not_for(values: list[str]) -> str:
    """Say for which values an invariant does not hold, after its name; nothing where that is not known."""
    more = ", ..." if len(values) > MOST_NAMED else ""
    return f", false for {', '.join(f'`{value}`' for value in values[:MOST_NAMED])}{more}" if values else ""


def arrange(rules: Rules, lines: tuple[tuple[int, str], ...], machine: Machine | None = None) -> State:
    """The state that the lines of a position describe. Raises BadPosition and RulebookFault.

    With an `at` line fields begin as they are declared. Without one they begin as they are in a new game after its
    set-up, and the game waits where a new game does. The rules run from the place that `at` names to the first choice on
    `machine`, if it is given: on one that records, what they apply is noted.
    """
    lines = in_full(rules.program.boards, lines)
    at_lines = [(number, text) for number, text in lines if re.match(r"at\b", text)]
    s = list(rules.program.start) if at_lines else rules.machines.plain.start()
    set_fields(rules, s, tuple(line for line in lines if line not in at_lines))
    if len(at_lines) > 1:
        raise BadPosition(at_lines[1][0], "a second `at`: a position is at one place")
    if at_lines:
        _Place(rules, s, at_lines[0][0], machine or rules.machines.plain).go(at_lines[0][1].removeprefix("at").strip())
    return State(rules, tuple(s))


def set_fields(rules: Rules, s: list[int], lines: tuple[tuple[int, str], ...]) -> None:
    """Set slots as the lines of a position say that are no `at` lines. Raises BadPosition with all that is wrong."""
    wrong: list[BadPosition] = []
    pieces = PieceLines(rules.cells)
    first_lines: dict[str, int] = {}
    # Merges come first, wherever they stand: the fields of a region belong to its root, which is known only when it is whole.
    merges = [(number, text) for number, text in lines if text.startswith("merge ")]
    for number, text in [*merges, *(line for line in lines if line not in merges)]:
        # Every line is tried, so that an author sees at once all that is wrong.
        try:
            if (number, text) in merges:
                _merge(rules.program.boards, s, number, text.removeprefix("merge "))
            elif pieces.is_one(text):
                pieces.carry_out(s, text)
            else:
                _set_field(rules, s, number, text, first_lines)
        except BadPosition as error:
            wrong.append(error)
        except BadValue as error:
            wrong.append(BadPosition(number, str(error), _advised(error)))
    settle(rules.program, s)
    if wrong:
        raise evolve(wrong[0], more=tuple(wrong[1:]))


# ---- Fields --------------------------------------------------------------------------------


def _merge(boards: Sequence[ir.BoardShape], s: list[int], number: int, text: str) -> None:
    """`merge T0, T1, T2`: these spaces are one region; its fields are set afterwards."""
    names = [part.text for part in parts_of(text, 1)]
    board = next((board_shape for board_shape in boards if board_shape.roots is not None and names
                  and names[0] in board_shape.space.members), None)
    if board is None or board.roots is None:
        raise BadPosition(number, f"`{text}` names no spaces that merge")
    spaces = []
    for name in names:
        if name not in board.space.members:
            raise BadPosition(number, f"there is no space `{name}`", _near(name, board.space.members))
        spaces.append(board.space.members.index(name))
    roots = s[board.roots : board.roots + len(board.space.members)]
    # INVARIANT: the root of a region is the first of its spaces on the board, as after a merge in play.
    merged = {roots[space] for space in spaces}
    for space, root in enumerate(roots):
        if root in merged:
            s[board.roots + space] = min(merged)


def _set_field(rules: Rules, s: list[int], number: int, text: str, first_lines: dict[str, int]) -> None:
    """`P1.gold = 3`, or `player.gold = 3` for all that have the field.

    `first_lines` has the lines that have set fields; those of lines for all, which lines below may go over, are negative.
    """
    left, equals, right = text.partition("=")
    left, right = left.strip(), right.strip()
    if not equals or not right:
        raise BadPosition(number, f"`{text}` sets nothing", "write `field = value`, `merge spaces` or `at rule`")
    names = _all_of(rules, s, number, left)
    for name in names or [cell_called(rules, s, left)]:
        key = "".join(name.split())
        before = first_lines.get(key)
        if before is not None and not (before < 0 and not names):
            raise BadPosition(number, f"`{name}` is set in line {abs(before)} already",
                              "put the line for all spaces above the lines for one space" if names else
                              Redundant("leave one of the two lines out"))
        first_lines[key] = -number if names else number
        _set(rules.cells, s, number, name, right)


def _all_of(rules: Rules, s: list[int], number: int, left: str) -> list[str]:
    """The fields that a line means that names what has them, as in `player.gold`; none where it names one."""
    owner, dot, rest = left.partition(".")
    types = {field.owner.name: field.owner for field in rules.program.fields if field.owner is not None}
    if not dot or owner not in types:
        return []
    known = [field.name for field in rules.program.fields if field.owner == types[owner]]
    if rest.partition("[")[0] not in known:
        raise BadPosition(number, f"there is no `{left}` in this game", _near(left, [f"{owner}.{text}" for text in known]))
    return list(dict.fromkeys(cell_called(rules, s, f"{name}.{rest}") for name in names_of(types[owner], rules.seats)))


def _set(cells: CellsByName, s: list[int], number: int, left: str, right: str) -> None:
    """`P1.reserve[red] = 2`, or `P1.reserve = red 2, pink 1` for all parts at once. Raises BadPosition and BadValue."""
    cell = cells.get(left)
    if cell is not None and not cell.local:
        _set_cell(cells.seats, s, cell, right)
        return
    parts = cells.within.get(left)
    if parts is None:
        known = {name.partition("[")[0] for name, item in cells.items() if not item.local}
        help = _itself(cells, left) or _near(left, sorted(known))
        raise BadPosition(number, f"there is no `{left}` in this game", help)
    _set_parts(cells.seats, s, number, parts, right)


def _set_cell(seats: list[str], s: list[int], cell: Cell, text: str) -> None:
    """Set a field that has no parts; `nothing` empties it, where this is not a word of its own."""
    try:
        read_cell(s, cell, text, seats)
    except BadValue:
        if text != "nothing":
            raise
        read_cell(s, cell, _nothing(cell.type), seats)


def _itself(cells: Mapping[str, Cell], left: str) -> str | None:
    """Return the help for a thing that is named by a field that holds it: name the thing."""
    holder, _, part = left.partition(".")
    if not part or holder not in cells:
        return None
    own = next((name for name in cells if name.endswith(f".{part}")), None)
    like = f", as in `{own}`" if own is not None else ""
    return f"`{holder}` is a field: a position names the thing itself{like}"


def _set_parts(seats: list[str], s: list[int], number: int, parts: Mapping[str, Cell], text: str) -> None:
    for cell in parts.values():
        read_cell(s, cell, _nothing(cell.type), seats)
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
        read_cell(s, parts[key], value, seats)


def _nothing(type_: Type) -> str:
    """Return the value of a part of a field that a position does not name."""
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
        case _:
            # No member of an enumerated type stands for nothing.
            raise BadValue(f"an empty text is not a value of {type_}")


def cell_called(rules: Rules, s: list[int] | tuple[int, ...], name: str) -> str:
    """The name of a cell, which may call a region, edge or corner by another of its spaces, and a seat as the rulebook does."""
    name = rules.names.normalised(name)
    owner, dot, rest = name.partition(".")
    members = rules.program.player.members
    if dot and owner in members and owner not in rules.seats:
        return f"{rules.seats[members.index(owner)]}.{rest}"
    for board in rules.program.boards:
        if dot and board.roots is not None and board.region is not None and owner in board.space.members:
            root = board.space.members[s[board.roots + board.space.members.index(owner)]]
            if f"{root}.{rest}" in rules.cells or f"{root}.{rest}" in rules.cells.within:
                return f"{root}.{rest}"
    return name


def _advised(error: BadValue) -> str | None:
    """Return the help for a text that is no value: what to write, or the value that is near."""
    return error.help or _near(error.written, error.known)


def _near(name: str, known: tuple[str, ...] | list[str]) -> str | None:
    near = difflib.get_close_matches(name, known, n=1, cutoff=0.5)
    return Meant(f"did you mean `{near[0]}`?", name, near[0]) if near else None


# ---- Places --------------------------------------------------------------------------------


class _Place:
    """Puts a state at a place in the rules."""

    def __init__(self, rules: Rules, s: list[int], line: int, machine: Machine) -> None:
        self.rules, self.program, self.s, self.line, self.machine = rules, rules.program, s, line, machine
        self.given: dict[str, str] = {}
        self.sources: list[Source] = []
        self.way: Way = {}
        self.known: set[int] = set()
        self.rule_of = rules.analyses.rule_of_block

    def go(self, text: str) -> None:
        match = PLACE.fullmatch(text)
        if match is None:
            raise BadPosition(self.line, "`at` names no place", "write `at rule` or `at choice`")
        name = match["name"]
        self.sources = [(hit["rule"], int(hit["number"] or 0)) for hit in SOURCE.finditer(match["sources"])]
        for part in parts_of(match["values"] or "", 1):
            left, equals, right = part.text.partition("=")
            if not equals:
                raise BadPosition(self.line, f"`{part.text}` gives no value", "write `at rule name = value`")
            self.given[left.strip()] = right.strip()
        # A rule that asks for nothing has no block of its own: it is carried out within a block of another rule. The rest
        # of that block is what is left to do.
        if any(procedure.name == name for procedure in self.program.procedures):
            around, rest = block_before(self.program, self.rule_of, name, self.sources, self.line)
            self.lead_to(around, name, [source for source in self.sources if source[0] != self.rule_of[around.id]])
            self.machine.run_from(self.s, rest)
            return
        block, _ = self.target(name)
        self.lead_to(self.program.blocks[block], name, self.sources)
        point = self.rules.machines.plain.points[block]
        if point is not None and point.secret is not None:
            # What others have chosen in secret is in slots that no line of a position can name: only the first can choose.
            if self.s[point.secret.place]:
                raise BadPosition(self.line, f"what was chosen in `{name}` before is not known",
                                  "begin with the first who chooses, or with the rule around the choice")
            self.known.update((point.secret.kinds, *(base for bases in point.secret.values for base in bases)))
        self.remember(name, block)
        self.machine.run(self.s, block)

    def lead_to(self, block: ir.Block, name: str, sources: list[Source]) -> None:
        """Fill in what is remembered on the way to a block, which an `at` line calls by this name."""
        procedure = self.rule_of[block.id]
        self.way = WaysToRules(self.program, self.rule_of).the_one(procedure, name, sources, self.line)
        self.enter(block, procedure)

    def target(self, name: str) -> tuple[int, str]:
        for procedure in self.program.suspending:
            if procedure.name == name:
                return procedure.entry, name
        for point in self.rules.decisions.points:
            if point.label == name:
                return point.block, self.rule_of[point.block]
        known = [procedure.name for procedure in self.program.suspending]
        known += [point.label for point in self.rules.decisions.points]
        known += [procedure.name for procedure in self.program.procedures]
        raise BadPosition(self.line, f"no rule and no choice has the name `{name}`", _near(name, known))

    def enter(self, block: ir.Block, procedure: str) -> None:
        """Fill in what the loops around a block and the calls that lead to it remember."""
        for number in block.loops:
            self.loop(self.program.loops[number])
        if procedure == "play":
            return
        shape = next(known for known in self.program.suspending if known.name == procedure)
        for name, slot, type_ in shape.params:
            self.write(procedure, name, type_, slot)
        # INVARIANT: no rule carries out itself (E404), so this ends in `play`.
        caller = self.way[procedure]
        assert isinstance(caller.end, ir.CallRule)
        self.s[shape.back] = caller.end.back
        self.enter(caller, self.rule_of[caller.id])

    def write(self, rule: str, name: str, type_: Type, slot: int) -> None:
        """Put a value that is given for a name into its slots."""
        text = self.given.get(f"{rule}.{name}", self.given.get(name))
        if text is None:
            raise BadPosition(self.line, f"the value of `{name}` in `{rule}` is missing",
                              f"add `{name} = ...` to the `at` line")
        try:
            read_cell(self.s, Cell(name, type_, slot, rule, None, None), text, self.rules.seats)
        except BadValue as error:
            raise BadPosition(self.line, f"{name}: {error}", _advised(error)) from None
        settle(self.program, self.s)
        self.known.add(slot)

    def remember(self, place: str, block: int) -> None:
        """Set the other values of the rules around a place, where they are given. Raises BadPosition for a missing one."""
        remembered = self.rules.analyses.remembered
        blocks = tuple(remembered.blocks_around(self.s, block))
        around = {remembered.rule_of[number] for number in blocks}
        for local in self.program.locals:
            names = self.given.keys() & {local.name, f"{local.rule}.{local.name}"}
            if local.rule in around and names and local.base not in self.known:
                self.write(local.rule, local.name, local.type, local.base)
        lacking = next(remembered.lacking(self.known, blocks), None)
        if lacking is not None:
            help = None if " " in lacking.name else f"add `{lacking.name} = ...` to the `at` line"
            if place != lacking.rule:
                help = (f"{help}, or " if help else "") + f"begin with the rule around it: `at {lacking.rule}`"
            raise BadPosition(self.line, f"the value of `{lacking.name}` is missing, which `{lacking.rule}` computes "
                              f"before `{place}`", help)

    def loop(self, frame: ir.LoopFrame) -> None:
        if frame.type is None:
            if frame.value >= 0:
                self.carry_out(frame.value)
                # Nothing has been thrown before the first round.
                self.known.update(op.to.base for op in self.program.blocks[frame.setup].ops
                                  if isinstance(op, ir.WriteList) and op.value == ir.MakeList(()))
            return
        self.write(frame.rule, frame.name, frame.type, frame.value)
        value = self.s[frame.value]
        if frame.order is None or frame.index is None:
            return
        self.carry_out(frame.order)
        order = self.s[frame.order + 1 : frame.order + 1 + self.s[frame.order]]
        if value not in order:
            raise BadPosition(self.line, f"`{self.given.get(frame.name)}` is not among those that `{frame.name}` "
                              f"goes through in `{frame.rule}`")
        self.s[frame.index] = order.index(value)
        self.known.add(frame.index)

    def carry_out(self, slot: int) -> None:
        """Carry out the operation that first fills a slot."""
        op = next(op for block in self.program.blocks for op in block.ops
                  if isinstance(op, ir.Write | ir.WriteList) and op.to.base == slot and not op.to.steps)
        compute = self.rules.machines.plain.functions.evaluate(op.value)
        self.rules.machines.plain.counter.begin()
        try:
            value = compute(self.s)
        except Fault:
            raise BadPosition(self.line, "a rulebook fault on the way to this place",
                              "what a loop around it goes through must be known") from None
        if isinstance(op, ir.Write):
            self.s[slot] = value
        else:
            write_list(self.s, slot, value, op.limit, op.site)
        self.known.add(slot)
