"""Test one mutant of a rulebook against its playthroughs, invariants and random games: a verdict."""

from __future__ import annotations

from collections import Counter
from functools import cached_property
from hashlib import sha256
from itertools import islice
from pathlib import Path

from attrs import evolve

from ...dsl.driver.compilation import Compilation, header_of
from ...dsl.load.loader import Files, find, read
from ...dsl.source.diagnostics import Diagnostics, RulebookError
from ...dsl.tools.dependencies import Uses, conditions_mean_alike, uses
from ...dsl.tools.diff import touched
from ...dsl.tools.mutation_operators import ORDER_OF_EFFECTS, Mutant, mutants, mutated
from ...interpreter.analysis.divergence import (
    Comparison,
    DivergingGame,
    ReferenceGames,
    arranged,
    comparison,
    in_tandem,
    played,
)
from ...interpreter.analysis.mutation.mutation import (
    AFTER_THE_END,
    ANOTHER_ORDER,
    OTHER_EVENTS,
    ByModules,
    ReferenceRun,
    Verdict,
    divergences_of,
    in_order,
    notices,
    reference_run,
    wrong_in_play,
)
from ...interpreter.analysis.mutation.unchanged import GameDependencies, MutantPair, UnchangedGames, WatchedRules
from ...interpreter.analysis.playouts.simulate import play_out
from ...interpreter.canonical.canonical_order import canonical_order
from ...interpreter.canonical.fingerprint import fingerprint
from ...interpreter.game.rules import Rules
from ...interpreter.playthroughs.lines.writer import header
from ...interpreter.runtime.series import SeriesDice
from ..playthroughs.own import Setup, own_playthroughs
from ..playthroughs.scripts import read_file
from ..shared.games.machines import PYTHON, MachineOption, compiled_rules
from ..shared.games.options import GameRequest
from .state import EarlierVerdict

# Random games of a mutant in which its invariants are tested, for each number of players.
WATCHED_GAMES = 3
# The number of divergences for which a playthrough is searched.
MOST_SHOWN = 4
# The number of steps played to shrink one of them.
MOST_STEPS = 4_000
# A game of a mutant is endless if it is this many times as long as those of the rulebook.
PATIENCE = 20
# A module is compiled when at least N positions are expected for each block of the program: fewer do not pay for it.
MODULE_PAYS = 5


class MutationSubject:
    """The rulebook under test, with its playthroughs."""

    def __init__(self, request: GameRequest) -> None:
        self.request = request
        self.files = read(find(request.rulebook), request.variants)
        head = header_of(self.files)
        self.counts = (request.players,) if request.players else tuple(range(head.fewest, head.most + 1))
        self.own = _CompiledRulebook(self.files, request.parameters)
        self.mutants = mutants(self.files.declarations)
        self.watched: dict[Setup, WatchedRules] = {}
        self.runs = self._passing()
        self.parents = {id: clause.parent for id, clause in self.own.rules(Setup(self.counts[0])).clauses.items()}
        self.reference_games: dict[tuple[Setup, int], ReferenceGames] = {}
        self.games: dict[tuple[Setup, int], GameDependencies | None] = {}
        self.limits = {players: self._limit(players) for players in self.counts}

    def _passing(self) -> dict[str, tuple[ReferenceRun, Setup]]:
        """Return the playthroughs that pass, by a hash of all that their result depends on.

        Playthroughs whose players and parameters many others share come first, as one compilation serves all of
        them; among these the short ones come first.
        """
        runs: list[tuple[str, ReferenceRun, Setup]] = []
        for path, playthrough, setup in own_playthroughs(self.files, self.counts):
            passing = reference_run(self.watching(setup), playthrough, read_file)
            if passing is not None:
                runs.append((hash_of(path.name, playthrough.text, self.own.rules(setup).analyses.hash), passing, setup))
        sharing = Counter((setup.players, setup.parameters) for _, _, setup in runs)
        runs.sort(
            key=lambda pair: (-sharing[pair[2].players, pair[2].parameters], pair[2].players, pair[2].parameters, pair[1].moves)
        )
        return {key: (passing, setup) for key, passing, setup in runs}

    def watching(self, setup: Setup) -> WatchedRules:
        """Return the rules at a table at which all that is asked of them is noted."""
        if setup not in self.watched:
            self.watched[setup] = WatchedRules(self.own.noting(setup))
        return self.watched[setup]

    def _limit(self, players: int) -> int:
        rules = self.own.rules(Setup(players))
        longest = max(play_out(rules, SeriesDice(0, number)).choices for number in range(WATCHED_GAMES))
        return PATIENCE * longest + 1_000

    def verdict(self, mutant: Mutant, games: int, seed: int, earlier: EarlierVerdict | None = None,
                machine: MachineOption = PYTHON) -> Verdict:
        """Return the verdict on a mutant. The playthrough that noticed it earlier comes first; others are not repeated."""
        if earlier is not None and self._noticed_by_what_is_unchanged(earlier):
            return earlier.verdict
        files = evolve(self.files, declarations=mutated(self.files.declarations, mutant), diagnostics=Diagnostics())
        compiled = _CompiledRulebook(files, self.request.parameters, self.own, exchanged=mutant.kind == ORDER_OF_EFFECTS)
        try:
            # From cheap to dear: playthroughs first, of which most need not be played; then canonical forms; then random games.
            for attempt, setup in self._runs(mutant, earlier):
                if compiled.is_as(self.own, setup) or self._goes_the_same_way(compiled, setup, attempt.dependencies):
                    continue
                if notices(attempt, compiled.noting(setup), read_file):
                    return Verdict("noticed", attempt.playthrough.name, way="playthrough")
            if earlier is not None and earlier.still_holds:
                return earlier.verdict
            unlike = [setup for setup in map(Setup, self.counts)
                      if compiled.rules(setup).analyses.hash != self.own.rules(setup).analyses.hash]
        except RulebookError as error:
            return Verdict("broken", error.diagnostics[0].code)
        other = [setup for setup in unlike if not compiled.is_as(self.own, setup)]
        if not other:
            return Verdict("same", ANOTHER_ORDER if unlike else "")
        # Programs that become the same in canonical form play alike in every game, so no random game has to be played for them.
        if all(compiled.plays_as(self.own, setup) for setup in other):
            return Verdict("unseen", OTHER_EVENTS)
        if all(compiled.plays_as(self.own, setup, until_end=True) for setup in other):
            return Verdict("unseen", AFTER_THE_END)
        for setup in other:
            if self._plays_on_as_before(compiled, setup, seed):
                continue
            rules = compiled.rules(setup)
            wrong = wrong_in_play(rules, range(WATCHED_GAMES), seed, self.limits[setup.players])
            if wrong is not None:
                return wrong
        return self._survivor(compiled, mutant, other, games, seed, machine)

    def _plays_on_as_before(self, compiled: _CompiledRulebook, setup: Setup, seed: int) -> bool:
        """Return whether the first random games go the same way by a mutant, in which no fault of the rulebook occurs."""
        dependencies = self._watched_games(setup, seed)
        return dependencies is not None and self._goes_the_same_way(compiled, setup, dependencies)

    def _goes_the_same_way(self, compiled: _CompiledRulebook, setup: Setup, dependencies: GameDependencies) -> bool:
        """Return whether a game of the rulebook cannot come to anything else by a mutant."""
        return compiled.paired(self.watching(setup), setup).goes_the_same_way(dependencies)

    def _watched_games(self, setup: Setup, seed: int) -> GameDependencies | None:
        """Watch the first random games of the rulebook; None where a rulebook fault occurs in them."""
        key = setup, seed
        if key not in self.games:
            limit = self.limits[setup.players]
            wrong, dependencies = self.watching(setup).observed(
                lambda rules: wrong_in_play(rules, range(WATCHED_GAMES), seed, limit))
            self.games[key] = dependencies if wrong is None else None
        return self.games[key]

    def _noticed_by_what_is_unchanged(self, earlier: EarlierVerdict) -> bool:
        """Return whether a playthrough that is unchanged noticed the mutant in an earlier run of the same rules."""
        name = Path(earlier.verdict.by).name
        keys = {key for key, (attempt, _) in self.runs.items() if Path(attempt.playthrough.name).name == name}
        return earlier.verdict.way == "playthrough" and bool(keys) and keys <= (earlier.playthroughs or frozenset())

    def _runs(self, mutant: Mutant, earlier: EarlierVerdict | None) -> list[tuple[ReferenceRun, Setup]]:
        """Return the playthroughs that may notice a mutant, in the order of testing."""
        left = {attempt: setup for key, (attempt, setup) in self.runs.items()
                if earlier is None or not earlier.still_holds or key not in (earlier.playthroughs or ())}
        noticed_by = None if earlier is None else Path(earlier.verdict.by).name
        ordered = in_order(left, self._around(mutant.clause))
        return [(attempt, left[attempt])
                for attempt in sorted(ordered, key=lambda attempt: Path(attempt.playthrough.name).name != noticed_by)]

    def _around(self, clause: str) -> tuple[str, ...]:
        """Return a clause and those that it lies in, the innermost first."""
        out: list[str] = []
        current: str | None = clause
        while current is not None:
            out.append(current)
            current = self.parents.get(current)
        return tuple(out)

    def _survivor(self, compiled: _CompiledRulebook, mutant: Mutant, other: list[Setup], games: int, seed: int,
                  machine: MachineOption) -> Verdict:
        """Return the verdict on a mutant that nothing notices: survived, with a playthrough that would notice it, or unseen."""
        changed = touched(self.own.uses, compiled.uses, [mutant.clause])
        compared = [
            (comparison(self.own.rules(setup), compiled.rules(setup), changed), self._reference_games(setup, seed))
            for setup in other
        ]
        names = self.request.name, f"{self.request.name} with `{mutant.after or 'nothing'}`"
        shown = list(islice(divergences_of(compared, games, seed, _by_modules(machine)), MOST_SHOWN))
        if not shown:
            return Verdict("unseen", f"{games} games")
        where = f"a random game of {len(shown[0][0].a.seats)} players"
        return Verdict("survived", where, self._shortest(shown, names))

    def _reference_games(self, setup: Setup, seed: int) -> ReferenceGames:
        return self.reference_games.setdefault((setup, seed), ReferenceGames(self.own.rules(setup), seed))

    def _shortest(self, shown: list[tuple[Comparison, DivergingGame]], names: tuple[str, str]) -> str | None:
        """Return the shortest playthrough that begins at a divergence; without one, a game from the beginning."""
        def head(rules: Rules) -> str:
            return header(rules, self.request.known_as, self.request.known_variants, self.request.parameters)

        # A playthrough that sets up the position of the difference is far shorter than the game that led there.
        texts = [arranged(comparison, game, head(comparison.a), names) for comparison, game in shown]
        shortest = min((text for text in texts if text is not None), key=lambda text: text.count("\n"), default=None)
        if shortest is not None:
            return shortest
        comparison, game = min(shown, key=lambda pair: (pair[1].steps is None, len(pair[1].steps or ())))
        return played(comparison, game, head(comparison.a), names, MOST_STEPS)


def _by_modules(machine: MachineOption) -> ByModules | None:
    """Return the function that lets modules play a comparison; None for Python. Without --machine they play where it pays."""
    if machine.name == "python":
        return None

    def by_modules(comparison: Comparison, positions: int) -> Comparison:
        if machine.name == "auto" and positions < MODULE_PAYS * len(comparison.b.program.blocks):
            return comparison
        # What a mutant is compiled to is needed no more after it.
        modules = compiled_rules(comparison.a, machine), compiled_rules(comparison.b, evolve(machine, keep=False))
        if modules[0] is None or modules[1] is None:
            return comparison
        return in_tandem(comparison, modules[0].module, modules[1].module)

    return by_modules


def hash_of(*words: str) -> str:
    """Return a short hash of some words."""
    return sha256("\0".join(words).encode()).hexdigest()[:12]


_Key = tuple[int, tuple[tuple[str, str], ...]]


class _CompiledRulebook:
    """A rulebook, compiled for each number of players and parameters when it is first needed.

    `mutant_of` is the rulebook that it is a mutant of: then its functions are written only as they are called, and it
    warns of nothing. `exchanged` says that it differs from that only in the order of effects, so both may be equivalent.
    """

    def __init__(self, files: Files, parameters: tuple[tuple[str, str], ...], mutant_of: _CompiledRulebook | None = None,
                 exchanged: bool = False) -> None:
        self.files, self.parameters, self.mutant_of, self.exchanged = files, parameters, mutant_of, exchanged
        self.compilations: dict[_Key, Compilation] = {}
        self.shared: dict[_Key, Rules] = {}
        self.tables: dict[Setup, Rules] = {}
        self.alike: dict[_Key, bool] = {}
        self.hashes: dict[tuple[_Key, bool, bool], str] = {}
        self.pairs: dict[_Key, MutantPair] = {}
        self.alikes: dict[Setup, UnchangedGames] = {}

    def rules(self, setup: Setup) -> Rules:
        """Return the rules for a number of players and parameters. Raises RulebookError."""
        key = self._key(setup)
        if key not in self.shared:
            mutant = self.mutant_of
            original = None
            if mutant is not None:
                mutant.rules(setup)
                original = mutant.compilations[key]
            self.compilations[key] = compilation = Compilation(
                self.files, setup.players, dict(key[1]), like=original if self.is_asked_alike else None, warned=mutant is None,
                known=None if original is None else original.compiled)
            self.shared[key] = Rules(compilation, briefly=mutant is not None)
        return self.shared[key]

    @cached_property
    def is_asked_alike(self) -> bool:
        """Whether any condition means the same in the rulebook that this is a mutant of."""
        return self.mutant_of is not None and conditions_mean_alike(self.mutant_of.files.declarations, self.files.declarations)

    def noting(self, setup: Setup) -> Rules:
        """Return the rules at a table that traces every step, for playthroughs. Raises RulebookError."""
        if setup not in self.tables:
            shared = self.rules(setup)
            self.tables[setup] = shared.seated(setup.seats or tuple(shared.seats), notes=True)
        return self.tables[setup]

    def paired(self, own: WatchedRules, setup: Setup) -> UnchangedGames:
        """Return these rules beside a rulebook, to see which games go the same way. Raises RulebookError."""
        if setup not in self.alikes:
            key, rules = self._key(setup), self.noting(setup)
            if key not in self.pairs:
                self.pairs[key] = MutantPair(own, rules, self.is_asked_alike)
            self.alikes[setup] = own.paired(self.pairs[key], rules)
        return self.alikes[setup]

    def _key(self, setup: Setup) -> _Key:
        """Return the number of players and the parameters."""
        return setup.players, tuple(sorted({**dict(self.parameters), **dict(setup.parameters)}.items()))

    def is_as(self, other: _CompiledRulebook, setup: Setup) -> bool:
        """Return whether both have the same effects and texts in this setup, except for the order of independent effects."""
        key = self._key(setup)
        if key not in self.alike:
            self.alike[key] = self.rules(setup).program == other.rules(setup).program or (
                self.exchanged and self._hash(setup, True) == other._hash(setup, True))
        return self.alike[key]

    def plays_as(self, other: _CompiledRulebook, setup: Setup, until_end: bool = False) -> bool:
        """Return whether both play alike in this setup; their events may differ.

        With `until_end` the values of fields after the end of the game may differ too.
        """
        return self._hash(setup, False, until_end) == other._hash(setup, False, until_end)

    def _hash(self, setup: Setup, events: bool, until_end: bool = False) -> str:
        key = self._key(setup), events, until_end
        if key not in self.hashes:
            program = canonical_order(self.rules(setup).program, events, until_end)
            self.hashes[key] = fingerprint(program, whole=events)
        return self.hashes[key]

    @property
    def uses(self) -> Uses:
        """The dependencies between the clauses of the rulebook."""
        return uses(self.files.declarations, next(iter(self.compilations.values())).compiled)
