"""Every row of the tables of Lancaster is reached by its playthroughs.

That all clauses that can be exercised are, and that all expectations hold, is tested for every game
(test_playthroughs.py); here it is asked that the rows are among them.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import rulewright

PLAYTHROUGHS = sorted((Path(__file__).parent.parent.parent / "games" / "lancaster" / "playthroughs").glob("*.play"))
RULES = rulewright.load("lancaster").rules(2)


def rows(table: str) -> list[str]:
    """The rows of a table, read from the compiled rulebook."""
    return [one.id.removeprefix(f"{table}.") for one in RULES.program.clauses if one.kind == "row" and one.parent == table]


@pytest.mark.parametrize(("table", "count"), [("law", 18), ("county", 9), ("favour", 6), ("castle_place", 8)])
def test_the_effect_of_every_row_is_a_clause_that_playthroughs_exercise(table: str, count: int) -> None:
    assert len(rows(table)) == count
    assert {f"{table}.{row}" for row in rows(table)} <= set(RULES.countable)


def test_every_conflict_is_fought() -> None:
    expected = "".join(line for path in PLAYTHROUGHS for line in path.read_text().splitlines()
                       if line.startswith("expect events"))
    assert len(rows("conflict")) == 12
    assert set(rows("conflict")) - set(re.findall(r"battle_fought\((\w+), ", expected)) == set()
