"""Both machines compared for as long as one likes: games of all rulebooks, their mutants and drawn ones.

    python -m tests.backends.differential 60      # for 60 minutes, with another seed each time
    python -m tests.backends.differential 60 7    # with this seed

Each turn takes a rulebook, plays some games step by step in both machines, and then series of games with invariants, counts and
each policy, of which both must report the same. What differs is printed with what plays it again; the exit code is 1 then.
"""

from __future__ import annotations

import sys
import time
import traceback
import warnings
from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from random import Random
from typing import get_args

from attrs import evolve, field, mutable

import rulewright
from rulewright import RulebookError, open_files
from rulewright.dsl.load.loader import find, read, read_text
from rulewright.dsl.tools.mutation_operators import mutants, mutated
from rulewright.interpreter.analysis.playouts.faster import Unavailable
from rulewright.interpreter.analysis.playouts.questions import Questions
from rulewright.interpreter.analysis.playouts.simulate import Policy
from rulewright.interpreter.backends.low import Unsupported
from rulewright.interpreter.game.rules import Rules

from ..strategies import drawn_rulebooks
from .both import Both
from .games.test_watched import both as reported
from .test_same import LONG, OTHERS, _shipped

GAMES, LIMIT = 3, 400
POLICIES: tuple[Policy, ...] = get_args(Policy)
# Of each turn: how often a rulebook as it is, a mutant, and a drawn rulebook is taken.
TURNS = ("rulebook",) * 5 + ("mutant",) * 3 + ("drawn",) * 2


@mutable
class Found:
    """What was compared so far, and what differed."""

    turns: Counter[str] = field(factory=Counter)
    steps: int = 0
    series: int = 0
    handed_over: int = 0
    refused: int = 0
    differences: list[str] = field(factory=list)

    def line(self, minutes: float) -> str:
        turns = ", ".join(f"{count} {name}" for name, count in sorted(self.turns.items()))
        return (f"{minutes:.0f} min: {turns}; {self.steps:,} steps and {self.series:,} series compared, {self.handed_over} "
                f"games handed over, {self.refused} rulebooks refused; {len(self.differences)} differences")


def compared(rules: Rules, seed: int, number: int, found: Found, is_long: bool) -> None:
    """Compare games of some rules, from a number of a series on. Raises AssertionError."""
    try:
        machines = Both(rules)
        found.steps += machines.play(seed, range(number, number + (1 if is_long else GAMES)), LIMIT)
        found.handed_over += machines.handed_over
        for asked in (Questions(), Questions(invariants=True)):
            for policy in POLICIES:
                python, module = reported(rules, asked, 2 if is_long else 2 * GAMES, LIMIT, policy, seed)
                found.series += 1
                assert python == module, f"with {asked}, {policy}"
    except (Unsupported, Unavailable):
        found.refused += 1


def rulebook(chance: Random) -> tuple[str, Callable[[], Rules]]:
    """A rulebook as it is, for one of its numbers of players."""
    game = opened(chance.choice((*_shipped(), *OTHERS)))
    players = chance.randint(game.fewest, game.most)
    return f"{game.name} for {players}", lambda: game.rules(players)


@cache
def opened(name: str) -> rulewright.Game:
    return rulewright.load(name)


def mutant(chance: Random) -> tuple[str, Callable[[], Rules]]:
    """A mutant of a rulebook, for its fewest players."""
    name = chance.choice((*_shipped(), *OTHERS))
    files = read(Path(name) if name.endswith(".rules") else find(name.partition(":")[0]))
    chosen = chance.choice(list(mutants(files.declarations)))
    return f"{name}: {chosen}", lambda: open_files(evolve(files, declarations=mutated(files.declarations, chosen))).rules()


def drawn(_chance: Random) -> tuple[str, Callable[[], Rules]]:
    """A drawn rulebook."""
    with warnings.catch_warnings():
        # The property tests draw; here one example after the other is wanted.
        warnings.simplefilter("ignore")
        text = drawn_rulebooks().example()
    return text, lambda: open_files(read_text("drawn.rules", text)).rules()


KINDS: dict[str, Callable[[Random], tuple[str, Callable[[], Rules]]]] = {"rulebook": rulebook, "mutant": mutant, "drawn": drawn}


def turns(seed: int, minutes: float) -> Iterator[Found]:
    """Compare until the time is over; what was found after each turn."""
    chance, found, end = Random(seed), Found(), time.monotonic() + 60 * minutes
    while time.monotonic() < end:
        kind = chance.choice(TURNS)
        name, rules_of = KINDS[kind](chance)
        series, number = chance.randrange(1 << 30), chance.randrange(1 << 20)
        found.turns[kind] += 1
        try:
            compared(rules_of(), series, number, found, name.startswith(LONG))
        except RulebookError:
            found.refused += 1
        except AssertionError:
            found.differences.append(f"{kind} {name}\nseries {series}, games from {number}\n{traceback.format_exc(limit=3)}")
            print(found.differences[-1], flush=True)
        yield found


def main(arguments: list[str]) -> int:
    """Compare for some minutes; return the exit code."""
    minutes = float(arguments[0]) if arguments else 60.0
    seed = int(arguments[1]) if len(arguments) > 1 else time.time_ns() % 1_000_000
    print(f"seed {seed}, {minutes:.0f} minutes", flush=True)
    begin, told, found = time.monotonic(), 0, Found()
    for found in turns(seed, minutes):
        passed = (time.monotonic() - begin) / 60
        if passed >= told + 1:
            told = int(passed)
            print(found.line(passed), flush=True)
    print(found.line((time.monotonic() - begin) / 60))
    return 1 if found.differences else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
