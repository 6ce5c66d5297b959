"""A rulebook and a mutant of it to what notices the mutant: a playthrough, an invariant, a fault, or nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Literal

from attrs import frozen

from .chance import Dice
from .comparison import Comparison, Found, Key, explore
from .faults import RulebookFault
from .playthroughs.results import Now
from .playthroughs.runner import Runner
from .playthroughs.syntax import Playthrough
from .rules import Rules
from .simulate import play_out, seed_of
from .state import Choice

Fate = Literal["noticed", "survived", "unseen", "same", "broken"]

# A playthrough that goes on for so many times as many moves by the mutant is no longer the same game.
PATIENCE = 4
SPARE_MOVES = 200


@frozen
class Verdict:
    """What became of a mutant.

    `noticed` by a playthrough, or by random games in which an invariant breaks or the rules go wrong (`by` says which
    or how); `survived`, although play was seen to change; `unseen`, when no game was seen to change; `same`, when the
    compiled rules are the same; `broken`, when it does not compile. `playthrough` would have noticed a survivor.
    """

    fate: Fate
    by: str = ""
    playthrough: str | None = None


class _Endless(Exception):
    """A playthrough goes on by the mutant, and on."""


class _Patient(Runner):
    """Plays a playthrough, and gives up when it goes on for too long."""

    def __init__(self, rules: Rules, playthrough: Playthrough, read_other: Callable[[Path], Playthrough], most: int) -> None:
        super().__init__(rules, playthrough, read_other)
        self.most = most

    def step(self, now: Now, choice: Choice | str, by: int | None) -> None:
        if self.result.moves >= self.most:
            raise _Endless
        super().step(now, choice, by)


@frozen(eq=False)
class Trial:
    """A playthrough that holds in the rulebook: the clauses that it applies there, and how many moves it has."""

    playthrough: Playthrough
    clauses: frozenset[str]
    moves: int


def trial(rules: Rules, playthrough: Playthrough, read_other: Callable[[Path], Playthrough]) -> Trial | None:
    """A playthrough as a trial of mutants; None where it does not hold in the rulebook itself."""
    result = Runner(rules, playthrough, read_other).run()
    return Trial(playthrough, frozenset(result.clauses), result.moves) if result.passed else None


def in_order(trials: Iterable[Trial], clause: str) -> list[Trial]:
    """Trials in the order in which they are likely to notice a change of a clause soon: first those that apply it."""
    return sorted(trials, key=lambda one: (clause not in one.clauses, one.moves))


def notices(one: Trial, mutant: Rules, read_other: Callable[[Path], Playthrough]) -> bool:
    """Whether a playthrough that holds in the rulebook fails by the rules of a mutant."""
    try:
        return not _Patient(mutant, one.playthrough, read_other, one.moves * PATIENCE + SPARE_MOVES).run().passed
    except _Endless:
        return True


def wrong_in_play(mutant: Rules, numbers: Iterable[int], seed: int, limit: int) -> str | None:
    """How random games of a mutant go wrong: the invariant that breaks, or what cannot be carried out; None if none does."""
    for number in numbers:
        try:
            played = play_out(mutant, Dice(seed_of(seed, number)), limit, mutant.hold_invariants)
        except RulebookFault as fault:
            return fault.clauses[-1] if fault.message.startswith("an invariant") else f"fault in {fault.clauses[-1]}"
        if played.end is None:
            return "a game that does not end"
    return None


def partings_of(compared: Sequence[Comparison], games: int, seed: int) -> Iterator[tuple[Comparison, Found]]:
    """The ways in which a rulebook and a mutant part in random games, for any of these numbers of players, each once."""
    known: set[Key] = set()
    for number in range(games):
        for one in compared:
            for tried in explore(one, (number,), seed):
                for seen in tried.distinct():
                    if seen.best[0].key not in known:
                        known.add(seen.best[0].key)
                        yield one, seen.best[0]
