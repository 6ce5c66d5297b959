"""`rulewright games`: list the rulebooks that ship."""

from __future__ import annotations

import json

import click
from attrs import asdict, frozen

from ...dsl.driver.compilation import title_of
from ...dsl.load.loader import find, read, variants_of
from ..shared.formats.json_values import json_values
from ..shared.games.loading import load
from ..shared.games.names import offered_names
from ..shared.games.options import json_option


@click.command(epilog="Example: rulewright games")
@json_option
def command(as_json: bool) -> None:
    """List the rulebooks that ship: players, variants, clauses, size of a state. --json adds the parameters."""
    rows = [row_of(name) for name in offered_names()]
    if as_json:
        click.echo(json.dumps({"games": [as_record(row) for row in rows]}, indent=2, ensure_ascii=False))
        return
    click.echo(f"{'name':24} {'players':8} {'clauses':>7} {'slots':>6}  title")
    for row in rows:
        click.echo(f"{row.name:24} {row.players:8} {row.clauses:>7} {row.slots:>6}  {row.title}")
        for variant, title in row.variant_titles.items():
            click.echo(f"  {row.name}:{variant}".ljust(50) + title)


@frozen
class GameFacts:
    """The facts that the list shows about a rulebook."""

    name: str
    title: str
    fewest: int
    most: int
    variants: tuple[str, ...]
    variant_titles: dict[str, str]
    parameters: dict[str, str]
    clauses: int
    slots: int

    @property
    def players(self) -> str:
        """The number of players, as one number or a range."""
        return f"{self.fewest} to {self.most}" if self.most > self.fewest else str(self.fewest)


def as_record(row: GameFacts) -> dict[str, object]:
    """Convert a row to JSON: the number of players as the fewest and the most, parameters as values."""
    return {**asdict(row), "players": {"fewest": row.fewest, "most": row.most}, "parameters": json_values(row.parameters)}


def row_of(name: str) -> GameFacts:
    """Return the facts about the rulebook that ships under a name."""
    game = load(name)
    # With the fewest players: more of them take more slots.
    rules = game.rules()
    main = find(name)
    variants = {variant: title_of(read(main, (variant,))) for variant in variants_of(main)}
    return GameFacts(name, rules.program.title, game.fewest, game.most, tuple(variants), variants,
                     dict(rules.program.parameters), len(rules.clauses), rules.program.size)
