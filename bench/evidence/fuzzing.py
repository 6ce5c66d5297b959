"""Every reader fuzzed for a while: the table of texts tried in `docs/trust.md`, made anew.

    python bench/evidence/fuzzing.py FOLDER --seconds 400              # each reader for so long; needs atheris
    python bench/evidence/fuzzing.py FOLDER --seconds 900 --only rulebook
    python bench/evidence/fuzzing.py FOLDER --seconds 0                # the table only

What is found stays in FOLDER: texts to go on from, texts on which a reader fell over, and how much was tried,
which adds up over all runs.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import time
from pathlib import Path

import click
from trust import put

TARGETS = {
    "rulebook": "rulebooks", "variant": "variants", "playthrough": "playthroughs", "state": "states", "glossary": "glossaries",
    "wordings": "wordings", "evaluation": "evaluation files", "look": "look files", "lock": "locks", "reading": "readings",
    "accepted": "accepted findings", "questions": "questions to the publisher", "document": "printed rulebooks",
    "saved": "saved games", "tried": "tried mutants",
}
TABLE = "<!-- fuzzing: python bench/evidence/fuzzing.py -->\n"
HEAD = "| reader | texts tried | processor time | failures |\n|---|---|---|---|\n"
# A text that takes longer than this, or more memory, counts as found.
SECONDS_FOR_ONE, MEGABYTES = 60, 1_500


@click.command()
@click.argument("folder", type=click.Path(file_okay=False, path_type=Path))
@click.option("--seconds", default=400, help="How long each reader is fuzzed (400).")
@click.option("--only", multiple=True, type=click.Choice(list(TARGETS)), help="Only this reader.")
def main(folder: Path, seconds: int, only: tuple[str, ...]) -> None:
    """Fuzz the readers one after another, and write what came of it into the page."""
    for target in (only or TARGETS) if seconds else ():
        fuzz(folder.resolve(), target, seconds)
    put(TABLE, table(folder.resolve()))


def fuzz(folder: Path, target: str, seconds: int) -> None:
    """Fuzz one reader, and note how much was tried."""
    texts = folder / target
    texts.mkdir(parents=True, exist_ok=True)
    asked = [sys.executable, str(Path(__file__).with_name("fuzz.py")), target, str(texts), f"-max_total_time={seconds}",
             f"-timeout={SECONDS_FOR_ONE}", f"-rss_limit_mb={MEGABYTES}", f"-artifact_prefix={folder / f'found_{target}_'}",
             "-print_final_stats=1"]
    began = time.time()
    with (folder / f"{target}.log").open("wb") as log:
        process = subprocess.Popen(asked, stdout=log, stderr=subprocess.STDOUT, cwd=folder)
        _, _, used = os.wait4(process.pid, 0)
    said = (folder / f"{target}.log").read_text(encoding="utf-8", errors="replace")
    tried = re.findall(r"number_of_executed_units: (\d+)", said)
    if not tried:
        raise click.ClickException(f"nothing was tried; {folder / f'{target}.log'} says why")
    run = {"target": target, "texts": int(tried[-1]), "wall": time.time() - began,
           "processor": used.ru_utime + used.ru_stime}
    with (folder / "runs.jsonl").open("a", encoding="utf-8") as runs:
        runs.write(json.dumps(run) + "\n")


def table(folder: Path) -> str:
    """The lines of the table, from all runs."""
    kept = folder / "runs.jsonl"
    runs = [json.loads(line) for line in kept.read_text(encoding="utf-8").splitlines()] if kept.exists() else []
    out = HEAD
    for target, name in TARGETS.items():
        own = [run for run in runs if run["target"] == target]
        found = len(list(folder.glob(f"found_{target}_*"))) or ("none" if own else "not tried")
        out += (f"| {name} | {sum(item['texts'] for item in own):,} | {minutes(sum(item['processor'] for item in own))} "
                f"| {found} |\n")
    whole = [sum(run[what] for run in runs) for what in ("texts", "processor", "wall")]
    return out + f"| all | {whole[0]:,} | {minutes(whole[1])}, within {minutes(whole[2])} | |\n"


def minutes(seconds: float) -> str:
    return f"{seconds / 60:.1f} min"


if __name__ == "__main__":
    main()
