"""The same games under several versions of Python: are their records the same, byte for byte?

    python bench/evidence/versions.py              # 3.11, 3.12 and 3.13, as far as they are there
    python bench/evidence/versions.py 3.12         # this one

Each of them plays the same seeds of every game that ships and prints a hash of what was played;
`python bench/evidence/versions.py --hash` is what each of them runs. The packages that Rulewright needs are
those of the interpreter that compares.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import subprocess
import sysconfig
from pathlib import Path

SOURCE = Path(__file__).parents[2] / "src"
WANTED = ("3.11", "3.12", "3.13")
GAMES, STEPS = 2, 400


def hashes() -> dict[str, str]:
    """For each game, with its variants and numbers of players, a hash of the records of a few games."""
    import rulewright
    from rulewright.cli.shared.games.names import names_with_variants

    out = {}
    for name in names_with_variants():
        game = rulewright.load(name)
        for players in range(game.fewest, game.most + 1):
            out[f"{name} {players}"] = hashlib.sha256("".join(
                record(game.rules(players), seed) for seed in range(GAMES)).encode()).hexdigest()[:16]
    return out


def record(rules: object, seed: int) -> str:
    """A random game as a playthrough, with the position it comes to."""
    from rulewright.interpreter.analysis.properties import positions
    from rulewright.interpreter.analysis.properties.games import traced
    from rulewright.interpreter.game.rules import Rules
    from rulewright.interpreter.playthroughs.lines.writer import header, lines_of
    from rulewright.interpreter.runtime.chance import Dice

    assert isinstance(rules, Rules)
    *_, last = positions(rules, Dice(seed), STEPS)
    return header(rules, rules.program.name) + lines_of(rules.seats, traced(rules, last.steps)) + str(last.state)


def hashes_under(version: str) -> dict[str, str] | None:
    """The hashes that a version of Python comes to; None where it is not there, or cannot run Rulewright."""
    path = os.pathsep.join([str(SOURCE), sysconfig.get_paths()["purelib"]])
    # Where several versions are installed by pyenv, its variable says which one a name stands for.
    environment = {**os.environ, "PYTHONPATH": path, "PYTHONHASHSEED": "random", "PYENV_VERSION": version}
    try:
        asked = subprocess.run([f"python{version}", __file__, "--hash"], capture_output=True, text=True, check=False,
                               env=environment)
    except FileNotFoundError:
        return None
    if asked.returncode:
        return None
    return dict(line.rsplit(" = ", 1) for line in asked.stdout.splitlines())


def main() -> None:
    """Print the hashes, or compare those of several versions; exit code 1 when they differ."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("versions", nargs="*", metavar="VERSION", help="versions of Python, such as 3.13", default=WANTED)
    parser.add_argument("--hash", action="store_true", help="only print the hashes under this Python")
    asked = parser.parse_args()
    if asked.hash:
        print("\n".join(f"{name} = {digest}" for name, digest in hashes().items()))
        return
    here = hashes()
    differ = False
    for version in asked.versions:
        found = hashes_under(version)
        if found is None:
            print(f"Python {version}: not there")
            continue
        apart = [name for name in here if found.get(name) != here[name]]
        differ = differ or bool(apart)
        print(f"Python {version}: " + (f"differs in {', '.join(apart)}" if apart else f"the same, {len(here)} tables"))
    raise SystemExit(1 if differ else 0)


if __name__ == "__main__":
    main()
