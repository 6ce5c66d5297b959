"""How fast rules play compiled to WebAssembly, beside generated Python, Python by hand and C by hand.

All sides take turns in one run, choose uniformly among the legal moves, and play games from the start; what is printed is
the median of the rounds, in CPU seconds. C is compiled by gcc, which only this script uses. See README.md.

    python bench/speed/machines.py              # some minutes
    python bench/speed/machines.py 5 0.2        # 5 rounds of about 0.2 seconds for each side
    python bench/speed/machines.py 5 0.2 small  # only the games that are written by hand too
    python bench/speed/machines.py 5 0.2 tables  # all but the commands
    python bench/speed/machines.py 5 0.2 commands  # only diff and mutate, which take an hour or more
"""

from __future__ import annotations

import argparse
import ctypes
import gc
import os
import platform
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median

from attrs import frozen
from by_hand import GAMES, playout

import rulewright
from rulewright.dsl.source.cache import CacheStore
from rulewright.interpreter.analysis.playouts.simulate import MAX_STEPS, simulate
from rulewright.interpreter.backends.python.program import PythonProgram
from rulewright.interpreter.backends.wasm.build import built
from rulewright.interpreter.backends.wasm.cache import Cache
from rulewright.interpreter.backends.wasm.modules import compiled, module_of
from rulewright.interpreter.game.rules import Rules
from rulewright.interpreter.runtime.series import chances

SMALL = ("tic_tac_toe", "connect_four", "breakthrough")
# Games with the numbers of players and the variants that are measured.
LARGE = (("carolus_magnus", 2), ("carolus_magnus", 4), ("lancaster", 2), ("lancaster", 5), ("emperor_4", None),
         ("emperor_4:extended:taxes", None))
# What is measured: everything, all but the commands, the games that are written by hand too, or `diff` and `mutate`.
WHICH = ("all", "tables", "small", "commands")
# Plays N games from a number on, and returns the number of choices in them.
Work = Callable[[int, int], int]


@frozen
class Rate:
    """Games and choices for each CPU second, the median of the rounds."""

    games: float
    choices: float


def by_python(rules: Rules) -> Work:
    """Generated Python."""
    play = rules.machines.random_play
    return lambda first, games: sum(play.play_out(dice, MAX_STEPS).choices
                                    for dice in chances(1, range(first, first + games)))


def by_simulate(rules: Rules) -> Work:
    """What `simulate --machine python` does: generated Python, and a report."""
    return lambda first, games: sum(played.choices for played in simulate(rules, range(first, first + games), 1).playouts)


def by_wasm(rules: Rules) -> Work:
    """WebAssembly; what a game was like is read from its result."""
    instance = compiled(built(rules.program)).instance()
    memory = instance.memory

    def work(first: int, games: int) -> int:
        choices = done = 0
        while done < games:
            now = instance.call("playouts", 1, first + done, min(games - done, memory.games_kept), MAX_STEPS)
            each = memory.record // 8
            choices += sum(instance.words(memory.results + 8, now * each, each))
            done += now
        return choices

    return work


def by_hand(name: str) -> Work:
    """Python by hand."""
    def work(first: int, games: int) -> int:
        chance = random.Random(first).random
        return sum(playout(GAMES[name], chance) for _ in range(games))

    return work


def in_c(name: str, folder: Path) -> Work:
    """C by hand, compiled by gcc."""
    library = folder / "by_hand.so"
    if not library.exists():
        source = Path(__file__).with_suffix("").with_name("by_hand.c")
        subprocess.run(["gcc", "-O2", "-shared", "-fPIC", "-o", str(library), str(source)], check=True)
    play = ctypes.CDLL(str(library)).series
    play.argtypes, play.restype = (ctypes.c_int, ctypes.c_uint64, ctypes.c_uint64, ctypes.c_int64), ctypes.c_int64
    number = SMALL.index(name)
    return lambda first, games: int(play(number, 1, first, games))


def timed(work: Work, first: int, games: int) -> tuple[float, int]:
    """CPU seconds for N games, and the choices made in them."""
    gc.collect()
    before = time.process_time()
    choices = work(first, games)
    return time.process_time() - before, choices


def games_for(work: Work, seconds: float) -> int:
    """The number of games that take about this many seconds."""
    games = 1
    while (spent := timed(work, 0, games)[0]) < seconds / 8:
        games *= 2
    return max(1, round(games * seconds / spent))


def measured(works: dict[str, Work], rounds: int, seconds: float) -> dict[str, Rate]:
    """The rates of all sides, measured in turns."""
    games = {side: games_for(work, seconds) for side, work in works.items()}
    rates: dict[str, list[tuple[float, float]]] = {side: [] for side in works}
    for round_ in range(rounds):
        for side, work in works.items():
            spent, choices = timed(work, round_ * games[side], games[side])
            rates[side].append((games[side] / spent, choices / spent))
    return {side: Rate(median(item for item, _ in found), median(item for _, item in found)) for side, found in rates.items()}


def show_small(rounds: int, seconds: float, folder: Path) -> None:
    """The games that are written by hand too."""
    heads = "".join(f"{side:>12}" for side in ("wasm", "python", "simulate", "by hand", "C"))
    print(f"{'games per CPU second':<24}{heads}{'wasm / C':>10}{'python / by hand':>18}{'simulate / python':>19}")
    for name in SMALL:
        rules = rulewright.load(name).rules(2)
        found = measured({"wasm": by_wasm(rules), "python": by_python(rules), "simulate": by_simulate(rules),
                          "by hand": by_hand(name), "C": in_c(name, folder)}, rounds, seconds)
        wasm, python, report, hand, c = (found[side].games for side in ("wasm", "python", "simulate", "by hand", "C"))
        print(f"{name:<24}{wasm:>12,.0f}{python:>12,.0f}{report:>12,.0f}{hand:>12,.0f}{c:>12,.0f}{wasm / c:>10.2f}"
              f"{python / hand:>18.2f}{report / python:>19.2f}")


def show_large(rounds: int, seconds: float) -> None:
    """The games that are only compiled."""
    print(f"\n{'choices per CPU second':<36}{'wasm':>12}{'python':>12}{'times':>8}")
    for name, players in LARGE:
        rules = rulewright.load(name).rules(players)
        found = measured({"wasm": by_wasm(rules), "python": by_python(rules)}, rounds, seconds)
        wasm, python = found["wasm"].choices, found["python"].choices
        print(f"{f'{name}, {rules.program.players} players':<36}{wasm:>12,.0f}{python:>12,.0f}{wasm / python:>8.0f}")


def show_compiling(rounds: int, folder: Path) -> None:
    """From a program to a module that runs, without anything kept; and the same module as it was kept."""
    print(f"\n{'program to module, CPU seconds':<36}{'lowered':>12}{'compiled':>12}{'kept':>12}{'bytes':>12}")
    for name, players in (("tic_tac_toe", 2), ("carolus_magnus", 2), ("lancaster", 4), ("emperor_4", None)):
        rules = rulewright.load(name).rules(players)
        made = built(rules.program, described=False)
        times = [(*_made(rules), _read(rules, Cache(CacheStore(folder, 100)))) for _ in range(rounds)]
        first, second, third = (median(item[i] for item in times) for i in range(3))
        print(f"{name:<36}{first:>12.3f}{second:>12.3f}{third:>12.4f}{len(made.code):>12,}")


def _made(rules: Rules) -> tuple[float, float]:
    """How long a program is lowered, and how long what comes of it is compiled."""
    gc.collect()
    begun = time.process_time()
    made = built(rules.program, described=False)
    lowered = time.process_time()
    compiled(made)
    return lowered - begun, time.process_time() - lowered


def _read(rules: Rules, cache: Cache) -> float:
    """How long it takes to find a module that is kept, and to read it."""
    written = [PythonProgram(rules.program, rules.compilation.origin) for _ in range(2)]
    module_of(written[0], cache)
    gc.collect()
    begun = time.process_time()
    module_of(written[1], cache)
    return time.process_time() - begun


COMMANDS = (
    ("diff", "carolus_magnus:ru", "carolus_magnus:it", "--plays", "2000"),
    ("mutate", "carolus_magnus"),
    ("mutate", "emperor_4", "--sample", "300"),
)


def show_commands() -> None:
    """Whole commands, each once; nothing that is kept on disk is used."""
    print(f"\n{'command':<72}{'CPU seconds':>12}")
    for command in COMMANDS:
        before = children()
        subprocess.run([sys.executable, "-m", "rulewright", *command, "--no-cache"], stdout=subprocess.DEVNULL,
                       stderr=subprocess.DEVNULL, check=False)
        print(f"{' '.join(command):<72}{children() - before:>12.1f}")


def children() -> float:
    """The CPU seconds of the processes that this one started and that have ended."""
    used = os.times()
    return used.children_user + used.children_system


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("rounds", nargs="?", type=int, default=5)
    parser.add_argument("seconds", nargs="?", type=float, default=0.4, help="of a round, for each side")
    parser.add_argument("which", nargs="?", choices=WHICH, default="all")
    asked = parser.parse_args()
    rounds, seconds, which = asked.rounds, asked.seconds, asked.which
    print(f"{platform.python_implementation()} {platform.python_version()}, {platform.system()} {platform.machine()}; "
          f"medians of {rounds} rounds of about {seconds} CPU seconds, the sides taking turns\n")
    if which in ("all", "tables", "small"):
        with tempfile.TemporaryDirectory() as folder:
            show_small(rounds, seconds, Path(folder))
    if which in ("all", "tables"):
        show_large(rounds, seconds)
        with tempfile.TemporaryDirectory() as folder:
            show_compiling(rounds, Path(folder))
    if which in ("all", "commands"):
        show_commands()
    print(f"\nload of the machine at the end: {load()}")


def load() -> str:
    """How busy the machine is, where the system says so."""
    return " ".join(f"{value:.1f}" for value in os.getloadavg()) if hasattr(os, "getloadavg") else "not known"


if __name__ == "__main__":
    main()
