"""Every row of the tables of Lancaster is reached by its playthroughs.

That all clauses that can be exercised are, and that all expectations hold, is tested for every game
(test_playthroughs.py); here it is asked that the rows are among them.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from rulewright.cli.commands.test import run_file

from ...shipped import shipped_rules

ROOT = Path(__file__).parents[3]
PLAYTHROUGHS = sorted((ROOT / "games" / "lancaster" / "playthroughs").glob("*.play"))


def rows(table: str) -> list[str]:
    """The rows of a table, read from the compiled rulebook."""
    return [
        clause.id.removeprefix(f"{table}.")
        for clause in shipped_rules("lancaster").program.clauses
        if clause.kind == "row" and clause.parent == table
    ]


@pytest.mark.parametrize(("table", "count"), [("law", 18), ("county", 9), ("favour", 6), ("castle_place", 8)])
def test_the_effect_of_every_row_is_a_clause_that_playthroughs_exercise(table: str, count: int) -> None:
    assert len(rows(table)) == count
    assert {f"{table}.{row}" for row in rows(table)} <= set(shipped_rules("lancaster").analyses.coverable)


def test_every_conflict_is_fought() -> None:
    expected = "".join(line for path in PLAYTHROUGHS for line in path.read_text().splitlines()
                       if line.startswith("expect events"))
    assert len(rows("conflict")) == 12
    assert set(rows("conflict")) - set(re.findall(r"battle_fought\((\w+), ", expected)) == set()


def test_the_page_on_laws_shows_the_variant_that_ships() -> None:
    page = (ROOT / "docs" / "change_a_law.md").read_text()
    assert (ROOT / "games" / "lancaster" / "variants" / "reform.rules").read_text() in page


def test_the_playthrough_of_one_law_on_the_page_holds(tmp_path: Path) -> None:
    page = (ROOT / "docs" / "change_a_law.md").read_text()
    (block,) = re.findall(r"```text\n(game lancaster\n.*?)```", page, re.DOTALL)
    path = tmp_path / "one_law.play"
    path.write_text(block)
    result = run_file(str(path))
    assert (result.failures, result.moves, result.checks) == ((), 1, 1)


def test_what_the_page_on_laws_names_is_there() -> None:
    page = (ROOT / "docs" / "change_a_law.md").read_text()
    rows_of_page = page[page.index("| in a law |"):page.index("## A law of your own")]
    rules = "".join(path.read_text() for path in (ROOT / "games" / "lancaster").glob("*.rules"))
    named = set(re.findall(r"`(\w+)(?=\(|`)", rows_of_page)) - {"size", "yes", "no"}
    assert len(named) >= 10
    assert {name for name in named if f"rule {name}(" not in rules and f"function {name}(" not in rules} == set()
