"""`rulewright export`: a playthrough as data."""

from __future__ import annotations

import json

import click

from ..interpreter.rules import Rules
from ..interpreter.state import State
from .options import json_option
from .replay import Replay, path_argument, played, values_of


@click.command(epilog="Example: rulewright export games/tutorial/playthroughs/nim_three_heaps.play --json")
@path_argument
@json_option
def command(file: str, as_json: bool) -> None:
    """Print every position of FILE with the move that led to it and the events that happened.

    Text shows a line a move; --json gives the values of all fields after each. Exit code 1 when
    something in FILE is not so; of a file that was cut off, what stands before the line that was
    cut counts.
    """
    replay = played(file)
    if as_json:
        click.echo(json.dumps(_record(replay), indent=2, ensure_ascii=False))
    else:
        for step in replay.end.steps:
            who = replay.rules.seats[step.seat] if step.seat is not None else "chance"
            click.echo(f"{who}: {step.notation}" + (f"   -> {', '.join(step.events)}" if step.events else ""))
    raise SystemExit(1 if replay.failures else 0)


def _record(replay: Replay) -> dict[str, object]:
    rules, end = replay.rules, replay.end
    return {
        "game": rules.program.name, "players": rules.seats, "rules": rules.hash,
        "options": dict(rules.program.options), "start": values_of(rules, end.start),
        "steps": [
            {"by": rules.seats[step.seat] if step.seat is not None else None, "choice": step.notation,
             "events": list(step.events), "state": values_of(rules, step.state)} for step in end.steps],
        "outcome": _outcome(rules, end.state),
    }


def _outcome(rules: Rules, state: State) -> dict[str, object] | None:
    outcome = rules.outcome(state)
    if outcome is None:
        return None
    return {
        "clause": outcome.clause, "ranking": [[rules.seats[seat] for seat in group] for group in outcome.ranking],
        "winners": [rules.seats[seat] for seat in outcome.winners],
        "scores": None if outcome.scores is None else dict(zip(rules.seats, outcome.scores, strict=True)),
    }
