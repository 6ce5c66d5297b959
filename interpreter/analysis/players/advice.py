"""A game so far to a move that is worth a look, with the results expected of it and of the next best, and how sure that is."""

from __future__ import annotations

from math import isfinite
from typing import Protocol

from attrs import frozen

from ...game.rules import Rules
from ...game.state import Choice, State
from ...machine.machine import Machine
from ...runtime.chance import Dice
from ..playouts.search import Evaluator
from .knowledge.course import Course
from .machines import Supply
from .player import SearchPlayer, Thoughts, point_of
from .search.search import MoveEstimate

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
    """Takes the move that tree search tries most; `name` is the evaluation that the search goes by, if it goes by one."""

    rules: Rules
    player: SearchPlayer
    name: str = ""

    def advise(self, course: Course, dice: Dice) -> Advice:
        """Return the move that tree search tries most."""
        rules, state = self.rules, State(self.rules, course.present)
        choices = rules.decisions.choices(state)
        if len(choices) == 1:
            return Advice(choices[0], "nothing else is possible")
        thoughts = self.player.think(course, dice)
        if not thoughts.moves:
            return Advice(rules.random_choice(state, dice), "taken at random: no position fits what you have seen")
        by_code = {choice.code: choice for choice in choices}
        return Advice(by_code[thoughts.moves[0].code], _how(rules.machines.plain, rules.seats, course, thoughts, by_code))


def adviser_for(rules: Rules, evaluator: Evaluator | None = None, name: str = "", seconds: float | None = SECONDS) -> Adviser:
    """Return the adviser for a table; `evaluator` has this name. Without `seconds` only tries bound a hint."""
    return ByTree(rules, SearchPlayer(rules, TRIES, seconds, Supply(rules, evaluator=evaluator, name=name)), name)


def _how(machine: Machine, seats: list[str], course: Course, thoughts: Thoughts, choices: dict[int, Choice]) -> str:
    """The results expected of the best move and of the next best, and how sure that is."""
    best, *others = thoughts.moves
    seat = point_of(machine, course)[1]
    parts = [f"expected: {_expected(seats, best, seat, thoughts)}"]
    if others:
        second = max(others, key=lambda move: (move.times, move.mean))
        is_close = second.interval[1] >= best.interval[0]
        parts.append(f"next best: {choices[second.code]}, {_expected(seats, second, seat, thoughts)}"
                     + (", too close to tell them apart" if is_close else ""))
    worlds = f", in {thoughts.worlds} positions that fit what you have seen" if thoughts.worlds > 1 else ""
    parts.append(f"{thoughts.tries} tries of {len(thoughts.moves)} of {len(choices)} moves{worlds}")
    return "; ".join(parts)


def _expected(seats: list[str], move: MoveEstimate, seat: int, thoughts: Thoughts) -> str:
    if move.lead is not None:
        return _lead(move, move.lead, thoughts)
    low, high = move.interval
    won = f"{100 * move.share:.0f} of 100 games won ({100 * low:.0f} to {100 * high:.0f})"
    if move.scores is None:
        return won
    scores = ", ".join(f"{seats[place]} {score:.1f}" for place, score in
                       sorted(enumerate(move.scores), key=lambda item: item[0] != seat))
    return f"{won}, score {scores}"


def _lead(move: MoveEstimate, lead: tuple[float, float, float], thoughts: Thoughts) -> str:
    """The lead expected after a move by an evaluation, and how many of the tries were won on the way."""
    mean, low, high = (number / thoughts.per for number in lead)
    won = f", {100 * move.share:.0f} of 100 tries won" if move.share >= 0.005 else ""
    low, high = sorted((low, high) if mean >= 0 else (-low, -high))
    how_sure = f"{low:.1f} to {high:.1f}" if isfinite(low) else "by one try"
    return f"{abs(mean):.1f} {'ahead' if mean >= 0 else 'behind'} by {thoughts.by} ({how_sure}){won}"
