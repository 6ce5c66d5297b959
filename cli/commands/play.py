"""`rulewright play`: a game in the terminal."""

from __future__ import annotations

import secrets
import sys
from pathlib import Path

import click
from attrs import evolve

from ...interpreter.playthroughs.difference import difference
from ...interpreter.playthroughs.runner import Runner
from ...interpreter.playthroughs.writer import header
from ...interpreter.rules import Rules
from ..files import WouldOverwrite
from ..options import (
    PLAYTHROUGH,
    Asked,
    asked_for,
    checked_players,
    complete_game,
    players_option,
    seed_option,
    set_option,
    variant_option,
)
from ..outputs import OUTPUT_FILE
from ..playthroughs.scripts import open_file, read_file
from ..table.keyboard import Keyboard
from ..table.screen import Screen, forget_what_was_typed
from ..table.session import Session
from ..table.table import Table
from ..table.view import View

HUMAN, RANDOM = "human", "random"


@click.command(epilog="Example: rulewright play carolus_magnus --seats Anna=human,Boris=random --seed 7")
@click.argument("game", metavar="[GAME]", required=False, shell_complete=complete_game)
@players_option
@variant_option
@set_option
@seed_option
@click.option("--seats", metavar="NAME=KIND,...", help="Who plays: each name with `human` or `random`.")
@click.option("--auto", is_flag=True, help="Let all seats play at random.")
@click.option("--save", type=OUTPUT_FILE, metavar="FILE",
              help="Write the game to this file, move by move (by default to a file of its own among the user's data).")
@click.option("--load", type=PLAYTHROUGH, metavar="FILE",
              help="Go on with a saved game, or with any playthrough.")
@click.option("--watch", is_flag=True, help="With --load: show the position after every line of the file.")
def command(game: str | None, players: int | None, variants: tuple[str, ...], settings: tuple[str, ...],
            seed: int | None, seats: str | None, auto: bool, save: Path | None, load: str | None, watch: bool) -> None:
    """Play GAME: type a move as it is written, or its number. `help` lists what else can be typed.

    Seats that are not named are played by people, one after the other at this keyboard.
    """
    kinds = _kinds(seats)
    if load is not None and (game or players or variants or settings):
        raise click.UsageError("a saved game says itself which game it is; leave out GAME, --players, --variant and --set")
    if sys.stdout.isatty():
        click.echo("Reading the rules ...", err=True)
    if load is not None:
        session = _loaded(Path(load), seed)
    elif game is None:
        raise click.UsageError("name a GAME, or give a saved one with --load")
    else:
        session = _new(asked_for(game, players, variants, settings), kinds, seed)
    bots = _bots(session.rules, kinds, auto)
    view = View(session, Screen(session.rules, frozenset(range(len(session.rules.seats))) - bots))
    table = Table(view, Keyboard(view))
    if watch:
        table.watch()
    session.save = _save_file(save, session, auto)
    if save is not None and save.is_file() and not _is_same(save, load):
        raise WouldOverwrite(f"`{save}` is there already (to go on with a saved game: --load)")
    session.begin()
    if save is None and not auto:
        where = f"kept in {session.save}" if session.save is not None else "not kept (--save FILE keeps it)"
        stays = f"; {load} stays as it is (--save {load} goes on in it)" if load is not None else ""
        click.echo(f"This game is {where}{stays}", err=True)
    forget_what_was_typed()
    table.play()


def _kinds(seats: str | None) -> dict[str, str]:
    """Names of seats with who plays them."""
    out: dict[str, str] = {}
    for part in seats.split(",") if seats else ():
        name, _, kind = part.strip().partition("=")
        kind = kind.strip() or HUMAN
        if not name.isidentifier() or kind not in (HUMAN, RANDOM) or name in out:
            raise click.BadParameter(f"`{part}` is not NAME=human or NAME=random, with each name once", param_hint="--seats")
        out[name] = kind
    return out


def _bots(rules: Rules, kinds: dict[str, str], auto: bool) -> frozenset[int]:
    unknown = [name for name in kinds if name not in rules.seats]
    if unknown:
        raise click.BadParameter(f"nobody is called `{unknown[0]}`; there are {', '.join(rules.seats)}", param_hint="--seats")
    return frozenset(seat for seat, name in enumerate(rules.seats) if auto or kinds.get(name) == RANDOM)


def _new(asked: Asked, kinds: dict[str, str], seed: int | None) -> Session:
    if asked.players is None and kinds:
        asked = evolve(asked, players=len(kinds))
    loaded = asked.game()
    number = checked_players(loaded, asked.players)
    if kinds and len(kinds) != number:
        raise click.BadParameter(f"{len(kinds)} names for {number} seats", param_hint="--seats")
    rules = loaded.rules(number, tuple(kinds) or None)
    seed = secrets.randbelow(10**9) if seed is None else seed
    text = header(rules, asked.known_as, asked.known_variants, asked.settings, seed)
    return Session(rules, rules.initial(), text, seed)


def _loaded(path: Path, seed: int | None) -> Session:
    """A session that stands where a playthrough ends. Raises WrongPlaythrough and RulebookError."""
    playthrough, rules = open_file(path)
    result = Runner(rules, playthrough, read_file).run()
    end = result.final
    if result.failures or end is None:
        differs = difference(result, rules)
        says = [f"{one.file}:{one.line}: {one.message}" + (f"; {one.actual}" if one.actual else "")
                for one in result.failures]
        raise click.ClickException("\n".join([*([str(differs)] if differs is not None else []), *says]))
    known = (seed, playthrough.head.seed, secrets.randbelow(10**9))
    return Session(rules, end.start, playthrough.text, next(one for one in known if one is not None), None, end.steps, [],
                   len(end.steps), end.start_line)


def _is_same(save: Path, load: str | None) -> bool:
    return load is not None and save.resolve() == Path(load).resolve()


def _save_file(save: Path | None, session: Session, auto: bool) -> Path | None:
    """Where the game is written: the file asked for, or a new one among the user's data."""
    if save is not None or auto:
        return save
    folder = Path(click.get_app_dir("rulewright")) / "games"
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        return None
    name = session.rules.program.name
    return next(path for i in range(1, 1_000_000) if not (path := folder / f"{name}-{i}.play").exists())
