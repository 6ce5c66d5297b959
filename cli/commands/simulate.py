"""`rulewright simulate`: many random games, and a report on them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import get_args

import click
from attrs import frozen

from ...interpreter.analysis.playouts.counts import Pattern, WrongPattern
from ...interpreter.analysis.playouts.figures import WrongFigure, figures_of
from ...interpreter.analysis.playouts.search import GreedyPlayer, WrongEvaluation, evaluator_of
from ...interpreter.analysis.playouts.simulate import MAX_STEPS, Policy, Report, empty_report, simulate
from ...interpreter.game.game import Game
from ..shared.evaluation import worth_file, worth_in
from ..shared.json_values import json_values
from ..shared.options import Asked, checked_players, game_options, json_option, seed_option
from ..shared.progress import Progress
from ..shared.workers import Workers

CHUNK = 50


@click.command(epilog="Example: rulewright simulate carolus_magnus --players 2 --games 500 --seed 1")
@game_options
@seed_option
@json_option
@click.option("--games", "-g", type=click.IntRange(min=1), default=100, show_default=True, help="Number of games.")
@click.option("--jobs", "-j", type=click.IntRange(min=1), default=1, show_default=True, help="Processes to use.")
@click.option("--limit", type=click.IntRange(min=1), default=MAX_STEPS, show_default=True,
              help="Cut a game off after so many choices and rolls.")
@click.option("--figure", "figures", multiple=True, metavar="NAME=NUMBER",
              help="Report this number of the last position too, in the rulebook's words; may be given several times.")
@click.option("--count", "counts", multiple=True, metavar="MOVE",
              help="Count what stands for {} in moves and rolls, as in `takes {} ...`; may be given several times.")
@click.option("--policy", type=click.Choice(get_args(Policy)),
              help="How to draw moves: a kind of move and then one of its moves, or one of all legal moves.  [default: kinds]")
@click.option("--worth", metavar="NAME",
              help="Look a move ahead, by what positions are worth: a file, or worth/NAME.worth beside the rulebook.")
@click.option("--invariants", is_flag=True, help="Test the declared invariants after every step (slower).")
def command(asked: Asked, seed: int | None, as_json: bool, games: int, jobs: int,
            limit: int, figures: tuple[str, ...], counts: tuple[str, ...], policy: Policy | None, worth: str | None,
            invariants: bool) -> None:
    """Play GAME many times: lengths, winners, ends, branching, speed.

    With --policy kinds each choice draws a kind of move among those that are possible, each equally
    likely, and then one move of that kind. With --policy uniform it draws one of all legal moves, each
    equally likely. With --worth it takes the move that leads to most worth. Wins are those of one side
    alone; a shared first place counts as shared, with the sides that share it.
    The same seed gives the same games, whatever --jobs is.
    """
    if policy is not None and worth is not None:
        raise click.UsageError("--policy says how to draw moves, and with --worth none are drawn")
    loaded = _opened(asked)
    number = checked_players(loaded, asked.players)
    series = seed if seed is not None else 0
    chunks = [range(start, min(start + CHUNK, games)) for start in range(0, games, CHUNK)]
    drawn = policy or "kinds"
    report = empty_report(loaded.rules(number), series, drawn if worth is None else "worth")
    worth_by = None if worth is None else worth_file(asked, worth)
    with Progress(games, "playing") as bar:
        for part in _reports(chunks, jobs, _Task(asked, number, series, limit, invariants, figures, counts, worth_by, drawn)):
            report.add(part)
            bar.update(len(part.playouts))
    settings = {"set": json_values(dict(asked.settings))} if asked.settings else {}
    result = {"rulebook": asked.name, **settings, **report.as_json()}
    click.echo(json.dumps(result, indent=2, ensure_ascii=False) if as_json else _text(result))


@frozen
class _Task:
    """What a process has to know to play games of a series: which game, how, and what is asked of them."""

    asked: Asked
    players: int
    seed: int
    limit: int
    invariants: bool
    figures: tuple[str, ...]
    counts: tuple[str, ...]
    worth_by: Path | None
    policy: Policy


def _reports(chunks: list[range], jobs: int, task: _Task) -> Iterator[Report]:
    """The reports on the chunks of a series, in order, from one or more processes."""
    with Workers(jobs) as workers:
        yield from workers.map(_chunk, [(chunk, task) for chunk in chunks])


def _chunk(pair: tuple[range, _Task]) -> Report:
    numbers, task = pair
    rules = _opened(task.asked).rules(task.players)
    try:
        figures = figures_of(rules, task.figures)
        patterns = tuple(Pattern(count) for count in task.counts)
        player = None if task.worth_by is None else GreedyPlayer(rules, evaluator_of(rules, worth_in(task.worth_by)))
    except (WrongFigure, WrongPattern, WrongEvaluation) as error:
        raise click.UsageError(str(error)) from error
    return simulate(rules, numbers, task.seed, task.limit, task.invariants, figures, patterns, player, task.policy)


@cache
def _opened(asked: Asked) -> Game:
    return asked.game()


def _text(report: dict[str, object]) -> str:
    lines: list[str] = []
    for name, value in report.items():
        if name == "counts":
            lines += _counted(value)
        elif isinstance(value, dict):
            inside = "  ".join(f"{key} {_number(number)}" for key, number in value.items())
            lines.append(f"{name.replace('_', ' '):24} {inside}")
        else:
            lines.append(f"{name.replace('_', ' '):24} {_number(value)}")
    return "\n".join(lines)


def _counted(counts: object) -> Iterator[str]:
    """A line for each value that was counted."""
    assert isinstance(counts, dict)
    for pattern, values in counts.items():
        yield f"count of {pattern}" + ("" if values else ": never")
        wide = max(map(len, values), default=0)
        for value, record in values.items():
            won = (
                f"  by {record['players']}, of whom {record['won']} won ({record['won_percent']:.0f} %)"
                if record["players"]
                else ""
            )
            yield f"    {value:<{wide}}  {record['made']:>6}{won}"


def _number(value: object) -> str:
    if isinstance(value, dict):
        return f"({', '.join(f'{key} {_number(number)}' for key, number in value.items())})"
    return f"{value:.2f}" if isinstance(value, float) else str(value)
