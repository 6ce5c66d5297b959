"""How much faster two processes are than one: time on the clock and CPU seconds of whole commands, in turn.

    python bench/speed_up.py            # some minutes, on an idle machine
    python bench/speed_up.py --rounds 5 --jobs 1 2 4

The speed-up is the ratio of the medians of the times on the clock. It says something only where nothing else runs.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import time
from statistics import median

COMMANDS = (
    ("simulate", "carolus_magnus", "--games", "300000"),
    ("simulate", "emperor_4", "--games", "10000"),
    ("balance", "lancaster", "--games", "400", "--tries", "4"),
    ("balance", "carolus_magnus", "--games", "40", "--players-by", "mcts:100", "--tries", "0"),
    ("laws", "nim", "--games", "2000"))


def measured(command: tuple[str, ...], jobs: int) -> tuple[float, float]:
    """Run a command with a number of processes; return the time on the clock and the CPU seconds of all of them."""
    before, began = os.times(), time.monotonic()
    subprocess.run([sys.executable, "-m", "rulewright", *command, "--seed", "1", "--jobs", str(jobs)],
                   check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    after = os.times()
    spent = after.children_user + after.children_system - before.children_user - before.children_system
    return time.monotonic() - began, spent


def main() -> None:
    """Measure each command with each number of processes, in turn, and print medians."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--jobs", type=int, nargs="+", default=[1, 2])
    asked = parser.parse_args()
    print("| command | processes | seconds on the clock | CPU seconds | speed-up |\n|---|---|---|---|---|")
    for command in COMMANDS:
        found: dict[int, list[tuple[float, float]]] = {jobs: [] for jobs in asked.jobs}
        for _ in range(asked.rounds):
            for jobs in asked.jobs:
                found[jobs].append(measured(command, jobs))
        alone = median(clock for clock, _ in found[asked.jobs[0]])
        for jobs, times in found.items():
            clock, spent = (median(values) for values in zip(*times, strict=True))
            print(f"| `{' '.join(command)}` | {jobs} | {clock:.1f} | {spent:.1f} | {alone / clock:.2f} |", flush=True)


if __name__ == "__main__":
    main()
