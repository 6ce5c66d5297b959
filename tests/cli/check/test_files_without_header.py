"""Files in the folder of a rulebook that have no header: parts of it, and rulebooks that are begun."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from rulewright.cli.main import main

RIVER = """rulebook river
    "River"
    players 2
    seats north, south

use "bank.rules"

state
    turn: player = north

play
    repeat
        choose step by turn
            "The player goes on."
            move "on"
                turn becomes next(turn)
"""
BANK = """function far(p: player): 0..9
    "How far {p} is."
    gives 3
"""
TEXTS = """texts of river in ru

far c3aee5b6
    "Как далеко {p}."

step bcbf4c87
    "Игрок идёт дальше."
"""


def checked(folder: Path) -> str:
    """What `check` reports of a folder."""
    return CliRunner().invoke(main, ["check", "--no-cache", str(folder)]).output


@pytest.fixture
def shelf(tmp_path: Path) -> Path:
    folder = tmp_path / "shelf"
    (folder / "text").mkdir(parents=True)
    for name, text in (("river.rules", RIVER), ("bank.rules", BANK), ("text/ru.texts", TEXTS)):
        (folder / name).write_text(text, encoding="utf-8")
    return folder


def test_a_part_is_no_rulebook_while_the_file_that_uses_it_has_its_name_wrong(shelf: Path) -> None:
    (shelf / "river.rules").write_text(RIVER.replace("bank.rules", "banks.rules"), encoding="utf-8")
    found = checked(shelf)
    assert "error[E103]: `banks.rules` cannot be read" in found
    assert "E105" not in found
    assert "bank.rules: " not in found


def test_texts_are_not_compared_with_a_file_without_a_header(shelf: Path) -> None:
    (shelf / "begun.rules").write_text(BANK, encoding="utf-8")
    found = checked(shelf)
    assert "error[E105]: no header" in found
    assert "begun.rules: 1 error\n" in found
