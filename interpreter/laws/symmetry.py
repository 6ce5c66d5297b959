"""The law of symmetries: with players in other seats, or other names for the members of an enum, it is the same game.

A position is relabelled, and both are played on, each choice relabelled too. What rules that wait
remember is not compared: what counts of it shows in what comes next.
"""

from __future__ import annotations

from attrs import define, field

from ...dsl import ir
from ..chance import Dice
from ..faults import RulebookFault
from ..machine import Point
from ..record import Played, Trace
from ..rules import Rules
from ..standing import standing
from ..state import Choice, State
from .law import Breach, Here, Law
from .pairs import pair_lines
from .relabel import Relabelling, counts, relabellings

MOST_STEPS = 6
MOST_TOLD = 3


def _symmetries_hold(here: Here) -> Breach | None:
    """Every declared symmetry holds in this position, for one way of relabelling that it allows."""
    for symmetry in here.rules.program.symmetries:
        known = relabellings(here.rules, symmetry)
        if known and not _is_outside(here.state, symmetry):
            both = _Both(symmetry, known[here.seed % len(known)], here.state, Dice(here.seed))
            breach = both.play()
            if breach is not None:
                return breach
    return None


def _declares_symmetries(rules: Rules) -> bool:
    return bool(rules.program.symmetries)


def _is_outside(state: State, symmetry: ir.Symmetry) -> bool:
    """Whether the rules stand where the symmetry does not hold."""
    return any(level.clause in symmetry.outside for level in standing(state.rules, state))


@define
class _Both:
    """A game, and the same with other labels."""

    symmetry: ir.Symmetry
    labels: Relabelling
    began: State
    dice: Dice
    states: tuple[State, State] = field(init=False)
    played: tuple[list[Played], list[Played]] = field(factory=lambda: ([], []))

    def __attrs_post_init__(self) -> None:
        self.states = self.began, self.labels.state(self.began)

    def play(self) -> Breach | None:
        """Play on in both, and say where they come apart."""
        other = self.states[1]
        for _ in range(MOST_STEPS):
            try:
                apart = self.apart()
                if apart is None and not self.states[0].is_over:
                    self.step()
            except RulebookFault as fault:
                apart = f"the rules go wrong: {fault.message}"
            if apart is not None:
                what = f"`{self.symmetry.id}` does not hold: with {self.labels.said}, {apart}"
                return Breach(what, (self.symmetry.id,), tuple(pair_lines(self.began, self.played[0], other, self.played[1])))
            if self.states[0].is_over or _is_outside(self.states[0], self.symmetry):
                return None
        return None

    def apart(self) -> str | None:
        """How the second game is not the first with other labels; None when it is."""
        one, two = self.states
        rules, wanted = one.rules, self.labels.state(one)
        wrong = [name for name, cell in rules.cells.items()
                 if counts(one, cell) and rules.written(wanted, name) != rules.written(two, name)]
        if wrong:
            told = ", ".join(f"{name} is {rules.written(two, name)} and not {rules.written(wanted, name)}"
                             for name in wrong[:MOST_TOLD])
            return f"{told} after {self.played[1][-1].notation}" if self.played[1] else told
        return self._ended() if one.is_over or two.is_over else self._offered()

    def _ended(self) -> str | None:
        one, two = self.states
        rules = one.rules
        ends = [rules.ended_by(state) if state.is_over else "nothing" for state in (one, two)]
        if ends[0] != ends[1]:
            return f"the game is over by {ends[1]} and not by {ends[0]}"
        outcomes = [rules.outcome(state) for state in (one, two)]
        assert outcomes[0] is not None, "both are over"
        assert outcomes[1] is not None, "both are over"
        moved = [tuple(sorted(self.labels.member(rules.program.player, seat) for seat in group))
                 for group in outcomes[0].ranking]
        return None if moved == list(outcomes[1].ranking) else "others have won"

    def _offered(self) -> str | None:
        one, two = self.states
        rules = one.rules
        if one.slots[0] != two.slots[0]:
            return "the rules go on in another place"
        mover, other = rules.to_move(one), rules.to_move(two)
        wanted = self.labels.member(rules.program.player, mover) if isinstance(mover, int) else mover
        if other != wanted:
            named = rules.seats[wanted] if isinstance(wanted, int) else "chance"
            return f"{rules.mover(two)} is to move and not {named}"
        here = {(self.code(choice), choice.weight) for choice in rules.choices(one)}
        there = {(choice.code, choice.weight): choice.notation for choice in rules.choices(two)}
        missing = [self.written(code) for code, _ in here - set(there)]
        more = [notation for key, notation in there.items() if key not in here]
        if missing:
            return f"`{missing[0]}` is not offered"
        return f"`{more[0]}` is offered" if more else None

    def code(self, choice: Choice) -> int:
        """The number of a choice of the first game in the second."""
        return self.labels.code(self.states[0].rules, self.point, choice.code)

    @property
    def point(self) -> Point:
        """Where both wait."""
        point = self.states[0].rules.point(self.states[0])
        assert point is not None, "the game goes on"
        return point

    def written(self, code: int) -> str:
        """How a choice of the second game is written, offered or not."""
        kind = self.point.kind_of(code)
        return kind.written(list(self.states[1].slots), code - kind.first)

    def step(self) -> None:
        """A random choice in the first game, and the same in the second."""
        one, two = self.states
        choice = one.rules.random_choice(one, self.dice)
        code = self.code(choice)
        same = next(other for other in one.rules.choices(two) if other.code == code)
        for played, each in zip(self.played, (choice, same), strict=True):
            played.append(Played(each.player, each.notation, Trace()))
        self.states = one.rules.step(one, choice), one.rules.step(two, same)


SYMMETRIES_HOLD = Law(
    "symmetries_hold", "With players in other seats, or other names, as a symmetry says, it is the same game.",
    _symmetries_hold, _declares_symmetries, apart=7)
