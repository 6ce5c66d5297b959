"""Test the mutants of a rulebook, in one or more processes: verdicts, kept in a file."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path

import click
from attrs import frozen

from ...dsl.tools.mutation_operators import Mutant
from ...interpreter.analysis.mutation.mutation import Verdict
from ..playthroughs.own import Setup
from ..shared.games.machines import PYTHON, MachineOption
from ..shared.games.options import GameRequest
from ..tasks.subjects import TaskSubject
from ..tasks.work import Work
from .state import EarlierVerdict, StateHead, VerdictMemory, memory
from .subject import MutationSubject as Tested
from .subject import hash_of
from .verdicts import Sample, Verdicts


@frozen
class _MutantTask:
    """The input of a process: the game, the number of a mutant, and its earlier verdict."""

    request: GameRequest
    games: int
    seed: int
    number: int
    earlier: EarlierVerdict | None
    machine: MachineOption


@cache
def _subject(request: GameRequest) -> Tested:
    return Tested(request)


def _verdict(task: _MutantTask) -> Verdict:
    subject = _subject(task.request)
    try:
        return subject.verdict(subject.mutants[task.number], task.games, task.seed, task.earlier, task.machine)
    # A bug of ours at one mutant must not end the others.
    except Exception as error:
        return Verdict("failed", f"{type(error).__name__}: {error}")


# ---- The whole run --------------------------------------------------------------------------------


@frozen(eq=False)
class MutationRun:
    """The mutants to test, in order, with the verdicts that are known already."""

    request: GameRequest
    games: int
    seed: int
    mutants: tuple[Mutant, ...]
    memory: VerdictMemory
    sample: Sample | None
    machine: MachineOption = PYTHON

    def verdicts(self, work: Work) -> Iterator[Verdict]:
        """Yield the verdict on each mutant, the known ones first; save each new one at once."""
        known, earlier = self.memory.verdicts, self.memory.earlier
        new = [mutant for mutant in self.mutants if mutant.key not in known]
        yield from (known[mutant.key] for mutant in self.mutants if mutant.key in known)
        tasks = [_MutantTask(self.request, self.games, self.seed, mutant.number, earlier.get(mutant.key), self.machine)
                 for mutant in new]
        with work.tasks([TaskSubject(self.request, self.request.players)]) as work_tasks:
            for mutant, verdict in zip(new, work_tasks.map(_verdict, tasks), strict=True):
                self.memory.keep(mutant.key, verdict)
                yield verdict

    def result(self) -> Verdicts:
        """Return the verdicts in the order of the rulebook."""
        in_order = sorted(self.mutants, key=lambda mutant: mutant.number)
        return Verdicts(self.request.name, tuple((mutant, self.memory.verdicts[mutant.key]) for mutant in in_order),
                        self.sample)


def planned_run(request: GameRequest, games: int, seed: int, clauses: tuple[str, ...], kinds: tuple[str, ...],
                sample: int | None, resume: Path | None, machine: MachineOption = PYTHON) -> MutationRun:
    """Plan a run: all mutants of a rulebook, those of some clauses or kinds, or a sample, with verdicts from a file.

    The mutants are sorted by a hash of `seed` and the mutant, and a sample is the beginning of this order. So the
    mutants that a stopped run has tested are a sample too, a larger sample contains the smaller one, and after a
    change of the rules the sample stays the same, except for new and removed mutants.
    A clause without mutants, and a file that was made for another game, are usage errors.
    """
    _subject.cache_clear()
    subject = _subject(request)
    known = {mutant.clause for mutant in subject.mutants}
    for clause in clauses:
        if clause not in known:
            raise click.UsageError(f"there is no mutant of `{clause}`")
    chosen = tuple(
        mutant for mutant in subject.mutants
        if (not clauses or mutant.clause in clauses) and (not kinds or mutant.kind in kinds)
    )
    # A hash in place of a shuffle: the place of a mutant depends on itself alone, and not on which others there are.
    drawn = sorted(chosen, key=lambda mutant: hash_of(str(seed), mutant.key))[:sample]
    drawn_sample = Sample(len(chosen), seed) if len(drawn) < len(chosen) else None
    return MutationRun(request, games, seed, tuple(drawn), memory(resume, _head(subject, games, seed)), drawn_sample, machine)


def _head(subject: Tested, games: int, seed: int) -> StateHead:
    """Return all that verdicts depend on."""
    hashes = (subject.own.rules(Setup(players)).analyses.hash for players in subject.counts)
    known_by = hash_of(*hashes, str(games), str(seed), "chance of series")
    return StateHead(subject.request.name, known_by, frozenset(subject.runs))
