"""The commands around playthroughs as a user meets them: what they print and write, and their exit codes."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from rulewright.cli.main import main
from rulewright.cli.playthroughs.scripts import rulebook_of
from rulewright.dsl.source.search_path import NoSuchRulebook, by_name

TIC = "game tic_tac_toe\nplayers Anna, Boris\n"


def run(*arguments: str, stdin: str | None = None) -> Result:
    return CliRunner().invoke(main, list(arguments), input=stdin, prog_name="rulewright")


def test_record_export_legal_and_test_agree(tmp_path: Path) -> None:
    path = tmp_path / "pig.play"
    assert run("record", "pig", "--players", "3", "--seed", "5", "-o", str(path)).exit_code == 0
    assert run("test", str(path)).exit_code == 0
    trace = json.loads(run("export", str(path), "--json").output)
    assert trace["outcome"]["winners"]
    report = json.loads(run("legal", str(path), "--json").output)
    assert report["to_move"] is None
    assert report["state"] == trace["steps"][-1]["state"]
    # The seed in its head gives the same game again without the moves.
    head, _, _ = path.read_text().partition("\n\n")
    assert "\nseed 5\n" in head
    path.write_text(f"{head}\n\nauto\n")
    assert json.loads(run("legal", str(path), "--json").output) == report


def test_test_reports_in_every_format(tmp_path: Path) -> None:
    good, bad = tmp_path / "good.play", tmp_path / "bad.play"
    good.write_text("game tic_tac_toe\nplayers 2\nx: b2\nrefuse o: b2 because cell_is_empty\n")
    bad.write_text("game tic_tac_toe\nplayers Anna, Boris\nAnna: b2\nexpect choices 3\nBoris: b2\n")
    report = json.loads(run("test", str(tmp_path), "--json").output)
    assert (report["files"], report["passed"], report["failed"]) == (2, 1, 1)
    assert [(record["line"], record["actual"]) for record in report["failures"]][:1] == [(4, "8")]
    assert {"clauses", "covered", "missing"} <= set(report["coverage"])
    assert "cell_is_empty" not in report["coverage"]["missing"]
    junit = tmp_path / "out.xml"
    result = run("test", str(tmp_path), "--junit", str(junit), "--coverage", "--jobs", "2")
    assert result.exit_code == 1
    assert "bad.play:4: the number of choices: 8, not 3" in result.output
    assert "missing: three_in_a_row" in result.output
    assert 'failures="1"' in junit.read_text()
    assert run("test", str(good), "--fail-under", "99").exit_code == 1


def test_bless_rewrites_what_can_be_said(tmp_path: Path) -> None:
    path = tmp_path / "t.play"
    path.write_text("game tic_tac_toe\nplayers Anna, Boris\nAnna: b2\nexpect choices 3   # so many\n"
                    "expect b2.mark = Boris and turn = Boris\n")
    result = run("test", str(path), "--bless")
    assert "+expect choices 8  # so many" in result.output
    assert path.read_text().splitlines()[4] == "expect b2.mark = Anna and turn = Boris"
    assert run("test", str(path)).exit_code == 0


# ---- Changed rules -------------------------------------------------------------------------

OLD = TIC + "rules 000000000000\n"


def test_a_playthrough_for_other_rules_is_noticed_and_taken_over(tmp_path: Path) -> None:
    path = tmp_path / "old.play"
    path.write_text(OLD + "Anna: b2\n")
    assert "written for other rules: still valid; `rulewright migrate` updates the file" in run("test", str(path)).output
    result = run("migrate", str(path))
    assert result.exit_code == 0
    assert f"written to {path}; the old text is kept in {path}.old" in result.stderr
    assert (tmp_path / "old.play.old").read_text() == OLD + "Anna: b2\n"
    assert "written for other rules" not in run("test", str(path)).output
    again = run("migrate", str(path))
    assert (again.exit_code, again.stdout) == (0, f"{path} is written for these rules already\n")


def test_a_copy_set_aside_takes_no_name_that_is_used(tmp_path: Path) -> None:
    path = tmp_path / "old.play"
    path.write_text(OLD)
    (tmp_path / "old.play.old").write_text("precious")
    assert run("migrate", str(path)).exit_code == 0
    assert (tmp_path / "old.play.old").read_text() == "precious"
    assert (tmp_path / "old.play.old2").read_text() == OLD


def test_where_rules_first_differ_is_told_as_text_and_json(tmp_path: Path) -> None:
    path = tmp_path / "old.play"
    path.write_text(OLD + "Anna: b2\nBoris: b2\n")
    says = "written for other rules: first refused at line 5: Boris: b2, by cell_is_empty (b2 is marked already)"
    assert says in run("test", str(path)).output
    found = json.loads(run("test", str(path), "--json").output)["rules_differ"][str(path)]
    assert (found["kind"], found["line"], found["clause"], found["says"]) == ("refused", 5, "cell_is_empty", says)
    path.write_text(OLD + "Anna: b2\nexpect choices 3\n")
    assert "first failing expectation at line 5" in run("test", str(path)).output
    path.write_text(OLD + "Anna: b2\n")
    assert json.loads(run("test", str(path), "--json").output)["rules_differ"][str(path)]["kind"] == "valid"


def test_a_result_that_leaves_something_out_goes_to_another_file_only(tmp_path: Path) -> None:
    path, new = tmp_path / "old.play", tmp_path / "new.play"
    path.write_text(OLD + "Anna: b2\nBoris: b2\nAnna: c3\n")
    result = run("migrate", str(path))
    assert result.exit_code == 1
    assert f"{path}:5: left out: `Boris: b2`; `b2` is not legal here, by cell_is_empty (b2 is marked already)" in result.stdout
    assert "not written" in result.stderr
    assert path.read_text() == OLD + "Anna: b2\nBoris: b2\nAnna: c3\n"
    assert run("migrate", str(path), "--output", str(new)).exit_code == 1
    assert "# Anna: c3" in new.read_text()
    assert run("test", str(new)).exit_code == 0
    new.write_text("precious")
    assert run("migrate", str(path), "--output", str(new)).exit_code == 2
    assert new.read_text() == "precious"
    assert run("migrate", str(path), "--output", str(new), "--force").exit_code == 1
    assert new.read_text() != "precious"
    assert sorted(file.name for file in tmp_path.iterdir()) == ["new.play", "old.play"]


def test_where_chance_plays_on_and_something_is_left_out_it_is_said_that_chance_is_another(tmp_path: Path) -> None:
    path = tmp_path / "old.play"
    path.write_text(OLD + "branch \"other\"\n    auto 1 seed 3\nend\nAnna: b2\nauto 2 seed 7\nexpect choices 3\n")
    says = f"{path}: `auto` in line 5, 8 may play on otherwise than in earlier versions"
    assert says in run("migrate", str(path), "--dry-run").stdout
    path.write_text(OLD + "Anna: b2\nexpect choices 3\n")
    assert "`auto`" not in run("migrate", str(path), "--dry-run").stdout
    path.write_text(OLD + "Anna: b2\nauto 2 seed 7\n")
    assert "`auto`" not in run("migrate", str(path), "--dry-run").stdout


def test_expectations_are_blessed_on_demand_only(tmp_path: Path) -> None:
    path = tmp_path / "old.play"
    path.write_text(OLD + "Anna: b2\nexpect choices 3\n")
    result = run("migrate", str(path))
    assert result.exit_code == 1
    assert "use --bless to update them" in result.stderr
    assert path.read_text() == OLD + "Anna: b2\nexpect choices 3\n"
    report = json.loads(run("migrate", str(path), "--bless", "--dry-run", "--json").stdout)
    assert (report["whole"], report["written"], report["changes"][0]["kind"]) == (True, None, "blessed")
    assert run("migrate", str(path), "--bless").exit_code == 0
    assert path.read_text().endswith("expect choices 8\n")


# ---- Files that are not as they should be --------------------------------------------------


@pytest.mark.parametrize("content", [b"", b"\xff\xfe\x00", b"game\n", b"game nowhere\nAnna: x\n", b"game pig\nplayers 99\n",
                                     b"game tic_tac_toe\nplayers Anna\n", b"position\n" * 50])
def test_hostile_playthroughs_fail_without_a_traceback(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "h.play"
    path.write_bytes(content)
    for command in (("test", str(path)), ("play", "--load", str(path)), ("legal", str(path)), ("migrate", str(path))):
        result = run(*command, stdin="quit\n")
        assert "Traceback" not in result.output
        assert result.exception is None or isinstance(result.exception, SystemExit)


@pytest.mark.parametrize("command", ["legal", "export"])
def test_a_file_that_was_cut_off_counts_up_to_its_last_whole_line(tmp_path: Path, command: str) -> None:
    path = tmp_path / "cut.play"
    path.write_bytes((TIC + "# caf\u00e9\nAnna: b2\nBoris: \u00e9").encode()[:-1])
    result = run(command, str(path))
    assert result.exit_code == 0
    assert f"{path}: line 5 is incomplete; only the lines before it count" in result.stderr
    path.write_text(TIC + "Anna: b2\n")
    assert run(command, str(path)).stdout == result.stdout


def test_a_file_in_which_something_is_not_so_gives_its_end_and_exit_code_1(tmp_path: Path) -> None:
    path = tmp_path / "x.play"
    path.write_text(TIC + "Anna: b2\nexpect choices 3\n")
    for command in ("legal", "export"):
        result = run(command, str(path), "--json")
        assert result.exit_code == 1
        assert "x.play:4: the number of choices: 8, not 3" in result.stderr
        assert json.loads(result.stdout)


def test_every_line_of_a_head_that_does_not_fit_is_told_at_its_place(tmp_path: Path) -> None:
    path = tmp_path / "x.play"
    path.write_text("game carolus_magnus\nplayers Anna, Boris\nset steps = sideways\nset final_tie = none\nAnna:\n")
    failures = json.loads(run("test", str(path), "--json").output)["failures"]
    assert [(failure["line"], failure["message"], failure["expected"]) for failure in failures] == [
        (3, "`sideways` is not a value of the parameter `steps`", "it takes up_to, exactly"),
        (4, "`none` is not a value of the parameter `final_tie`", "it takes draw_game, markers"),
        (5, "`Anna:` makes no move", "write `Anna: move, move`")]
    for command in ("legal", "export", "migrate", "play"):
        result = run(command, *(["--load"] if command == "play" else []), str(path))
        assert result.exit_code == 1
        assert "makes no move" in result.stderr


def test_a_parameter_for_some_numbers_of_players_is_set_for_one_of_them(tmp_path: Path) -> None:
    rules = (Path(__file__).parents[2] / "games/tutorial/pig.rules").read_text(encoding="utf-8")
    (tmp_path / "pig3.rules").write_text(rules.replace("rulebook pig", "rulebook pig3").replace(
        "points wins.\"\n", "points wins.\"\n    when player_count = 3\n", 1), encoding="utf-8")
    path = tmp_path / "x.play"
    path.write_text("game pig3\nplayers 3\nset goal = 50\n")
    assert run("test", str(path)).exit_code == 0
    assert run("record", str(tmp_path / "pig3.rules"), "--players", "3", "--set", "goal=50").exit_code == 0
    path.write_text("game pig3\nplayers 2\nset goal = 50\n")
    assert ":3: the parameter `goal` cannot be set for 2 players" in run("test", str(path)).output


def test_a_rulebook_is_found_by_the_name_in_its_header_too(tmp_path: Path) -> None:
    folder = tmp_path / "games" / "playthroughs"
    folder.mkdir(parents=True)
    for file, name in (("sow", "piglets"), ("race", "sow"), ("boar", "nim")):
        (folder.parent / f"{file}.rules").write_text(f"rulebook {name}\n")
    play = str(folder / "first.play")
    assert rulebook_of(play, "piglets") == folder.parent / "sow.rules"
    # A file of this name comes first, and so does a rulebook that ships.
    assert rulebook_of(play, "sow") == folder.parent / "sow.rules"
    assert rulebook_of(play, "nim") == by_name()["nim"]
    with pytest.raises(NoSuchRulebook, match="did you mean `piglets`"):
        rulebook_of(play, "piglet")


COMMANDS = [("test",), ("check",), ("legal",), ("export",), ("migrate",), ("play", "--load")]


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command[0])
@pytest.mark.parametrize(("name", "content", "code", "message"), [
    ("empty.play", b"", 1, "the file names no game"),
    ("binary.play", bytes(range(256)), 1, "is not text in UTF-8"),
    ("zeros.play", b"game pig\n\0\0\0", 1, "is not text in UTF-8 (byte 9)"),
    ("broken.play", b"game tic_tac_toe\nplayers Anna\nrefuse x\n", 1, "`refuse x` is not understood"),
    ("nowhere.play", b"game nowhere\n", 1, "there is no rulebook `nowhere`"),
    ("missing.play", None, 2, "missing.play"),
    ("a.rules", b"rulebook a\n    players 2\n", 2, "is a rulebook, not a playthrough"),
])
def test_a_file_that_is_no_playthrough_is_told_clearly(tmp_path: Path, command: tuple[str, ...], name: str,
                                                       content: bytes | None, code: int, message: str) -> None:
    path = tmp_path / name
    if content is not None:
        path.write_bytes(content)
    if command == ("check",) and name == "a.rules":  # `check` reads rulebooks too, and this one has no play
        code, message = 1, "error[E105]: the rulebook has no `play` block"
    result = run(*command, str(path), stdin="")
    assert result.exit_code == code, result.output
    assert (message if command != ("check",) or content is not None else "no file") in result.output
    assert "Traceback" not in result.output
    assert content is None or path.read_bytes() == content


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command[0])
def test_a_folder_without_playthroughs_is_wrong_usage(tmp_path: Path, command: tuple[str, ...]) -> None:
    assert run(*command, str(tmp_path), stdin="").exit_code == 2


def test_devices_are_written_to(tmp_path: Path) -> None:
    path = tmp_path / "x.play"
    path.write_text(TIC + "Anna: b2\n")
    assert run("record", "pig", "--seed", "1", "--output", "/dev/null").exit_code == 0
    assert run("migrate", str(path), "--output", "/dev/null").exit_code == 0
    assert run("test", str(path), "--junit", "/dev/null").exit_code == 0
    assert run("play", "tic_tac_toe", "--save", "/dev/null", stdin="a1\nquit\n").exit_code == 0
    assert Path("/dev/null").is_char_device()
    full = run("record", "pig", "--seed", "1", "--output", "/dev/full")
    assert (full.exit_code, full.stderr) == (1, "Error: No space left on device: /dev/full\n")


def test_a_seed_that_no_playthrough_can_name_is_wrong_usage() -> None:
    assert run("record", "pig", "--seed", "9" * 30).exit_code == 2


# ---- Coverage ------------------------------------------------------------------------------


def test_coverage_names_the_playthroughs_from_the_working_directory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("one", "two"):
        (tmp_path / f"{name}.play").write_text(TIC + "Anna: b2\nrefuse Boris: b2 because cell_is_empty\n")
    result = run("test", str(tmp_path), "--coverage")
    assert any(line.split() == ["cell_is_empty", "one.play", "and", "1", "more"] for line in result.output.splitlines())
    assert "    missing: three_in_a_row (end)" in result.output
    game = json.loads(run("test", str(tmp_path), "--json").output)["coverage"]["games"]["tic_tac_toe"]
    assert game["covered"]["cell_is_empty"] == ["one.play", "two.play"]
    assert game["by"]["cell_is_empty"] == {"kind": "requirement", "playthroughs": 2, "first": "one.play"}
    assert "cell_is_empty" not in run("test", str(tmp_path), "--fail-under", "5").output


# ---- Checking ------------------------------------------------------------------------------


def test_check_reads_playthroughs_in_folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "good.play").write_text(TIC + "Anna: b2\n")
    (tmp_path / "below").mkdir()
    (tmp_path / "below" / "bad.play").write_text(TIC + "Anna: b9\nexpect Anna.mark = 3\n")
    result = run("check", ".")
    assert result.exit_code == 1
    assert result.output.splitlines()[-2:] == ["below/bad.play: 2 errors", "good.play: no mistakes"]
    assert "error[E604]: `b9` is not a move of this game\n --> below/bad.play:3:7\n  |\n3 | Anna: b9" in result.output.replace(
        "  --> ", " --> ").replace("   |", "  |")
    found = json.loads(run("check", ".", "--format", "json").output)["diagnostics"]
    assert [(record["code"], record["file"], record["line"], record["column"], record["end_column"]) for record in found] == [
        ("E604", "below/bad.play", 3, 7, 9), ("E201", "below/bad.play", 4, 8, 17)]
    sarif = json.loads(run("check", "below", "--format", "sarif").output)["runs"][0]["results"]
    assert [record["ruleId"] for record in sarif] == ["E604", "E201"]


def test_check_finds_the_rulebooks_below_a_folder_that_holds_none(tmp_path: Path) -> None:
    checkout = Path(__file__).parents[2]
    shutil.copytree(checkout / "tests" / "games" / "skirmish", tmp_path / "skirmish")
    (tmp_path / "small").mkdir()
    shutil.copy(checkout / "games" / "tutorial" / "pig.rules", tmp_path / "small")
    result = run("check", str(tmp_path))
    assert result.exit_code == 0
    assert f"{tmp_path}/small/pig.rules: no mistakes" in result.output
    assert f"{tmp_path}/skirmish: no mistakes" in result.output
    assert "battles.play: no mistakes" in result.output


def test_a_playthrough_for_other_rules_is_a_warning(tmp_path: Path) -> None:
    path = tmp_path / "old.play"
    path.write_text(OLD + "Anna: b2\n")
    assert run("check", str(path)).exit_code == 0
    assert "warning[W607]" in run("check", str(path)).output
    assert run("check", str(path), "--strict").exit_code == 1


def test_a_file_whose_last_line_has_no_end_is_not_migrated_in_place(tmp_path: Path) -> None:
    path = tmp_path / "cut.play"
    path.write_text("game nim\nplayers A, B\nA: heap 1 take 1\nB: heap 1 take 1", encoding="utf-8")
    before = path.read_bytes()
    result = CliRunner().invoke(main, ["migrate", str(path)])
    assert result.exit_code == 1
    assert "the last line is incomplete" in result.output
    assert path.read_bytes() == before
