"""Arguments and options that several commands share."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

import click

from ..interpreter.game import Game
from .loading import load

F = TypeVar("F", bound=Callable[..., object])


def game_argument(command: F) -> F:
    """GAME: the name of a rulebook that ships, or a path."""
    return click.argument("game", metavar="GAME", shell_complete=complete_game)(command)


def players_option(command: F) -> F:
    """--players N."""
    return click.option("--players", "-n", type=click.IntRange(min=1), metavar="N",
                        help="Number of players (by default the fewest the game allows).")(command)


def set_option(command: F) -> F:
    """--set NAME=VALUE, as often as wanted."""
    return click.option("settings", "--set", "-s", multiple=True, metavar="NAME=VALUE",
                        help="Set a parameter of the rulebook; may be given several times.")(command)


def seed_option(command: F) -> F:
    """--seed S."""
    return click.option("--seed", type=int, metavar="S", help="Seed of chance; the same seed gives the same game.")(command)


def json_option(command: F) -> F:
    """--json."""
    return click.option("as_json", "--json", is_flag=True, help="Print JSON instead of text.")(command)


def parsed_settings(settings: tuple[str, ...]) -> dict[str, str]:
    """Parameters by name. A setting that is not NAME=VALUE is a usage error."""
    out = {}
    for setting in settings:
        name, equals, value = setting.partition("=")
        if not equals or not name.strip() or not value.strip():
            raise click.BadParameter(f"`{setting}` is not NAME=VALUE", param_hint="--set")
        out[name.strip()] = value.strip()
    return out


def opened(game: str, settings: tuple[str, ...]) -> Game:
    """The game for the GAME argument and the --set options."""
    return load(game, parsed_settings(settings))


def checked_players(game: Game, players: int | None) -> int:
    """The number of players asked for; a usage error when the game does not allow it."""
    if players is None:
        return game.fewest
    if not game.fewest <= players <= game.most:
        allowed = f"{game.fewest} to {game.most}" if game.most > game.fewest else str(game.fewest)
        raise click.BadParameter(f"{game.name} is for {allowed} players", param_hint="--players")
    return players


def known_everywhere(game: str) -> str:
    """A GAME as a saved game names it: a path is written whole, so that the game loads from any folder."""
    path = Path(game)
    return str(path.resolve()) if path.exists() and (path.suffix == ".rules" or path.is_dir()) else game


def complete_game(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[str]:
    """Names of rulebooks that ship; found by their files, none of them is read."""
    from .names import shipped_names

    return [name for name in shipped_names() if name.startswith(incomplete)]
