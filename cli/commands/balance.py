"""`rulewright balance`: watch games and report their course, fairness, the clauses applied, and the worth of moves."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path

import click
from attrs import evolve

from ...interpreter.analysis.balance.against import measures_of
from ...interpreter.analysis.balance.items import Item
from ...interpreter.analysis.balance.records import Record
from ...interpreter.analysis.balance.restricted import RestrictionLoss, corrected
from ..balance.against import RunComparison, json_against, lines_against
from ..balance.against import against as played_against
from ..balance.plan import RunConditions, RunPlan, other_run, plans_of
from ..balance.plots import NoPlots, require_plots
from ..balance.report import BalanceReport, json_report, report_of
from ..balance.rows import RunGames, csv_of
from ..balance.runs import BalanceRun, records_of, restricted_of
from ..balance.text import lines_of
from ..shared.files.files import require_free, takes_writing, write_new
from ..shared.files.outputs import OUTPUT_FILE
from ..shared.games.machines import MachineOption, machine_options
from ..shared.games.options import MOST_GAMES, game_argument, game_request, json_option, seed_option, set_option, variant_option
from ..shared.games.players import HELP, OPTION
from ..shared.process.progress import Progress
from ..tasks.work import Tasks, Work, work_options

# A game that goes on for longer counts as one that does not end.
MOST_STEPS = 20_000


@click.command(epilog="Example: rulewright balance nim --games 200 --seed 1")
@game_argument
@click.option("--players", "-n", metavar="N", show_default="the minimum",
              help="Set the number of players: 2, 2-4, 2,4 or `all`.")
@variant_option
@set_option
@click.option("--vary", multiple=True, metavar="NAME=VALUE,...",
              help="Report on the game with each of these values of a parameter; repeatable.")
@seed_option
@json_option
@click.option("--games", "-g", type=click.IntRange(1, MOST_GAMES), default=100, show_default=True, metavar="N",
              help="Play N games.")
@click.option(OPTION, "by", metavar="KIND,...", help=HELP)
@click.option("--tries", type=click.IntRange(0, 10_000), default=16, show_default=True, metavar="N",
              help="Play N random games on from ten positions of each game, to estimate who wins; 0: do not.")
@work_options
@click.option("--csv", "csv_file", type=OUTPUT_FILE, metavar="FILE", help="Also write the games to this file, one row a game.")
@click.option("--html", type=OUTPUT_FILE, metavar="FILE", help="Also write a page with plots to this file (extra `plots`).")
@click.option("--restrict", multiple=True, metavar="ITEM",
              help="Play again and forbid each seat this kind of move, or value as reports write it; or `all`; repeatable.")
@click.option("--against", metavar="GAME", help="Compare with this game on the same seeds; variants follow after colons.")
@click.option("--against-set", multiple=True, metavar="NAME=VALUE",
              help="Set a parameter of the other game, by default GAME; repeatable.")
@machine_options
@click.option("--limit", type=click.IntRange(min=1), default=MOST_STEPS, show_default=True, metavar="N",
              help="Stop each game after N choices and rolls.")
def command(game: str, players: str | None, variants: tuple[str, ...], parameters: tuple[str, ...], vary: tuple[str, ...],
            seed: int | None, as_json: bool, games: int, by: str | None, tries: int, work: Work, csv_file: Path | None,
            html: Path | None, restrict: tuple[str, ...], against: str | None, against_set: tuple[str, ...],
            machine: MachineOption, limit: int) -> None:
    """Report on the balance of GAME: how games run, how fair they are, which clauses and moves matter.

    Without --players-by, players choose at random, and the games are those of `simulate`. Each figure has an interval
    of 95 %. The same seed gives the same report for any --jobs, --cluster and --machine. Several --players and --vary
    give one report with a part for each. With --against or --against-set, compare two games on the same seeds, with at
    most --games pairs; stop as soon as the answer is clear.
    """
    request = game_request(game, None, variants, parameters)
    plans = plans_of(request, players, vary, restrict, RunConditions(by, seed or 0, limit, tries, machine))
    _check_files(csv_file, html, work.resume)
    other = other_run(plans[0], against, against_set)
    if other is not None:
        _check_alone(plans, csv_file)
        with work.tasks([plans[0].run.subject, other.subject]) as tasks:
            comparison = _compared(plans[0], other, games, tasks)
        _print_against(comparison, html, as_json)
        return
    with work.tasks([plan.run.subject for plan in plans]) as tasks:
        played = [(plan, _records(plan.run, games, tasks)) for plan in plans]
        losses = [_losses(plan.run, plan.barred, records, tasks) for plan, records in played]
    if csv_file is not None:
        write_new(csv_file, csv_of([RunGames(plan.run, plan.rules, records) for plan, records in played]))
    _print_reports([evolve(report_of(plan.run, plan.rules, records), restricted=lost)
                    for (plan, records), lost in zip(played, losses, strict=True)], html, as_json)


# ---- Checks, before any game is played -------------------------------------------------------------------


def _check_files(csv_file: Path | None, html: Path | None, resume: Path | None) -> None:
    """Report files that cannot be written, and plots that cannot be drawn, before an hour of games."""
    named: dict[Path, str] = {} if resume is None else {resume.resolve(): "--resume"}
    for option, path in (("--csv", csv_file), ("--html", html)):
        if path is None:
            continue
        require_free(path)
        other = named.setdefault(path.resolve(), option)
        if other != option and not takes_writing(path):
            raise click.UsageError(f"{other} and {option} name the same file, `{path}`; name two")
    if html is not None:
        try:
            require_plots()
        except NoPlots as error:
            raise click.UsageError(f"--html: {error}") from None


def _check_alone(plans: Sequence[RunPlan], csv_file: Path | None) -> None:
    """Report options that a comparison of two games excludes."""
    if plans[0].barred:
        raise click.UsageError("--restrict and --against exclude each other: --restrict is about one game")
    if csv_file is not None:
        raise click.UsageError("--csv and --against exclude each other: the file has the games of one game")
    if len(plans) > 1:
        raise click.UsageError("--against compares two games: name one number of players, and no --vary")


# ---- Games ---------------------------------------------------------------------------------------------


def _records(run: BalanceRun, games: int, tasks: Tasks) -> list[Record]:
    """Return the records of the games of a run."""
    records: list[Record] = []
    with Progress(games, "playing") as bar:
        for part in records_of(run, range(games), tasks):
            records += part
            bar.update(len(part))
    return records


def _losses(run: BalanceRun, barred: Sequence[Item], records: Sequence[Record], tasks: Tasks) -> tuple[RestrictionLoss, ...]:
    """Return the losses by restricted play, for each item that seats are kept from."""
    losses: list[RestrictionLoss] = []
    with Progress(len(barred), "playing with restrictions") as bar:
        for restricted in restricted_of(run, barred, records, tasks):
            losses.append(restricted)
            bar.update(1)
    return corrected(losses)


def _compared(plan: RunPlan, other: BalanceRun, games: int, tasks: Tasks) -> RunComparison:
    measures = measures_of(plan.rules.seats, plan.rules.program.side_of)
    with Progress(2 * games, "playing") as bar:
        return played_against(plan.run, other, games, tasks, measures, bar.update)


# ---- Output --------------------------------------------------------------------------------------------


def _print_against(comparison: RunComparison, html: Path | None, as_json: bool) -> None:
    if html is not None:
        from ..balance.page import page_against

        write_new(html, page_against(comparison))
    click.echo(_json(json_against(comparison)) if as_json else "\n".join(lines_against(comparison)))


def _print_reports(reports: Sequence[BalanceReport], html: Path | None, as_json: bool) -> None:
    if html is not None:
        from ..balance.page import page_of

        write_new(html, page_of(reports))
    if as_json:
        records = [json_report(report) for report in reports]
        click.echo(_json(records[0] if len(records) == 1 else {"reports": records}))
    else:
        click.echo("\n".join(_lines(reports)))


def _lines(reports: Sequence[BalanceReport]) -> Iterator[str]:
    for number, report in enumerate(reports):
        yield from ("", *lines_of(report)) if number else lines_of(report)


def _json(value: dict[str, object]) -> str:
    return json.dumps(value, indent=2, ensure_ascii=False)
