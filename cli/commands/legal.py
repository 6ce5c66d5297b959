"""`rulewright legal`: list the legal moves at the end of a playthrough."""

from __future__ import annotations

import json

import click

from ..playthroughs.replay import path_argument, played, values_of
from ..shared.formats.json_values import json_values
from ..shared.games.options import json_option, seen_by_option, viewer_called


@click.command(epilog="Example: rulewright legal games/tutorial/playthroughs/nim_three_heaps.play")
@path_argument
@json_option
@seen_by_option
def command(file: str, as_json: bool, seen_by: str | None) -> None:
    """Print who is to move at the end of FILE, and the legal moves in the game's notation.

    With --seen-by, print what that player sees; legal moves are listed only on their turn. If FILE ends
    in an incomplete line, the position before that line counts. Exit with 1 if an expectation in FILE fails.
    """
    replay = played(file)
    rules, state = replay.rules, replay.end.state
    who = None if state.is_over else rules.decisions.mover(state)
    viewer = viewer_called(rules.seats, seen_by)
    # What another player may choose can show what they hold.
    choices = rules.decisions.choices(state) if viewer is None or rules.decisions.to_move(state) == viewer else ()
    if as_json:
        click.echo(
            json.dumps(
                {
                    "to_move": who,
                    "choices": [
                        {
                            "notation": choice.notation,
                            "clause": choice.clause,
                            **({} if choice.player is not None else {"weight": choice.weight}),
                        }
                        for choice in choices
                    ],
                    "state": json_values(values_of(rules.observer, state, viewer)),
                },
                indent=2,
                ensure_ascii=False,
            )
        )
    else:
        count = f", {len(choices)} choice{'s' if len(choices) != 1 else ''}" if choices else ""
        click.echo(f"{who} to move{count}" if who else "the game is over")
        for choice in choices:
            click.echo(choice.notation)
    raise SystemExit(1 if replay.failures else 0)
