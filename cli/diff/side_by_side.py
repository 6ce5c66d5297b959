"""Play two rulebooks side by side, in one or more processes: divergences, each with a playthrough that shows it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from attrs import evolve, field, frozen

from ...dsl.driver.compilation import Compilation, header_of
from ...dsl.load.loader import Files, find, read
from ...dsl.source.diagnostics import RulebookError
from ...dsl.tools.dependencies import Uses, uses
from ...dsl.tools.diff import ClauseChange, difference, touched
from ...interpreter.analysis.divergence import (
    Changed,
    Comparison,
    DivergingGame,
    Examples,
    Exploration,
    Sightings,
    comparison,
    explore,
    follow,
    in_tandem,
    written,
)
from ...interpreter.game.game import Game
from ...interpreter.playthroughs.lines.writer import header
from ..playthroughs.own import Setup, own_playthroughs
from ..playthroughs.scripts import read_file
from ..shared.games.loading import game_of
from ..shared.games.machines import PYTHON, MachineOption, compiled_rules
from ..shared.games.options import GameRequest
from ..shared.process.progress import Progress
from ..tasks.subjects import TaskSubject
from ..tasks.work import Work

# The most random games of one task: a process takes the next task when it is done.
CHUNK = 25


@frozen
class RulebookComparison:
    """Two rulebooks: their differences, and the numbers of players that both, or only one of them, allow."""

    a: GameRequest
    b: GameRequest
    changes: tuple[ClauseChange, ...] = field(hash=False, eq=False)
    changed: Changed = field(hash=False, eq=False)
    both: tuple[int, ...]
    only_a: tuple[int, ...]
    only_b: tuple[int, ...]


@frozen
class DivergenceGroup:
    """A divergence: its number of random games by number of players, of playthroughs, and a playthrough that shows it.

    `first` is the number of the first random game with it, from 1, or None. `text` is None if no playthrough can show it.
    """

    example: DivergingGame
    games: Mapping[int, int]
    playthroughs: int
    first: int | None
    text: str | None
    file: str | None = None


@frozen
class PlayReport:
    """The result of playing side by side: the divergences, and numbers of games, playthroughs and positions.

    `games` are the random games by number of players, `left_out` the playthroughs that the other rulebook cannot play,
    `diverged` the games that diverge. `failed` names the games that a bug kept from being compared, with the error.
    """

    games: Mapping[int, int]
    playthroughs: int
    left_out: int
    positions: int
    diverged: int
    groups: tuple[DivergenceGroup, ...]
    failed: tuple[str, ...] = ()


# ---- Clause by clause ----------------------------------------------------------------------------


def compared(a: GameRequest, b: GameRequest) -> RulebookComparison:
    """Compare two rulebooks, clause by clause. Raises NoSuchRulebook, WrongPlayers, and RulebookError for mistakes in one."""
    # These are kept by the names of files. So they are forgotten before a
    # comparison: the files may have changed since the last one.
    for known in (_files, _game, _comparison, _in_tandem, _shortest):
        known.cache_clear()
    files = _files(a.rulebook, a.variants), _files(b.rulebook, b.variants)
    counts = [range(head.fewest, head.most + 1) for head in map(header_of, files)]
    shared = tuple(number for number in counts[0] if number in counts[1])
    number = a.players or (shared[0] if shared else None)
    compiled = [_compiled(request, file, number) for request, file in zip((a, b), files, strict=True)]
    changes = difference(*files, *(pair[0].program.clauses for pair in compiled))
    only = [tuple(number for number in own if number not in other) for own, other in (counts, counts[::-1])]
    return RulebookComparison(a, b, changes, touched(compiled[0][1], compiled[1][1], [change.id for change in changes]),
                              (a.players,) if a.players else shared, only[0], only[1])


def _compiled(request: GameRequest, files: Files, players: int | None) -> tuple[Compilation, Uses]:
    """Compile a rulebook for a number of players; return it with its dependencies."""
    compilation = _game(request).rules(players).compilation
    assert isinstance(compilation, Compilation), "a game that is loaded is compiled here"
    return compilation, uses(files.declarations, compilation.compiled)


@cache
def _files(rulebook: str, variants: tuple[str, ...]) -> Files:
    return read(find(rulebook), variants)


@cache
def _game(request: GameRequest) -> Game:
    return game_of(_files(request.rulebook, request.variants), dict(request.parameters), request.players)


# ---- Side by side --------------------------------------------------------------------------------


@frozen
class _ComparisonTask:
    """Games to play side by side: a playthrough, or random games with these numbers."""

    setup: Setup
    path: Path | None
    numbers: range
    seed: int
    machine: MachineOption


def played(rulebooks: RulebookComparison, plays: int, seed: int, work: Work, machine: MachineOption) -> PlayReport:
    """Play two rulebooks side by side: the playthroughs of the first, then random games for each number of players."""
    tasks, left_out = [], 0
    files = _files(rulebooks.a.rulebook, rulebooks.a.variants)
    for path, _, setup in own_playthroughs(files, rulebooks.both):
        if _can_be_played(rulebooks, setup):
            tasks.append(_ComparisonTask(setup, path, range(0), seed, machine))
        else:
            left_out += 1
    for place, players in enumerate(rulebooks.both):
        # Numbers of players take turns, so that a series with more games begins with the games of a shorter one.
        numbers = range(place, plays, len(rulebooks.both))
        tasks += [_ComparisonTask(Setup(players), None, numbers[start : start + CHUNK], seed, machine)
                  for start in range(0, len(numbers), CHUNK)]
    whole = Exploration()
    setups = {str(task.path): task.setup for task in tasks if task.path is not None}
    games = dict.fromkeys(rulebooks.both, 0)
    with work.tasks(TaskSubject(request, players)
                    for request in (rulebooks.a, rulebooks.b) for players in rulebooks.both) as work_tasks:
        with Progress(plays, "playing") as bar:
            parts = work_tasks.map(_carried_out, [(rulebooks, task) for task in tasks],
                                   lambda pair: f"{rulebooks.a} {rulebooks.b} {pair[1]}")
            for task, part in zip(tasks, parts, strict=True):
                whole.add(part)
                games[task.setup.players] += part.games
                bar.update(part.games)
        distinct = whole.distinct()
        groups: list[DivergenceGroup] = []
        with Progress(len(distinct), "writing down") as bar:
            shown = [
                tuple((occurrence, _setup_of(occurrence, rulebooks, setups)) for occurrence in sightings.best)
                for sightings in distinct
            ]
            # Only one playthrough for each kind of divergence is shrunk: that takes far longer than to find it.
            for sightings, (example, text) in zip(distinct, work_tasks.map(_shown, [(rulebooks, pair) for pair in shown], None),
                                                  strict=True):
                groups.append(_group(sightings, example, text, rulebooks))
                bar.update(1)
    return PlayReport(games, whole.playthroughs, left_out, whole.positions, whole.diverged, tuple(groups), tuple(whole.failed))


def followed(rulebooks: RulebookComparison) -> Exploration:
    """Play each playthrough of the first rulebook that the second allows, and compare every position."""
    whole = Exploration()
    for path, _, setup in own_playthroughs(_files(rulebooks.a.rulebook, rulebooks.a.variants), rulebooks.both):
        if _can_be_played(rulebooks, setup):
            whole.add(_carried_out((rulebooks, _ComparisonTask(setup, path, range(0), 0, PYTHON))))
    return whole


def _setup_of(example: DivergingGame, rulebooks: RulebookComparison, setups: Mapping[str, Setup]) -> Setup:
    """Return the setup of a game; random games take the numbers of players in turn."""
    return setups[example.game] if isinstance(example.game, str) else Setup(_players_of(example.game, rulebooks))


def _players_of(game: int, rulebooks: RulebookComparison) -> int:
    return rulebooks.both[game % len(rulebooks.both)]


def _group(sightings: Sightings, example: DivergingGame, text: str | None, rulebooks: RulebookComparison) -> DivergenceGroup:
    """Return a divergence with its counts."""
    games = Counter(_players_of(game, rulebooks) for game in sightings.games)
    first = min(sightings.games) + 1 if sightings.games else None
    return DivergenceGroup(example, dict(sorted(games.items())), len(sightings.playthroughs), first, text)


def _carried_out(pair: tuple[RulebookComparison, _ComparisonTask]) -> Exploration:
    rulebooks, task = pair
    played_pair = _comparison(rulebooks, task.setup)
    exploration = Exploration()
    if task.path is not None:
        try:
            exploration.add(follow(played_pair, read_file(task.path), read_file))
        # A bug of ours in one playthrough must not end the others.
        except Exception as error:
            exploration.failed.append(f"{task.path}: {type(error).__name__}: {error}")
    if task.numbers:
        tandem = _in_tandem(rulebooks, task.setup, task.machine)
        for game in explore(tandem, task.numbers, task.seed, shortest=_shortest(rulebooks)):
            exploration.add(game)
    return exploration


@cache
def _shortest(_rulebooks: RulebookComparison) -> Examples:
    """Return the lengths of the examples that this process has found."""
    return Examples()


@cache
def _in_tandem(rulebooks: RulebookComparison, setup: Setup, machine: MachineOption) -> Comparison:
    """Return the comparison of both rulebooks, played by modules if both have one."""
    played_pair = _comparison(rulebooks, setup)
    modules = [compiled_rules(rules, machine) for rules in (played_pair.a, played_pair.b)]
    built = [module.module for module in modules if module is not None]
    return played_pair if len(built) < len(modules) else in_tandem(played_pair, *built)


@cache
def _comparison(rulebooks: RulebookComparison, setup: Setup) -> Comparison:
    """Return the comparison of both rulebooks, with the given names of seats, or those of the first."""
    a, b = (_game(evolve(request, parameters=setup.parameters)) for request in (rulebooks.a, rulebooks.b))
    first = a.rules(setup.players, setup.seats)
    # Values that name a seat are compared as they are written, so both games have the same names of seats.
    return comparison(first, b.rules(setup.players, tuple(first.seats)), rulebooks.changed)


def _shown(pair: tuple[RulebookComparison, tuple[tuple[DivergingGame, Setup], ...]]) -> tuple[DivergingGame, str | None]:
    """Return the first example that a playthrough can show, with that playthrough; else the first."""
    rulebooks, examples = pair
    for example, setup in examples:
        played_pair = _comparison(rulebooks, setup)
        head = header(played_pair.a, rulebooks.a.known_as, rulebooks.a.known_variants, setup.parameters)
        try:
            text = written(played_pair, example, head, (rulebooks.a.name, rulebooks.b.name))
        # A bug of ours at one divergence must not lose the others; this one is reported without a playthrough.
        except Exception:
            text = None
        if text is not None:
            return example, text
    return examples[0][0], None


def _can_be_played(rulebooks: RulebookComparison, setup: Setup) -> bool:
    """Return whether both rulebooks have the parameters that a playthrough sets."""
    try:
        # The comparison stays in the cache, where the task that plays it in this process finds it.
        _comparison(rulebooks, setup)
    except RulebookError:
        return False
    return True
