"""A game, players and numbers of a series to the records of these games, one after the other or in several processes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache

from attrs import frozen

from ...dsl.load.loader import find
from ...interpreter.analysis.balance.items import Item, Items
from ...interpreter.analysis.balance.outlook import Outlook
from ...interpreter.analysis.balance.records import Record
from ...interpreter.analysis.balance.restricted import Restriction, RestrictionLoss, loss_of
from ...interpreter.analysis.balance.watch import ReplayPlayer, Watcher
from ...interpreter.analysis.players.match import seats_for, table_of
from ...interpreter.analysis.players.player import Player
from ...interpreter.analysis.players.spec import Spec
from ...interpreter.analysis.playouts.faster import Faster, positions_of
from ...interpreter.analysis.playouts.questions import Questions
from ...interpreter.analysis.playouts.simulate import Followers
from ...interpreter.game.game import Game
from ..shared.games.machines import MachineOption, compiled_rules
from ..shared.games.options import GameRequest
from ..shared.games.players import players_of
from ..tasks.subjects import TaskSubject
from ..tasks.work import Tasks

# Games played by one process before their records are taken in.
CHUNK = 5


@frozen
class BalanceRun:
    """Games to play: of which game, for how many players, by whom, with which seed; and how they are looked at.

    `specs` is None for random players. `tries` is the number of random games on from each position that is looked at.
    """

    request: GameRequest
    players: int
    seed: int
    limit: int
    tries: int
    specs: tuple[Spec, ...] | None
    machine: MachineOption

    @property
    def subject(self) -> TaskSubject:
        """The rules of the games."""
        return TaskSubject(self.request, self.players)


def records_of(run: BalanceRun, numbers: range, tasks: Tasks) -> Iterator[list[Record]]:
    """Yield the records of games of a series, in order, some at a time. Raises RulebookFault."""
    return tasks.map(_played, [(run, numbers[start : start + CHUNK]) for start in range(0, len(numbers), CHUNK)])


def restricted_of(run: BalanceRun, items: Sequence[Item], records: Sequence[Record], tasks: Tasks) -> Iterator[RestrictionLoss]:
    """Yield the loss of seats that may not use each item; `records` are the games of the run. Raises RulebookFault."""
    # The records follow from the run and their number.
    return tasks.map(_restricted, [(run, item, tuple(records)) for item in items],
                     lambda task: f"{task[0]} {task[1]!r} {len(task[2])}")


def _restricted(task: tuple[BalanceRun, Item, tuple[Record, ...]]) -> RestrictionLoss:
    run, item, records = task
    rules = _opened(run.request).rules(run.players)
    barring = Restriction(rules, _items(run.request, run.players), item, _compiled(run, barring=True),
                          lambda number: _followers(run, number))
    return loss_of(barring, records, run.seed, run.limit)


@cache
def _compiled(run: BalanceRun, replayed: bool = False, barring: bool = False) -> Faster | None:
    """Return compiled rules that play games of a run with its players; None where Python plays."""
    table = None if run.specs is None else table_of(_players(run))
    if run.specs is not None and table is None:
        # Players who search use modules of their own.
        return None
    questions = Questions(table=table, replayed=replayed, barring=barring)
    return compiled_rules(_opened(run.request).rules(run.players), run.machine, questions)


def _watched_by(run: BalanceRun, number: int) -> Followers | None:
    """Return the players who follow a game that is watched: as a module has played it, where they look ahead."""
    if run.specs is None or all(spec.kind == "random" for spec in run.specs):
        return _followers(run, number)
    compiled = _compiled(run, replayed=True)
    # A module finds the moves faster. Python only plays them again and takes notes.
    codes = None if compiled is None else compiled.moves(number, run.seed, run.limit)
    return _followers(run, number) if codes is None else ReplayPlayer(iter(codes))


def _followers(run: BalanceRun, number: int) -> Followers | None:
    """Return the players who follow a game; None for random ones."""
    if run.specs is None:
        return None
    return seats_for(_opened(run.request).rules(run.players).machines.plain, _players(run), run.seed, number)


def _played(task: tuple[BalanceRun, range]) -> list[Record]:
    run, numbers = task
    rules = _opened(run.request).rules(run.players)
    compiled = compiled_rules(rules, run.machine) if run.tries else None
    with positions_of(rules, compiled) as positions:
        watcher = Watcher(rules, _items(run.request, run.players), Outlook(rules, positions, run.tries, run.limit), run.limit)
        return [watcher.game(run.seed, number, _watched_by(run, number)) for number in numbers]


# These are kept for the life of a process, which plays many parts of the same run.
@cache
def _opened(request: GameRequest) -> Game:
    return request.game()


@cache
def _items(request: GameRequest, players: int) -> Items:
    return Items(_opened(request).rules(players).machines.plain)


@cache
def _players(run: BalanceRun) -> list[Player]:
    """Return the players of a process; each keeps its machines from game to game."""
    assert run.specs is not None, "players are named"
    rules = _opened(run.request).rules(run.players)
    return players_of(rules, find(run.request.rulebook), run.specs, python_only=run.machine.name == "python")
