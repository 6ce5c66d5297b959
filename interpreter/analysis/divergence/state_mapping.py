"""The cells and places of two games side by side: what differs between positions, and positions carried over."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property

from attrs import frozen

from ....dsl import ir
from ....dsl.types.types import width
from ...backends.backend import BLOCK, ENDED
from ...game.rules import Rules
from ...game.state import State
from ...runtime.cells import BadValue, Cell, read_cell, write_cell
from .clause_words import field_id

Place = tuple[str, str, int]


@frozen(slots=False)
class StateMapping:
    """From the positions of one game to those of another, by the names of cells and places.

    `alike` are the cells of both with one type, `unlike` those with two; `calls` says where a rule that waits goes
    back to, by the number of the block in the first game. A place in the rules has one name in both. `field_of` has
    the id of the field that each of these cells belongs to.
    """

    a: Rules
    b: Rules
    alike: tuple[tuple[Cell, Cell], ...]
    unlike: tuple[tuple[Cell, Cell], ...]
    points: Mapping[int, int]
    calls: Mapping[tuple[str, int], int]
    field_of: Mapping[str, str]

    def apart(self, a: State, b: State) -> tuple[str, ...]:
        """The names of the fields' cells that have another value in the second position."""
        s, t = a.slots, b.slots
        fields = [name for name, base, end, other, last in self._runs if s[base:end] != t[other:last]]
        return (*fields, *(cell.name for cell, other in self.unlike if not cell.local
                           and write_cell(s, cell, self.a.seats) != write_cell(t, other, self.b.seats)))

    @cached_property
    def _runs(self) -> tuple[tuple[str, int, int, int, int], ...]:
        """The cells of fields that have one type in both: the name of each, and where it lies in both."""
        return tuple((cell.name, cell.base, cell.base + width(cell.type), other.base, other.base + width(cell.type))
                     for cell, other in self.alike if not cell.local)

    def carried(self, state: State) -> State | None:
        """The position of the second game that has the same value in every cell of both; None where it has none."""
        s = list(self.b.program.start)
        stays = self._carry(state, s, (*self.alike, *self.unlike))
        if stays or not self._stand(state, s) or self._lacks(s):
            return None
        return State(self.b, tuple(s))

    def carried_onto(self, state: State, onto: State) -> State:
        """A position of the second game, with the values of a position of the first as far as they fit.

        Where the rules stand, and what they remember, goes over only if that place is in both.
        """
        s = list(onto.slots)
        place = list(onto.slots)
        pairs = (*self.alike, *self.unlike)
        if not onto.is_over and not state.is_over and self._stand(state, place):
            self._carry(state, place, [pair for pair in pairs if pair[0].local])
            if not self._lacks(place):
                s[BLOCK] = place[0]
                s[self.b.machines.plain.first_local :] = place[self.b.machines.plain.first_local :]
        self._carry(state, s, [pair for pair in pairs if not pair[0].local])
        return State(self.b, tuple(s))

    def _carry(self, state: State, s: list[int], pairs: Iterable[tuple[Cell, Cell]]) -> bool:
        """Put the values of a position into cells of the second game; whether some do not fit, and stay as they are."""
        stays = False
        for cell, other in pairs:
            if cell.type == other.type:
                s[other.base : other.base + width(other.type)] = state.slots[cell.base : cell.base + width(cell.type)]
                continue
            try:
                read_cell(s, other, write_cell(state.slots, cell, self.a.seats), self.b.seats)
            except BadValue:
                stays = True
        return stays

    def _lacks(self, s: list[int]) -> bool:
        """Return whether a rule of the second game that waits has worked out what the first game does not have."""
        if s[ENDED]:
            return False
        remembered = self.b.analyses.remembered
        known = frozenset(other.base for _, other in (*self.alike, *self.unlike) if other.local)
        return any(True for _ in remembered.lacking(known, remembered.blocks_around(s, s[BLOCK])))

    def _stand(self, state: State, s: list[int]) -> bool:
        """Let the rules of the second game stand where those of the first do; whether they can."""
        if state.is_over:
            ends = [end.id for end in self.b.program.ends]
            end = self.a.decisions.ended_by(state)
            if end not in ends:
                return False
            s[BLOCK], s[ENDED] = 0, ends.index(end) + 1
            return True
        if state.slots[BLOCK] not in self.points:
            return False
        backs = {procedure.name: procedure.back for procedure in self.b.program.suspending}
        # All ways back are worked out before the first is written: where one has no place in the second game, nothing is
        # carried.
        new = {}
        for procedure in self.a.program.suspending:
            back = state.slots[procedure.back]
            if back and procedure.name in backs:
                if (procedure.name, back) not in self.calls:
                    return False
                new[backs[procedure.name]] = self.calls[procedure.name, back]
        s[BLOCK] = self.points[state.slots[BLOCK]]
        for slot, block in new.items():
            s[slot] = block
        return True


def state_mapping(a: Rules, b: Rules) -> StateMapping:
    """The way from the positions of one game to those of another."""
    pairs = [(cell, b.cells[name]) for name, cell in a.cells.items() if name in b.cells]
    labels = {point.label: point.block for point in b.decisions.points}
    points = {point.block: labels[point.label] for point in a.decisions.points if point.label in labels}
    theirs = {place: block for block, place in _calls(b.program).items()}
    calls = {(place[1], block): theirs[place] for block, place in _calls(a.program).items() if place in theirs}
    alike = tuple(pair for pair in pairs if pair[0].type == pair[1].type)
    unlike = tuple(pair for pair in pairs if pair[0].type != pair[1].type)
    fields = {slot: field_id(a.program, field) for field in a.program.fields
              for slot in range(field.base, field.base + field.width)}
    field_of = {cell.name: fields[cell.base] for cell, _ in pairs if not cell.local}
    return StateMapping(a, b, alike, unlike, points, calls, field_of)


def _calls(program: ir.Program) -> dict[int, Place]:
    """Return where rules that wait are carried out, by the block after it: clause, rule, which such place of the clause."""
    out: dict[int, Place] = {}
    for block in program.blocks:
        if isinstance(block.end, ir.CallRule):
            # A clause may carry a rule out at several places. They are counted in the order of the rulebook, so that the
            # first place of one rulebook is that of the other, as long as no place was added before it.
            number = sum(place[:2] == (block.clause, block.end.rule) for place in out.values())
            out[block.end.back] = block.clause, block.end.rule, number
    return out
