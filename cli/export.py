"""`rulewright export`: a playthrough as data."""

from __future__ import annotations

import json

import click

from ..interpreter.state import State
from .options import json_option
from .replay import path_argument, played


@click.command(epilog="Example: rulewright export games/tutorial/playthroughs/nim_three_heaps.play --json")
@path_argument
@json_option
def command(file: str, as_json: bool) -> None:
    """Print every position of FILE with the move that led to it and the events that happened.

    Text shows a line a move; --json gives the values of all fields after each.
    """
    rules, result = played(file)

    def values(state: State) -> dict[str, str]:
        return {name: rules.written(state, name) for name, cell in rules.cells.items() if not cell.local}

    arranged = len(result.states) > len(result.steps)
    start = result.states[0] if arranged else rules.initial()
    after = result.states[1:] if arranged else result.states
    events = result.events[1:] if arranged else result.events
    if not as_json:
        for (seat, notation), happened in zip(result.steps, events, strict=True):
            who = rules.seats[seat] if seat is not None else "chance"
            click.echo(f"{who}: {notation}" + (f"   -> {', '.join(happened)}" if happened else ""))
        return
    outcome = rules.outcome(after[-1] if after else start)
    click.echo(json.dumps({
        "game": rules.program.name, "players": rules.seats, "rules": rules.hash,
        "options": dict(rules.program.options), "start": values(start),
        "steps": [
            {"by": rules.seats[seat] if seat is not None else None, "choice": notation, "events": list(happened),
             "state": values(state)}
            for (seat, notation), state, happened in zip(result.steps, after, events, strict=True)],
        "outcome": None if outcome is None else {
            "clause": outcome.clause, "ranking": [[rules.seats[seat] for seat in group] for group in outcome.ranking],
            "winners": [rules.seats[seat] for seat in outcome.winners],
            "scores": None if outcome.scores is None else dict(zip(rules.seats, outcome.scores, strict=True))},
    }, indent=2, ensure_ascii=False))
