"""`rulewright balance`: watch games and report their course, fairness, the clauses applied, and the worth of moves."""

from __future__ import annotations

import json

import click

from ...dsl.load.loader import find
from ...interpreter.analysis.balance.records import Record
from ..balance.report import json_report, report_of
from ..balance.runs import Run, records_of
from ..balance.text import lines_of
from ..shared.compiled import AskedMachine, machine_options
from ..shared.options import MOST_GAMES, Asked, checked_players, game_options, json_option, seed_option
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
@machine_options
@click.option("--limit", type=click.IntRange(min=1), default=MOST_STEPS, show_default=True, metavar="N",
              help="Stop each game after N choices and rolls.")
def command(asked: Asked, seed: int | None, as_json: bool, games: int, by: str | None, tries: int, jobs: int,
            machine: AskedMachine, limit: int) -> None:
    """Report on the balance of GAME: how games run, how fair they are, which clauses and moves matter.

    Without --players-by, players choose at random, and the games are those of `simulate`. Each figure has an interval of
    95 %. The same seed gives the same report for any --jobs and --machine.
    """
    loaded = asked.game()
    number = checked_players(loaded, asked.players)
    rules = loaded.rules(number)
    specs = None if by is None else specs_in(by, number)
    if specs is not None:
        players_of(rules, find(asked.rulebook), specs)
    run = Run(asked, number, seed or 0, limit, tries, specs, machine)
    records: list[Record] = []
    with Progress(games, "playing") as bar:
        for part in records_of(run, games, jobs):
            records += part
            bar.update(len(part))
    report = report_of(run, rules, records)
    click.echo(json.dumps(json_report(report), indent=2, ensure_ascii=False) if as_json else "\n".join(lines_of(report)))
