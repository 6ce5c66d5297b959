"""Laws of a whole game: written down and played again, also on a new machine, it is the same game."""

from __future__ import annotations

from ...game.rules import Rules
from ...game.viewing.event_log import PlayedStep
from ...playthroughs.lines.reader import read
from ...playthroughs.lines.writer import header, lines_of
from ...playthroughs.running.runner import PlaythroughRunner
from .law.law import Breach, Law, ReachedPosition, Step


def traced(rules: Rules, steps: tuple[Step, ...]) -> tuple[PlayedStep, ...]:
    """Steps from the beginning of a game, with what happened in each. Raises IllegalChoice and RulebookFault."""
    state, out = rules.initial(), []
    for seat, notation in steps:
        state, trace = rules.recording.step(state, notation)
        out.append(PlayedStep(seat, trace.written(notation), trace))
    return tuple(out)


def _is_the_same_again(reached: ReachedPosition) -> Breach | None:
    """The game as a playthrough, played on a new machine, ends in the same position."""
    rules = reached.rules
    fresh = rules.seated(tuple(rules.seats))
    text = header(rules, rules.program.name) + lines_of(rules.seats, traced(rules, reached.steps))
    playthrough = read("again.play", text)
    if playthrough.problems:
        return Breach(f"its playthrough cannot be read: {playthrough.problems[0].message}")
    result = PlaythroughRunner(fresh, playthrough).run()
    if result.final is None:
        return Breach(f"its playthrough fails: {result.failures[0].message}")
    return None if result.final.state == reached.state else Breach("its playthrough comes to another position")


GAMES_REPEAT = Law(
    "games_repeat", "A recorded game, replayed on a new machine, is the same game.", _is_the_same_again,
    whole_games=True)
