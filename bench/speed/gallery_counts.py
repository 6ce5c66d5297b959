"""The gallery's counts: every known number of move sequences, counted by both machines; and how fast a tile game is.

For each position of `tests/perft` whose game is in the gallery: whether both count what is known to each depth, and how many
CPU seconds the module and Python take for the deepest. See README.md.

    python bench/speed/gallery_counts.py                 # a few minutes, most of them in Python
    python bench/speed/gallery_counts.py --leaves 20000  # Python counts nothing with more sequences: a minute
    python bench/speed/gallery_counts.py chess reversi   # only these games
"""

from __future__ import annotations

import argparse
import os
import platform
import subprocess
import sys
import time
import tomllib
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from statistics import median

from attrs import frozen

import rulewright
from rulewright.dsl.source.cache import SWITCH
from rulewright.interpreter.analysis.playouts.faster import faster
from rulewright.interpreter.analysis.playouts.simulate import simulate
from rulewright.interpreter.game.rules import Rules
from rulewright.interpreter.game.state import State
from rulewright.interpreter.machine.perft import perft

ROOT = Path(__file__).parents[2]
GALLERY = "games/gallery/"
TILES, TILE_GAMES, TILE_ROUNDS = "meadows", 50, 5
# Nothing of the rulebook is kept from before; Python keeps what it has compiled of its own modules.
COMPILING = {**os.environ, SWITCH: "1", "PYTHONDONTWRITEBYTECODE": ""}
TO_COMPILE = f"""
from time import process_time
import rulewright
rulewright.load("nim").rules(2).machine
print(process_time())
rulewright.load({TILES!r}).rules(2).machine
print(process_time())
"""
# Of fewer seconds no ratio is printed.
LEAST = 0.005


@frozen
class Known:
    """A position of a game with the numbers of sequences that are known, by depth."""

    name: str
    state: State
    leaves: dict[int, int]


def known(games: list[str]) -> Iterator[Known]:
    """The positions of the gallery's games, of all or of some, in the order of their files."""
    for path in sorted((ROOT / "tests" / "perft").glob("*.toml")):
        data = tomllib.loads(path.read_text("utf-8"))
        if not str(data["rulebook"]).startswith(GALLERY) or (games and path.stem not in games):
            continue
        for record in data["position"]:
            rules = rulewright.load(str(ROOT / data["rulebook"]), record.get("options")).rules(data["players"])
            state = rules.initial()
            for choice in record.get("after", ()):
                state = rules.step(state, choice)
            leaves = {int(depth): count for depth, count in record["leaves"].items()}
            yield Known(f"{path.stem}, {record['name'].replace('_', ' ')}", state, leaves)


def timed(work: Callable[[], int | None]) -> tuple[int | None, float]:
    """The number that a piece of work returns, and the CPU seconds that it takes."""
    begun = time.process_time()
    out = work()
    return out, time.process_time() - begun


@frozen
class Counted:
    """The depths of a position, the numbers that were wrong there, and the CPU seconds of the deepest."""

    depths: str
    deepest: int
    wrong: tuple[str, ...]
    module: float
    python: float | None


def counted(position: Known, most: int) -> Counted:
    """Count to all depths by the module, and by Python where the number of sequences is within its limit."""
    rules, slots = position.state.rules, position.state.slots
    module = faster(rules, keep=False)
    wrong: list[str] = []
    fast, slow = 0.0, None
    for depth, leaves in position.leaves.items():
        found, fast = timed(partial(module.perft, tuple(slots), depth))
        counts = {"module": found}
        if leaves <= most:
            counts["Python"], slow = timed(partial(perft, rules.machines.plain, list(slots), depth))
        else:
            slow = None
        wrong += [f"{side} {count} to depth {depth}" for side, count in counts.items() if count != leaves]
    return Counted(", ".join(map(str, position.leaves)), list(position.leaves.values())[-1], tuple(wrong), fast, slow)


def show_counts(games: list[str], most: int) -> int:
    """Print a row for each position; return how many have a number that is not the one that is known."""
    print("| position | depths | sequences | right | module, s | Python, s | times |\n|---|---|---|---|---|---|---|")
    wrong = 0
    for position in known(games):
        found = counted(position, most)
        wrong += bool(found.wrong)
        python = "" if found.python is None else f"{found.python:.3f}"
        times = "" if found.python is None or found.module < LEAST else f"{found.python / found.module:.0f}"
        right = "; ".join(found.wrong) or "yes"
        print(f"| {position.name} | {found.depths} | {found.deepest:,} | {right} | {found.module:.3f} | {python} | {times} |",
              flush=True)
    return wrong


def compiled() -> tuple[float, float]:
    """The CPU seconds in which a new process gets its compiler ready, and in which it compiles the tile game after that."""
    ran = subprocess.run([sys.executable, "-c", TO_COMPILE], check=True, env=COMPILING, capture_output=True, text=True)
    ready, done = map(float, ran.stdout.split())
    return ready, done - ready


def show_tiles() -> None:
    """Print how long the tile game takes to compile, and how many games a second Python plays."""
    rules = rulewright.load(TILES).rules(2)
    rates = []
    for round_ in range(TILE_ROUNDS):
        numbers = range(round_ * TILE_GAMES, (round_ + 1) * TILE_GAMES)
        _, spent = timed(partial(games_of, rules, numbers))
        rates.append(TILE_GAMES / spent)
    readies, seconds = zip(*(compiled() for _ in range(TILE_ROUNDS)), strict=True)
    print(f"\n{TILES}: compiled in {median(seconds):.2f} CPU seconds, once a process has its compiler ready, which takes "
          f"{median(readies):.2f} with nothing kept; Python plays {median(rates):.0f} random games a CPU second "
          f"({min(rates):.0f} to {max(rates):.0f})")


def games_of(rules: Rules, numbers: range) -> int:
    """Play random games in Python; return how many."""
    return len(simulate(rules, numbers, 1).playouts)


def main() -> None:
    """Count, measure, and exit with 1 where a number is wrong."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", help="names of games of the gallery [default: all]")
    parser.add_argument("--leaves", type=int, default=400_000, metavar="N", help="Python counts up to N sequences")
    asked = parser.parse_args()
    print(f"{platform.python_implementation()} {platform.python_version()}, Rulewright {rulewright.__version__}, "
          f"{platform.system()} {platform.machine()}, {os.cpu_count()} cores\n")
    wrong = show_counts(asked.games, asked.leaves)
    if not asked.games or TILES in asked.games:
        show_tiles()
    if hasattr(os, "getloadavg"):
        print(f"load of the machine at the end: {' '.join(f'{load:.1f}' for load in os.getloadavg())}")
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
