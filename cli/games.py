"""`rulewright games`: the rulebooks that ship."""

from __future__ import annotations

import json

import click
from attrs import asdict, frozen

from ..dsl.library import find, variants_of
from .loading import load
from .names import shipped_names
from .options import json_option


@click.command(epilog="Example: rulewright games")
@json_option
def command(as_json: bool) -> None:
    """List the rulebooks that ship: players, variants, clauses, size of a state; --json adds the parameters."""
    rows = [row_of(name) for name in shipped_names()]
    if as_json:
        click.echo(json.dumps({"games": [asdict(row) for row in rows]}, indent=2, ensure_ascii=False))
        return
    click.echo(f"{'name':16} {'players':8} {'clauses':>7} {'slots':>6}  {'title':20} variants")
    for row in rows:
        click.echo(f"{row.name:16} {row.players:8} {row.clauses:>7} {row.slots:>6}  {row.title:20} "
                   f"{', '.join(row.variants)}".rstrip())


@frozen
class Row:
    """What is told about a rulebook."""

    name: str
    title: str
    players: str
    variants: tuple[str, ...]
    parameters: dict[str, str]
    clauses: int
    slots: int


def row_of(name: str) -> Row:
    """What is told about the rulebook that ships under a name."""
    game = load(name)
    rules = game.rules()
    players = f"{game.fewest} to {game.most}" if game.most > game.fewest else str(game.fewest)
    return Row(name, rules.program.title, players, tuple(variants_of(find(name))), dict(rules.program.options),
               len(rules.clauses), rules.program.size)
