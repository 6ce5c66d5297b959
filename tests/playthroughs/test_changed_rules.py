"""Playthroughs written for other rules: where these differ and by which clause, and what migrating makes of them."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.cli.playthroughs.scripts import open_rules, read_file
from rulewright.interpreter.playthroughs.difference import Difference, difference
from rulewright.interpreter.playthroughs.lines.reader import read
from rulewright.interpreter.playthroughs.migration import Migration, migrate
from rulewright.interpreter.playthroughs.running.runner import PlaythroughRunner

RULES = """\
rulebook stones
    "Stones"
    players 2

state
    heap: 0..9 = 9

play
    repeat
        for each p in players
            take(p)

rule take(p: player)
    "{p} takes stones."
    choose stones by p
        "He takes one stone or more."
        move "takes {n}" for n in 1..9
            require enough: n <= heap
                "there are only {heap}"
            require not_many: n <= MOST
                "at most MOST at a time"
            heap loses n
            check last_stone

end last_stone
    "Whoever takes the last stone wins."
    when heap = 0
    winners p in players where p = WINNER
"""
HEAD = "game stones\nplayers Anna, Boris\nrules 000000000000\n"


@pytest.fixture
def table(tmp_path: Path) -> Path:
    """A folder with the rulebook of today, in which three stones may be taken and the first player wins."""
    (tmp_path / "stones.rules").write_text(RULES.replace("MOST", "3").replace("WINNER", "P1"), encoding="utf-8")
    return tmp_path


def differs(folder: Path, text: str) -> Difference | None:
    playthrough = read(str(folder / "x.play"), text)
    rules = open_rules(playthrough)
    return difference(PlaythroughRunner(rules, playthrough, read_file).run(), rules)


def migrated(folder: Path, text: str, bless: bool = False) -> Migration:
    playthrough = read(str(folder / "x.play"), text)
    assert playthrough.problems == ()
    return migrate(open_rules(playthrough), playthrough, read_file, bless)


def hash_of(folder: Path) -> str:
    return open_rules(read(str(folder / "x.play"), HEAD)).analyses.hash


# ---- What differs --------------------------------------------------------------------------


def test_nothing_is_said_of_a_playthrough_for_these_rules_or_for_none(table: Path) -> None:
    assert differs(table, HEAD.replace("000000000000", hash_of(table))) is None
    assert differs(table, "game stones\nAnna: takes 9\n".replace("Anna", "P1")) is None


def test_a_playthrough_is_still_valid(table: Path) -> None:
    found = differs(table, HEAD + "Anna: takes 3\nexpect heap = 6\n")
    assert found == Difference("valid")
    assert str(found) == "written for other rules: still valid"


def test_the_first_move_that_is_refused_is_told_with_its_clause(table: Path) -> None:
    found = differs(table, HEAD + "Anna: takes 3\nexpect heap = 6\nBoris: takes 4\nexpect heap = 2\n")
    assert found is not None
    assert found.kind == "refused"
    assert str(found) == ("written for other rules: first refused at line 6: Boris: takes 4, "
                          "by not_many (at most 3 at a time)")
    assert found.as_json() | {"says": ""} == {
        "kind": "refused", "file": str(table / "x.play"), "line": 6, "message": "`takes 4` is not legal here",
        "move": "Boris: takes 4", "clause": "not_many", "statement": "at most 3 at a time", "clauses": ["not_many"], "says": ""}


def test_a_turn_that_has_changed_is_told_with_the_clause_that_asks(table: Path) -> None:
    found = differs(table, HEAD + "Boris: takes 1\n")
    assert found is not None
    assert found.clauses == ("stones", "take")


def test_an_outcome_that_has_changed_is_told_with_what_was_applied(table: Path) -> None:
    lines = "Anna: takes 3\nBoris: takes 3\nAnna: takes 2\nBoris: takes 1\n"
    found = differs(table, HEAD + lines + "expect over by last_stone, won by Boris\n")
    assert found is not None
    assert found.kind == "changed"
    assert str(found) == (
        "written for other rules: outcome or position changed; first failing expectation at line 8: "
        "the game is over by last_stone, won by Anna; clauses applied since the last move: last_stone, stones")


def test_a_notation_that_has_changed_is_not_told_as_a_refusal(table: Path) -> None:
    found = differs(table, HEAD + "Anna: take 3\n")
    assert found is not None
    assert found.kind == "notation"
    assert found.clauses == ()
    assert str(found).startswith("written for other rules: no move is written like `take 3` any more, first at line 4; "
                                 "nearest are: takes 3, ")
    assert found.as_json()["clause"] is None


# ---- Migrating -----------------------------------------------------------------------------


def test_the_hash_is_written_anew_and_nothing_else_is_touched(table: Path) -> None:
    text = HEAD.replace("0\n", "0   # of old\r\n") + "  Anna:   takes 3   # three\n\nexpect heap = 6\n"
    result = migrated(table, text)
    assert result.is_whole
    assert result.text == text.replace("000000000000", hash_of(table)).replace("   # of old", "  # of old")


def test_a_head_without_a_hash_gets_one(table: Path) -> None:
    result = migrated(table, "game stones\nplayers Anna, Boris\nAnna: takes 3\n")
    assert result.text == f"game stones\nrules {hash_of(table)}\nplayers Anna, Boris\nAnna: takes 3\n"


def test_a_move_spelled_like_one_legal_move_is_respelled(table: Path) -> None:
    result = migrated(table, HEAD + "    Anna: TAKES  3!  # all\nBoris: takes 1\n")
    assert result.is_whole
    assert result.text.split("\n")[3:5] == ["    Anna: takes 3  # all", "Boris: takes 1"]
    assert [(change.line, change.kind, change.old) for change in result.changes] == [(4, "respelled", "TAKES 3!")]


def test_a_refused_move_is_respelled_too(table: Path) -> None:
    result = migrated(table, HEAD + "refuse Anna: TAKES  4! because not_many  # four\nAnna: takes 3\n")
    assert result.is_whole
    assert result.text.split("\n")[3] == "refuse Anna: takes 4 because not_many  # four"
    assert [(change.line, change.kind, change.old) for change in result.changes] == [(4, "respelled", "TAKES  4!")]


def test_what_is_not_refused_any_more_is_blessed_as_a_choice(table: Path) -> None:
    text = HEAD + "refuse Anna: takes 3 because not_many\nAnna: takes 3\n"
    assert not migrated(table, text).holds
    result = migrated(table, text, bless=True)
    assert result.is_whole
    assert result.text.split("\n")[3] == "expect choices include takes 3"


def test_a_move_that_is_only_like_a_legal_move_is_not_guessed(table: Path) -> None:
    result = migrated(table, HEAD + "Anna: take 3\n")
    assert [change.kind for change in result.changes] == ["left out"]


def test_what_is_refused_is_left_out_with_what_comes_after_it(table: Path) -> None:
    result = migrated(table, HEAD + "Anna: takes 3\nBoris: takes 4\nexpect heap = 2\nAnna: takes 2\n")
    assert result.holds
    assert not result.is_whole
    assert result.text == HEAD.replace("000000000000", hash_of(table)) + (
        "Anna: takes 3\n"
        "# left out by these rules: `takes 4` is not legal here, by not_many (at most 3 at a time)\n"
        "# Boris: takes 4\n# expect heap = 2\n# Anna: takes 2\n")
    assert [(change.line, change.old) for change in result.changes] == [
        (5, "Boris: takes 4"), (6, "expect heap = 2"), (7, "Anna: takes 2")]


def test_the_moves_of_a_line_before_the_one_that_is_refused_are_kept(table: Path) -> None:
    (table / "stones.rules").write_text(
        RULES.replace("MOST", "3").replace("WINNER", "P1").replace("            take(p)\n", "            take(p)\n" * 2))
    result = migrated(table, HEAD + "Anna: takes 1, takes 4\nBoris: takes 1\n")
    assert result.text.split("\n")[3:] == [
        "Anna: takes 1", "# left out by these rules: `takes 4` is not legal here, by not_many (at most 3 at a time)",
        "# Anna: takes 4", "# Boris: takes 1", ""]


def test_a_position_begins_anew(table: Path) -> None:
    text = HEAD + ('Anna: takes 4\nbranch "x"\n    Boris: takes 1\nend\nposition "two left"\n    heap = 2\n'
                   "Anna: takes 2\nexpect over\n")
    result = migrated(table, text)
    assert result.holds
    assert result.text.split("\n")[5:] == [
        '# branch "x"', "    # Boris: takes 1", "# end",
        'position "two left"', "    heap = 2", "Anna: takes 2", "expect over", ""]


def test_what_is_left_out_of_a_branch_ends_with_it(table: Path) -> None:
    text = HEAD + 'branch "x"\n    Anna: takes 4\n    expect heap = 5\nend\nAnna: takes 3\n'
    assert migrated(table, text).text.split("\n")[3:] == [
        'branch "x"', "    # left out by these rules: `takes 4` is not legal here, by not_many (at most 3 at a time)",
        "    # Anna: takes 4", "    # expect heap = 5", "end", "Anna: takes 3", ""]


def test_expectations_are_not_touched_unless_that_is_asked_for(table: Path) -> None:
    text = HEAD + ("Anna: takes 3\nexpect heap = 5 and not heap = 6\nexpect heap = 5  # five\n"
                   "refuse Boris: takes 4 because few\n")
    result = migrated(table, text)
    assert not result.holds
    assert [failure.line for failure in result.open] == [5, 6, 7]
    assert result.text == text
    blessed = migrated(table, text, bless=True)
    assert blessed.holds
    assert blessed.text.split("\n")[4:] == [
        "# false by these rules: false: heap = 5; not heap = 6", "# expect heap = 5 and not heap = 6",
        "expect heap = 6  # five", "refuse Boris: takes 4 because not_many", ""]
    assert [change.kind for change in blessed.changes] == ["left out", "blessed", "blessed"]


def test_a_file_that_is_used_is_not_changed(table: Path) -> None:
    (table / "part.play").write_text(HEAD + "Anna: takes 4\n", encoding="utf-8")
    result = migrated(table, HEAD + 'use "part.play"\nBoris: takes 1\n')
    assert [(Path(failure.file).name, failure.line) for failure in result.broken] == [("part.play", 4)]
    assert not result.holds


def test_what_was_migrated_holds(table: Path) -> None:
    text = HEAD + "Anna: takes 3, takes 3\nBoris: takes 3\nposition\n    heap = 3\n    huts = 4\nAnna: takes 3\nexpect over\n"
    once = migrated(table, text)
    again = migrated(table, once.text)
    assert again.is_whole
    assert again.text == once.text
