"""Two rulebooks compared: clause by clause, and in play."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from rulewright.cli.main import main

BASE = Path(__file__).parents[2] / "errors" / "cases" / "variants" / "base.rules"


def run(*arguments: str) -> Result:
    return CliRunner().invoke(main, ["diff", *arguments])


def report(*arguments: str) -> Any:
    result = run(*arguments, "--json")
    assert result.stdout.startswith("{"), result.output
    return json.loads(result.stdout)


def variant(tmp_path: Path, name: str, text: str) -> str:
    main_file = tmp_path / "base.rules"
    if not main_file.exists():
        main_file.write_text(BASE.read_text(encoding="utf-8"), encoding="utf-8")
    (tmp_path / f"{name}.rules").write_text(f"variant {name} of base\n\n{text}", encoding="utf-8")
    return f"{main_file}:{name}"


def base(tmp_path: Path) -> str:
    return variant(tmp_path, "unused", "").rpartition(":")[0]


# ---- Clause by clause ------------------------------------------------------------------------------


def test_a_rulebook_does_not_differ_from_itself() -> None:
    result = run("nim", "nim")
    assert (result.exit_code, result.output) == (0, "no clause differs\n")


def test_every_kind_of_change_is_told_with_both_statements_and_places(tmp_path: Path) -> None:
    b = variant(tmp_path, "v", 'because "So it is."\n    set longest = 1\n\nremove rest\n\nrule nap\n    "A nap."\n\n'
                               'add after turn\n    nap()\n')
    changes = {record["clause"]: record for record in report(base(tmp_path), b)["changes"]}
    assert {name: (change["kind"], change["what"]) for name, change in changes.items()} == {
        "longest": ("changed", "constant"), "turn": ("changed", "rule"), "rest": ("removed", "move"),
        "nap": ("added", "rule")}
    longest = changes["longest"]
    assert longest["a"]["statement"] == "A step is at most 2 fields long."
    assert longest["b"] == {"statement": "A step is at most 1 fields long.", "code": ["set longest = 1"],
                            "file": str(tmp_path / "v.rules"), "line": 4, "end_line": 4, "reason": "So it is."}
    assert changes["rest"]["b"] is None
    assert changes["turn"]["a"]["code"] == ["rule turn(p: player)"]
    assert changes["turn"]["b"]["code"] == ["rule turn(p: player)", "add after turn", "    nap()"]


def test_a_new_wording_is_a_change_of_the_statement_alone(tmp_path: Path) -> None:
    b = variant(tmp_path, "v", 'replace exception giants: p.at = 0 and n <= p.home.size\n    "Who is new is free."\n')
    assert [(record["clause"], record["differs"]) for record in report(base(tmp_path), b)["changes"]] == [
        ("giants", ["statement"])
    ]


def test_a_change_of_tables_fields_and_players_is_told(tmp_path: Path) -> None:
    b = variant(tmp_path, "v", "set house.hall.size = 3\n\nadd to colour: green\n\nreplace each player has\n    at: 0..30\n")
    (tmp_path / "v.rules").write_text((tmp_path / "v.rules").read_text().replace("base\n", "base\n    players 2\n", 1))
    assert [record["clause"] for record in report(base(tmp_path), b)["changes"]] == [
        "rulebook", "colour", "house.hall", "player.at"]


# ---- In play ---------------------------------------------------------------------------------------


def parted(tmp_path: Path, change: str, plays: int = 10) -> Any:
    """The ways in which the rulebook and a variant part; each must replay as its report says."""
    a, b = base(tmp_path), variant(tmp_path, "v", change)
    found = report(a, b, "--plays", str(plays), "--seed", "1")["plays"]
    for record in found["parted"]:
        if record["playthrough"] is not None:
            assert_holds_in_a_only(tmp_path, record["playthrough"], b)
    return found


def assert_holds_in_a_only(tmp_path: Path, text: str, b: str) -> None:
    path = tmp_path / "shown.play"
    path.write_text(text, encoding="utf-8")
    assert CliRunner().invoke(main, ["test", str(path)]).exit_code == 0
    path.write_text(text.replace("\nplayers ", f"\nvariant {b.rpartition(':')[2]}\nplayers ", 1), encoding="utf-8")
    assert CliRunner().invoke(main, ["test", str(path)]).exit_code == 1


def test_a_move_that_one_refuses_is_shown_with_its_clause(tmp_path: Path) -> None:
    change = 'remove giants\nreplace require not_too_long: n < 2\n    "too long"\n'
    found = parted(tmp_path, change.replace("giants\n", "giants\n\n"))
    record = found["parted"][0]
    assert (record["kind"], record["clause"], record["a"]) == ("choices", "not_too_long", ["walk 2"])
    assert found["tried"] == 10
    assert found["games_parted"] == 10


HOPS = """rulebook hops
    "Hops"
    players 2
state
    sum: 0..40
    hops: 0..40
play
    var last: 0..3 = 0
    repeat
        for each p in players
            choose hop by p
                "Somebody hops."
                move "hops {n}" for n in 1..3
                    require other_than_the_last: n != last or sum mod 7 = 0
                        "the last hop was as far"
                    sum gains n
                    hops gains 1
                    last becomes n
            check far_enough
end far_enough
    "Whoever passes the line wins."
    when sum > 20
    draw
"""


def test_a_shown_game_is_short(tmp_path: Path) -> None:
    (tmp_path / "hops.rules").write_text(HOPS, encoding="utf-8")
    (tmp_path / "odd.rules").write_text('variant odd of hops\n\nreplace end far_enough\n    "Few hops."\n'
                                        '    when sum > 20 or (hops > 8 and hops mod 2 = 1)\n    draw\n', encoding="utf-8")
    found = report(str(tmp_path / "hops.rules"), str(tmp_path / "hops.rules:odd"), "--plays", "40", "--seed", "1")
    record = found["plays"]["parted"][0]
    assert (record["kind"], record["clause"]) == ("end", "far_enough")
    lines = [line for line in record["playthrough"].splitlines() if line and not line.startswith("#")]
    assert len(lines) <= 10, lines


@pytest.mark.parametrize(("change", "kind", "clause"), [
    ('replace move walk "walk {n}" for n in 1..3\n    require not_too_long: n <= longest\n        "too long"\n'
     '        exception giants: p.at = 0 and n <= p.home.size\n            "Free."\n    p.at gains n\n    check there\n\n'
     'remove bonus\n\nremove lucky\n', "position", "walk"),
    ('replace end there\n    "All win."\n    when some p in players: p.at >= goal\n    winners p in players where yes\n',
     "end", "there"),
    ("set goal = 4\n", "end", "goal"),
    ('add before turn\n    for each q in players where q.at = 4\n        q.at becomes 0\n', "position", "turn"),
])
def test_a_divergence_is_laid_to_the_clause_that_differs(tmp_path: Path, change: str, kind: str, clause: str) -> None:
    assert (kind, clause) in [(record["kind"], record["clause"]) for record in parted(tmp_path, change)["parted"]]


def test_what_a_changed_number_does_is_laid_to_the_clause_that_uses_it(tmp_path: Path) -> None:
    record = next(item for item in parted(tmp_path, "set goal = 4\n")["parted"] if item["kind"] == "end")
    assert (record["clause"], record["applied"], record["differs"]) == ("goal", ["there"], ["goal"])


def test_games_that_never_part_are_counted(tmp_path: Path) -> None:
    result = run(base(tmp_path), variant(tmp_path, "v", "remove colours_free\n\nremove colour\n"), "--plays", "12")
    assert result.exit_code == 1
    assert "12 random games and 0 playthroughs played side by side" in result.output
    assert "compared: none of them diverge" in result.output


def test_the_playthroughs_of_the_rulebook_are_held_against_the_other() -> None:
    found = report("tic_tac_toe", "tic_tac_toe:toe_tac_tic", "--plays", "1")["plays"]["parted"]
    assert str(found[0]["shown_by"]).endswith(".play")


def test_the_same_seed_finds_the_same_in_any_number_of_processes() -> None:
    record, two = (report("nim", "nim:marienbad", "--plays", "24", "--seed", "3", "--jobs", jobs) for jobs in "12")
    assert record == two


def test_playthroughs_are_written_into_a_folder_and_nothing_there_is_overwritten(tmp_path: Path) -> None:
    for _ in range(2):
        assert run("nim", "nim:marienbad", "--plays", "10", "--output", str(tmp_path / "shown")).exit_code == 1
    names = sorted(path.name for path in (tmp_path / "shown").iterdir())
    assert names == ["heaps_smallest.play", "heaps_smallest_2.play",
                     "heaps_smallest_3.play", "heaps_smallest_4.play"]
    assert CliRunner().invoke(main, ["test", str(tmp_path / "shown")]).exit_code == 0


@pytest.mark.parametrize("arguments", [("nim", "nimm"), ("nim",), ("nim", "nim:x"), ("nim", "nim", "--players", "9"),
                                       ("nim", "nim", "--plays", "-1")])
def test_wrong_usage_is_exit_code_2(arguments: tuple[str, ...]) -> None:
    result = run(*arguments)
    assert result.exit_code == 2
    assert result.exception is None or isinstance(result.exception, SystemExit)


def test_what_a_variant_writes_into_a_clause_is_shown_as_it_is_written_there(tmp_path: Path) -> None:
    b = variant(tmp_path, "v", "set house.hall.size = 3\n\nset house.size\n    barn = 2\n\nadd to colour: green\n\n"
                               "remove colour.blue\n\nremove colours_free\n\n"
                               "add to house\n    doors: 1..2 = 1\n    row inn: 3\n\nadd before walk\n    p.at gains 1\n")
    changes = {record["clause"]: record for record in report(base(tmp_path), b)["changes"]}
    assert [changes["house.hall"][side]["code"] for side in ("a", "b")] == [["size = 2"], ["size = 3"]]
    assert (changes["house.hall"]["b"]["file"], changes["house.hall"]["b"]["line"]) == (str(tmp_path / "v.rules"), 3)
    assert [changes["house.barn"][side]["code"] for side in ("a", "b")] == [["size = 1"], ["size = 2"]]
    assert changes["colour"]["b"]["code"] == ["enum colour: red, blue", "add to colour: green", "remove colour.blue"]
    assert changes["house.doors"]["b"]["code"] == ["doors: 1..2 = 1"]
    assert changes["house.inn"]["kind"] == "added"
    assert changes["walk"]["b"]["code"][-2:] == ["add before walk", "    p.at gains 1"]


def test_the_reason_for_what_is_removed_is_told_from_both_sides(tmp_path: Path) -> None:
    a, b = base(tmp_path), variant(tmp_path, "v", 'because "faster"\n    remove rest\n')
    for text, other in ((a, b), (b, a)):
        change = next(change for change in report(text, other)["changes"] if change["clause"] == "rest")
        assert "faster" in {side["reason"] for side in (change["a"], change["b"]) if side}


@pytest.mark.parametrize("notation", ['"go {n}" for n in 1..3', '"walk {n}" for n in 2..4'])
def test_a_move_that_is_written_otherwise_parts_the_games(tmp_path: Path, notation: str) -> None:
    change = f'replace move walk {notation}\n    p.at gains 1\n    check there\n\nremove not_too_long\n\nremove giants\n\n' \
             'remove bonus\n\nremove lucky\n\nadd after turn\n    p.at gains 1\n    check there\n'
    # One game: it goes on until both have the same moves no more, up to the limit.
    found = parted(tmp_path, change, 1)
    assert found["games_parted"] == 1


def test_what_goes_wrong_in_one_of_them_is_a_divergence(tmp_path: Path) -> None:
    found = parted(tmp_path, "add before turn\n    must p.at < 0\n", 3)
    assert [(record["kind"], record["clause"], record["a"]) for record in found["parted"]] == [("fault", "turn", [])]
    assert found["games_parted"] == 3


def test_a_folder_without_plays_is_wrong_usage(tmp_path: Path) -> None:
    assert run("nim", "nim", "--output", str(tmp_path)).exit_code == 2
