"""`balance --csv`: one row a game, with the figures that the report has."""

from __future__ import annotations

import csv
import json
from pathlib import Path
from statistics import fmean

import pytest

from .test_command import answer


def test_a_row_is_a_game(tmp_path: Path) -> None:
    file = tmp_path / "games.csv"
    found = json.loads(answer("pig", "--games", "20", "--tries", "2", "--csv", str(file), "--json"))
    with file.open(encoding="utf-8", newline="") as text:
        rows = list(csv.DictReader(text))
    assert [row["game"] for row in rows] == [str(number) for number in range(20)]
    assert fmean(float(row["choices"]) for row in rows) == found["course"]["metrics"]["choices"]["mean"]["value"]
    assert fmean(row["winners"] == "P1" for row in rows) == found["fairness"]["seats"]["P1"]["wins"]["value"]
    assert all(float(row["expected_9_P1"]) + float(row["expected_9_P2"]) == pytest.approx(1) for row in rows)


def test_what_a_game_does_not_have_is_empty(tmp_path: Path) -> None:
    file = tmp_path / "games.csv"
    answer("pig", "--games", "2", "--limit", "3", "--csv", str(file))
    rows = list(csv.DictReader(file.read_text(encoding="utf-8").splitlines()))
    assert {(row["end"], row["share_P1"], row["score_P1"], row["expected_0_P1"]) for row in rows} == {("", "", "", "")}


def test_a_file_that_is_there_is_kept_and_no_game_is_played(tmp_path: Path) -> None:
    file = tmp_path / "games.csv"
    file.write_text("mine", encoding="utf-8")
    assert "exists already" in answer("pig", "--games", "1000000", "--csv", str(file), code=2)
    assert file.read_text(encoding="utf-8") == "mine"


def test_one_file_is_not_for_two_games(tmp_path: Path) -> None:
    assert "exclude each other" in answer("pig", "--against", "pig", "--csv", str(tmp_path / "games.csv"), code=2)


def test_a_folder_that_is_not_there_is_reported_before_any_game(tmp_path: Path) -> None:
    assert "No such file" in answer("pig", "--games", "1000000", "--csv", str(tmp_path / "none" / "games.csv"), code=2)
