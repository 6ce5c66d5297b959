"""Two games that differ only in what one player must not know, step by step."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import define

from rulewright.dsl.types import EnumType, IntType, UnionType, size, values
from rulewright.interpreter.cells import Cell
from rulewright.interpreter.chance import Dice
from rulewright.interpreter.faults import RulebookFault
from rulewright.interpreter.observation import Viewer, audience_of
from rulewright.interpreter.record import Played, Trace, log_seen_by
from rulewright.interpreter.rules import CHANCE, Rules
from rulewright.interpreter.standing import standing
from rulewright.interpreter.state import Choice, State

EXPLAINED = 40
TRIES = 20


class Revealed(Exception):
    """The rules have shown something that differs in the two games: from here on they are two games."""


@define
class Twins:
    """Two games, and one who looks at both. What he sees must be the same in both."""

    rules: Rules
    viewer: Viewer
    dice: Dice
    states: tuple[State, State]
    played: tuple[list[Played], list[Played]]
    differed: int = 0

    def views(self) -> tuple[object, object]:
        """All that the viewer sees of the positions, and all that he is told and offered."""
        one, two = (self._view(state, played) for state, played in zip(self.states, self.played, strict=True))
        return one, two

    def _view(self, state: State, played: list[Played]) -> object:
        rules = self.rules
        mover = rules.to_move(state)
        seen: list[object] = [rules.observe(state, self.viewer), rules.view_text(state, self.viewer), mover,
                log_seen_by(played, state, self.viewer)]
        point = rules.point(state)
        levels = standing(rules, state)
        seen.append(levels if mover == self.viewer else levels[:-1])
        if point is not None and mover == self.viewer:
            s = list(state.slots)
            seen += [point.says(s) if point.says else "", [str(choice) for choice in rules.choices(state)]]
            seen += [rules.explain(state, Choice("?", "?", None, code)) for code in self._codes(state)]
        return seen

    def _codes(self, state: State) -> range:
        point = self.rules.point(state)
        assert point is not None
        return range(min(EXPLAINED, point.kinds[-1].first + point.kinds[-1].count))

    def step(self) -> bool:
        """Play on in both; False when there is nothing to play on with. Raises Revealed."""
        one, two = self.states
        if one.is_over or two.is_over:
            return False
        pair = self._choices()
        if pair is None:
            return False
        try:
            (one, first), (two, second) = (self.rules.traced_step(state, choice)
                                           for state, choice in zip(self.states, pair, strict=True))
        except RulebookFault:
            return False
        mover = self.rules.to_move(self.states[0])
        seat = mover if isinstance(mover, int) else None
        for played, choice, trace in zip(self.played, pair, (first, second), strict=True):
            played.append(Played(seat, str(choice), trace))
        self.states = one, two
        if self._shown(first) != self._shown(second) or first.revealed != second.revealed:
            raise Revealed
        return True

    def _choices(self) -> tuple[Choice, Choice] | None:
        """What happens next in each: the same where the viewer sees it, anything where he does not."""
        one, two = self.states
        point, audience = self.rules.point(one), audience_of(self.rules, one)
        assert point is not None
        mine = self.rules.to_move(one) == self.viewer
        unseen = not mine and (point.secret is not None or (audience is not None and self.viewer not in audience))
        if unseen and self.dice.below(2):
            return self.rules.random_choice(one, self.dice), self.rules.random_choice(two, self.dice)
        others = {choice.code: choice for choice in self.rules.choices(two)}
        both = [(choice, others[choice.code]) for choice in self.rules.choices(one) if choice.code in others]
        return self.dice.one_of(both) if both else None

    def _shown(self, trace: Trace) -> list[object]:
        return [value for value, seats in trace.opened if seats is None or self.viewer in seats]

    def offers_shown(self) -> None:
        """Raise Revealed if the offers themselves show something that differs."""
        recorder = self.rules.recorder
        shown = []
        for state in self.states:
            point = recorder.points[state.slots[0]]
            recorder.forget()
            if not state.is_over and point is not None and point.player is not None:
                for kind in point.kinds:
                    kind.legal(list(state.slots))
            shown.append([value for value, kind, to in recorder.opened])
        if shown[0] != shown[1]:
            raise Revealed

    # -- what the viewer does not see ----------------------------------------------------------------

    def disturb(self) -> None:
        """Change something in the second game that the viewer does not see, where the invariants allow it."""
        hidden = [cell for name, cell in self.rules.cells.items() if name in self.rules.hidden(self.viewer)]
        for _ in range(TRIES):
            s = list(self.states[1].slots)
            if not hidden or not self._change(s, self.dice.one_of(hidden), self.dice.one_of(hidden)):
                continue
            changed = State(self.rules, tuple(s))
            if not self.rules.broken_invariants(changed) and self._can_go_on(changed):
                self.states = self.states[0], changed
                return

    def _change(self, s: list[int], one: Cell, other: Cell) -> bool:
        """Move 1 from one cell to another, or give a cell another value; False where that does not fit."""
        if isinstance(one.type, IntType) and isinstance(other.type, IntType):
            s[one.base] -= 1
            s[other.base] += 1
            return s[one.base] >= one.type.low and s[other.base] <= other.type.high and one != other
        if isinstance(one.type, EnumType | UnionType):
            s[one.base] = self.dice.one_of(values(one.type))
            return size(one.type) > 1
        return False

    def _can_go_on(self, state: State) -> bool:
        try:
            return state.is_over or bool(self.rules.choices(state))
        except RulebookFault:
            return False


def compared(rules: Rules, viewer: Viewer, seed: int, most: int = 60) -> Iterator[tuple[bool, object, object]]:
    """The two views at every step of two games, and whether the games differ there."""
    state, trace = rules.traced_initial()
    begun = [Played(None, "begins", trace)]
    twins = Twins(rules, viewer, Dice(seed), (state, state), (list(begun), list(begun)))
    try:
        for _ in range(most):
            if twins.dice.below(3) == 0:
                twins.disturb()
            twins.offers_shown()
            one, two = twins.views()
            yield twins.states[0] != twins.states[1], one, two
            if rules.to_move(twins.states[0]) is not CHANCE and twins.states[0].is_over:
                return
            if not twins.step():
                return
    except Revealed:
        return
