"""The law of symmetries: with players in other seats, a board turned or other names, it is the same game.

A position is relabelled, and both are played on, each choice relabelled too. What rules that wait
remember is not compared: what counts of it shows in what comes next. Events are compared without their
order, because what is done for one space after another is done in their order.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from attrs import define, field

from .....dsl import ir
from ....backends.backend import BLOCK
from ....game.call_stack import call_stack
from ....game.moves.candidates import written_if_any
from ....game.rules import Rules
from ....game.state import Choice, State
from ....game.viewing.event_log import PlayedStep, Trace
from ....machine.machine import DecisionPoint
from ....runtime.chance import Dice
from ....runtime.faults import RulebookFault
from ..law.law import Breach, Law, ReachedPosition
from ..law.pairs import pair_lines
from .fixed import differences, starts_apart
from .relabel import Event, Relabelling, written_event
from .relabellings import relabellings

MOST_STEPS = 6
MOST_REPORTED = 3


def _symmetries_hold(reached: ReachedPosition) -> Breach | None:
    """Every declared symmetry holds in this position, for one way of relabelling that it allows."""
    for symmetry in reached.rules.program.symmetries:
        known = relabellings(reached.rules.program, symmetry)
        breach = None if reached.steps else _begins_apart(reached, symmetry, known)
        if breach is None and known and not _is_outside(reached.state, symmetry):
            # The way and the dice depend on the position alone: each position costs one way, and a breach is found again when
            # the game that led there is shrunk or played again.
            breach = _Both(symmetry, known[reached.seed % len(known)], reached.state, Dice(reached.seed)).play()
        if breach is not None:
            return breach
    return None


def _begins_apart(reached: ReachedPosition, symmetry: ir.Symmetry, known: tuple[Relabelling, ...]) -> Breach | None:
    """Return how a board that is relabelled does not begin as it is: in the first position, or else before what is set up."""
    rules, start = reached.rules, State(reached.rules, reached.rules.program.start)
    first = start if _is_outside(reached.state, symmetry) else reached.state
    apart_at_start = ((labels, apart) for labels in known for apart in starts_apart(rules.cells, labels, first))
    return next((_breach(symmetry, labels, f"{apart} at the beginning", rules) for labels, apart in apart_at_start), None)


def _breach(symmetry: ir.Symmetry, labels: Relabelling, apart: str, rules: Rules, lines: tuple[str, ...] = ()) -> Breach:
    """Return the breach of a symmetry; unequal fixed values are reported too, because they may be the reason."""
    fixed = differences(rules.program, rules.seats, labels)
    known = f" ({'; '.join(fixed[:MOST_REPORTED])})" if fixed else ""
    return Breach(f"`{symmetry.id}` does not hold: with {labels.description}, {apart}{known}", (symmetry.id,), lines)


def _declares_symmetries(rules: Rules) -> bool:
    return bool(rules.program.symmetries)


def _is_outside(state: State, symmetry: ir.Symmetry) -> bool:
    """Return whether the rules stand where the symmetry does not hold."""
    return any(level.clause in symmetry.outside for level in call_stack(state))


@define
class _Both:
    """A game, and the same with other labels."""

    symmetry: ir.Symmetry
    labels: Relabelling
    began: State
    dice: Dice
    states: tuple[State, State] = field(init=False)
    played: tuple[list[PlayedStep], list[PlayedStep]] = field(factory=lambda: ([], []))
    events: tuple[tuple[Event, ...], tuple[Event, ...]] = ((), ())

    def __attrs_post_init__(self) -> None:
        self.states = self.began, self.labels.state(self.began)

    def play(self) -> Breach | None:
        """Play on in both, and say where they come apart. Where both raise a fault it is the same game, and ends there."""
        other = self.states[1]
        for _ in range(MOST_STEPS):
            wrong = [_goes_wrong(state) for state in self.states]
            if all(wrong):
                return None
            apart = _fault_of_one(wrong) or self.apart()
            if apart is None and not self.states[0].is_over:
                wrong = self.step()
                if all(wrong):
                    return None
                apart = _fault_of_one(wrong)
            if apart is not None:
                lines = tuple(pair_lines(self.began, self.played[0], other, self.played[1]))
                return _breach(self.symmetry, self.labels, apart, self.began.rules, lines)
            if self.states[0].is_over or _is_outside(self.states[0], self.symmetry):
                return None
        return None

    def apart(self) -> str | None:
        """Return how the second game is not the first with other labels; None when it is."""
        first, second = self.states
        # Fields come first: one that differs explains what is offered, and not the other way round.
        wrong = self._cells_apart()
        if wrong:
            values = ", ".join(wrong[:MOST_REPORTED])
            return f"{values} after {self.played[1][-1].notation}" if self.played[1] else values
        return self._event_of_one() or (self._ended() if first.is_over or second.is_over else self._offered())

    def _cells_apart(self) -> list[str]:
        """Describe the cells of the second position that are not as the relabelling wants them."""
        first, second = self.states
        rules, expected = first.rules, self.labels.state(first)
        # What waiting rules remember is left out: orders of loops may differ, and what counts of it shows in the offers.
        fields = slice(ir.FIRST_FIELD, rules.machines.plain.first_local)
        if expected.slots[fields] == second.slots[fields]:
            return []
        return [f"{name} is {rules.cells.value(second, name)} and not {rules.cells.value(expected, name)}"
                for name in rules.cells.existing(first)
                if rules.cells.value(expected, name) != rules.cells.value(second, name)]

    def _event_of_one(self) -> str | None:
        """An event of the last step that has happened in one of the games only."""
        rules = self.began.rules
        expected, happened = Counter(self.labels.event(rules.program, pair) for pair in self.events[0]), Counter(self.events[1])
        missing = next(iter(expected - happened), None)
        more = next(iter(happened - expected), None)
        event = more if missing is None else missing
        if event is None:
            return None
        happens = "happens" if missing is None else "does not happen"
        return f"`{written_event(rules.program, rules.seats, event)}` {happens} after {self.played[1][-1].notation}"

    def _ended(self) -> str | None:
        rules = self.began.rules
        ends = [rules.decisions.ended_by(state) if state.is_over else "nothing" for state in self.states]
        if ends[0] != ends[1]:
            return f"the game is over by {ends[1]} and not by {ends[0]}"
        outcomes = [rules.endings.outcome(state) for state in self.states]
        assert outcomes[0] is not None, "both are over"
        assert outcomes[1] is not None, "both are over"
        moved = [tuple(sorted(self.labels.member(rules.program.player, seat) for seat in group))
                 for group in outcomes[0].ranking]
        same = moved == list(outcomes[1].ranking) and outcomes[0].is_draw == outcomes[1].is_draw
        return None if same else "others have won"

    def _offered(self) -> str | None:
        first, second = self.states
        rules = first.rules
        if first.slots[BLOCK] != second.slots[BLOCK]:
            return "the rules go on in another place"
        mover, other = rules.decisions.to_move(first), rules.decisions.to_move(second)
        expected = self.labels.member(rules.program.player, mover) if isinstance(mover, int) else mover
        if other != expected:
            named = rules.seats[expected] if isinstance(expected, int) else "chance"
            return f"{rules.decisions.mover(second)} is to move and not {named}"
        # Weights belong to it: chance that is likelier in the other game is another game.
        own_offers = {(self.code(choice), choice.weight) for choice in rules.decisions.choices(first)}
        other_offers = {(choice.code, choice.weight): choice.notation for choice in rules.decisions.choices(second)}
        missing = [self.written(code) for code, _ in own_offers - set(other_offers)]
        more = [notation for key, notation in other_offers.items() if key not in own_offers]
        if missing:
            return f"`{missing[0]}` is not offered"
        return f"`{more[0]}` is offered" if more else None

    def code(self, choice: Choice) -> int:
        """The number of a choice of the first game in the second."""
        return self.labels.code(self.states[0].rules.program, self.point, choice.code)

    @property
    def point(self) -> DecisionPoint:
        """The decision point of both."""
        point = self.states[0].rules.decisions.point(self.states[0])
        assert point is not None, "the game goes on"
        return point

    def written(self, code: int) -> str:
        """Return how a choice of the second game is written, offered or not."""
        kind = self.point.kind_of(code)
        return written_if_any(kind, list(self.states[1].slots), code - kind.first) or f"move {code} of {self.point.label}"

    def step(self) -> list[str | None]:
        """A random choice in the first game, and the same in the second; the fault of each, if it has one."""
        first, second = self.states
        choice = first.rules.random_choice(first, self.dice)
        code = self.code(choice)
        # It is offered: `apart` has compared what both offer.
        same = next(other for other in second.rules.decisions.choices(second) if other.code == code)
        for played, chosen in zip(self.played, (choice, same), strict=True):
            played.append(PlayedStep(chosen.player, chosen.notation, Trace()))
        after = [_stepped(first, choice), _stepped(second, same)]
        wrong = [step if isinstance(step, str) else None for step in after]
        if not any(wrong):
            (first, own_trace), (second, other_trace) = (step for step in after if not isinstance(step, str))
            self.states, self.events = (first, second), (own_trace, other_trace)
        return wrong


def _goes_wrong(state: State) -> str | None:
    """Return the fault of a look at what comes next, or at how the game ended; None where it has none."""
    rules = state.rules
    try:
        _ = rules.endings.outcome(state) if state.is_over else rules.decisions.choices(state)
    except RulebookFault as fault:
        return fault.message
    return None


def _fault_of_one(wrong: Sequence[str | None]) -> str | None:
    """Describe a fault of one game that the other does not have; None where neither has one."""
    if wrong[0] is not None:
        return f"no rulebook fault any more: {wrong[0]}"
    return None if wrong[1] is None else f"rulebook fault: {wrong[1]}"


def _stepped(state: State, choice: Choice) -> tuple[State, tuple[Event, ...]] | str:
    """The position after a choice, and what has happened; or its fault."""
    rules = state.rules
    try:
        after, _ = rules.recording.step(state, choice)
    except RulebookFault as fault:
        return fault.message
    return after, tuple(rules.machines.recorder.notes.events)


SYMMETRIES_HOLD = Law(
    "symmetries_hold", "A declared symmetry (seats exchanged, board turned, names exchanged) gives the same game.",
    _symmetries_hold, _declares_symmetries, apart=7)
