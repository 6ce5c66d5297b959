"""`rulewright laws`: what holds for every game, looked for in random games of one."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import click
from attrs import evolve, frozen

from ...dsl.diagnostics import counted
from ...interpreter.game import Game
from ...interpreter.laws import LAWS, MAX_STEPS, Broken, Held, hold, shrunk, stocks, written
from ...interpreter.rules import Rules
from ..files import made, write_new
from ..options import Asked, checked_players, game_options, json_option, seed_option
from ..outputs import OUTPUT_FOLDER, free_name
from ..progress import Progress
from ..workers import Workers

CHUNK = 5


@frozen
class Shown:
    """A broken law, for how many players, and the playthrough that shows it."""

    broken: Broken
    players: int
    text: str
    file: str | None = None


@click.command(epilog="Example: rulewright laws my_game.rules --games 50")
@game_options
@click.option("--games", "-g", type=click.IntRange(min=1), default=20, show_default=True,
              help="Number of random games for each number of players.")
@seed_option
@click.option("--jobs", "-j", type=click.IntRange(min=1), default=1, show_default=True, help="Processes to use.")
@click.option("--output", "-o", type=OUTPUT_FOLDER, metavar="FOLDER",
              help="Write a playthrough for each broken law into this folder.")
@json_option
def command(asked: Asked, games: int, seed: int | None, jobs: int, output: Path | None, as_json: bool) -> None:
    """Hold GAME against the laws that every game keeps; exit code 1 when one is broken.

    Random games are played with every number of players (or that of --players), up to 1,000 steps, and each
    law is looked at in every position. A game that breaks one is shrunk to a short playthrough.
    """
    game = asked.game()
    counts = [checked_players(game, asked.players)] if asked.players else list(range(game.fewest, game.most + 1))
    held: dict[int, Held] = {}
    with Progress(games * len(counts), "looking") as bar:
        for number in counts:
            held[number] = Held()
            for part in _held(asked, number, games, seed or 0, jobs):
                held[number].add(part)
                bar.update(part.games)
    shown = list(_shown(asked, game, held))
    if output is not None:
        shown = [_written_out(one, output) for one in shown]
    if as_json:
        click.echo(json.dumps(_as_json(game, held, shown, seed or 0), indent=2, ensure_ascii=False))
    else:
        click.echo("\n".join(_text(game, held, shown)))
    raise SystemExit(1 if shown else 0)


# ---- Playing -------------------------------------------------------------------------------------


def _held(asked: Asked, players: int, games: int, seed: int, jobs: int) -> Iterator[Held]:
    """What random games came to, in order, from one or more processes."""
    chunks = [range(start, min(start + CHUNK, games)) for start in range(0, games, CHUNK)]
    if jobs == 1:
        yield from hold(_rules(asked, players), LAWS, range(games), seed)
        return
    with Workers(jobs) as workers:
        yield from workers.map(_chunk, [(asked, players, chunk, seed) for chunk in chunks])


def _chunk(task: tuple[Asked, int, range, int]) -> Held:
    asked, players, numbers, seed = task
    whole = Held()
    for one in hold(_rules(asked, players), LAWS, numbers, seed):
        whole.add(one)
    return whole


@cache
def _rules(asked: Asked, players: int) -> Rules:
    return asked.game().rules(players)


# ---- What is broken ------------------------------------------------------------------------------


def _shown(asked: Asked, game: Game, held: dict[int, Held]) -> Iterator[Shown]:
    """Each way in which a law is broken, once, for the fewest players."""
    known = set()
    for number, one in held.items():
        for key, broken in one.broken.items():
            if key not in known:
                known.add(key)
                rules = game.rules(number)
                shorter = shrunk(rules, broken)
                text = written(rules, shorter, asked.known_as, asked.known_variants, asked.settings)
                yield Shown(shorter, number, text)


def _written_out(one: Shown, folder: Path) -> Shown:
    """The same, with its playthrough written into a folder, under a name that is free."""
    path = free_name(folder, one.broken.law.id, ".play")
    with made(folder):
        write_new(path, one.text)
    return evolve(one, file=str(path))


# ---- Reports -------------------------------------------------------------------------------------


def _as_json(game: Game, held: dict[int, Held], shown: list[Shown], seed: int) -> dict[str, object]:
    return {
        "game": game.name,
        "seed": seed,
        "players": list(held),
        "games": sum(one.games for one in held.values()),
        "ended": sum(one.ended for one in held.values()),
        "positions": sum(one.positions for one in held.values()),
        "laws": [{"law": law.id, "statement": law.statement, "looked": _looked(held, law.id),
                  "holds": all(one.broken.law.id != law.id for one in shown)} for law in LAWS],
        "stocks": [{"fields": [field.name for field in one.fields], "per": str(one.per[0]) if one.per else None,
                    "conserved": not one.open_by, "open_by": list(one.open_by)}
                   for one in stocks(game.rules(min(held)).program)],
        "broken": [{"law": one.broken.law.id, "what": one.broken.breach.what, "clauses": list(one.broken.breach.about),
                    "players": one.players, "playthrough": one.text, "file": one.file} for one in shown],
    }


def _looked(held: dict[int, Held], law: str) -> int:
    return sum(one.looked.get(law, 0) for one in held.values())


def _text(game: Game, held: dict[int, Held], shown: list[Shown]) -> Iterator[str]:
    games, ended, positions = (sum(getattr(one, of) for one in held.values()) for of in ("games", "ended", "positions"))
    yield f"{counted(games, 'random game')} for {', '.join(map(str, held))} players, {counted(positions, 'position')}"
    if ended < games:
        yield f"{ended} of {games} came to an end; the others were left, where a law is broken or after {MAX_STEPS:,} steps"
    for law in LAWS:
        looked = _looked(held, law.id)
        broken = any(one.broken.law.id == law.id for one in shown)
        says = "BROKEN" if broken else "holds" if looked else "-"
        yield f"{says:7} {law.id:20} {looked:7}  {law.statement}"
    for stock in stocks(game.rules(min(held)).program):
        open_by = f", but for {', '.join(stock.open_by)}" if stock.open_by else ""
        yield f"only moved: {stock.said()}{open_by}"
    for one in shown:
        yield ""
        yield f"{one.broken.law.id} with {counted(one.players, 'player')}: {one.broken.breach.what}"
        if one.file is not None:
            yield f"    {one.file}"
        else:
            yield from (f"    | {line}".rstrip() for line in one.text.rstrip().split("\n"))
