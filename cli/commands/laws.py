"""`rulewright laws`: what holds for every game, looked for in random games of one."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import click
from attrs import evolve, frozen

from ...dsl.source.diagnostics import counted
from ...interpreter.analysis.properties import LAWS, MAX_STEPS, Broken, Effect, Effects, Held, hold, shrunk, stocks, written
from ...interpreter.game.game import Game
from ...interpreter.game.rules import Rules
from ..playthroughs.naming import named_for
from ..shared.files import made, write_new
from ..shared.json_values import json_values
from ..shared.options import GAMES, Asked, checked_players, game_options, json_option, seed_option
from ..shared.outputs import OUTPUT_FOLDER, free_name
from ..shared.progress import Progress
from ..shared.vary_parameters import otherwise
from ..shared.workers import Workers

CHUNK = 5


@frozen
class Table:
    """A game with its options for a number of players."""

    asked: Asked
    players: int

    @property
    def rules(self) -> Rules:
        """The rules of this table."""
        return _rules(self)


@cache
def _rules(table: Table) -> Rules:
    return table.asked.game().rules(table.players)


@frozen
class Shown:
    """A broken law, at which table, and the playthrough that shows it."""

    broken: Broken
    table: Table
    text: str
    file: str | None = None


@click.command(epilog="Example: rulewright laws my_game.rules --games 50")
@game_options
@click.option("--games", "-g", type=GAMES, default=20, show_default=True,
              help="Number of random games for each number of players.")
@click.option("--each-option", is_flag=True, help="Then as many games with each parameter at each of its other values, one at "
              "a time, for the fewest players that it can be set for; of a range, or of many words, with the two ends.")
@seed_option
@click.option("--jobs", "-j", type=click.IntRange(min=1), default=1, show_default=True, help="Processes to use.")
@click.option("--output", "-o", type=OUTPUT_FOLDER, metavar="FOLDER",
              help="Write a playthrough for each broken law into this folder.")
@json_option
def command(asked: Asked, games: int, each_option: bool, seed: int | None, jobs: int, output: Path | None,
            as_json: bool) -> None:
    """Hold GAME against the laws that every game keeps; exit code 1 when one is broken.

    Random games are played with every number of players (or that of --players), up to 1,000 steps, and each
    law is looked at in every position. A game that breaks one is shrunk to a short playthrough.
    Kinds of moves that changed no field in any of the games are listed too; they break no law.
    """
    game = asked.game()
    counts = [checked_players(game, asked.players)] if asked.players else list(range(game.fewest, game.most + 1))
    tables = [Table(asked, number) for number in counts]
    if each_option:
        tables += [Table(*pair) for pair in otherwise(asked)]
    held: dict[Table, Held] = {}
    with Progress(games * len(tables), "looking") as bar:
        for table in tables:
            held[table] = Held()
            for part in _held(table, games, seed or 0, jobs):
                held[table].add(part)
                bar.update(part.games)
    shown = list(_shown(held))
    if output is not None:
        shown = [_written_out(example, output) for example in shown]
    if as_json:
        click.echo(json.dumps(_as_json(game, held, shown, seed or 0), indent=2, ensure_ascii=False))
    else:
        click.echo("\n".join(_text(asked, held, shown)))
    raise SystemExit(1 if shown else 0)


# ---- Playing -------------------------------------------------------------------------------------


def _held(table: Table, games: int, seed: int, jobs: int) -> Iterator[Held]:
    """What random games came to, in order, from one or more processes."""
    chunks = [range(start, min(start + CHUNK, games)) for start in range(0, games, CHUNK)]
    if jobs == 1:
        yield from hold(table.rules, LAWS, range(games), seed)
        return
    with Workers(jobs) as workers:
        yield from workers.map(_chunk, [(table, chunk, seed) for chunk in chunks])


def _chunk(task: tuple[Table, range, int]) -> Held:
    table, numbers, seed = task
    whole = Held()
    for document in hold(table.rules, LAWS, numbers, seed):
        whole.add(document)
    return whole


# ---- What is broken ------------------------------------------------------------------------------


def _shown(held: dict[Table, Held]) -> Iterator[Shown]:
    """Each way in which a law is broken, once, at the first table that shows it."""
    known = set()
    for table, document in held.items():
        for key, broken in document.broken.items():
            if key not in known:
                known.add(key)
                shorter = shrunk(table.rules, broken)
                asked = table.asked
                text = written(table.rules, shorter, asked.known_as, asked.known_variants, asked.settings)
                yield Shown(shorter, table, text)


def _written_out(shown: Shown, folder: Path) -> Shown:
    """The same, with its playthrough written into a folder, under a name that is free."""
    path = free_name(folder, shown.broken.law.id, ".play")
    with made(folder):
        write_new(path, named_for(shown.text, path))
    return evolve(shown, file=str(path))


# ---- Reports -------------------------------------------------------------------------------------


def _as_json(game: Game, held: dict[Table, Held], shown: list[Shown], seed: int) -> dict[str, object]:
    first = next(iter(held))
    return {
        "game": game.name,
        "seed": seed,
        "players": [table.players for table in held if table.asked == first.asked],
        "options": [json_values(dict(table.asked.settings)) for table in held if table.asked != first.asked],
        "games": sum(document.games for document in held.values()),
        "ended": sum(document.ended for document in held.values()),
        "positions": sum(document.positions for document in held.values()),
        "laws": [
            {
                "law": law.id,
                "statement": law.statement,
                "looked": _looked(held, law.id),
                "holds": all(example.broken.law.id != law.id for example in shown),
            }
            for law in LAWS
        ],
        "stocks": [
            {
                "fields": [field.name for field in stock.fields],
                "per": str(stock.per[0]) if stock.per else None,
                "conserved": not stock.open_by,
                "open_by": list(stock.open_by),
            }
            for stock in stocks(first.rules.program)
        ],
        "without_effect": [
            {"clause": clause, "example": effect.example, "made": effect.made} for clause, effect in _without(held)
        ],
        "broken": [
            {
                "law": example.broken.law.id,
                "what": example.broken.breach.what,
                "clauses": list(example.broken.breach.about),
                "players": example.table.players,
                "settings": json_values(dict(example.table.asked.settings)),
                "playthrough": example.text,
                "file": example.file,
            }
            for example in shown
        ],
    }


def _looked(held: dict[Table, Held], law: str) -> int:
    return sum(document.looked.get(law, 0) for document in held.values())


def _without(held: dict[Table, Held]) -> list[tuple[str, Effect]]:
    """The kinds of moves that changed nothing at any table."""
    whole = Effects()
    for document in held.values():
        whole.add(document.effects)
    return whole.without()


def _text(asked: Asked, held: dict[Table, Held], shown: list[Shown]) -> Iterator[str]:
    games, ended, positions = (
        sum(getattr(document, of) for document in held.values()) for of in ("games", "ended", "positions")
    )
    counts = ", ".join(str(table.players) for table in held if table.asked == asked)
    others = sum(table.asked != asked for table in held)
    changed = f", and with {counted(others, 'other value')} of parameters" if others else ""
    yield f"{counted(games, 'random game')} for {counts} players{changed}, {counted(positions, 'position')}"
    if ended < games:
        yield f"{ended} of {games} came to an end; the others were left, where a law is broken or after {MAX_STEPS:,} steps"
    for law in LAWS:
        looked = _looked(held, law.id)
        broken = any(example.broken.law.id == law.id for example in shown)
        says = "BROKEN" if broken else "holds" if looked else "-"
        yield f"{says:7} {law.id:20} {looked:7}  {law.statement}"
    for stock in stocks(next(iter(held)).rules.program):
        open_by = f", but for {', '.join(stock.open_by)}" if stock.open_by else ""
        yield f"only moved: {stock.said()}{open_by}"
    for clause, effect in _without(held):
        yield f"no effect: {clause}, as in `{effect.example}`: made {effect.made:,} times, and no field changed"
    for example in shown:
        settings = "".join(f" and {name} = {value}" for name, value in example.table.asked.settings)
        yield ""
        yield f"{example.broken.law.id} with {counted(example.table.players, 'player')}{settings}: {example.broken.breach.what}"
        if example.file is not None:
            yield f"    {example.file}"
        else:
            yield from (f"    | {line}".rstrip() for line in example.text.rstrip().split("\n"))
