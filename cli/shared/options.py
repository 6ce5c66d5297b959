"""Arguments and options that several commands share."""

from __future__ import annotations

import os
import shlex
from collections.abc import Callable, Iterable
from functools import wraps
from math import isfinite
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

import click
from attrs import frozen

from ...dsl.load.loader import Files, NoSuchRulebook, find, parted, read, variants_of
from ...dsl.source.diagnostics import RulebookError

if TYPE_CHECKING:
    # The machine is imported when a game is opened: what only compiles a rulebook does without it.
    from ...interpreter.game.game import Game
    from ...interpreter.game.observation import Viewer
    from ...interpreter.game.rules import Rules

F = TypeVar("F", bound=Callable[..., object])
# Seeds that a playthrough can name.
SEED = click.IntRange(1 - 10**18, 10**18 - 1)
# More games than this are more than can be listed, and than anybody waits for.
MOST_GAMES = 10**8
GAMES = click.IntRange(1, MOST_GAMES)


class Decimal(click.FloatRange):
    """A decimal number in a range; neither `nan`, which is in no range and outside none, nor infinity."""

    def convert(self, value: float, param: click.Parameter | None, ctx: click.Context | None) -> float:
        number = float(super().convert(value, param, ctx))
        if not isfinite(number):
            self.fail(f"{value!r} is not a number to compare with.", param, ctx)
        return number


PERCENT = Decimal(0, 100)


class PlaythroughPath(click.Path):
    """The path of a playthrough that is there."""

    def __init__(self) -> None:
        super().__init__(exists=True, dir_okay=False)

    def convert(self, value: str | os.PathLike[str], param: click.Parameter | None,
                ctx: click.Context | None) -> str | bytes | os.PathLike[str]:
        path = super().convert(value, param, ctx)
        if str(path).endswith(".rules"):
            self.fail(f"`{value}` is a rulebook, not a playthrough", param, ctx)
        return path


PLAYTHROUGH = PlaythroughPath()


@frozen
class Asked:
    """The game that a command is asked for: a rulebook, its variants and parameters, and how many play."""

    rulebook: str
    variants: tuple[str, ...]
    settings: tuple[tuple[str, str], ...]
    players: int | None

    def files(self) -> Files:
        """The rulebook, read. Raises NoSuchRulebook."""
        return read(find(self.rulebook), self.variants)

    def game(self) -> Game:
        """The game. Raises NoSuchRulebook, and RulebookError when the rulebook has mistakes; wrong settings are wrong usage."""
        from .loading import game_of

        try:
            return game_of(self.files(), dict(self.settings), self.players)
        except RulebookError as error:
            raise _wrong_use(error) or error from None

    @property
    def name(self) -> str:
        """The rulebook with its variants, as it can be written in an argument."""
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
        """The rules for the number of players that was asked for, or the fewest; as `game`."""
        game = self.game()
        return game.rules(checked_players(game, self.players))


def _wrong_use(error: RulebookError) -> click.BadParameter | None:
    """The mistakes of a rulebook as wrong usage, if they are all due to --set."""
    from .loading import wrong_settings

    told = [setting.message + (f"; {setting.help}" if setting.help else "") for setting in wrong_settings(error)]
    return click.BadParameter("\n".join(told), param_hint="--set") if told else None


def with_settings(game: str, settings: Iterable[tuple[str, str]]) -> str:
    """A game with its parameters, as they can be written behind a command."""
    return " ".join([shlex.quote(game), *(f"--set {shlex.quote(f'{name}={value}')}" for name, value in settings)])


def game_options(command: Callable[..., object]) -> Callable[..., object]:
    """GAME, --players, --variant and --set, as one `Asked`."""
    @wraps(command)
    def packed(game: str, players: int | None, variants: tuple[str, ...], settings: tuple[str, ...],
               **others: object) -> object:
        return command(asked_for(game, players, variants, settings), **others)

    return game_argument(players_option(variant_option(set_option(packed))))


def asked_for(game: str, players: int | None, variants: tuple[str, ...], settings: tuple[str, ...]) -> Asked:
    """What is asked for, with the variants that stand in the GAME argument itself."""
    rulebook, named = parted(game)
    return Asked(rulebook, (*named, *variants), tuple(parsed_settings(settings).items()), players)


def game_argument(command: F) -> F:
    """GAME: the name of a rulebook that ships, or a path."""
    return click.argument("game", metavar="GAME", shell_complete=complete_game)(command)


def players_option(command: F) -> F:
    """--players N."""
    return click.option("--players", "-n", type=click.IntRange(min=1), metavar="N",
                        help="Number of players (by default the fewest the game allows; for `laws`, `mutate` and what "
                        "is done with documents every number).")(command)


def set_option(command: F) -> F:
    """--set NAME=VALUE, as often as wanted."""
    return click.option("settings", "--set", "-s", multiple=True, metavar="NAME=VALUE",
                        help="Set a parameter of the rulebook; may be given several times.")(command)


def variant_option(command: F) -> F:
    """--variant NAME, as often as wanted."""
    return click.option("variants", "--variant", "-V", multiple=True, metavar="NAME", shell_complete=complete_variant,
                        help="Play with this variant of the rulebook; may be given several times.")(command)


def seed_option(command: F) -> F:
    """--seed S."""
    return click.option("--seed", type=SEED, metavar="S", help="Seed of chance; the same seed gives the same game.")(command)


def json_option(command: F) -> F:
    """--json."""
    return click.option("as_json", "--json", is_flag=True, help="Print JSON instead of text.")(command)


def seen_by_option(command: F) -> F:
    """--seen-by PLAYER."""
    return click.option("--seen-by", metavar="PLAYER",
                        help="Only what this player sees, or `spectator` for what all see.")(command)


def viewer_called(rules: Rules, name: str | None) -> Viewer | None:
    """The viewer that --seen-by names; None when it is not given. A usage error when nobody is called so."""
    if name is None or name in rules.seats:
        return None if name is None else rules.seats.index(name)
    if name == "spectator":
        from ...interpreter.game.observation import SPECTATOR

        return SPECTATOR
    raise click.BadParameter(f"nobody is called `{name}`; there are {', '.join(rules.seats)}, and `spectator`",
                             param_hint="--seen-by")


def parsed_settings(settings: tuple[str, ...]) -> dict[str, str]:
    """Parameters by name. A setting that is not NAME=VALUE is a usage error."""
    out: dict[str, str] = {}
    for setting in settings:
        name, equals, value = setting.partition("=")
        if not equals or not name.strip() or not value.strip():
            raise click.BadParameter(f"`{setting}` is not NAME=VALUE", param_hint="--set")
        if name.strip() in out:
            raise click.BadParameter(f"`{name.strip()}` is set twice", param_hint="--set")
        out[name.strip()] = value.strip()
    return out


def checked_players(game: Game, players: int | None) -> int:
    """The number of players asked for; a usage error when the game does not allow it."""
    if players is None:
        return game.fewest
    if not game.fewest <= players <= game.most:
        allowed = f"{game.fewest} to {game.most}" if game.most > game.fewest else str(game.fewest)
        raise click.BadParameter(f"{game.name} is for {allowed} players", param_hint="--players")
    return players


def known_everywhere(game: str) -> str:
    """A rulebook or variant as a saved game names it: a path is written whole, so that the game loads from any folder."""
    path = Path(game)
    return str(path.resolve()) if path.exists() and (path.suffix == ".rules" or path.is_dir()) else game


def complete_game(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[str]:
    """Names of rulebooks that ship; found by their files, none of them is read."""
    from .names import shipped_names

    return [name for name in shipped_names() if name.startswith(incomplete)]


def complete_variant(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[str]:
    """Names of the variants of the GAME that stands before on the line."""
    try:
        known = variants_of(find(parted(str(ctx.params.get("game")))[0]))
    except NoSuchRulebook:
        return []
    return [name for name in known if name.startswith(incomplete)]
