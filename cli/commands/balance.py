"""`rulewright balance`: watch games and report their course, fairness, the clauses applied, and the worth of moves."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import click
from attrs import evolve

from ...dsl.load.loader import find
from ...dsl.source.diagnostics import did_you_mean
from ...interpreter.analysis.balance.against import measures_of
from ...interpreter.analysis.balance.items import Item, Items
from ...interpreter.analysis.balance.records import Record
from ...interpreter.analysis.balance.restricted import Restricted, corrected
from ...interpreter.game.rules import Rules
from ..balance.against import against as played_against
from ..balance.against import json_against, lines_against
from ..balance.report import json_report, report_of
from ..balance.rows import csv_of
from ..balance.runs import Run, records_of, restricted_of
from ..balance.text import lines_of
from ..shared.compiled import AskedMachine, machine_options
from ..shared.files import require_free, write_new
from ..shared.options import (
    MOST_GAMES,
    Asked,
    asked_for,
    checked_players,
    game_options,
    json_option,
    parsed_parameters,
    seed_option,
)
from ..shared.outputs import OUTPUT_FILE
from ..shared.players import HELP, OPTION, players_of, specs_in
from ..shared.progress import Progress

# A game that goes on for longer counts as one that does not end.
MOST_STEPS = 20_000


@click.command(epilog="Example: rulewright balance nim --games 200 --seed 1")
@game_options
@seed_option
@json_option
@click.option("--games", "-g", type=click.IntRange(1, MOST_GAMES), default=100, show_default=True, metavar="N",
              help="Play N games.")
@click.option(OPTION, "by", metavar="KIND,...", help=HELP)
@click.option("--tries", type=click.IntRange(0, 10_000), default=16, show_default=True, metavar="N",
              help="Play N random games on from ten positions of each game, to see who is expected to win; 0: do not.")
@click.option("--jobs", "-j", type=click.IntRange(min=1), default=1, show_default=True, metavar="N", help="Use N processes.")
@click.option("--csv", "csv_file", type=OUTPUT_FILE, metavar="FILE", help="Also write the games to this file, one row a game.")
@click.option("--restrict", multiple=True, metavar="ITEM",
              help="Play again with each seat kept from this kind of move, or value as reports write it; or `all`; repeatable.")
@click.option("--against", metavar="GAME", help="Compare with this game on the same seeds; variants follow after colons.")
@click.option("--against-set", multiple=True, metavar="NAME=VALUE",
              help="Set a parameter of the other game, by default GAME; repeatable.")
@machine_options
@click.option("--limit", type=click.IntRange(min=1), default=MOST_STEPS, show_default=True, metavar="N",
              help="Stop each game after N choices and rolls.")
def command(asked: Asked, seed: int | None, as_json: bool, games: int, by: str | None, tries: int, jobs: int,
            csv_file: Path | None, restrict: tuple[str, ...], against: str | None, against_set: tuple[str, ...],
            machine: AskedMachine, limit: int) -> None:
    """Report on the balance of GAME: how games run, how fair they are, which clauses and moves matter.

    Without --players-by, players choose at random, and the games are those of `simulate`. Each figure has an interval of
    95 %. The same seed gives the same report for any --jobs and --machine. With --against or --against-set, two games are
    compared on the same seeds, --games pairs at most: the run stops as soon as the answer is clear.
    """
    loaded = asked.game()
    number = checked_players(loaded, asked.players)
    rules = loaded.rules(number)
    specs = None if by is None else specs_in(by, number)
    if specs is not None:
        players_of(rules, find(asked.rulebook), specs)
    run = Run(asked, number, seed or 0, limit, tries, specs, machine)
    other = _other(asked, against, against_set)
    barred = _barred(Items(rules).all, restrict)
    if other is not None and barred:
        raise click.UsageError("--restrict and --against exclude each other: --restrict is about one game")
    if other is not None and csv_file is not None:
        raise click.UsageError("--csv and --against exclude each other: the file has the games of one game")
    if other is not None:
        click.echo(_compared(run, evolve(run, asked=other), rules, games, jobs, as_json))
        return
    if csv_file is not None:
        # Before the games, and not after an hour of them.
        require_free(csv_file)
    records = _records(run, games, jobs)
    if csv_file is not None:
        write_new(csv_file, csv_of(records, rules.seats, rules.program.side_of, run.seed))
    report = evolve(report_of(run, rules, records), restricted=_losses(run, barred, records, jobs))
    click.echo(json.dumps(json_report(report), indent=2, ensure_ascii=False) if as_json else "\n".join(lines_of(report)))


def _records(run: Run, games: int, jobs: int) -> list[Record]:
    """Return the records of the games of a run."""
    records: list[Record] = []
    with Progress(games, "playing") as bar:
        for part in records_of(run, range(games), jobs):
            records += part
            bar.update(len(part))
    return records


def _losses(run: Run, barred: Sequence[Item], records: Sequence[Record], jobs: int) -> tuple[Restricted, ...]:
    """Return the losses by restricted play, for each item that seats are kept from."""
    found: list[Restricted] = []
    with Progress(len(barred), "playing with restrictions") as bar:
        for one in restricted_of(run, barred, records, jobs):
            found.append(one)
            bar.update(1)
    return corrected(found)


def _barred(items: Sequence[Item], asked: tuple[str, ...]) -> list[Item]:
    """Return the items that --restrict names, in the order of the rulebook; another name is wrong usage."""
    known = [str(item) for item in items]
    unknown = next((name for name in asked if name not in known and name != "all"), None)
    if unknown is not None:
        help = did_you_mean(unknown, known)
        raise click.BadParameter(f"there is no kind of move or value `{unknown}`" + (f"; {help}" if help else ""),
                                 param_hint="--restrict")
    return [item for item, name in zip(items, known, strict=True) if name in asked or "all" in asked]


def _other(asked: Asked, against: str | None, parameters: tuple[str, ...]) -> Asked | None:
    """Return the game to compare with; None where none is asked for."""
    if against is None and not parameters:
        return None
    if against is not None:
        return asked_for(against, asked.players, (), parameters)
    changed = {**dict(asked.parameters), **parsed_parameters(parameters)}
    return evolve(asked, parameters=tuple(changed.items()))


def _compared(run: Run, other: Run, rules: Rules, games: int, jobs: int, as_json: bool) -> str:
    """Return the report on two games. It is wrong usage if the other game is not for this number of players and seats."""
    loaded = other.asked.game()
    others = loaded.rules(checked_players(loaded, run.players))
    if others.program.side_of != rules.program.side_of:
        raise click.UsageError(f"--against: {other.asked.name} has other sides than {run.asked.name}, so seats do not compare")
    measures = measures_of(rules.seats, rules.program.side_of)
    with Progress(2 * games, "playing") as bar:
        found = played_against(run, other, games, jobs, measures, bar.update)
    return json.dumps(json_against(found), indent=2, ensure_ascii=False) if as_json else "\n".join(lines_against(found))
