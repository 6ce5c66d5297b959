"""`rulewright games`: the rulebooks that ship."""

from __future__ import annotations

import json

import click

from .loading import load
from .names import shipped_names
from .options import json_option


@click.command(epilog="Example: rulewright games")
@json_option
def command(as_json: bool) -> None:
    """List the rulebooks that ship: players, parameters, clauses, size of a state."""
    rows = []
    for name in shipped_names():
        game = load(name)
        rules = game.rules()
        players = f"{game.fewest} to {game.most}" if game.most > game.fewest else str(game.fewest)
        rows.append({
            "name": name, "title": rules.program.title, "players": players,
            "parameters": dict(rules.program.options), "clauses": len(rules.clauses), "slots": rules.program.size,
        })
    if as_json:
        click.echo(json.dumps({"games": rows}, indent=2, ensure_ascii=False))
        return
    click.echo(f"{'name':16} {'players':8} {'clauses':>7} {'slots':>6}  title")
    for row in rows:
        click.echo(f"{row['name']:16} {row['players']:8} {row['clauses']:>7} {row['slots']:>6}  {row['title']}")
