"""How fast a compiled rulebook plays: random games per second of processor time.

Each game is played by Rulewright and by a version written by hand (by_hand.py), in turns in the
same run, so that both meet the machine in the same mood. The figure of a round is games divided
by `time.process_time`; what is printed is the median of the rounds, with the slowest and the
fastest. Both sides choose among the legal moves, each equally likely. See README.md.

    python bench/speed/playouts.py            # about half a minute
    python bench/speed/playouts.py 15 1.0     # 15 rounds of about 1.0 second for each side
"""

from __future__ import annotations

import argparse
import gc
import platform
import random
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median

from by_hand import GAMES, playout

from rulewright.dsl.driver.compile import program_for
from rulewright.dsl.load.loader import find, read
from rulewright.interpreter.analysis.playouts.simulate import MAX_STEPS
from rulewright.interpreter.backends.python.program import PythonProgram
from rulewright.interpreter.machine.machine import Machine
from rulewright.interpreter.machine.random_play import RandomPlay
from rulewright.interpreter.runtime.chance import Dice

Work = Callable[[int, int], int]
"""Plays N games with this seed, and gives the number of choices made in them."""


def compiled(name: str, players: int) -> Work:
    """Random games by the rulebook of this name. Compiling is not part of what is measured."""
    files = read(find(name))
    program = program_for(files.declarations, players, {}, files.diagnostics)
    play = RandomPlay(Machine(PythonProgram(program), list(program.player.members)))

    def work(games: int, seed: int) -> int:
        dice = Dice(seed)
        return sum(play.play_out(dice, MAX_STEPS).choices for _ in range(games))

    return work


def by_hand(name: str) -> Work:
    """Random games by the version written by hand."""
    start = GAMES[name]

    def work(games: int, seed: int) -> int:
        chance = random.Random(seed).random
        return sum(playout(start, chance) for _ in range(games))

    return work


def games_for(work: Work, seconds: float) -> int:
    """The number of games that take about this many seconds."""
    games = 1
    while (spent := timed(work, games, 0)[0]) < seconds / 10:
        games *= 2
    return max(1, round(games * seconds / spent))


def timed(work: Work, games: int, seed: int) -> tuple[float, int]:
    """Seconds of processor time for N games, and the choices made in them."""
    gc.collect()
    before = time.process_time()
    choices = work(games, seed)
    return time.process_time() - before, choices


def measure(works: dict[str, Work], rounds: int, seconds: float) -> dict[str, tuple[list[float], list[float]]]:
    """For each worker, round by round: games per second, and choices per second."""
    games = {name: games_for(work, seconds) for name, work in works.items()}
    rates: dict[str, tuple[list[float], list[float]]] = {name: ([], []) for name in works}
    for seed in range(rounds):
        for name, work in works.items():
            spent, choices = timed(work, games[name], seed)
            rates[name][0].append(games[name] / spent)
            rates[name][1].append(choices / spent)
    return rates


def processor() -> str:
    """The processor's name, where the system tells it."""
    try:
        lines = Path("/proc/cpuinfo").read_text("utf-8").splitlines()
    except OSError:
        lines = []
    named = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return named[0] if named else platform.processor() or "unknown processor"


def told(rates: list[float]) -> str:
    return f"{median(rates):>12,.0f}   ({min(rates):,.0f} .. {max(rates):,.0f})"


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("rounds", nargs="?", type=int, default=9)
    parser.add_argument("seconds", nargs="?", type=float, default=0.5, help="of a round, for each side")
    asked = parser.parse_args()
    rounds, seconds = asked.rounds, asked.seconds
    print(f"{platform.python_implementation()} {platform.python_version()}, {platform.system()} {platform.machine()}, "
          f"{processor()}")
    print(f"medians of {rounds} rounds of about {seconds} s of processor time, the sides taking turns\n")
    print("random games per second of processor time")
    for name in GAMES:
        rates = measure({"rulewright": compiled(name, 2), "by hand": by_hand(name)}, rounds, seconds)
        for side, (games, _) in rates.items():
            print(f"    {name:<14} {side:<12} {told(games)}")
        shares = [ours / other for ours, other in zip(rates["rulewright"][0], rates["by hand"][0], strict=True)]
        print(f"    {name:<14} {'ratio':<12} {median(shares):>12.2f}   ({min(shares):.2f} .. {max(shares):.2f})\n")
    print("choices per second of processor time")
    for name in ("carolus_magnus",):
        rates = measure({name: compiled(name, 2)}, rounds, seconds)
        print(f"    {name:<14} {'rulewright':<12} {told(rates[name][1])}")


if __name__ == "__main__":
    main()
