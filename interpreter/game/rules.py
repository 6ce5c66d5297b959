"""The rules of one game for one number of players, ready to play: the safe face of the machine."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cached_property

from attrs import evolve

from ...dsl import ir
from ...dsl.source.clauses import Clause
from ...dsl.source.span import Source
from ...dsl.types.types import width
from ..backends.python.written import Written
from ..canonical.coverable import countable
from ..canonical.effects import doers
from ..canonical.fingerprint import fingerprint
from ..machine.block_owners import routines_of_blocks
from ..machine.cells import Cell, cells, write_cell
from ..machine.live_values import Remembered
from ..machine.machine import Kind, Machine, Point
from ..runtime.chance import Dice
from ..runtime.faults import BrokenInvariant, Fault, IllegalChoice
from . import notation
from .conditions import Compilation, Condition
from .event_log import Trace
from .invariants import broken_by_step, broken_in_position, step_told
from .observation import Viewer, audience_of, hidden_cells, observe, revealed
from .outcomes import members_of, outcome_by, outcome_of, scores_of
from .roll_context import purpose
from .state import Choice, Outcome, Refusal, State
from .state_text import state_from_text, state_text, view_text
from .trace import carried_out, made_in, trace_of


class _Chance:
    """Stands for the player who makes chance moves."""

    def __repr__(self) -> str:
        return "CHANCE"


CHANCE = _Chance()


class Rules:
    """A compiled rulebook for one number of players, with names for its seats.

    `like` are other rules of the same compilation, with which these share the Python of the program. With `notes` one
    machine does everything, the one that notes what is applied: for those who have every step traced.
    """

    def __init__(self, compilation: Compilation, seats: tuple[str, ...] | None = None, like: Rules | None = None,
                 notes: bool = False) -> None:
        self.compilation, self._notes = compilation, notes
        self.program = program = compilation.program
        self.seats = list(seats or program.player.members)
        assert len(self.seats) == program.players, "a name for each seat"
        assert like is None or like.compilation is compilation, "the Python of a program is its own"
        self._written: Written = Written(program) if like is None else like._written
        self._hidden: dict[Viewer, frozenset[str]] = {}
        self._looked_at: tuple[tuple[int, ...], list[int]] = ((), [])
        self._legal_now: tuple[tuple[int, ...], dict[Kind, frozenset[int]]] = ((), {})

    def seated(self, seats: tuple[str, ...], notes: bool = False) -> Rules:
        """The same rules at a table of their own, with these names for the seats."""
        return Rules(self.compilation, seats, like=self, notes=notes)

    @cached_property
    def machine(self) -> Machine:
        """The machine that plays."""
        return self.recorder if self._notes else Machine(self._written, self.seats)

    @cached_property
    def recorder(self) -> Machine:
        """A machine that also notes events and clauses."""
        return Machine(self._written, self.seats, record=True)

    @cached_property
    def hash(self) -> str:
        """A short hash of what the rules do; comments, layout, statements and messages do not change it."""
        return fingerprint(self.program)

    def condition(self, text: str, source: Source, line: int = 1, column: int = 1) -> Condition:
        """A condition in the rulebook's words. `source`, `line` and `column` say where it stands, for messages.

        Raises RulebookError when it does not compile.
        """
        compiled = self.compilation.condition(text, tuple(self.seats), source, line, column)
        return Condition(compiled, self.machine, self.seats)

    def number(self, text: str, source: Source, line: int = 1, me: int | None = None) -> Callable[[State], int]:
        """A number that positions have, in the rulebook's own expressions, in which `me` is this seat.

        `line` is where it begins. Raises RulebookError when it does not compile.
        """
        return self.machine.value(self.compilation.number(text, tuple(self.seats), source, line, me))

    @cached_property
    def clauses(self) -> Mapping[str, Clause]:
        """The clauses of the rulebook by id."""
        return self.compilation.clauses

    @cached_property
    def countable(self) -> Mapping[str, str]:
        """The clauses that play can exercise, with their kinds."""
        return countable(self.program)

    @cached_property
    def doers(self) -> frozenset[str]:
        """The rules of which something has to come for coverage to count them, as `effects` says."""
        return doers(self.program)

    @cached_property
    def cells(self) -> Mapping[str, Cell]:
        """The cells of the state by name."""
        return {cell.name: cell for cell in cells(self.program, self.seats)}

    @cached_property
    def _regional(self) -> Mapping[str, int]:
        """For the cells of regions that may merge, the slot that says which region the space of each lies in."""
        roots = {board.region: board.roots for board in self.program.boards if board.region is not None}
        fields = ((name, cell.owner, cell.field.owner) for name, cell in self.cells.items() if cell.field is not None)
        return {name: root + owner for name, owner, of in fields
                if owner is not None and of is not None and (root := roots.get(of)) is not None}

    def standing_cells(self, state: State) -> Mapping[str, Cell]:
        """The cells of fields by name, without those of regions that are part of another region now."""
        regional = self._regional
        return {name: cell for name, cell in self.cells.items()
                if not cell.local and (name not in regional or state.slots[regional[name]] == cell.owner)}

    @cached_property
    def remembered(self) -> Remembered:
        """What the waiting rules remember."""
        return Remembered(self.program)

    @cached_property
    def routine_at_block(self) -> Mapping[int, ir.Routine]:
        """The rule that asks for something in each block; nothing for the blocks of `play` itself."""
        routines = {routine.name: routine for routine in self.program.routines}
        return {block: routines[name] for block, name in routines_of_blocks(self.program).items() if name in routines}

    # -- playing -------------------------------------------------------------------------------

    def initial(self) -> State:
        """The position before the first choice or roll."""
        return State(self, tuple(self.machine.start()))

    def traced_initial(self) -> tuple[State, Trace]:
        """As `initial`, with what happened on the way."""
        machine = self.recorder
        machine.notes.forget()
        state = State(self, tuple(machine.start()))
        return state, trace_of(machine, self.seats)

    def point(self, state: State) -> Point | None:
        """Where the rules wait, or None when the game is over."""
        return None if state.slots[1] else self.machine.points[state.slots[0]]

    def to_move(self, state: State) -> int | _Chance | None:
        """The seat whose choice it is, CHANCE, or None when the game is over."""
        point = self.point(state)
        if point is None:
            return None
        return CHANCE if point.player is None else point.player(list(state.slots))

    def text(self, number: int, slots: Sequence[int], *values: int) -> str:
        """A text of the program, filled in for a state and for the values of its names."""
        return self.machine.functions.texts[number](slots, *values)

    def mover(self, state: State) -> str:
        """Who decides next: the name of a seat, `chance`, or `nobody` when the game is over."""
        who = self.to_move(state)
        return "nobody" if who is None else self.seats[who] if isinstance(who, int) else "chance"

    def choices(self, state: State) -> tuple[Choice, ...]:
        """What may happen next, in the order of the rulebook. Empty when the game is over.

        Raises RulebookFault when two moves that are offered are written alike.
        """
        point = self.point(state)
        if point is None:
            return ()
        s = list(state.slots)
        if point.player is None:
            codes, weights = self.machine.outcomes(s, point)
            weighed = weights or [1] * len(codes)
            return tuple(self._choice(s, point, code, None, weight)
                         for code, weight in zip(codes, weighed, strict=True))
        player = point.player(s)
        codes = self.codes(state, point)
        choices = tuple(self._choice(s, point, code, player, 1) for code in codes)
        if len({choice.notation for choice in choices}) < len(choices):
            self.machine.require_told_apart(s, point, codes)
        return choices

    def codes(self, state: State, point: Point) -> list[int]:
        """The codes of what may happen next; worked out once for the position that was looked at last.

        Raises RulebookFault when there is none.
        """
        slots, codes = self._looked_at
        if slots is not state.slots:
            s = list(state.slots)
            codes = self.machine.legal(s, point) if point.player else self.machine.outcomes(s, point)[0]
            self._looked_at = (state.slots, codes)
        return codes

    def legal(self, kind: Kind, s: list[int]) -> frozenset[int]:
        """The legal codes of a kind of move; worked out once for the position that was looked at last. Raises Fault."""
        slots, known = self._legal_now
        now = tuple(s)
        if slots != now:
            known = {}
            self._legal_now = (now, known)
        if kind not in known:
            known[kind] = frozenset(kind.legal(s))
        return known[kind]

    def _choice(self, s: list[int], point: Point, code: int, player: int | None, weight: int) -> Choice:
        kind = point.kind_of(code)
        return Choice(kind.written(s, code - kind.first), kind.id, player, code, weight)

    def step(self, state: State, choice: Choice | str) -> State:
        """The position after a choice, or after a roll with this outcome.

        A text is read as notation. Raises IllegalChoice when the rules refuse it.
        """
        point, code = self._legal(state, choice)
        s = list(state.slots)
        self.machine.apply(s, point, code)
        return State(self, tuple(s))

    def traced_step(self, state: State, choice: Choice | str) -> tuple[State, Trace]:
        """As `step`, with what happened. Raises IllegalChoice when the rules refuse it."""
        point, code = self._legal(state, choice)
        after = self._recorded(state, point.block, code)
        # Before any function is noted that only an invariant of positions calls.
        by_step = self._broken_by_step(state, after)
        broken = self._broken(self.recorder, after) + by_step
        # What is noted after this, while values are written, is not applied in this step.
        trace = trace_of(self.recorder, self.seats)
        made = made_in(state, point, code)
        about = purpose(self, state) if point.player is None else ""
        return after, evolve(trace, broken=broken, audience=audience_of(self, state), made=made,
                             about=about, revealed=revealed(self, state, made, after) if made else ())

    def _recorded(self, state: State, block: int, code: int) -> State:
        """The position after a legal choice or outcome, carried out where it is noted what happens."""
        with self._telling_faults():
            return State(self, tuple(carried_out(self.recorder, state.slots, block, code)))

    def _legal(self, state: State, choice: Choice | str) -> tuple[Point, int]:
        point = self.point(state)
        if point is None:
            raise IllegalChoice(self.ended_by(state), "the game is over", None)
        s = list(state.slots)
        code: int | None
        if isinstance(choice, Choice):
            code = choice.code
        else:
            with self._telling_faults():
                code = notation.find(self, point, s, choice)
        if code is None or code not in self.codes(state, point):
            refusals = self.explain(state, choice) or (Refusal(point.clause, "this is not possible here"),)
            clause = self.clauses.get(refusals[0].clause)
            raise IllegalChoice(refusals[0].clause, refusals[0].message, clause.span if clause else None)
        return point, code

    def code_of(self, state: State, text: str) -> int | None:
        """The code of the move or outcome that a text stands for here, allowed or not; None for none. Raises RulebookFault."""
        point = self.point(state)
        with self._telling_faults():
            return None if point is None else notation.find(self, point, list(state.slots), text)

    def explain(self, state: State, choice: Choice | str) -> tuple[Refusal, ...] | None:
        """Why a choice is refused: clauses with their messages, the deciding ones first.

        None when it is legal. A text that is no move of this game at all is refused by the
        clause that asks for a choice now.
        """
        point = self.point(state)
        if point is None:
            end = self.ended_by(state)
            return (Refusal(end, f"the game is over: {self.clauses[end].statement}"),)
        with self._telling_faults():
            refusals = notation.explain(self, point, list(state.slots), choice)
        return refusals and tuple(evolve(refusal, message=self.compilation.in_number(refusal.message)) for refusal in refusals)

    def asks(self, state: State) -> str:
        """What the choice or roll that is due says here; nothing where it says nothing, or the game is over."""
        point = self.point(state)
        if point is None or point.says is None:
            return "" if point is None else self.clauses[point.clause].statement
        return self.compilation.in_number(point.says(list(state.slots)))

    def refusals(self, state: State, text: str, seat: int) -> tuple[Refusal, ...] | None:
        """Why a move by a seat is refused; None when it is legal. It may not be that seat's turn."""
        mover = self.to_move(state)
        if mover is None or mover == seat:
            return self.explain(state, text)
        point = self.point(state)
        assert point is not None
        who = self.mover(state)
        out = []
        clause: str | None = point.clause
        while clause is not None:
            out.append(Refusal(clause, f"it is the turn of {who}: {self.clauses[clause].statement}".rstrip(": ")))
            clause = self.clauses[clause].parent
        return tuple(out)

    def is_known(self, state: State, text: str) -> bool:
        """Whether a text is the notation of any move or roll of this game, here or elsewhere."""
        with self._telling_faults():
            return notation.is_known(self, text)

    @contextmanager
    def _telling_faults(self) -> Iterator[None]:
        """While what goes wrong in the rules is told as a fault of the rulebook."""
        self.machine.counter.begin()
        try:
            yield
        except Fault as fault:
            raise self.machine.fault(fault) from None

    def ended_by(self, state: State) -> str:
        """The id of the end by which a finished game ended."""
        return self.program.ends[state.slots[1] - 1].id

    # -- looking -------------------------------------------------------------------------------

    def outcome(self, state: State) -> Outcome | None:
        """How the game ended, or None while it goes on."""
        try:
            return outcome_of(self.machine, list(state.slots)) if state.slots[1] else None
        except Fault as fault:
            raise self.machine.fault(fault) from None

    def outcome_by(self, state: State, end: str) -> Outcome:
        """How the game would be over if it ended now by this end. Raises RulebookFault."""
        number = next(i for i, ending in enumerate(self.program.ends) if ending.id == end)
        try:
            return outcome_by(self.machine, list(state.slots), number)
        except Fault as fault:
            raise self.machine.fault(fault) from None

    def members_of(self, of: str) -> tuple[tuple[int, ...], ...]:
        """The seats of each player (each alone) or of each side."""
        return members_of(self.program, of)

    def scores(self, state: State) -> tuple[int, ...] | None:
        """The score of each seat, if the rulebook counts scores."""
        try:
            return scores_of(self.machine, list(state.slots))
        except Fault as fault:
            raise self.machine.fault(fault) from None

    def broken_invariants(self, state: State) -> tuple[str, ...]:
        """The ids of the declared invariants that do not hold in this position."""
        return self._broken(self.machine, state)

    def broken_for(self, state: State, invariant: str) -> list[str]:
        """The values for which a broken invariant does not hold, where it is about `every` or `no` value of a domain."""
        return Condition(self.compilation.invariant(invariant), self.machine, self.seats).against(state)

    def _broken(self, machine: Machine, state: State) -> tuple[str, ...]:
        with self._telling_faults():
            return broken_in_position(machine, state)

    def _broken_by_step(self, before: State, after: State) -> tuple[str, ...]:
        """The ids of the declared invariants that do not hold of the step that was recorded last."""
        mover = self.to_move(before) if self.program.step_invariants else None
        with self._telling_faults():
            return broken_by_step(self.recorder, before, after, mover if isinstance(mover, int) else None)

    def hold_invariants(self, state: State) -> None:
        """Raise BrokenInvariant for the first declared invariant of positions that does not hold."""
        self._hold(self.broken_invariants(state), "an invariant does not hold")

    def enter_and_hold(self, s: list[int], kind: Kind, code: int) -> None:
        """Carry out a legal choice or outcome of this kind in place, and hold the declared invariants against the step.

        Raises BrokenInvariant for the first that does not hold.
        """
        before = State(self, tuple(s))
        after = self._recorded(before, s[0], code)
        s[:] = after.slots
        broken = self._broken_by_step(before, after)
        if broken:
            step = step_told(kind.written(list(before.slots), code - kind.first), before, after)
            self._hold(broken, f"an invariant does not hold of the step {step}")

    def _hold(self, broken: tuple[str, ...], said: str) -> None:
        if broken:
            clause = self.clauses[broken[0]]
            raise BrokenInvariant(f"{said}: {clause.statement}", clause.span, broken[:1])

    def hidden(self, viewer: Viewer) -> frozenset[str]:
        """The names of the cells that a viewer may not see."""
        if viewer not in self._hidden:
            self._hidden[viewer] = hidden_cells(self, viewer)
        return self._hidden[viewer]

    @cached_property
    def keeps_secrets(self) -> bool:
        """Whether there is anything in this game that not all players see."""
        decided = any(point is not None and (point.secret is not None or point.audience is not None)
                      for point in self.machine.points)
        announced = any(audience is not None for event in self.program.events for audience in event.audiences)
        return decided or announced or any(field.seen_by is not None for field in self.program.fields)

    def observe(self, state: State, viewer: Viewer) -> dict[str, str]:
        """What a viewer sees: the cells of the fields by name, without those hidden from the viewer.

        Regions that have merged have one set of cells, those of the first space.
        Choices made in secret and not revealed yet stand there too, as `vote by Anna`; those of
        others are `(secret)`.
        """
        return observe(self, state, viewer)

    def as_seen(self, state: State, viewer: Viewer) -> State:
        """The position with all that is hidden from a viewer as it is at the start of the game."""
        s = list(state.slots)
        for name in self.hidden(viewer):
            cell = self.cells[name]
            s[cell.base : cell.base + width(cell.type)] = self.program.start[cell.base : cell.base + width(cell.type)]
        return State(self, tuple(s))

    def written(self, state: State, cell: str) -> str:
        """The value of a cell by its name."""
        return write_cell(state.slots, self.cells[cell], self.seats)

    def state_text(self, state: State) -> str:
        """The whole state as text: where it stands, and every cell that differs from the start."""
        return state_text(state)

    def view_text(self, state: State, viewer: Viewer) -> str:
        """What a viewer sees of a state, as text."""
        return view_text(state, viewer)

    def state_from_text(self, text: str) -> State:
        """The state that `state_text` wrote. Raises BadState."""
        return state_from_text(self, text)

    def random_choice(self, state: State, dice: Dice, written: bool = False) -> Choice:
        """A random move (first its kind, then the move), or a random outcome of chance.

        Where it will be `written` down, RulebookFault is raised when two legal moves are written alike.
        """
        point = self.point(state)
        assert point is not None, "the game goes on"
        s = list(state.slots)
        if point.player is not None:
            if written:
                self.machine.require_told_apart(s, point, self.codes(state, point))
            return self._choice(s, point, self.machine.random_choice(s, point, dice)[0], point.player(s), 1)
        return self._choice(s, point, self.machine.random_outcome(s, point, dice), None, 1)
