"""After how many random games `diff --plays` sees a rulebook and a variant of it part, where the variant changes one clause.

The variants are those in tests/games/one_clause. What playthroughs show is not counted.

    python bench/games/divergences.py                 # all of them, some minutes
    python bench/games/divergences.py race goofspiel  # only variants of these games
"""

from __future__ import annotations

import argparse
from pathlib import Path
from time import process_time

from rulewright.cli.diff.side_by_side import compared, played
from rulewright.cli.shared.games.machines import PYTHON
from rulewright.cli.shared.games.options import GameRequest
from rulewright.cli.tasks.work import Work

VARIANTS = sorted((Path(__file__).parents[2] / "tests" / "games" / "one_clause").glob("*.rules"))
GAMES = 60


def main() -> None:
    """Print a line for each variant: its clause, in how many games it shows, and in which first."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", metavar="GAME")
    games = parser.parse_args().games
    print(f"{'variant':22} {'game':15} {'clause':22} {'shown in':>12} {'first in':>9} {'CPU s':>6}")
    for path in VARIANTS:
        text = path.read_text(encoding="utf-8")
        clause, game = text.splitlines()[0].removeprefix("# changes "), text.partition(" of ")[2].split()[0]
        if games and game not in games:
            continue
        start = process_time()
        both = compared(GameRequest(game, (), (), None), GameRequest(str(path), (), (), None))
        plays = played(both, GAMES, 1, Work(), PYTHON)
        groups = [group for group in plays.groups if group.first is not None]
        most = max((sum(group.games.values()) for group in groups), default=0)
        first = min((group.first for group in groups if group.first is not None), default=0)
        seen = f"{most} of {GAMES}"
        print(f"{path.stem:22} {game:15} {clause:22} {seen:>12} {first or '-':>9} {process_time() - start:6.1f}")


if __name__ == "__main__":
    main()
