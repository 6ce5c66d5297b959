"""A game so far to a move that is worth a look, with the results expected of it and of the next best, and how sure that is."""

from __future__ import annotations

from typing import Protocol

from attrs import frozen

from ...game.observation import made_in_secret
from ...game.rules import Rules
from ...game.state import Choice, State
from ...runtime.chance import Dice
from ...runtime.faults import RulebookFault
from ..playouts.search import Evaluator, GreedyPlayer
from .course import Course
from .machines import Supply
from .player import SearchPlayer, Thoughts, point_of
from .search import Tried

# A hint is found within this number of tries and this time.
TRIES, SECONDS = 1_000, 2.0


@frozen
class Advice:
    """A move, and how it was found."""

    choice: Choice
    how: str


class Adviser(Protocol):
    """Advises the player who is to move."""

    def advise(self, course: Course, dice: Dice) -> Advice:
        """Return a legal move; a player is to move."""
        ...


@frozen
class ByTree:
    """Takes the move that tree search tries most; names the one that an evaluation prefers, where there is one of this name."""

    rules: Rules
    player: SearchPlayer
    worth: Evaluator | None = None
    name: str = ""

    def advise(self, course: Course, dice: Dice) -> Advice:
        """Return the move that tree search tries most."""
        rules, state = self.rules, State(self.rules, course.present)
        choices = rules.choices(state)
        if len(choices) == 1:
            return Advice(choices[0], "nothing else is possible")
        thoughts = self.player.think(course, dice)
        if not thoughts.moves:
            return Advice(rules.random_choice(state, dice), "taken at random: no position fits what you have seen")
        by_code = {choice.code: choice for choice in choices}
        how = _how(rules, course, thoughts, by_code)
        other = None if self.worth is None else _ahead(rules, self.worth, state, by_code, dice)
        ahead = "" if other is None else f"; by {self.name}, one move ahead: {other}"
        return Advice(by_code[thoughts.moves[0].code], how + ahead)


def adviser_for(rules: Rules, worth: Evaluator | None = None, name: str = "", seconds: float | None = SECONDS) -> Adviser:
    """Return the adviser for a table; `worth` is an evaluation of this name. Without `seconds` only tries bound a hint."""
    return ByTree(rules, SearchPlayer(rules, TRIES, seconds, Supply(rules)), worth, name)


def _how(rules: Rules, course: Course, thoughts: Thoughts, choices: dict[int, Choice]) -> str:
    """The results expected of the best move and of the next best, and how sure that is."""
    best, *others = thoughts.moves
    seat = point_of(rules, course)[1]
    parts = [f"expected: {_expected(rules, best, seat)}"]
    if others:
        second = max(others, key=lambda tried: (tried.times, tried.share))
        is_close = second.interval[1] >= best.interval[0]
        parts.append(f"next best: {choices[second.code]}, {_expected(rules, second, seat)}"
                     + (", too close to tell them apart" if is_close else ""))
    worlds = f", in {thoughts.worlds} positions that fit what you have seen" if thoughts.worlds > 1 else ""
    parts.append(f"{thoughts.tries} tries of {len(thoughts.moves)} of {len(choices)} moves{worlds}")
    return "; ".join(parts)


def _expected(rules: Rules, tried: Tried, seat: int) -> str:
    low, high = tried.interval
    said = f"{100 * tried.share:.0f} of 100 games won ({100 * low:.0f} to {100 * high:.0f})"
    if tried.scores is None:
        return said
    scores = ", ".join(f"{rules.seats[at]} {score:.1f}" for at, score in
                       sorted(enumerate(tried.scores), key=lambda item: item[0] != seat))
    return f"{said}, score {scores}"


def _ahead(rules: Rules, worth: Evaluator, state: State, choices: dict[int, Choice], dice: Dice) -> Choice | None:
    """The move that leads to most worth, with all that is hidden as at the beginning; None where it cannot be tried so."""
    point, mover = rules.point(state), rules.to_move(state)
    assert point is not None, "a player is to move"
    assert isinstance(mover, int), "a player is to move"
    seen = list(rules.observer.as_seen(state, mover))
    entries = list(rules.machine.notes.entries)
    try:
        if made_in_secret(rules, state) or rules.machine.legal(seen, point) != list(choices):
            return None
        return choices[GreedyPlayer(rules, worth).choose(seen, point, dice)[0]]
    except RulebookFault:
        # What is seen may be no position that the rules can play on from.
        return None
    finally:
        # What is only tried is no part of the game: its entries into phases do not count.
        rules.machine.notes.entries[:] = entries
