"""How much faster two processes are than one: the longest way through whole commands in CPU seconds, and the time on the clock.

    python bench/speed/speed_up.py            # some minutes
    python bench/speed/speed_up.py --rounds 5 --jobs 1 2 4

The longest way is what the main thread of the command does, and then the busiest of its other threads and processes. On an
idle machine a command takes about as long. CPU seconds do not depend on what else the computer does; the clock does, so
the speed-up is the ratio of the longest ways. Both are medians; a round before the first is not counted, as it fills caches.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import time
from statistics import median

import psutil
from attrs import define, field, frozen

COMMANDS = (
    ("simulate", "carolus_magnus", "--games", "100000"),
    ("simulate", "emperor_4", "--games", "4000"),
    ("balance", "lancaster", "--games", "60", "--tries", "2"),
    ("balance", "carolus_magnus", "--games", "10", "--players-by", "mcts:100", "--tries", "0"),
    ("laws", "nim", "--games", "100"))
# Seconds between two looks at a command; what it does after the last one is not seen.
PAUSE = 0.02


@frozen
class Cost:
    """What a command cost: seconds on the clock, CPU seconds of all its threads and processes, and those of the longest way."""

    clock: float
    spent: float
    longest: float


@define
class Watched:
    """CPU seconds of a command so far: of its main thread, its other threads, and its processes."""

    command: psutil.Process
    main: float = 0.0
    others: dict[tuple[str, int], float] = field(factory=dict)

    def look(self) -> None:
        """Note the CPU seconds of all threads and processes that are there."""
        for thread in self.command.threads():
            if thread.id == self.command.pid:
                self.main = thread.user_time + thread.system_time
            else:
                self.others["thread", thread.id] = thread.user_time + thread.system_time
        for process in self.command.children(recursive=True):
            times = process.cpu_times()
            self.others["process", process.pid] = times.user + times.system


def measured(command: tuple[str, ...], jobs: int) -> Cost:
    """Run a command with a number of processes; return what it cost."""
    began = time.monotonic()
    run = psutil.Popen([sys.executable, "-m", "rulewright", *command, "--seed", "1", "--jobs", str(jobs)],
                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    watched = Watched(run)
    while run.poll() is None:
        try:
            watched.look()
        except psutil.NoSuchProcess:
            # A process that ends while it is looked at; the next look is without it.
            continue
        time.sleep(PAUSE)
    if run.returncode:
        raise SystemExit(f"{' '.join(command)}: exit code {run.returncode}")
    return Cost(time.monotonic() - began, watched.main + sum(watched.others.values()),
                watched.main + max(watched.others.values(), default=0.0))


def main() -> None:
    """Measure each command with each number of processes, in turn, and print medians."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--jobs", type=int, nargs="+", default=[1, 2])
    asked = parser.parse_args()
    print("| command | processes | clock | CPU seconds | longest way | speed-up |\n|---|---|---|---|---|---|", flush=True)
    for command in COMMANDS:
        measured(command, asked.jobs[0])
        found: dict[int, list[Cost]] = {jobs: [] for jobs in asked.jobs}
        for _ in range(asked.rounds):
            for jobs in asked.jobs:
                found[jobs].append(measured(command, jobs))
        alone = median(cost.longest for cost in found[asked.jobs[0]])
        for jobs, costs in found.items():
            clock, spent, longest = (median(values) for values in
                                     zip(*((cost.clock, cost.spent, cost.longest) for cost in costs), strict=True))
            print(f"| `{' '.join(command)}` | {jobs} | {clock:.1f} | {spent:.1f} | {longest:.1f} | {alone / longest:.2f} |",
                  flush=True)


if __name__ == "__main__":
    main()
