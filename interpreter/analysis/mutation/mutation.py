"""A rulebook and a mutant of it to what notices the mutant: a playthrough, an invariant, a fault, or nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import count
from pathlib import Path
from typing import Literal

from attrs import frozen

from ...game.rules import Rules
from ...game.state import Choice
from ...playthroughs.lines.syntax import Playthrough
from ...playthroughs.running.results import PlaythroughState
from ...playthroughs.running.runner import PlaythroughRunner
from ...runtime.faults import BrokenInvariant, RulebookFault
from ...runtime.series import SeriesDice
from ..divergence import Comparison, DivergingGame, Key, ReferenceGames, explore
from ..playouts.simulate import play_out
from .unchanged import GameDependencies, WatchedRules

Way = Literal["playthrough", "invariant", "wrong"]
VerdictKind = Literal["noticed", "survived", "unseen", "same", "broken", "failed"]

# By what it is known, and not only seen, that a mutant plays as the rulebook does.
ANOTHER_ORDER, OTHER_EVENTS, AFTER_THE_END = "another order", "other events", "after the end"

# A playthrough that takes `PATIENCE` times as many moves by the mutant is no longer the same game.
PATIENCE = 4
SPARE_MOVES = 200
# The positions of random games that are compared to see whether a mutant plays otherwise.
MOST_POSITIONS = 20_000
# Once it was seen to play otherwise, the positions that are searched for ways that are easier to show.
MORE_POSITIONS = 2_000


@frozen
class Verdict:
    """The result of a mutant.

    `noticed` by a playthrough, or by random games in which an invariant breaks or the rules raise a fault (`by` says which
    or how); `survived`, although play was seen to change; `unseen`, when no game was seen to change; `same`, when the
    compiled rules are the same; `broken`, when it does not compile; `failed`, when trying it failed by a bug, which `by`
    says. `playthrough` would have noticed a survivor;
    `way` is by what a mutant is noticed.
    """

    kind: VerdictKind
    by: str = ""
    playthrough: str | None = None
    way: Way | None = None


# A comparison played by modules, where the number of positions to come is large enough for them.
ByModules = Callable[[Comparison, int], Comparison]


class _Endless(Exception):
    """A playthrough goes on by the mutant, and on."""


def _passes(rules: Rules, playthrough: Playthrough, read_other: Callable[[Path], Playthrough], most: int) -> bool:
    """Return whether a playthrough passes. Raises _Endless when it goes on for more choices and rolls than `most`."""
    numbers = count()

    def before_step(current: PlaythroughState, choice: Choice | str, by: int | None) -> None:
        if next(numbers) >= most:
            raise _Endless

    return PlaythroughRunner(rules, playthrough, read_other, before_step).run().passed


@frozen(eq=False)
class ReferenceRun:
    """A playthrough that holds in the rulebook: the clauses that it applies there, how many moves it has, what it asks for."""

    playthrough: Playthrough
    clauses: frozenset[str]
    moves: int
    dependencies: GameDependencies


def reference_run(watched: WatchedRules, playthrough: Playthrough,
                  read_other: Callable[[Path], Playthrough]) -> ReferenceRun | None:
    """The run of a playthrough by the rulebook, to compare those by mutants with; None where it does not pass."""
    result, dependencies = watched.played(playthrough, read_other)
    return ReferenceRun(playthrough, frozenset(result.clauses), result.moves, dependencies) if result.passed else None


def in_order(runs: Iterable[ReferenceRun], around: Sequence[str]) -> list[ReferenceRun]:
    """Runs in the order in which they are likely to notice a change of a clause soon; those alike in this stay as they come.

    `around` are the clause and those that it lies in, the innermost first. First come runs that apply the
    innermost of them.
    """
    return sorted(runs, key=lambda item: next((i for i, clause in enumerate(around) if clause in item.clauses), len(around)))


def notices(run: ReferenceRun, mutant: Rules, read_other: Callable[[Path], Playthrough]) -> bool:
    """Return whether a playthrough that holds in the rulebook fails by the rules of a mutant."""
    try:
        return not _passes(mutant, run.playthrough, read_other, run.moves * PATIENCE + SPARE_MOVES)
    except _Endless:
        return True


def wrong_in_play(mutant: Rules, numbers: Iterable[int], seed: int, limit: int) -> Verdict | None:
    """Play random games of a mutant and describe the first fault, such as a broken invariant; None if there is none."""
    for number in numbers:
        try:
            played = play_out(mutant, SeriesDice(seed, number), limit, invariants=True)
        except RulebookFault as fault:
            if isinstance(fault, BrokenInvariant):
                return Verdict("noticed", fault.clauses[-1], way="invariant")
            return Verdict("noticed", f"fault in {fault.clauses[-1]}", way="wrong")
        if played.end is None:
            return Verdict("noticed", "a game that does not end", way="wrong")
    return None


def divergences_of(compared: Sequence[tuple[Comparison, ReferenceGames]], games: int, seed: int,
                   by_modules: ByModules | None = None) -> Iterator[tuple[Comparison, DivergingGame]]:
    """The ways in which a rulebook and a mutant part in random games, for any of these numbers of players, each once.

    With each comparison come games of the rulebook. After `MOST_POSITIONS` positions no further game is begun, nor
    `MORE_POSITIONS` after the first divergence. Most mutants part in the first games, for which no module is made.
    """
    known: set[Key] = set()
    positions, most = 0, MOST_POSITIONS
    playing = [comparison for comparison, _ in compared]
    for number in range(games):
        for place, (_, reference) in enumerate(compared):
            if positions > most:
                return
            if number == 1 and by_modules is not None:
                playing[place] = by_modules(playing[place], min(most - positions, positions * (games - 1)) // len(compared))
            comparison = playing[place]
            if comparison.tandem is None and comparison.quick.is_one_layout and reference.is_alike(number, comparison.b):
                positions += reference.length(number)
                continue
            for exploration in explore(comparison, (number,), seed):
                positions += exploration.positions
                for sightings in exploration.distinct():
                    if sightings.best[0].key not in known:
                        most = min(most, positions + MORE_POSITIONS) if not known else most
                        known.add(sightings.best[0].key)
                        yield comparison, sightings.best[0]
