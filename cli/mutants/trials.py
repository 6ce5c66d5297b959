"""The mutants of a rulebook tried one after another, in one or more processes; what is found is kept in a file."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path

import click
from attrs import frozen

from ...dsl.tools.mutation_operators import Mutant
from ...interpreter.analysis.mutation.mutation import Verdict
from ..playthroughs.own import Setup
from ..shared.options import Asked
from ..shared.workers import Workers
from .bench import Bench, hash_of
from .fates import Fates, Sample
from .state import Earlier, Head, Memory, memory


@frozen
class _Task:
    """What is asked for, the number of a mutant, and what is known of it."""

    asked: Asked
    games: int
    seed: int
    number: int
    earlier: Earlier | None


@cache
def _bench(asked: Asked) -> Bench:
    return Bench(asked)


def _tried(task: _Task) -> Verdict:
    bench = _bench(task.asked)
    try:
        return bench.verdict(bench.mutants[task.number], task.games, task.seed, task.earlier)
    # A bug of ours at one mutant must not end the others.
    except Exception as error:
        return Verdict("failed", f"{type(error).__name__}: {error}")


# ---- All of them ---------------------------------------------------------------------------------


@frozen(eq=False)
class OnTrial:
    """The mutants that are tried, in the order in which they are, and what is known of each already."""

    asked: Asked
    games: int
    seed: int
    mutants: tuple[Mutant, ...]
    memory: Memory
    sample: Sample | None

    def tried(self, jobs: int) -> Iterator[Verdict]:
        """The verdict on each mutant, those first that are known; what is found anew is kept at once."""
        known, earlier = self.memory.verdicts, self.memory.earlier
        new = [mutant for mutant in self.mutants if mutant.key not in known]
        yield from (known[mutant.key] for mutant in self.mutants if mutant.key in known)
        tasks = [_Task(self.asked, self.games, self.seed, mutant.number, earlier.get(mutant.key)) for mutant in new]
        with Workers(jobs) as workers:
            for mutant, verdict in zip(new, workers.map(_tried, tasks), strict=True):
                self.memory.keep(mutant.key, verdict)
                yield verdict

    def fates(self) -> Fates:
        """What became of each, in the order of the rulebook."""
        in_order = sorted(self.mutants, key=lambda mutant: mutant.number)
        return Fates(self.asked.name, tuple((mutant, self.memory.verdicts[mutant.key]) for mutant in in_order), self.sample)


def on_trial(asked: Asked, games: int, seed: int, clauses: tuple[str, ...], kinds: tuple[str, ...],
             sample: int | None, state: Path | None) -> OnTrial:
    """The mutants of a rulebook, or those of some clauses and kinds, or a sample; with what a state file knows of them.

    A hash of each with `seed` says in which order they come, and a sample is its beginning: so what was tried before
    a run was stopped is a sample as well, a larger sample has the smaller one in it, and one of rules that have
    changed is the same, but for the mutants that are new or gone.
    A clause that has no mutants, and a state file that was made for another game, are usage errors.
    """
    _bench.cache_clear()
    bench = _bench(asked)
    known = {mutant.clause for mutant in bench.mutants}
    for clause in clauses:
        if clause not in known:
            raise click.UsageError(f"there is no mutant of `{clause}`")
    chosen = tuple(
        mutant for mutant in bench.mutants if (not clauses or mutant.clause in clauses) and (not kinds or mutant.kind in kinds)
    )
    drawn = sorted(chosen, key=lambda mutant: hash_of(str(seed), mutant.key))[:sample]
    of = Sample(len(chosen), seed) if len(drawn) < len(chosen) else None
    return OnTrial(asked, games, seed, tuple(drawn), memory(state, _head(bench, games, seed)), of)


def _head(bench: Bench, games: int, seed: int) -> Head:
    """All that verdicts depend on."""
    rules = [*(bench.own.rules(Setup(players)).hash for players in bench.counts), str(games), str(seed)]
    return Head(bench.asked.name, hash_of(*rules), frozenset(bench.trials))
