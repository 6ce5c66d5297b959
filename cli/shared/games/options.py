"""Arguments and options that several commands share: command line -> values."""

from __future__ import annotations

import os
import shlex
from collections.abc import Callable, Iterable
from functools import wraps
from math import isfinite
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

import click
from attrs import field, frozen

from ....dsl.source import disk
from ....dsl.source.diagnostics import RulebookError
from ....dsl.source.search_path import NoSuchRulebook, find, split_variants, variants_of

if TYPE_CHECKING:
    # The machine is imported when a game is opened, and the compiler when a rulebook is read.
    from ....dsl.load.loader import Files
    from ....interpreter.game.game import Game
    from ....interpreter.game.rules import Rules
    from ....interpreter.game.viewing.observation import Viewer

F = TypeVar("F", bound=Callable[..., object])
# Seeds that a playthrough can name lie between -MAX_SEED and MAX_SEED.
MAX_SEED = 10**18 - 1
# A series has at most this number of games.
MOST_GAMES = 10**8
GAMES = click.IntRange(1, MOST_GAMES)


class Decimal(click.FloatRange):
    """A decimal number in a range; `nan` and infinity are refused."""

    def convert(self, value: float, param: click.Parameter | None, ctx: click.Context | None) -> float:
        number = float(super().convert(value, param, ctx))
        if not isfinite(number):
            self.fail(f"{value!r} is not a number to compare with.", param, ctx)
        return number


PERCENT = Decimal(0, 100)


class PlaythroughPath(click.Path):
    """The path of an existing playthrough."""

    def __init__(self) -> None:
        super().__init__(exists=True, dir_okay=False)

    def convert(self, value: str | os.PathLike[str], param: click.Parameter | None,
                ctx: click.Context | None) -> str | bytes | os.PathLike[str]:
        path = super().convert(value, param, ctx)
        if str(path).endswith(".rules"):
            self.fail(f"`{value}` is a rulebook, not a playthrough", param, ctx)
        return path


PLAYTHROUGH, PLAYERS = PlaythroughPath(), click.IntRange(min=1)


@frozen
class GameRequest:
    """The game that a command is asked for: a rulebook, variants, parameters, and a number of players.

    `option` is the option that gives the parameters, for messages.
    """

    rulebook: str
    variants: tuple[str, ...]
    parameters: tuple[tuple[str, str], ...]
    players: int | None
    option: str = field(default="--set", eq=False, repr=False)

    def files(self) -> Files:
        """Read the rulebook. Raises NoSuchRulebook."""
        from ....dsl.load.loader import read

        return read(find(self.rulebook), self.variants)

    def game(self) -> Game:
        """Open the game. Raises NoSuchRulebook, and RulebookError for mistakes; wrong parameters are wrong usage."""
        from .loading import game_of

        try:
            return game_of(self.files(), dict(self.parameters), self.players)
        except RulebookError as error:
            raise _wrong_use(error, self.option) or error from None

    @property
    def name(self) -> str:
        """The rulebook with its variants, as an argument names it."""
        return ":".join((self.rulebook, *self.variants))

    @property
    def known_as(self) -> str:
        """The rulebook as a saved game names it."""
        return known_everywhere(self.rulebook)

    @property
    def known_variants(self) -> tuple[str, ...]:
        """The variants as a saved game names them."""
        return tuple(known_everywhere(name) for name in self.variants)

    def rules(self) -> Rules:
        """Return the rules for the number of players asked for, else the minimum. Raises as `game`."""
        game = self.game()
        return game.rules(checked_players(game, self.players))


def _wrong_use(error: RulebookError, option: str) -> click.BadParameter | None:
    """Return the mistakes of a rulebook as wrong usage if the parameters of an option cause all of them."""
    from .loading import wrong_parameters

    messages = [mistake.message + (f"; {mistake.help}" if mistake.help else "") for mistake in wrong_parameters(error)]
    return click.BadParameter("\n".join(messages), param_hint=option) if messages else None


def with_parameters(game: str, parameters: Iterable[tuple[str, str]]) -> str:
    """Return a game with its parameters as arguments of a command."""
    return " ".join([shlex.quote(game), *(f"--set {shlex.quote(f'{name}={value}')}" for name, value in parameters)])


def game_options(command: Callable[..., object]) -> Callable[..., object]:
    """Add GAME, --players, --variant and --set, as one `GameRequest`."""
    return _packed(command, players_option)


def game_options_all_players(command: Callable[..., object]) -> Callable[..., object]:
    """Add the same; without --players the command takes every number."""
    return _packed(command, all_players_option)


def _packed(command: Callable[..., object],
            players: Callable[[Callable[..., object]], Callable[..., object]]) -> Callable[..., object]:
    @wraps(command)
    def packed(game: str, players: int | None, variants: tuple[str, ...], parameters: tuple[str, ...],
               **others: object) -> object:
        return command(game_request(game, players, variants, parameters), **others)

    return game_argument(players(variant_option(set_option(packed))))


def game_request(game: str, players: int | None, variants: tuple[str, ...], parameters: tuple[str, ...],
                 option: str = "--set") -> GameRequest:
    """Return the game asked for, with the variants that the GAME argument names too; `option` gives the parameters."""
    rulebook, named = split_variants(game)
    return GameRequest(rulebook, (*named, *variants), tuple(parsed_parameters(parameters, option).items()), players,
                       option=option)


def game_argument(command: F) -> F:
    """Add GAME: the name of a rulebook that ships, or a path."""
    return click.argument("game", metavar="GAME", shell_complete=complete_game)(command)


def players_option(command: F) -> F:
    """Add --players N."""
    return click.option("--players", "-n", type=PLAYERS, metavar="N",
                        help="Set the number of players.", show_default="the minimum")(command)


def all_players_option(command: F) -> F:
    """Add --players N for a command that takes every number by default."""
    return click.option("--players", "-n", type=PLAYERS, metavar="N",
                        help="Use only this number of players.", show_default="every number")(command)


def set_option(command: F) -> F:
    """Add --set NAME=VALUE, any number of times."""
    return click.option("parameters", "--set", "-s", multiple=True, metavar="NAME=VALUE",
                        help="Set a parameter of the rulebook; repeatable.")(command)


def variant_option(command: F) -> F:
    """Add --variant NAME, any number of times."""
    return click.option("variants", "--variant", "-V", multiple=True, metavar="NAME", shell_complete=complete_variant,
                        help="Apply this variant of the rulebook; repeatable.")(command)


def seed_option(command: F) -> F:
    """Add --seed S."""
    return click.option("--seed", type=int, metavar="S", callback=_checked_seed,
                        help="Seed the random numbers; the same seed gives the same result.")(command)


def _checked_seed(ctx: click.Context, param: click.Parameter, seed: int | None) -> int | None:
    # Not an `IntRange`: its bounds of 18 digits would stand in every help text.
    if seed is not None and abs(seed) > MAX_SEED:
        raise click.BadParameter(f"a seed has at most {len(str(MAX_SEED))} digits")
    return seed


def json_option(command: F) -> F:
    """Add --json."""
    return click.option("as_json", "--json", is_flag=True, help="Print JSON instead of text.")(command)


def seen_by_option(command: F) -> F:
    """Add --seen-by PLAYER."""
    return click.option("--seen-by", metavar="PLAYER",
                        help="Show only what this player sees; `spectator`: what everybody sees.")(command)


def viewer_called(seats: list[str], name: str | None) -> Viewer | None:
    """Return the viewer that --seen-by names; None without it. An unknown name is a usage error."""
    if name is None or name in seats:
        return None if name is None else seats.index(name)
    if name == "spectator":
        from ....interpreter.game.viewing.observation import SPECTATOR

        return SPECTATOR
    raise click.BadParameter(f"there is no player `{name}`; there are {', '.join(seats)}, and `spectator`",
                             param_hint="--seen-by")


def parsed_parameters(parameters: tuple[str, ...], option: str = "--set") -> dict[str, str]:
    """Parse NAME=VALUE texts: parameters by name. Any other text is a usage error."""
    out: dict[str, str] = {}
    for parameter in parameters:
        name, equals, value = parameter.partition("=")
        if not equals or not name.strip() or not value.strip():
            raise click.BadParameter(f"`{parameter}` is not NAME=VALUE", param_hint=option)
        if name.strip() in out:
            raise click.BadParameter(f"`{name.strip()}` is set twice", param_hint=option)
        out[name.strip()] = value.strip()
    return out


def checked_players(game: Game, players: int | None) -> int:
    """Return the number of players asked for, else the minimum; a number that the game does not allow is a usage error."""
    if players is None:
        return game.fewest
    if not game.fewest <= players <= game.most:
        allowed = f"{game.fewest} to {game.most}" if game.most > game.fewest else str(game.fewest)
        raise click.BadParameter(f"{game.name} is for {allowed} players", param_hint="--players")
    return players


def known_everywhere(game: str) -> str:
    """Return a rulebook or variant as a saved game names it: with an absolute path, so that it loads from any folder."""
    path = Path(game)
    return str(disk.resolved(path)) if disk.exists(path) and (path.suffix == ".rules" or disk.is_folder(path)) else game


def complete_game(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[str]:
    """Complete the names of rulebooks that ship, without reading them."""
    from .names import offered_names

    return [name for name in offered_names() if name.startswith(incomplete)]


def complete_variant(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[str]:
    """Complete the names of the variants of the GAME before on the line."""
    try:
        known = variants_of(find(split_variants(str(ctx.params.get("game")))[0]))
    except NoSuchRulebook:
        return []
    return [name for name in known if name.startswith(incomplete)]
