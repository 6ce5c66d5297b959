"""Fingerprints of clauses stay as people's texts and locks have them, whatever the syntax tree is called in the code."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.dsl import syntax as ast
from rulewright.dsl.load.loader import find, read
from rulewright.dsl.source.diagnostics import Diagnostics
from rulewright.dsl.syntax.walk import parts_of
from rulewright.translation.facts.meaning import kind_name, part_name
from rulewright.translation.wording.check import check_texts

# A line for each class of the syntax tree: its name in fingerprints, and those of its parts in their order. A new class may be
# added, and a new part where it may be absent; a line that goes or changes makes texts and locks old that nobody changed.
NAMES = Path(__file__).with_name("fingerprint_names.txt")
GAMES = ("carolus_magnus", "lancaster", "emperor_4", "breakthrough", "connect_four", "goofspiel", "nim", "pig", "race",
         "shut_the_box", "tic_tac_toe")


def nodes_named() -> dict[str, list[str]]:
    """The names that fingerprints have for the classes of the syntax tree, with those of their parts."""
    classes = [value for value in vars(ast).values() if isinstance(value, type)]
    kinds = [kind for kind in classes if issubclass(kind, ast.Node) and kind is not ast.Node]
    return {kind_name(kind): [part_name(kind, part) for part in parts_of(kind)] for kind in kinds}


def test_a_node_that_is_renamed_keeps_its_name_in_fingerprints() -> None:
    recorded = {name: parts for name, *parts in map(str.split, NAMES.read_text(encoding="utf-8").splitlines())}
    now = nodes_named()
    assert {name: now.get(name) for name in recorded} == recorded


@pytest.mark.parametrize("game", GAMES)
def test_no_text_of_a_game_that_ships_is_older_than_its_clause(game: str) -> None:
    diagnostics = Diagnostics()
    check_texts(read(find(game)), diagnostics)
    assert [found.message for found in diagnostics.sorted()] == []
