"""`rulewright export`: print a playthrough as data."""

from __future__ import annotations

import json

import click

from ...interpreter.game.game_log import log_seen_by
from ...interpreter.game.state import Outcome
from ...interpreter.game.viewing.observation import Viewer
from ..playthroughs.replay import Replay, path_argument, played, values_of
from ..shared.formats.json_values import json_values
from ..shared.games.options import json_option, seen_by_option, viewer_called


@click.command(epilog="Example: rulewright export games/tutorial/playthroughs/nim_three_heaps.play --json")
@path_argument
@json_option
@seen_by_option
def command(file: str, as_json: bool, seen_by: str | None) -> None:
    """Print every move of FILE with its events.

    Text has one line for each move; --json adds the values of all fields after it. With --seen-by, print
    the game as that player saw it. If FILE ends in an incomplete line, the lines before it count.
    Exit with 1 if an expectation in FILE fails.
    """
    replay = played(file)
    viewer = viewer_called(replay.rules.seats, seen_by)
    if as_json:
        click.echo(json.dumps(_record(replay, viewer), indent=2, ensure_ascii=False))
    else:
        for step in log_seen_by(replay.end.steps, replay.end.state, viewer):
            who = replay.rules.seats[step.seat] if step.seat is not None else "chance"
            click.echo(f"{who}: {step.notation}" + (f"   -> {', '.join(step.events)}" if step.events else ""))
    raise SystemExit(1 if replay.failures else 0)


def _record(replay: Replay, viewer: Viewer | None) -> dict[str, object]:
    rules, end = replay.rules, replay.end
    log = log_seen_by(end.steps, end.state, viewer)
    return {
        "game": rules.program.name, "players": rules.seats, "rules": rules.analyses.hash,
        "options": json_values(dict(rules.program.parameters)),
        "start": json_values(values_of(rules.observer, end.start, viewer)),
        "steps": [
            {"by": rules.seats[view.seat] if view.seat is not None else None, "choice": view.notation,
             "events": list(view.events), "state": json_values(values_of(rules.observer, step.state, viewer))}
            for view, step in zip(log, end.steps, strict=True)],
        "outcome": _outcome(rules.endings.outcome(end.state), rules.seats),
    }


def _outcome(outcome: Outcome | None, seats: list[str]) -> dict[str, object] | None:
    if outcome is None:
        return None
    return {
        "clause": outcome.clause, "ranking": [[seats[seat] for seat in group] for group in outcome.ranking],
        "winners": [seats[seat] for seat in outcome.winners],
        "scores": None if outcome.scores is None else dict(zip(seats, outcome.scores, strict=True)),
    }
