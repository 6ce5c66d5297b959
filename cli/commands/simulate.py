"""`rulewright simulate`: play random games and report statistics."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache, partial
from pathlib import Path
from typing import get_args

import click
from attrs import evolve, frozen

from ...dsl.load.loader import find
from ...interpreter.analysis.players.match import seats_for, table_of
from ...interpreter.analysis.players.player import Player
from ...interpreter.analysis.players.spec import Spec
from ...interpreter.analysis.playouts.counts import Pattern, WrongPattern
from ...interpreter.analysis.playouts.faster import Faster
from ...interpreter.analysis.playouts.figures import WrongFigure, figures_of
from ...interpreter.analysis.playouts.questions import Questions
from ...interpreter.analysis.playouts.search import GreedyPlayer, WrongEvaluation, evaluator_of
from ...interpreter.analysis.playouts.simulate import MAX_STEPS, Policy, Report, called, empty_report, simulate
from ...interpreter.game.game import Game
from ..shared.formats.json_values import json_values
from ..shared.games.evaluation import evaluation_file, evaluation_in
from ..shared.games.machines import MachineOption, broken_off, compiled_rules, machine_options
from ..shared.games.options import GAMES, GameRequest, checked_players, game_options, json_option, seed_option
from ..shared.games.players import HELP, OPTION, players_named, players_of, specs_in
from ..shared.process.lazy_group import INTERRUPTED
from ..shared.process.progress import Progress
from ..shared.process.workers import Threads
from ..tasks.subjects import TaskSubject
from ..tasks.work import Work, work_options

# The number of games that a process, or a thread with a module, plays before its report is added.
CHUNK, COMPILED_CHUNK = 50, 1000
# What depends on how fast the computer is just now.
TIMES = ("cpu_seconds", "playouts_per_cpu_second", "choices_per_cpu_second")


@click.command(epilog="Example: rulewright simulate carolus_magnus --players 2 --games 500 --seed 1")
@game_options
@seed_option
@json_option
@click.option("--games", "-g", type=GAMES, default=100, show_default=True, metavar="N", help="Play N games.")
@work_options
@machine_options
@click.option("--limit", type=click.IntRange(min=1), default=MAX_STEPS, show_default=True,
              metavar="N", help="Stop each game after N choices and rolls.")
@click.option("--metric", "metrics", multiple=True, metavar="NAME=EXPR",
              help="Report this expression of the rulebook too, at the end of each game; repeatable.")
@click.option("--count", "counts", multiple=True, metavar="MOVE",
              help="Count the values of {} in moves and rolls, as in `takes {} ...`; repeatable.")
@click.option("--policy", type=click.Choice(get_args(Policy)),
              help="Draw a kind of move and then one of its moves, or one of all legal moves.", show_default="kinds")
@click.option("--evaluate", metavar="NAME",
              help="Choose moves by one-ply search with this evaluation: "
              "a file, or evaluations/NAME.evaluation beside the rulebook.")
@click.option(OPTION, "by", metavar="KIND,...", help=HELP)
@click.option("--invariants", is_flag=True, help="Test the declared invariants after every step; this is slower.")
@click.option("--timing", is_flag=True, help="Report CPU seconds too, and games and choices per CPU second.")
def command(request: GameRequest, seed: int | None, as_json: bool, games: int, work: Work, machine: MachineOption, limit: int,
            metrics: tuple[str, ...], counts: tuple[str, ...], policy: Policy | None, evaluate: str | None, by: str | None,
            invariants: bool, timing: bool) -> None:
    """Play GAME many times and report statistics: lengths, winners, ends, branching, speed.

    With --policy kinds, each choice draws a possible kind of move, each equally likely, and then one move
    of that kind. With --policy uniform, it draws one of all legal moves, each equally likely. With
    --evaluate, it takes the move with the highest evaluation. --players-by names a player for
    all seats or for each. A win is a first place of one side alone; a
    shared first place counts as shared. The same seed gives the same games and the same report for any
    --jobs, --cluster and --machine.
    """
    if policy is not None and evaluate is not None:
        raise click.UsageError("--policy and --evaluate exclude each other: --evaluate draws no moves")
    if by is not None and (policy is not None or evaluate is not None):
        raise click.UsageError(f"{OPTION} excludes --policy and --evaluate: it says how all moves are chosen")
    loaded = _opened(request)
    number = checked_players(loaded, request.players)
    specs = None if by is None else specs_in(by, number)
    if specs is not None:
        # The players are made in the tasks; here only so that a wrong name of an evaluation ends the command before any game.
        players_of(loaded.rules(number), find(request.rulebook), specs)
    evaluation = None if evaluate is None else evaluation_file(request, evaluate)
    task = _SeriesTask(request, number, seed if seed is not None else 0, limit, invariants, metrics, counts, evaluation,
                       policy or "kinds", specs, machine)
    report, is_whole = _played(task, games, work)
    result = {"rulebook": request.name, "set": json_values(dict(request.parameters)), **report.as_json()}
    result = {name: value for name, value in result.items() if timing or name not in TIMES}
    click.echo(json.dumps(result, indent=2, ensure_ascii=False) if as_json else _text(result))
    if not is_whole:
        raise SystemExit(INTERRUPTED)


def _played(task: _SeriesTask, games: int, work: Work) -> tuple[Report, bool]:
    """Play the first games of the series; return the report on them, and whether all were played before Ctrl-C."""
    rules = _opened(task.request).rules(task.players)
    report = empty_report(rules.program, rules.seats, task.seed, task.chosen_by)
    compiled = _compiled(task)
    if compiled is None and work.cluster is None:
        # Other processes do not look again for a machine that this one has not found.
        task = evolve(task, machine=evolve(task.machine, name="python"))
    with Progress(games, "playing") as bar, broken_off() as stopped:
        # A game of players that think takes seconds in Python, so each is a task of its own.
        size = COMPILED_CHUNK if compiled is not None else 1 if task.specs is not None else CHUNK
        for part in _reports(_chunks(games, size), work, task, compiled):
            report.add(part)
            bar.update(len(part.playouts))
    # What was played until Ctrl-C is a report too: a series that is broken off is the beginning of the same series.
    if stopped():
        if not report.playouts:
            raise click.Abort
        click.echo(f"broken off after {len(report.playouts)} of {games} games", err=True)
    return report, not stopped()


def _chunks(games: int, size: int) -> list[range]:
    return [range(start, min(start + size, games)) for start in range(0, games, size)]


@frozen
class _SeriesTask:
    """The input of a process that plays games of a series: the game, the policy, and the statistics to collect."""

    request: GameRequest
    players: int
    seed: int
    limit: int
    invariants: bool
    metrics: tuple[str, ...]
    counts: tuple[str, ...]
    evaluation: Path | None
    policy: Policy
    specs: tuple[Spec, ...] | None
    machine: MachineOption

    @property
    def chosen_by(self) -> str:
        """The way to choose moves, as reports name it: `random`, `uniform`, `ahead` by an evaluation, or the players."""
        if self.evaluation is not None:
            return f"ahead:{self.evaluation.stem}"
        return called(self.policy) if self.specs is None else players_named(self.specs)

    @property
    def text(self) -> str:
        """All that games and statistics depend on besides the rules."""
        return f"{self} {'' if self.evaluation is None else evaluation_in(self.evaluation).text}"


def _reports(chunks: list[range], work: Work, task: _SeriesTask, compiled: Faster | None) -> Iterator[Report]:
    """Yield the reports on the chunks of a series in order: from processes, or from threads where rules are compiled."""
    threads = None if compiled is None else partial(Threads, work.jobs, compiled.stop)
    try:
        with work.tasks([TaskSubject(task.request, task.players)], threads) as tasks:
            # Kept under the text of an evaluation and not under the name of its file: a file
            # that was edited is another evaluation. A part that was broken off is not kept.
            yield from tasks.map(_chunk, [(chunk, task) for chunk in chunks], lambda item: f"{item[0]} {item[1].text}",
                                 lambda item, report: len(report.playouts) == len(item[0]))
    finally:
        if compiled is not None:
            # The compiled rules are kept for this process. Without this, the next run would find them stopped.
            compiled.go_on()


@cache
def _compiled(task: _SeriesTask) -> Faster | None:
    """Return the compiled rules of a process; None where Python plays."""
    if task.machine.name == "python" or (task.specs is not None and table_of(_players_of(task)) is None):
        # Players who search use modules of their own.
        return None
    return compiled_rules(_opened(task.request).rules(task.players), task.machine, _questions(task))


@cache
def _questions(task: _SeriesTask) -> Questions:
    """Return the questions about the games besides how they go."""
    rules = _opened(task.request).rules(task.players)
    try:
        player = None if task.evaluation is None else GreedyPlayer(rules, evaluator_of(rules, evaluation_in(task.evaluation)))
        table = None if task.specs is None else table_of(_players_of(task))
        return Questions(figures_of(rules, task.metrics), tuple(map(Pattern, task.counts)), player, task.invariants, table)
    except (WrongFigure, WrongPattern, WrongEvaluation) as error:
        raise click.UsageError(str(error)) from error


def _chunk(item: tuple[range, _SeriesTask]) -> Report:
    numbers, task = item
    rules, compiled = _opened(task.request).rules(task.players), _compiled(task)
    if compiled is not None:
        return compiled.simulate(numbers, task.seed, task.limit, task.policy)
    questions = _questions(task)
    followers = None if task.specs is None else partial(seats_for, rules.machines.plain, _players_of(task), task.seed)
    return simulate(rules, numbers, task.seed, task.limit, questions.invariants, questions.figures, questions.patterns,
                    questions.player,
                    task.policy, followers)


def _players_of(task: _SeriesTask) -> list[Player]:
    """Return the players of a task, who are named."""
    assert task.specs is not None, "players are named"
    return _players(task.request, task.players, task.specs, task.machine.name == "python")


@cache
def _players(request: GameRequest, number: int, specs: tuple[Spec, ...], python_only: bool) -> list[Player]:
    """Return the players of a process; each keeps its machines from game to game."""
    return players_of(_opened(request).rules(number), find(request.rulebook), specs, python_only=python_only)


@cache
def _opened(request: GameRequest) -> Game:
    return request.game()


def _text(report: dict[str, object]) -> str:
    lines: list[str] = []
    for name, value in report.items():
        if name == "set" and not value:
            continue
        if name == "counts":
            lines += _counted(value)
        elif isinstance(value, dict):
            inside = "  ".join(f"{key} {_number(number)}" for key, number in value.items())
            lines.append(f"{name.replace('_', ' '):24} {inside or 'none'}")
        else:
            lines.append(f"{name.replace('_', ' '):24} {_number(value)}")
            lines += _unfinished(report) if name == "finished" else ()
    return "\n".join(lines)


def _unfinished(report: dict[str, object]) -> Iterator[str]:
    """Yield a line that says how many games came to no end, and when they were left."""
    games, finished, choices = report["games"], report["finished"], report["choices_per_game"]
    if isinstance(games, int) and isinstance(finished, int) and isinstance(choices, dict) and finished < games:
        which = "no game" if not finished else f"{games - finished} of {games} games never"
        yield f"{'':24} {which} came to an end: left after {choices['max']} choices; figures of ends leave them out"


def _counted(counts: object) -> Iterator[str]:
    """Yield a line for each counted value."""
    assert isinstance(counts, dict)
    for pattern, values in counts.items():
        yield f"count of {pattern}" + ("" if values else ": never")
        wide = max(map(len, values), default=0)
        for value, item in values.items():
            won = f"  by {item['players']}, of whom {item['won']} won ({item['won_percent']:.0f} %)" if item["players"] else ""
            yield f"    {value:<{wide}}  {item['made']:>6}{won}"


def _number(value: object) -> str:
    if isinstance(value, dict):
        return f"({', '.join(f'{key} {_number(number)}' for key, number in value.items())})"
    return f"{value:.2f}" if isinstance(value, float) else str(value)
