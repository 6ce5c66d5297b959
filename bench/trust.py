"""Every law, for every game that ships: the table of `docs/trust.md`, made anew.

    python bench/trust.py            # 10 games for each number of players
    python bench/trust.py 100        # 100 games
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path

import rulewright
from rulewright.cli.names import shipped_names
from rulewright.dsl.library import find, variants_of
from rulewright.interpreter.laws import LAWS, Held, hold

PAGE = Path(__file__).parents[1] / "docs" / "trust.md"
BEGIN, END = "<!-- figures: python bench/trust.py -->\n", "<!-- end of figures -->"
SEED = 1


def main() -> None:
    """Hold all games against all laws, and write what came of it into the page."""
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 10
    table = "\n".join(lines(games)) + "\n"
    text = PAGE.read_text(encoding="utf-8")
    assert BEGIN in text, "the page has a place for the figures"
    changed = re.sub(re.escape(BEGIN) + ".*?" + re.escape(END), lambda _: f"{BEGIN}\n{table}\n{END}", text, flags=re.DOTALL)
    PAGE.write_text(changed, encoding="utf-8")
    print(table)


def lines(games: int) -> Iterator[str]:
    """The table of games, and that of laws."""
    whole = Held()
    yield f"{games} random games for each number of players, seed {SEED}:"
    yield ""
    yield "| game | players | games | positions | laws broken |"
    yield "|---|---|---|---|---|"
    for name in (name for shipped in shipped_names() for name in (shipped, *with_variants(shipped))):
        game, held = rulewright.load(name), Held()
        for players in range(game.fewest, game.most + 1):
            for one in hold(game.rules(players), LAWS, range(games), SEED):
                held.add(one)
        whole.add(held)
        counts = f"{game.fewest} to {game.most}" if game.most > game.fewest else f"{game.fewest}"
        yield f"| `{name}` | {counts} | {held.games:,} | {held.positions:,} | {len(held.broken) or 'none'} |"
    yield ""
    yield "| law | looked at | broken |"
    yield "|---|---|---|"
    for law in LAWS:
        broken = sum(one.law.id == law.id for one in whole.broken.values())
        yield f"| `{law.id}` | {whole.looked.get(law.id, 0):,} times | {broken or 'never'} |"


def with_variants(name: str) -> list[str]:
    """A game with each of its variants."""
    return [f"{name}:{variant}" for variant in variants_of(find(name))]


if __name__ == "__main__":
    main()
