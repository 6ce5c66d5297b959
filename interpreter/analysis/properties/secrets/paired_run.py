"""Two games that are the same to one viewer, played on side by side, and what the viewer sees in each."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeVar
from zlib import crc32

from attrs import define, field

from .....dsl.types.types import EnumType, FlagType, IntType, UnionType, lowest, size, values, width
from ....backends.backend import BLOCK
from ....game.call_stack import call_stack
from ....game.game_log import ViewedStep, log_seen_by, settled
from ....game.state import Choice, State
from ....game.viewing.event_log import PlayedStep, Trace
from ....game.viewing.observation import Viewer
from ....runtime.cells import Cell
from ....runtime.chance import Dice
from ....runtime.faults import RulebookFault

T = TypeVar("T")
View = dict[str, object]

MOST_REFUSALS = 24
MOST_CHANGES = 10
TRIES = 12


def _spread(count: int, shift: int) -> list[int]:
    """Codes of moves spread over a choice with `count` codes; with another shift they are others."""
    most = min(MOST_REFUSALS, count)
    return [(i * count // most + shift) % count for i in range(most)]


class SecretRevealed(Exception):
    """The rules have shown something that differs in the two games: from here on they are two games."""


@define
class PairedRun:
    """Two games, and a viewer. Both must look the same to the viewer.

    `began` is the position from which the second game began. `heard` are the steps of each that the viewer has heard of,
    without choices that are not revealed yet.
    """

    viewer: Viewer
    dice: Dice
    states: tuple[State, State]
    began: State
    played: tuple[list[PlayedStep], list[PlayedStep]] = field(factory=lambda: ([], []))
    heard: tuple[list[ViewedStep], list[ViewedStep]] = field(factory=lambda: ([], []))

    @property
    def differ(self) -> bool:
        """Whether the two games are in different positions."""
        return self.states[0] != self.states[1]

    def views(self) -> tuple[View, View]:
        """All that the viewer sees of each position, and all that they are offered and refused."""
        # From position to position other moves are asked about, without the dice: they decide how the games go on.
        shift = crc32(str(self.began.slots).encode()) + len(self.played[0])
        first, second = (self._view(state, self._log(state, played, heard), shift)
                         for state, played, heard in zip(self.states, self.played, self.heard, strict=True))
        return first, second

    def _log(self, state: State, played: list[PlayedStep], heard: list[ViewedStep]) -> list[ViewedStep]:
        """Return the steps of a game that the viewer hears of, and keep those that can no longer change."""
        log = heard + log_seen_by(played, state, self.viewer, len(heard))
        heard += log[len(heard) : settled(played, state)]
        return log

    def _view(self, state: State, log: list[ViewedStep], shift: int) -> View:
        rules, viewer = state.rules, self.viewer
        mover, point, levels = rules.decisions.to_move(state), rules.decisions.point(state), call_stack(state)
        view: View = {
            "sees": rules.observer.observe(state, viewer),
            "hears of": log,
            "sees to move": rules.decisions.mover(state),
            # The last level is what another player is asked, in words that may name what only they know.
            "sees going on": levels if mover == viewer else levels[:-1],
        }
        if point is not None and mover == viewer:
            s = list(state.slots)
            codes = _spread(point.kinds[-1].first + point.kinds[-1].count, shift)
            view["is asked"] = point.says(s) if point.says else ""
            view["is offered"] = [str(choice) for choice in rules.decisions.choices(state)]
            view["is refused"] = [rules.explainer.explain(state, Choice("?", "?", None, code)) for code in codes]
        view["reads"] = rules.state_text.write_view(state, viewer).splitlines()
        return view

    # -- playing on ------------------------------------------------------------------------------

    def step(self) -> bool:
        """Play on in both; False when there is nothing to play on with. Raises Revealed."""
        pair = None if any(state.is_over for state in self.states) else self._choices()
        if pair is None:
            return False
        try:
            first, second = (state.rules.recording.step(state, choice)
                             for state, choice in zip(self.states, pair, strict=True))
        except RulebookFault:
            return False
        for played, choice, (_, trace) in zip(self.played, pair, (first, second), strict=True):
            played.append(PlayedStep(choice.player, str(choice), trace))
        self.states = first[0], second[0]
        # What rules show on purpose is no leak. From there on the viewer may know
        # which of the two games it is, so they are not compared any further.
        if self._shown(first[1]) != self._shown(second[1]) or first[1].revealed != second[1].revealed:
            raise SecretRevealed
        return True

    def _choices(self) -> tuple[Choice, Choice] | None:
        """Choose the next step of each game: the same where the viewer sees it, any where they do not."""
        first, second = self.states
        rules = first.rules
        point, audience = rules.decisions.point(first), rules.observer.audience_of(first)
        assert point is not None, "the game goes on"
        mine = rules.decisions.to_move(first) == self.viewer
        unseen = not mine and (point.secret is not None or (audience is not None and self.viewer not in audience))
        # Half of the time only: a viewer must learn nothing from equal choices either.
        if unseen and self.dice.below(2):
            return rules.random_choice(first, self.dice), rules.random_choice(second, self.dice)
        others = {choice.code: choice for choice in rules.decisions.choices(second)}
        # By their codes: what is written may name hidden values, and differ in the two games.
        pairs = [(choice, others[choice.code]) for choice in rules.decisions.choices(first) if choice.code in others]
        return self.dice.one_of(pairs) if pairs else None

    def _shown(self, trace: Trace) -> list[object]:
        return [opened.value for opened in trace.opened if opened.to is None or self.viewer in opened.to]

    def show_offers(self) -> None:
        """Raise Revealed if the offers themselves show something that differs."""
        shown = []
        for state in self.states:
            recorder = state.rules.machines.recorder
            point = recorder.points[state.slots[BLOCK]]
            recorder.notes.forget()
            if not state.is_over and point is not None and point.player is not None:
                # Listing the moves on the recording machine notes what `open` shows on the way.
                for kind in point.kinds:
                    kind.legal(list(state.slots))
            shown.append([value for value, _, _, _ in recorder.notes.opened])
        if shown[0] != shown[1]:
            raise SecretRevealed

    # -- what the viewer does not see ------------------------------------------------------------

    def disturb(self) -> None:
        """Change things in the second game that the viewer does not see, where the invariants allow it."""
        rules = self.states[1].rules
        hidden = [cell for name, cell in rules.cells.items() if name in rules.observer.hidden(self.viewer)]
        for _ in range(self.dice.below(MOST_CHANGES + 1) if hidden else 0):
            for _ in range(TRIES):
                s = list(self.states[1].slots)
                if not _change(s, self.dice.one_of(hidden), self.dice.one_of(hidden), self.dice):
                    continue
                changed = State(rules, tuple(s))
                if not rules.invariants.broken(changed) and _can_go_on(changed):
                    self.states = self.states[0], changed
                    break


def _change(s: list[int], cell: Cell, other: Cell, dice: Dice) -> bool:
    """Exchange the values of two cells, move some from one to the other, or give one another value; False where that fails."""
    # Most invariants are about totals, which exchanging and moving keep; another value alone is seldom allowed.
    if cell != other and cell.type == other.type and dice.below(2):
        a, b = (range(part.base, part.base + width(part.type)) for part in (cell, other))
        s[a.start : a.stop], s[b.start : b.stop] = s[b.start : b.stop], s[a.start : a.stop]
        return True
    if isinstance(cell.type, IntType) and isinstance(other.type, IntType):
        amount = 1 + dice.below(min(size(cell.type), size(other.type)) - 1) if dice.below(2) else 1
        s[cell.base] -= amount
        s[other.base] += amount
        return s[cell.base] >= lowest(cell.type) and s[other.base] <= other.type.high and cell != other
    if isinstance(cell.type, EnumType | UnionType | FlagType):
        s[cell.base] = dice.one_of(values(cell.type))
        return size(cell.type) > 1
    return False


def _can_go_on(state: State) -> bool:
    try:
        return state.is_over or bool(state.rules.decisions.choices(state))
    except RulebookFault:
        return False


def compared(state: State, viewer: Viewer, dice: Dice, most: int) -> Iterator[tuple[PairedRun, View, View]]:
    """Two games that begin in a position and in another that is the same to the viewer, with both views at every step."""
    paired = PairedRun(viewer, dice, (state, state), state)
    paired.disturb()
    paired.began = paired.states[1]
    try:
        for _ in range(most):
            paired.show_offers()
            yield paired, *paired.views()
            if not paired.step():
                return
    # A position that could never come about may raise a fault; that tells nobody anything.
    except (SecretRevealed, RulebookFault):
        return
