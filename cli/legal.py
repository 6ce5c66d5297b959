"""`rulewright legal`: the choices at the end of a playthrough."""

from __future__ import annotations

import json

import click

from .options import json_option
from .replay import path_argument, played


@click.command(epilog="Example: rulewright legal games/tutorial/playthroughs/nim_three_heaps.play")
@path_argument
@json_option
def command(file: str, as_json: bool) -> None:
    """Print who is to move at the end of FILE, and what may be chosen, in the game's notation."""
    rules, result = played(file)
    state = result.final
    assert state is not None
    who = None if state.is_over else rules.mover(state)
    choices = rules.choices(state)
    if as_json:
        values = {name: rules.written(state, name) for name, cell in rules.cells.items() if not cell.local}
        click.echo(json.dumps({"to_move": who, "choices": [
            {"notation": one.notation, "clause": one.clause, **({} if one.player is not None else {"weight": one.weight})}
            for one in choices], "state": values}, indent=2, ensure_ascii=False))
        return
    click.echo(f"{who} to move, {len(choices)} choices" if who else "the game is over")
    for one in choices:
        click.echo(one.notation)
