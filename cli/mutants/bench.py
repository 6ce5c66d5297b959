"""A rulebook with its playthroughs, and what becomes of a mutant of it."""

from __future__ import annotations

from collections import Counter
from hashlib import sha256
from itertools import islice
from pathlib import Path

from attrs import evolve

from ...dsl.driver.compilation import Compilation, header_of
from ...dsl.load.loader import Files, find, read
from ...dsl.source.diagnostics import Diagnostics, RulebookError
from ...dsl.tools.dependencies import Uses, uses
from ...dsl.tools.diff import touched
from ...dsl.tools.mutation_operators import ORDER_OF_EFFECTS, Mutant, mutants, mutated
from ...interpreter.analysis.divergence import Comparison, Found, KeptGames, arranged, comparison, played
from ...interpreter.analysis.mutation.mutation import (
    AFTER_THE_END,
    ANOTHER_ORDER,
    OTHER_EVENTS,
    Trial,
    Verdict,
    divergences_of,
    in_order,
    notices,
    trial,
    wrong_in_play,
)
from ...interpreter.analysis.playouts.simulate import play_out, seed_of
from ...interpreter.canonical.canonical_order import canonical_order
from ...interpreter.canonical.fingerprint import fingerprint
from ...interpreter.game.rules import Rules
from ...interpreter.playthroughs.writer import header
from ...interpreter.runtime.chance import Dice
from ..playthroughs.own import Setting, own_playthroughs
from ..playthroughs.scripts import read_file
from ..shared.options import Asked
from .state import Earlier

# Random games of a mutant with its invariants, for each number of players.
WATCHED_GAMES = 3
# So many ways in which a mutant parts from the rulebook are tried to be shown.
MOST_SHOWN = 4
# So many steps are played to cut one of them down.
MOST_STEPS = 4_000
# A game that is so many times as long as those of the rulebook does not end.
PATIENCE = 20


class Bench:
    """A rulebook with its playthroughs, to try mutants against."""

    def __init__(self, asked: Asked) -> None:
        self.asked = asked
        self.files = read(find(asked.rulebook), asked.variants)
        head = header_of(self.files)
        self.counts = (asked.players,) if asked.players else tuple(range(head.fewest, head.most + 1))
        self.own = _Compiled(self.files, asked.settings)
        self.mutants = mutants(self.files.declarations)
        self.trials = self._held()
        self.parents = {id: clause.parent for id, clause in self.own.rules(Setting(self.counts[0])).clauses.items()}
        self.kept: dict[tuple[Setting, int], KeptGames] = {}
        self.limits = {players: self._limit(players) for players in self.counts}

    def _held(self) -> dict[str, tuple[Trial, Setting]]:
        """The playthroughs that hold, each under a hash of all that its outcome depends on.

        Those come first that many others share their players and options with, as these are compiled once for all of
        them; of these the short ones.
        """
        found: list[tuple[str, Trial, Setting]] = []
        for path, playthrough, setting in own_playthroughs(self.files, self.counts):
            held = trial(self.own.noting(setting), playthrough, read_file)
            if held is not None:
                found.append((hash_of(path.name, playthrough.text, self.own.rules(setting).hash), held, setting))
        sharing = Counter((item.players, item.settings) for _, _, item in found)
        found.sort(
            key=lambda pair: (-sharing[pair[2].players, pair[2].settings], pair[2].players, pair[2].settings, pair[1].moves)
        )
        return {key: (held, setting) for key, held, setting in found}

    def _limit(self, players: int) -> int:
        rules = self.own.rules(Setting(players))
        longest = max(play_out(rules, Dice(seed_of(0, number))).choices for number in range(WATCHED_GAMES))
        return PATIENCE * longest + 1_000

    def verdict(self, mutant: Mutant, games: int, seed: int, earlier: Earlier | None = None) -> Verdict:
        """What becomes of a mutant. What noticed it earlier is tried first, and nothing again that did not."""
        if earlier is not None and self._noticed_by_what_is_unchanged(earlier):
            return earlier.verdict
        files = evolve(self.files, declarations=mutated(self.files.declarations, mutant), diagnostics=Diagnostics())
        compiled = _Compiled(files, self.asked.settings, exchanged=mutant.kind == ORDER_OF_EFFECTS)
        try:
            for item, setting in self._trials(mutant, earlier):
                if not compiled.is_as(self.own, setting) and notices(item, compiled.noting(setting), read_file):
                    return Verdict("noticed", item.playthrough.name, way="playthrough")
            if earlier is not None and earlier.still_holds:
                return earlier.verdict
            unlike = [item for item in map(Setting, self.counts) if compiled.rules(item).hash != self.own.rules(item).hash]
        except RulebookError as error:
            return Verdict("broken", error.diagnostics[0].code)
        other = [item for item in unlike if not compiled.is_as(self.own, item)]
        if not other:
            return Verdict("same", ANOTHER_ORDER if unlike else "")
        if all(compiled.plays_as(self.own, item) for item in other):
            return Verdict("unseen", OTHER_EVENTS)
        if all(compiled.plays_as(self.own, item, until_end=True) for item in other):
            return Verdict("unseen", AFTER_THE_END)
        for setting in other:
            rules = compiled.rules(setting)
            wrong = wrong_in_play(rules, range(WATCHED_GAMES), seed, self.limits[setting.players])
            if wrong is not None:
                return wrong
        return self._survivor(compiled, mutant, other, games, seed)

    def _noticed_by_what_is_unchanged(self, earlier: Earlier) -> bool:
        """Whether a playthrough noticed a mutant in an earlier run of the same rules, and is as it was then."""
        name = Path(earlier.verdict.by).name
        keys = {key for key, (item, _) in self.trials.items() if Path(item.playthrough.name).name == name}
        return earlier.verdict.way == "playthrough" and bool(keys) and keys <= (earlier.tried or frozenset())

    def _trials(self, mutant: Mutant, earlier: Earlier | None) -> list[tuple[Trial, Setting]]:
        """The playthroughs that may notice a mutant, in the order in which they are tried."""
        left = {item: setting for key, (item, setting) in self.trials.items()
                if earlier is None or not earlier.still_holds or key not in (earlier.tried or ())}
        noticed_by = None if earlier is None else Path(earlier.verdict.by).name
        ordered = in_order(left, self._around(mutant.clause))
        return [(item, left[item]) for item in sorted(ordered, key=lambda one: Path(one.playthrough.name).name != noticed_by)]

    def _around(self, clause: str) -> tuple[str, ...]:
        """A clause and those that it lies in, the innermost first."""
        out: list[str] = []
        at: str | None = clause
        while at is not None:
            out.append(at)
            at = self.parents.get(at)
        return tuple(out)

    def _survivor(self, compiled: _Compiled, mutant: Mutant, other: list[Setting], games: int, seed: int) -> Verdict:
        """A mutant that nothing notices, with the playthrough that would have; or that changes no game that was tried."""
        changed = touched(self.own.uses, compiled.uses, [mutant.clause])
        compared = [
            (comparison(self.own.rules(setting), compiled.rules(setting), changed), self._kept(setting, seed))
            for setting in other
        ]
        names = self.asked.name, f"{self.asked.name} with `{mutant.after or 'nothing'}`"
        shown = list(islice(divergences_of(compared, games, seed), MOST_SHOWN))
        if not shown:
            return Verdict("unseen", f"{games} games")
        where = f"a random game of {len(shown[0][0].a.seats)} players"
        return Verdict("survived", where, self._told(shown, names))

    def _kept(self, setting: Setting, seed: int) -> KeptGames:
        return self.kept.setdefault((setting, seed), KeptGames(self.own.rules(setting), seed))

    def _told(self, shown: list[tuple[Comparison, Found]], names: tuple[str, str]) -> str | None:
        """The shortest playthrough that begins where they diverge; where none can, a game from the beginning on."""
        def head(rules: Rules) -> str:
            return header(rules, self.asked.known_as, self.asked.known_variants, self.asked.settings)

        texts = [arranged(at, found, head(at.a), names) for at, found in shown]
        shortest = min((text for text in texts if text is not None), key=lambda text: text.count("\n"), default=None)
        if shortest is not None:
            return shortest
        at, found = min(shown, key=lambda pair: (pair[1].steps is None, len(pair[1].steps or ())))
        return played(at, found, head(at.a), names, MOST_STEPS)


def hash_of(*words: str) -> str:
    """A short hash of some words."""
    return sha256("\0".join(words).encode()).hexdigest()[:12]


_Key = tuple[int, tuple[tuple[str, str], ...]]


class _Compiled:
    """A rulebook, compiled for each number of players and options when it is first needed.

    `exchanged` says that it differs from another in the order of things that happen, and may be the same all the same.
    """

    def __init__(self, files: Files, settings: tuple[tuple[str, str], ...], exchanged: bool = False) -> None:
        self.files, self.settings, self.exchanged = files, settings, exchanged
        self.compilations: dict[_Key, Compilation] = {}
        self.shared: dict[_Key, Rules] = {}
        self.tables: dict[Setting, Rules] = {}
        self.alike: dict[_Key, bool] = {}
        self.hashes: dict[tuple[_Key, bool, bool], str] = {}

    def rules(self, setting: Setting) -> Rules:
        """The rules for a number of players and options. Raises RulebookError."""
        key = self._key(setting)
        if key not in self.shared:
            self.compilations[key] = Compilation(self.files, setting.players, dict(key[1]))
            self.shared[key] = Rules(self.compilations[key])
        return self.shared[key]

    def noting(self, setting: Setting) -> Rules:
        """The rules at a table, for playthroughs, which have every step traced. Raises RulebookError."""
        if setting not in self.tables:
            shared = self.rules(setting)
            self.tables[setting] = shared.seated(setting.seats or tuple(shared.seats), notes=True)
        return self.tables[setting]

    def _key(self, setting: Setting) -> _Key:
        """The number of players and the options."""
        return setting.players, tuple(sorted({**dict(self.settings), **dict(setting.settings)}.items()))

    def is_as(self, other: _Compiled, setting: Setting) -> bool:
        """Whether both do and say the same in this setting, but for the order of things that may be done in any order."""
        key = self._key(setting)
        if key not in self.alike:
            self.alike[key] = self.rules(setting).program == other.rules(setting).program or (
                self.exchanged and self._hash(setting, True) == other._hash(setting, True))
        return self.alike[key]

    def plays_as(self, other: _Compiled, setting: Setting, until_end: bool = False) -> bool:
        """Whether both play alike in this setting; they may announce other events.

        With `until_end` they may also leave other values in fields when the game is over.
        """
        return self._hash(setting, False, until_end) == other._hash(setting, False, until_end)

    def _hash(self, setting: Setting, events: bool, until_end: bool = False) -> str:
        key = self._key(setting), events, until_end
        if key not in self.hashes:
            program = canonical_order(self.rules(setting).program, events, until_end)
            self.hashes[key] = fingerprint(program, whole=events)
        return self.hashes[key]

    @property
    def uses(self) -> Uses:
        """What uses what in the rulebook."""
        return uses(self.files.declarations, next(iter(self.compilations.values())).compiled)
