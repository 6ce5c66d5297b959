"""A program at one table: its machines, the names of its seats, and what everybody asks of a position."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from functools import cached_property
from types import TracebackType
from typing import Protocol

from ....dsl import ir
from ....dsl.source.clauses import Clause
from ....dsl.types.types import Type, members, values
from ...backends.backend import BLOCK, ENDED, GeneratedProgram
from ...machine.block_owners import rules_of_blocks
from ...machine.dependencies import Dependencies
from ...machine.live_values import Remembered
from ...machine.machine import DecisionPoint, Machine, MoveKind
from ...machine.random_play import RandomPlay
from ...runtime.cells import write
from ...runtime.faults import Fault
from .cells_by_name import CellsByName
from .conditions import Compilation
from .spelling import normalised
from .values import Choice, Position


class Placed(Position, Protocol):
    """A position that knows its table."""

    @property
    def rules(self) -> Table:
        """The table."""
        ...


class _Chance:
    """Stands for the player who makes chance moves."""

    def __repr__(self) -> str:
        return "CHANCE"


CHANCE = _Chance()


class Table:
    """A compiled rulebook with names for its seats. All questions about positions rest on these.

    With `notes` one machine does everything, the one that notes what is applied: for those who have every step traced.
    `like` is another table for the same compilation. What follows from the program alone is worked out once for both.
    """

    def __init__(self, compilation: Compilation, generated: GeneratedProgram, seats: tuple[str, ...] | None,
                 notes: bool, like: Table | None = None) -> None:
        self.compilation, self.generated, self._notes = compilation, generated, notes
        # Of tables that were made one like the other, the first has what is worked out.
        self.like: Table | None = like if like is None or like.like is None else like.like
        self.program = program = compilation.program
        self.seats = list(seats or program.player.members)
        assert len(self.seats) == program.players, "a name for each seat"
        self._looked_at: tuple[tuple[int, ...], list[int]] = ((), [])
        # By the identity of the type: two games may have types of the same name.
        self._values_written: dict[int, Mapping[str, tuple[int, ...]]] = {}
        self._legal_now: tuple[tuple[int, ...], dict[MoveKind, frozenset[int]]] = ((), {})

    @cached_property
    def machine(self) -> Machine:
        """The machine that plays."""
        return self.recorder if self._notes else Machine(self.generated, self.seats)

    @cached_property
    def random_play(self) -> RandomPlay:
        """Random choices, and whole games by them, of the machine that plays."""
        return RandomPlay(self.machine)

    @cached_property
    def recorder(self) -> Machine:
        """A machine that also notes events and clauses."""
        return Machine(self.generated, self.seats, record=True)

    @cached_property
    def clauses(self) -> Mapping[str, Clause]:
        """The clauses of the rulebook by id."""
        return self.compilation.clauses

    @cached_property
    def cells(self) -> CellsByName:
        """The cells of the state by name, and what they hold."""
        return CellsByName(self.program, self.seats)

    @cached_property
    def _other_names(self) -> Mapping[str, str]:
        """The names of edges and corners, and of spaces with a name of their own, by what they may be called besides."""
        rims = {other: name for board in self.program.boards if board.rim is not None for other, name in board.rim.others}
        spaces = self.compilation.named_spaces
        written = set(self._words_of_moves()) if spaces else set()
        return {**{other: name for other, name in spaces.items() if other not in written}, **rims}

    def _words_of_moves(self) -> Iterator[str]:
        """The words that stand in moves anyway: those of notations, and of the types of open values."""
        for block in self.program.blocks:
            for move in block.end.moves if isinstance(block.end, ir.ChooseMove) else ():
                for part in self.program.texts[move.notation].parts:
                    yield from re.findall(r"\w+", part) if isinstance(part, str) else members(part.type)

    def values_written(self, type_: Type) -> Mapping[str, tuple[int, ...]]:
        """The values of a type of the program by what stands for them in a text."""
        known = self._values_written.get(id(type_))
        if known is None:
            found: dict[str, tuple[int, ...]] = {}
            for value in values(type_):
                word = write(type_, value, self.seats)
                found[word] = (*found.get(word, ()), value)
            known = self._values_written[id(type_)] = found
        return known

    def named(self, text: str) -> str:
        """Return a text with single spaces, in which spaces, edges and corners are called by their names."""
        words = normalised(text)
        known = self._other_names
        return re.sub(r"\w+", lambda word: known.get(word[0], word[0]), words) if known else words

    @cached_property
    def remembered(self) -> Remembered:
        """Return the values that the waiting rules remember."""
        return Remembered(self.program) if self.like is None else self.like.remembered

    @cached_property
    def of_invariants(self) -> tuple[Dependencies, Dependencies]:
        """Return the dependencies of the invariants of positions, and of those of steps."""
        if self.like is not None:
            return self.like.of_invariants
        positions, steps = self.program.invariants, self.program.step_invariants
        return (Dependencies(self.program, [condition for _, condition in positions]),
                Dependencies(self.program, [condition for _, condition in steps]))

    @cached_property
    def rule_of_block(self) -> Mapping[int, str]:
        """The name of the rule that each block belongs to; `play` for those outside all rules."""
        return rules_of_blocks(self.program) if self.like is None else self.like.rule_of_block

    @cached_property
    def procedure_at_block(self) -> Mapping[int, ir.SuspendingProcedure]:
        """The rule that asks for something in each block; nothing for the blocks of `play` itself."""
        suspending = {procedure.name: procedure for procedure in self.program.suspending}
        return {block: suspending[name] for block, name in self.rule_of_block.items() if name in suspending}

    # -- where the game stands -------------------------------------------------------------------

    def point(self, position: Position) -> DecisionPoint | None:
        """Return where the rules wait, or None when the game is over."""
        return None if position.slots[ENDED] else self.machine.points[position.slots[BLOCK]]

    def to_move(self, position: Position) -> int | _Chance | None:
        """The seat whose choice it is, CHANCE, or None when the game is over."""
        point = self.point(position)
        if point is None:
            return None
        return CHANCE if point.player is None else point.player(list(position.slots))

    def mover(self, position: Position) -> str:
        """Return who decides next: the name of a seat, `chance`, or `nobody` when the game is over."""
        who = self.to_move(position)
        return "nobody" if who is None else self.seats[who] if isinstance(who, int) else "chance"

    def ended_by(self, position: Position) -> str:
        """The id of the end by which a finished game ended."""
        return self.program.ends[position.slots[ENDED] - 1].id

    # -- what may be chosen ----------------------------------------------------------------------

    def codes(self, position: Position, point: DecisionPoint) -> list[int]:
        """The codes of what may happen next; worked out once for the position that was looked at last.

        Raises RulebookFault when there is none.
        """
        slots, codes = self._looked_at
        # By identity, which costs nothing: a position that is asked about several times in a row is the same object.
        if slots is not position.slots:
            s = list(position.slots)
            codes = self.machine.legal(s, point) if point.player else self.machine.outcomes(s, point)[0]
            self._looked_at = (position.slots, codes)
        return codes

    def legal(self, kind: MoveKind, s: list[int]) -> frozenset[int]:
        """The legal codes of a kind of move; worked out once for the position that was looked at last. Raises Fault."""
        slots, known = self._legal_now
        now = tuple(s)
        # By value here: callers hand over lists, and a list that was changed must not find the answers of before.
        if slots != now:
            known = {}
            self._legal_now = (now, known)
        if kind not in known:
            known[kind] = frozenset(kind.legal(s))
        return known[kind]

    def choice(self, s: list[int], point: DecisionPoint, code: int, player: int | None, weight: int = 1) -> Choice:
        """The choice or outcome with a code at a point."""
        kind = point.kind_of(code)
        return Choice(kind.written(s, code - kind.first), kind.id, player, code, weight)

    # -- words -----------------------------------------------------------------------------------

    def written(self, position: Position, cell: str) -> str:
        """The value of a cell by its name."""
        return self.cells.written(position, self.cells[cell])

    def text(self, number: int, slots: Sequence[int], *values: int) -> str:
        """A text of the program, filled in for a state and for the values of its names."""
        return self.machine.functions.texts[number](slots, *values)

    @cached_property
    def _locating(self) -> _LocatingFaults:
        return _LocatingFaults(self.machine)

    def locating_faults(self) -> AbstractContextManager[None]:
        """Begin a new loop budget, and raise what goes wrong in the rules as RulebookFault with its place."""
        self.machine.counter.begin()
        return self._locating


class _LocatingFaults:
    """The context that gives faults their places. One serves a whole table: a step enters several."""

    def __init__(self, machine: Machine) -> None:
        self.machine = machine

    def __enter__(self) -> None:
        return None

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, _: TracebackType | None) -> None:
        if isinstance(error, Fault):
            raise self.machine.fault(error) from None
