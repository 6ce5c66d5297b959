"""The mutants of a rulebook tried one after another, in one or more processes; what is found is kept in a file."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from hashlib import sha256
from pathlib import Path
from random import Random

import click
from attrs import astuple, define, field, frozen

from ..dsl.contents import text_in
from ..dsl.mutants import Mutant
from ..interpreter.mutation import Verdict
from .fates import Fates, Sample
from .files import write_whole
from .mutant_bench import Bench
from .options import Asked
from .own_playthroughs import Setting
from .workers import Workers


@frozen
class _Task:
    """What is asked for, and the number of a mutant."""

    asked: Asked
    games: int
    seed: int
    number: int


@cache
def _bench(asked: Asked) -> Bench:
    return Bench(asked)


def _tried(task: _Task) -> Verdict:
    bench = _bench(task.asked)
    return bench.verdict(bench.mutants[task.number], task.games, task.seed)


# ---- All of them ---------------------------------------------------------------------------------


@define(eq=False)
class OnTrial:
    """The mutants that are tried, and what is known of each already, by its key."""

    asked: Asked
    games: int
    seed: int
    mutants: tuple[Mutant, ...]
    state: Path | None
    sample: Sample | None
    known: dict[str, Verdict] = field(factory=dict)

    def tried(self, jobs: int) -> Iterator[Verdict]:
        """The verdict on each mutant, in order; what is found anew is kept in the state file at once."""
        new = [one for one in self.mutants if one.key not in self.known]
        yield from (self.known[one.key] for one in self.mutants if one.key in self.known)
        tasks = [_Task(self.asked, self.games, self.seed, one.number) for one in new]
        with Workers(jobs) as workers:
            for one, verdict in zip(new, workers.map(_tried, tasks), strict=True):
                self.known[one.key] = verdict
                self._keep(one.key, verdict)
                yield verdict

    def fates(self) -> Fates:
        """What became of each."""
        return Fates(self.asked.name, tuple((one, self.known[one.key]) for one in self.mutants), self.sample)

    def _keep(self, key: str, verdict: Verdict) -> None:
        if self.state is not None:
            with self.state.open("a", encoding="utf-8") as file:
                file.write(json.dumps([key, *astuple(verdict)], ensure_ascii=False) + "\n")


def on_trial(asked: Asked, games: int, seed: int, clauses: tuple[str, ...], kinds: tuple[str, ...],
             sample: int | None, state: Path | None) -> OnTrial:
    """The mutants of a rulebook, or those of some clauses and kinds, or a sample; with what a state file knows of them.

    A clause that has no mutants, and a state file that was made for something else, are usage errors.
    """
    _bench.cache_clear()
    bench = _bench(asked)
    known = {one.clause for one in bench.mutants}
    for clause in clauses:
        if clause not in known:
            raise click.UsageError(f"there is no mutant of `{clause}`")
    chosen = tuple(one for one in bench.mutants if (not clauses or one.clause in clauses) and (not kinds or one.kind in kinds))
    drawn = None
    if sample is not None and sample < len(chosen):
        drawn = Sample(len(chosen), seed)
        chosen = tuple(chosen[i] for i in sorted(Random(seed).sample(range(len(chosen)), sample)))
    out = OnTrial(asked, games, seed, chosen, state, drawn)
    if state is not None:
        _take_up(out, bench)
    return out


def _take_up(trial: OnTrial, bench: Bench) -> None:
    """Read what a state file knows; a last line that was cut off counts as not there. A new file gets its first line."""
    assert trial.state is not None, "there is a file"
    mark = json.dumps({"mutants of": trial.asked.name, "made for": _made_for(bench, trial)})
    if not trial.state.exists():
        write_whole(trial.state, mark + "\n")
        return
    text = text_in(trial.state, "replace")
    whole = text[: text.rfind("\n") + 1]
    lines = whole.split("\n")[:-1]
    if not lines or lines[0] != mark:
        raise click.UsageError(f"`{trial.state}` was made for another rulebook, for other rules or playthroughs, "
                               "or another number of games; name a new file")
    if whole != text:
        write_whole(trial.state, whole)
    for number, line in enumerate(lines[1:], 2):
        try:
            key, *verdict = json.loads(line)
            trial.known[key] = Verdict(*verdict)
        except (ValueError, TypeError):
            raise click.UsageError(f"line {number} of `{trial.state}` cannot be read; name a new file") from None


def _made_for(bench: Bench, trial: OnTrial) -> str:
    """A hash of all that verdicts depend on."""
    words = [*(bench.own.rules(Setting(players)).hash for players in bench.counts), str(trial.games), str(trial.seed)]
    words += [one.playthrough.text for one in bench.trials]
    return sha256("\0".join(words).encode()).hexdigest()[:12]
