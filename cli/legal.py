"""`rulewright legal`: the choices at the end of a playthrough."""

from __future__ import annotations

import json

import click

from .options import json_option
from .replay import path_argument, played, values_of


@click.command(epilog="Example: rulewright legal games/tutorial/playthroughs/nim_three_heaps.play")
@path_argument
@json_option
def command(file: str, as_json: bool) -> None:
    """Print who is to move at the end of FILE, and what may be chosen, in the game's notation.

    Exit code 1 when something in FILE is not so; of a file that was cut off, what stands before
    the line that was cut counts.
    """
    replay = played(file)
    rules, state = replay.rules, replay.end.state
    who = None if state.is_over else rules.mover(state)
    choices = rules.choices(state)
    if as_json:
        click.echo(json.dumps({"to_move": who, "choices": [
            {"notation": one.notation, "clause": one.clause, **({} if one.player is not None else {"weight": one.weight})}
            for one in choices], "state": values_of(rules, state)}, indent=2, ensure_ascii=False))
    else:
        count = f"{len(choices)} choice{'s' if len(choices) != 1 else ''}"
        click.echo(f"{who} to move, {count}" if who else "the game is over")
        for one in choices:
            click.echo(one.notation)
    raise SystemExit(1 if replay.failures else 0)
