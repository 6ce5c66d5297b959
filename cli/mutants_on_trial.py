"""The mutants of a rulebook tried one after another, in one or more processes, and what became of each."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from functools import cache
from hashlib import sha256
from itertools import islice
from pathlib import Path

import click
from attrs import define, evolve, field, frozen

from ..dsl.compilation import Compilation, header_of
from ..dsl.diagnostics import Diagnostics, RulebookError
from ..dsl.difference import touched
from ..dsl.library import Files, find, read
from ..dsl.mutants import Mutant, mutants, mutated
from ..dsl.uses import Uses, uses
from ..interpreter.chance import Dice
from ..interpreter.comparison import comparison, written
from ..interpreter.mutation import Trial, Verdict, in_order, notices, partings_of, trial, wrong_in_play
from ..interpreter.playthroughs.writer import header
from ..interpreter.rules import Rules
from ..interpreter.simulate import play_out, seed_of
from .options import Asked
from .own_playthroughs import Setting, own_playthroughs
from .scripts import read_file
from .workers import Workers

# Random games of a mutant with its invariants, for each number of players.
WATCHED_GAMES = 3
# So many ways in which a mutant parts from the rulebook are tried to be shown.
MOST_SHOWN = 4
# A game that is so many times as long as those of the rulebook does not end.
PATIENCE = 20


@frozen
class _Task:
    """What is asked for, and the number of a mutant."""

    asked: Asked
    games: int
    seed: int
    number: int


class _Bench:
    """A rulebook with its playthroughs, to try mutants against."""

    def __init__(self, asked: Asked) -> None:
        self.asked = asked
        self.files = read(find(asked.rulebook), asked.variants)
        head = header_of(self.files)
        self.counts = (asked.players,) if asked.players else tuple(range(head.fewest, head.most + 1))
        self.own = _Compiled(self.files, asked.settings)
        self.mutants = mutants(self.files.declarations)
        self.trials: list[tuple[Trial, Setting]] = []
        for _, playthrough, setting in own_playthroughs(self.files, self.counts):
            held = trial(self.own.rules(setting), playthrough, read_file)
            if held is not None:
                self.trials.append((held, setting))
        self.limits = {players: self._limit(players) for players in self.counts}

    def _limit(self, players: int) -> int:
        rules = self.own.rules(Setting(players))
        longest = max(play_out(rules, Dice(seed_of(0, number))).choices for number in range(WATCHED_GAMES))
        return PATIENCE * longest + 1_000

    def verdict(self, mutant: Mutant, games: int, seed: int) -> Verdict:
        """What becomes of a mutant."""
        files = evolve(self.files, declarations=mutated(self.files.declarations, mutant), diagnostics=Diagnostics())
        compiled = _Compiled(files, self.asked.settings)
        try:
            other = [Setting(players) for players in self.counts if self._differs(compiled, Setting(players))]
            ordered = in_order((one for one, _ in self.trials), mutant.clause)
            settings = {id(one): setting for one, setting in self.trials}
            for one in ordered:
                setting = settings[id(one)]
                if self._differs(compiled, setting) and notices(one, compiled.rules(setting), read_file):
                    return Verdict("noticed", one.playthrough.name)
        except RulebookError as error:
            return Verdict("broken", error.diagnostics[0].code)
        for setting in other:
            rules = compiled.rules(setting)
            wrong = wrong_in_play(rules, range(WATCHED_GAMES), seed, self.limits[setting.players])
            if wrong is not None:
                return Verdict("noticed", wrong)
        return self._survivor(compiled, mutant, other, games, seed) if other else Verdict("same")

    def _differs(self, compiled: _Compiled, setting: Setting) -> bool:
        return compiled.rules(setting).hash != self.own.rules(setting).hash

    def _survivor(self, compiled: _Compiled, mutant: Mutant, other: list[Setting], games: int, seed: int) -> Verdict:
        """A mutant that nothing notices, with the playthrough that would have; or that changes no game that was tried."""
        changed = touched(self.own.uses, compiled.uses, [mutant.clause])
        compared = [comparison(self.own.rules(one), compiled.rules(one), changed) for one in other]
        name = f"{self.asked.name} with `{mutant.after or 'nothing'}`"
        where = ""
        for at, parting in islice(partings_of(compared, games, seed), MOST_SHOWN):
            head = header(at.a, self.asked.known_as, self.asked.known_variants, self.asked.settings)
            text = written(at, parting, head, (self.asked.name, name))
            where = where or f"a random game of {len(at.a.seats)} players"
            if text is not None:
                return Verdict("survived", where, text)
        return Verdict("survived", where) if where else Verdict("unseen", f"{games} games")


class _Compiled:
    """A rulebook, compiled for each setting when it is first needed."""

    def __init__(self, files: Files, settings: tuple[tuple[str, str], ...]) -> None:
        self.files, self.settings = files, settings
        self.compilations: dict[tuple[object, ...], Compilation] = {}
        self.known: dict[Setting, Rules] = {}

    def rules(self, setting: Setting) -> Rules:
        """The rules for a setting. Raises RulebookError."""
        if setting not in self.known:
            self.known[setting] = Rules(self._compilation(setting), setting.seats)
        return self.known[setting]

    def _compilation(self, setting: Setting) -> Compilation:
        options = {**dict(self.settings), **dict(setting.settings)}
        key = (setting.players, *sorted(options.items()))
        if key not in self.compilations:
            self.compilations[key] = Compilation(self.files, setting.players, options)
        return self.compilations[key]

    @property
    def uses(self) -> Uses:
        """What uses what in the rulebook."""
        return uses(self.files.declarations, next(iter(self.compilations.values())).compiled)


@cache
def _bench(asked: Asked) -> _Bench:
    return _Bench(asked)


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
        return Fates(self.asked.name, tuple((one, self.known[one.key]) for one in self.mutants))

    def _keep(self, key: str, verdict: Verdict) -> None:
        if self.state is not None:
            with self.state.open("a", encoding="utf-8") as file:
                file.write(json.dumps([key, verdict.fate, verdict.by, verdict.playthrough], ensure_ascii=False) + "\n")


def on_trial(asked: Asked, games: int, seed: int, clauses: tuple[str, ...], kinds: tuple[str, ...],
             state: Path | None) -> OnTrial:
    """The mutants of a rulebook, or those of some clauses and kinds; with what a state file knows of them.

    A clause that has no mutants, and a state file that was made for something else, are usage errors.
    """
    _bench.cache_clear()
    bench = _bench(asked)
    known = {one.clause for one in bench.mutants}
    for clause in clauses:
        if clause not in known:
            raise click.UsageError(f"there is no mutant of `{clause}`")
    chosen = tuple(one for one in bench.mutants if (not clauses or one.clause in clauses) and (not kinds or one.kind in kinds))
    out = OnTrial(asked, games, seed, chosen, state)
    if state is not None:
        _take_up(out, bench)
    return out


def _take_up(trial: OnTrial, bench: _Bench) -> None:
    """Read what a state file knows; a last line that was cut off counts as not there. A new file gets its first line."""
    assert trial.state is not None, "there is a file"
    mark = json.dumps({"mutants of": trial.asked.name, "made for": _made_for(bench, trial)})
    if not trial.state.exists():
        trial.state.write_text(mark + "\n", encoding="utf-8")
        return
    text = trial.state.read_text(encoding="utf-8")
    whole = text[: text.rfind("\n") + 1]
    lines = whole.splitlines()
    if not lines or lines[0] != mark:
        raise click.UsageError(f"`{trial.state}` was made for another rulebook, for other rules or playthroughs, "
                               "or another number of games; name a new file")
    if whole != text:
        trial.state.write_text(whole, encoding="utf-8")
    for line in lines[1:]:
        key, fate, by, playthrough = json.loads(line)
        trial.known[key] = Verdict(fate, by, playthrough)


def _made_for(bench: _Bench, trial: OnTrial) -> str:
    """A hash of all that verdicts depend on."""
    words = [*(bench.own.rules(Setting(players)).hash for players in bench.counts), str(trial.games), str(trial.seed)]
    words += [one.playthrough.text for one, _ in bench.trials]
    return sha256("\0".join(words).encode()).hexdigest()[:12]


# ---- What became of them -------------------------------------------------------------------------


@frozen(eq=False)
class Fates:
    """What became of the mutants of a rulebook."""

    name: str
    all: tuple[tuple[Mutant, Verdict], ...]

    def of(self, fate: str) -> list[tuple[Mutant, Verdict]]:
        """Those with this fate."""
        return [(one, verdict) for one, verdict in self.all if verdict.fate == fate]

    @property
    def percent(self) -> float:
        """How many of those that change play are noticed, in percent."""
        noticed, survived = len(self.of("noticed")), len(self.of("survived"))
        return 100.0 * noticed / (noticed + survived) if noticed + survived else 100.0

    def lines(self) -> Iterator[str]:
        """How many there are of each kind, and how many of them are noticed."""
        kinds = dict.fromkeys(one.kind for one, _ in self.all)
        rows = [("", "mutants", "no change", "noticed", "survived")]
        for name in (*kinds, "all"):
            fates = Counter(verdict.fate for one, verdict in self.all if name in (one.kind, "all"))
            rows.append((name, str(fates.total()), str(fates["same"] + fates["unseen"] + fates["broken"]),
                         str(fates["noticed"]), str(fates["survived"])))
        widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
        for row in rows:
            numbers = (cell.rjust(width) for cell, width in zip(row[1:], widths[1:], strict=True))
            yield "  ".join((row[0].ljust(widths[0]), *numbers))
        counts = Counter(verdict.fate for _, verdict in self.all)
        yield ""
        yield (f"no change: {counts['broken']} do not compile, {counts['same']} are the same rules, "
               f"{counts['unseen']} were not seen to change a game")
        yield f"{self.percent:.1f} % of the mutants that change play are noticed"

    def as_json(self) -> dict[str, object]:
        """The report as `mutate --json` prints it."""
        counts = Counter(verdict.fate for _, verdict in self.all)
        return {
            "game": self.name, "mutants": len(self.all),
            **{fate: counts[fate] for fate in ("noticed", "survived", "unseen", "same", "broken")},
            "percent": round(self.percent, 1),
            "noticed_by": dict(Counter(verdict.by for _, verdict in self.of("noticed")).most_common()),
            "survivors": [_record(one, verdict) for one, verdict in self.of("survived")],
            "not_seen": [_record(one, verdict) for one, verdict in self.of("unseen")],
        }


def _record(one: Mutant, verdict: Verdict) -> dict[str, object]:
    return {"clause": one.clause, "kind": one.kind, "file": one.span.source.name, "line": one.span.line, "before": one.before,
            "after": one.after, "seen_in": verdict.by, "playthrough": verdict.playthrough}
