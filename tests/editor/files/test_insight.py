"""A clause is shown with its playthroughs, its share of random games, and its sentences in printed rulebooks."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from rulewright.cli.editor.files import insight
from rulewright.cli.editor.files.insight import NONE, ClauseQuery, Insights, ProcessTask, applied, exercised_by, printed
from rulewright.cli.editor.files.playthrough_files import playthroughs_of
from rulewright.dsl.source.search_path import find

from ..pig import PIG


def test_the_sentences_of_a_clause_are_named_without_their_text() -> None:
    lines = list(printed(find("carolus_magnus"), ClauseQuery("carolus_magnus", "setup_ring", True)))
    assert any(line.endswith("of ru.lock") and "22, 23" in line for line in lines)
    assert list(printed(find("carolus_magnus"), ClauseQuery("carolus_magnus", "no_such_clause", True))) == []


def test_the_sentences_of_another_game_in_the_folder_are_not_named(tmp_path: Path) -> None:
    (tmp_path / "documents").mkdir()
    (tmp_path / "documents" / "ru.lock").write_text('{"lock": 1, "game": "pig"}\n{"n": 3, "clauses": {"keep": "0"}}\n')
    assert [list(printed(tmp_path / "any.rules", ClauseQuery(game, "keep", True))) for game in ("pig", "nim")] == [
        ["printed: sentence 3 of ru.lock"], []]


def test_a_variant_has_the_sentences_of_its_rulebook() -> None:
    main = find("carolus_magnus")
    clause = ClauseQuery("carolus_magnus", "setup_ring", True)
    assert list(printed(main.parent / "variants" / "it.rules", clause)) == list(printed(main, clause)) != []


def test_only_the_playthroughs_of_the_same_game_exercise_a_clause() -> None:
    report = {"coverage": {"games": {
        "pig": {"covered": {"hold": ["a/first.play"]}, "missing": ["full"]},
        "nim": {"covered": {"full": ["a/nim.play"]}, "missing": []}}}}
    asked = (("pig", "hold"), ("pig", "full"), ("nim", "full"), ("nim", "hold"), ("race", "hold"))
    assert [list(exercised_by(report, ClauseQuery(game, id, True))) for game, id in asked] == [
        ["exercised by first.play"], [NONE], ["exercised by nim.play"], [], []]


def test_a_variant_has_the_playthroughs_that_are_played_by_it(tmp_path: Path) -> None:
    for folder in ("variants", "playthroughs"):
        (tmp_path / folder).mkdir()
    main, lower = tmp_path / "pig.rules", tmp_path / "variants" / "short.rules"
    upper, other = tmp_path / "variants" / "upper.rules", tmp_path / "variants" / "other.rules"
    main.write_text(PIG)
    assert playthroughs_of(main) == ()
    lower.write_text("variant short of pig\nset goal = 20\n")
    upper.write_text("variant upper of pig:short\nset unlucky = 2\n")
    other.write_text("variant other of pig\n")
    (tmp_path / "variants" / "beside.play").write_text("game short\nplayers 2\n")
    heads = {"plain": "game pig", "named": "game pig\nvariant short", "colon": "game pig:short", "above": "game pig:upper",
             "lost": "game pig:no_such", "broken": "variant short"}
    for name, head in heads.items():
        (tmp_path / "playthroughs" / f"{name}.play").write_text(f"{head}\nplayers 2\n")
    assert [path.stem for path in playthroughs_of(lower)] == ["above", "colon", "named", "beside"]
    assert [path.stem for path in playthroughs_of(upper)] == ["above"]
    assert playthroughs_of(other) == ()
    # Those whose game is not there, or is none, are of no rulebook.
    assert {path.stem for path in playthroughs_of(main)} == {"above", "colon", "named", "plain", "beside", "lost"}


def test_a_broken_lock_is_skipped(tmp_path: Path) -> None:
    (tmp_path / "documents").mkdir()
    (tmp_path / "documents" / "ru.lock").write_text('no json "keep"\n["keep"]\n{"n": 3, "clauses": {"keep": "0"}}\n')
    assert list(printed(tmp_path / "pig.rules", ClauseQuery("pig", "keep", True))) == ["printed: sentence 3 of ru.lock"]


def test_a_task_gives_its_json_when_it_is_done_and_ends_when_it_is_stopped() -> None:
    task = ProcessTask.start("show", "nim", "--json")
    while task.result() is None:
        time.sleep(0.05)
    assert task.result()["title"] == "Nim"
    again = ProcessTask.start("show", "nim", "--json")
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
    while any("..." in line for line in insights.lines(main, (str(main),), ClauseQuery("endless", "wait", True))):
        time.sleep(0.2)
    assert "20 of 20 random games did not end within 2,000 choices and rolls" in list(
        insights.lines(main, (str(main),), ClauseQuery("endless", "wait", True)))
    insights.close()


@pytest.mark.slow
def test_playthroughs_and_games_are_counted_in_the_background() -> None:
    insights, main = Insights(), find("nim")
    while any("..." in line for line in insights.lines(main, (str(main),), ClauseQuery("nim", "at_most", True))):
        time.sleep(0.2)
    lines = list(insights.lines(main, (str(main),), ClauseQuery("nim", "counters_to_take", True)))
    assert any("applied in 1000 of 1000 random games" in line for line in lines)
    assert any(line.startswith("exercised by nim") for line in lines)
    insights.close()


def test_nothing_is_counted_of_a_rulebook_that_is_in_no_file(tmp_path: Path) -> None:
    insights, main = Insights(), tmp_path / "unsaved.rules"
    assert list(insights.lines(main, (str(main),), ClauseQuery("unsaved", "hold", True))) == []
