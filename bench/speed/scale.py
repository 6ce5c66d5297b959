"""What a run on a cluster costs: CPU seconds of workers, scheduler and client, for each game and for each task.

    python bench/speed/scale.py carolus_magnus --games 100000 --workers 1
    python bench/speed/scale.py carolus_magnus --games 100000 --workers 2

CPU seconds do not depend on what else the computer does; the time on the clock does.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import psutil

SCHEDULER, WORKER = "distributed.cli.dask_scheduler", "distributed.cli.dask_worker"


def started(module: str, folder: Path, *arguments: str) -> psutil.Popen:
    """Start a part of the cluster."""
    file = str(folder / "scheduler.json")
    return psutil.Popen([sys.executable, "-m", module, "--scheduler-file", file, "--no-dashboard", *arguments],
                        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, cwd=folder)


def address_in(file: Path) -> str:
    """Return the address of the scheduler, when it is there."""
    while not file.exists() or not file.read_text(encoding="utf-8").endswith("}"):
        time.sleep(0.1)
    return str(json.loads(file.read_text(encoding="utf-8"))["address"])


def spent(process: psutil.Process) -> float:
    """Return the CPU seconds of a process so far."""
    times = process.cpu_times()
    return float(times.user + times.system)


def main() -> None:
    """Run `simulate` on a cluster of our own, and print what it costs."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("--games", type=int, default=100_000)
    parser.add_argument("--workers", type=int, default=1)
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        scheduler = started(SCHEDULER, folder, "--host", "127.0.0.1", "--port", "0")
        address = address_in(folder / "scheduler.json")
        workers = [started(WORKER, folder, "--nthreads", "1", "--no-nanny", "--local-directory", str(folder))
                   for _ in range(asked.workers)]
        command = [sys.executable, "-m", "rulewright", "simulate", asked.game, "--seed", "1", "--json", "--cluster", address]
        try:
            # The workers compile the rules first.
            subprocess.run([*command, "--games", str(4000 * asked.workers)], check=True, stdout=subprocess.DEVNULL)
            before, began = [spent(process) for process in (*workers, scheduler)], time.monotonic()
            client = psutil.Popen([*command, "--games", str(asked.games)], stdout=subprocess.DEVNULL)
            used = 0.0
            while client.poll() is None:
                try:
                    used = spent(client)
                except psutil.Error:
                    break
                time.sleep(0.05)
            client.wait()
            clock = time.monotonic() - began
            *by_worker, by_scheduler = [spent(process) - then
                                        for process, then in zip((*workers, scheduler), before, strict=True)]
        finally:
            for process in (*workers, scheduler):
                process.kill()
                process.wait()
    print(json.dumps({"game": asked.game, "games": asked.games, "workers": asked.workers, "clock": round(clock, 2),
                      "workers_cpu": [round(seconds, 2) for seconds in by_worker], "scheduler_cpu": round(by_scheduler, 2),
                      "client_cpu": round(used, 2)}))


if __name__ == "__main__":
    main()
