"""A clause is shown with its playthroughs, its share of random games, and its sentences in printed rulebooks."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from rulewright.cli.editor.files import insight
from rulewright.cli.editor.files.insight import Insights, Task, applied, printed
from rulewright.dsl.source.search_path import find


def test_the_sentences_of_a_clause_are_named_without_their_text() -> None:
    lines = list(printed(find("carolus_magnus"), "setup_ring"))
    assert any(line.endswith("of ru.lock") and "22, 23" in line for line in lines)
    assert list(printed(find("carolus_magnus"), "no_such_clause")) == []


def test_a_broken_lock_is_skipped(tmp_path: Path) -> None:
    (tmp_path / "documents").mkdir()
    (tmp_path / "documents" / "ru.lock").write_text('no json "keep"\n["keep"]\n{"n": 3, "clauses": {"keep": "0"}}\n')
    assert list(printed(tmp_path / "pig.rules", "keep")) == ["printed: sentence 3 of ru.lock"]


def test_a_task_gives_its_json_when_it_is_done_and_ends_when_it_is_stopped() -> None:
    task = Task.start("show", "nim", "--json")
    while task.result() is None:
        time.sleep(0.05)
    assert task.result()["title"] == "Nim"
    again = Task.start("show", "nim", "--json")
    again.stop()
    assert again.process.poll() is not None


def test_the_first_games_are_shown_while_the_others_are_played() -> None:
    first, all_ = ({"games": count, "clauses": [{"clause": "hold", "games": count // 2}]} for count in (100, 1000))
    pending = "*1000 random games are being played ...*"
    assert list(applied(None, None, "hold")) == [pending]
    assert list(applied(first, None, "hold")) == ["applied in 50 of 100 random games", pending]
    assert list(applied(first, all_, "hold")) == ["applied in 500 of 1000 random games"]
    assert list(applied({}, {}, "hold")) == []


def test_games_that_do_not_end_are_counted() -> None:
    report = {"games": 100, "ended": 82, "clauses": [{"clause": "hold", "games": 90}]}
    assert list(applied(report, report, "hold")) == [
        "applied in 90 of 100 random games", "18 of 100 random games did not end within 2,000 choices and rolls"]


ENDLESS = """rulebook endless
    "Endless"
    players 2

state
    turn: player = P1

play
    repeat
        choose act by turn
            move wait "waits"
            move stop "stops" where turn = P2
        turn becomes next(turn)
        check stopped

end stopped
    "Nobody stops."
    when 0 > size(players)
    draw
"""


@pytest.mark.slow
def test_games_without_an_end_are_left(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(insight, "GAMES", 20)
    insights, main = Insights(), tmp_path / "endless.rules"
    main.write_text(ENDLESS)
    while any("..." in line for line in insights.lines(main, (str(main),), "wait")):
        time.sleep(0.2)
    assert "20 of 20 random games did not end within 2,000 choices and rolls" in list(
        insights.lines(main, (str(main),), "wait"))
    insights.close()


@pytest.mark.slow
def test_playthroughs_and_games_are_counted_in_the_background() -> None:
    insights, main = Insights(), find("nim")
    while any("..." in line for line in insights.lines(main, (str(main),), "at_most")):
        time.sleep(0.2)
    lines = list(insights.lines(main, (str(main),), "counters_to_take"))
    assert any("applied in 1000 of 1000 random games" in line for line in lines)
    assert any(line.startswith("exercised by nim") for line in lines)
    insights.close()


def test_nothing_is_counted_of_a_rulebook_that_is_in_no_file(tmp_path: Path) -> None:
    insights, main = Insights(), tmp_path / "unsaved.rules"
    assert list(insights.lines(main, (str(main),), "hold")) == []
