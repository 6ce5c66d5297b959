"""The commands as a user meets them: what they print, and their exit codes."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from rulewright.cli.main import COMMANDS, main

ROOT = Path(__file__).parents[2]
FAULTY = "rulebook faulty\n    players 2\n\nenum colour: red, blue\n\nplay\n    repeat\n        nothing()\n"
ENDLESS = """rulebook endless
    players 2

state
    n: 0..1

play
    "The players go on for ever."
    repeat
        for each p in players
            choose step by p
                "{p} steps."
                move "steps"
                    n becomes 1 - n
            check never

end never
    "The game never ends."
    when n > 1
    draw
"""

# Its offers depend on a secret, and nothing reads a field.
LEAKY = """rulebook leaky
    players 2

state
    idle: 0..9
    rounds: 0..9

each player has
    gold: 0..9 = 4, seen by owner

play
    repeat 3 times
        for each p in players
            choose ask by p
                "{p} asks."
                move "asks {n}" for n in 0..3
                    require rich: next(p).gold > n
                        "too little"
                    rounds gains 1
                move "waits"
                    rounds gains 1
    check over

end over
    "Nobody wins."
    when yes
    draw
"""


def run(*arguments: str, stdin: str | None = None) -> Result:
    return CliRunner().invoke(main, list(arguments), input=stdin, prog_name="rulewright")


def test_help_loads_neither_the_parser_nor_a_rulebook() -> None:
    script = ("import sys; from rulewright.cli.main import main\n"
              "try: main(['--help'])\nexcept SystemExit: pass\n"
              "print([m for m in sys.modules if m == 'lark' or m.startswith('rulewright.dsl.parse')], file=sys.stderr)")
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stderr.strip() == "[]"
    assert all(name in done.stdout for name in COMMANDS)


@pytest.mark.parametrize("name", [name for name, _ in main.every_command()])
def test_every_command_has_help_with_an_example(name: str) -> None:
    result = run(*name.split(), "--help")
    assert result.exit_code == 0
    assert "Example: rulewright" in result.output


@pytest.mark.parametrize(("words", "meant"), [
    ("chekc", "check"), ("document algin", "align"), ("algin", "document align"), ("documents", "document")])
def test_an_unknown_command_is_a_usage_error_with_a_hint(words: str, meant: str) -> None:
    result = run(*words.split())
    assert result.exit_code == 2
    assert f"Did you mean `{meant}`?" in result.output


@pytest.mark.parametrize("arguments", [
    ("check", "no_such_game"), ("play", "no_such_game"), ("simulate", "pig", "--players", "40"),
    ("simulate", "pig", "--set", "nothing"), ("perft", "pig", "--depth", "0"), ("test", "no_such_folder"),
    ("play", "pig", "--seats", "Anna=ghost"), ("show", "pig", "--clause", "no_such"), ("play",),
])
def test_wrong_usage_is_exit_code_2_without_a_traceback(arguments: tuple[str, ...]) -> None:
    result = run(*arguments)
    assert result.exit_code == 2
    assert "Traceback" not in result.output


def test_check_passes_a_sound_rulebook() -> None:
    result = run("check", "pig")
    assert result.exit_code == 0
    assert "no mistakes" in result.output


def test_check_explains_a_faulty_one(tmp_path: Path) -> None:
    path = tmp_path / "faulty.rules"
    path.write_text(FAULTY)
    result = run("check", str(path))
    assert result.exit_code == 1
    assert "error[E201]: unknown rule `nothing`" in result.output
    found = json.loads(run("check", str(path), "--format", "json").output)["diagnostics"]
    assert {"code", "level", "message", "help", "file", "line", "column", "end_line", "end_column", "clause"} <= set(found[0])
    sarif = json.loads(run("check", str(path), "--format", "sarif").output)
    assert sarif["version"] == "2.1.0"
    assert sarif["runs"][0]["results"][0]["ruleId"] == found[0]["code"]


def test_a_rulebook_that_does_not_compile_is_exit_code_1_everywhere(tmp_path: Path) -> None:
    path = tmp_path / "faulty.rules"
    path.write_text(FAULTY)
    for command in ("play", "simulate", "show"):
        result = run(command, str(path))
        assert result.exit_code == 1
        assert "E201" in result.output


def test_a_bad_parameter_says_what_it_takes() -> None:
    result = run("simulate", "carolus_magnus", "--set", "steps=sideways", "--games", "1")
    assert result.exit_code == 2
    assert "`sideways` is not a value of the parameter `steps`" in result.output
    assert "up_to, exactly" in result.output


LONG = """rulebook long
    players 2..4

parameter long_game: flag = no
    when player_count >= 3

play
    check over

end over
    when not long_game or player_count >= 3
    draw
"""


def test_a_parameter_that_counts_for_more_players_makes_a_game_for_these(tmp_path: Path) -> None:
    path = tmp_path / "long.rules"
    path.write_text(LONG, encoding="utf-8")
    asked = ("simulate", str(path), "--games", "1", "--set", "long_game=yes")
    assert "players                  3\n" in run(*asked).output
    assert run("check", str(path), "--set", "long_game=yes").exit_code == 0
    few = run(*asked, "--players", "2")
    assert (few.exit_code, "cannot be set for 2 players; only when player_count >= 3" in few.output) == (2, True)
    assert "is set twice" in run(*asked, "--set", "long_game=no").output
    assert run("check", str(path), "--set", "long_gone=yes").exit_code == 1


def test_simulate_says_that_games_do_not_end(tmp_path: Path) -> None:
    path = tmp_path / "endless.rules"
    path.write_text(ENDLESS, encoding="utf-8")
    lines = run("simulate", str(path), "--games", "2", "--limit", "50").output.splitlines()
    assert lines[6:8] == ["finished                 0",
                          f"{'':24} no game came to an end: left after 50 choices; figures of ends leave them out"]
    assert "came to an end" not in run("simulate", "pig", "--games", "2").output


def test_simulate_says_none_where_nothing_is_counted() -> None:
    # Tic-tac-toe has no phases.
    lines = run("simulate", "tic_tac_toe", "--games", "1").output.splitlines()
    assert [line.split() for line in lines if line.startswith("phase entries")] == [["phase", "entries", "none"]]


def test_simulate_reports_the_promised_fields_and_the_same_for_any_number_of_jobs() -> None:
    arguments = ("simulate", "pig", "--games", "60", "--seed", "1", "--json")
    assert run(*arguments).stdout == run(*arguments, "--jobs", "2").stdout
    item = json.loads(run(*arguments, "--timing").stdout)
    promised = {"game", "players", "seed", "games", "finished", "ended_by", "wins", "shared", "choices_per_game",
                "phase_entries", "branching", "cpu_seconds", "playouts_per_cpu_second", "choices_per_cpu_second"}
    assert promised <= set(item)
    assert item["finished"] == 60


def test_simulate_counts_the_wins_of_sides_and_a_pair_shares_nothing() -> None:
    report = json.loads(run("simulate", "carolus_magnus", "--players", "4", "--games", "6", "--seed", "1", "--json").stdout)
    assert list(report["wins_of_sides"]) == ["white", "black"]
    assert sum(report["wins_of_sides"].values()) + report["draws"] == 6 + report["shared"]
    assert report["shared"] == 0
    assert report["wins"]["P1"] == report["wins"]["P3"] == report["wins_of_sides"]["white"]
    assert set(report["scores"]) == {"P1", "P2", "P3", "P4"}


TIE = """
rulebook tie
    "A tie"
    players 3
    seats anna, boris, cleo

each player has
    points: 0..9

play
    choose prize by anna
        "A prize is taken."
        move alone "takes it"
            anna.points becomes 1
        move together "shares {n} with {q}" for n in 1..4, q in players where q != anna
            anna.points becomes 1
            q.points becomes 1
        move nobody_wins "gives it up"
            check given_up
    check all_done

end given_up
    "A prize that is given up is nobody's."
    when yes
    draw

end all_done
    "The most points win."
    when yes
    ranking p in players by p.points
"""


@pytest.fixture
def tie(tmp_path: Path) -> str:
    path = tmp_path / "tie.rules"
    path.write_text(TIE, encoding="utf-8")
    return str(path)


def test_simulate_counts_a_shared_win_once(tie: str) -> None:
    report = json.loads(run("simulate", tie, "--games", "60", "--json").stdout)
    assert (report["wins"]["boris"], report["wins"]["cleo"]) == (0, 0)
    assert sum(report["wins"].values()) + report["shared"] + report["draws"] == report["finished"] == 60
    assert report["shared_by"]["anna"] == report["shared"] == report["shared_by"]["boris"] + report["shared_by"]["cleo"]
    assert min(report["shared"], report["draws"], report["wins"]["anna"]) > 0


def test_simulate_draws_kinds_of_moves_or_moves(tie: str) -> None:
    asked = ("simulate", tie, "--games", "600", "--seed", "1", "--json")
    by_kinds, uniform, usual = (json.loads(run(*asked, *more).stdout)
                                for more in (("--policy", "kinds"), ("--policy", "uniform"), ()))
    # One kind of three, and eight moves of ten.
    assert 160 < by_kinds["shared"] < 240
    assert 440 < uniform["shared"] < 520
    assert (by_kinds["players_by"], uniform["players_by"]) == ("random", "uniform")
    assert usual["shared"] == by_kinds["shared"]
    assert run("simulate", tie, "--policy", "uniform", "--evaluate", "any").exit_code == 2


def test_simulate_tests_invariants_on_demand(tmp_path: Path) -> None:
    assert run("simulate", "pig", "--games", "3", "--invariants").exit_code == 0
    path = tmp_path / "broken.rules"
    text = (Path(__file__).parent.parent.parent / "games/tutorial/pig.rules").read_text(encoding="utf-8")
    path.write_text(text + "\ninvariant nobody_scores: every p in players: p.score = 0\n    \"Nobody scores.\"\n")
    result = run("simulate", str(path), "--games", "3", "--invariants")
    assert result.exit_code == 1
    assert "an invariant does not hold: Nobody scores." in result.output


KALAH = "games/gallery/playthroughs/kalah.play"


@pytest.mark.parametrize("machine", ["python", "wasm"])
def test_perft_counts_from_a_position_of_a_playthrough(machine: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(Path(__file__).parents[2])
    report = json.loads(run("perft", KALAH, "--at", "a capture", "-d", "2", "--machine", machine, "--json").output)
    assert report == {"depth": 2, "leaves": 7, "split": {"p1": 1, "p6": 6}}


@pytest.mark.parametrize(("arguments", "says"), [
    ((KALAH, "--at", "nowhere"), "no position or mark"), ((KALAH, "--players", "2"), "go with a game"),
    (("pig", "--at", "3"), "--at goes with a playthrough"), (("nothing.play",), "there is no file")])
def test_perft_says_what_it_does_not_find(arguments: tuple[str, ...], says: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(Path(__file__).parents[2])
    result = run("perft", *arguments, "-d", "1")
    assert result.exit_code == 2
    assert says in " ".join(result.output.split())


def test_perft_splits_by_first_choice() -> None:
    report = json.loads(run("perft", "tic_tac_toe", "--depth", "3", "--json").output)
    assert report["leaves"] == 504
    assert report["split"]["b2"] == 56


def test_show_lists_clauses() -> None:
    clauses = json.loads(run("show", "carolus_magnus", "--json").output)["clauses"]
    exception = next(clause for clause in clauses if clause["id"] == "equal_disc_exception")
    assert exception["parent"] == "disc_numbers_must_differ"
    assert run("show", "carolus_magnus", "--clause", "disc").output.count("(requirement") == 2


@pytest.mark.parametrize("stage", ["tokens", "ast", "types", "ir"])
def test_dump_prints_every_stage(stage: str) -> None:
    result = run("dump", "tic_tac_toe", "--stage", stage)
    assert result.exit_code == 0
    assert len(result.output) > 200
    assert result.output == run("dump", "tic_tac_toe", "--stage", stage).output


# ---- Playing -------------------------------------------------------------------------------


def test_a_game_at_the_keyboard(tmp_path: Path) -> None:
    save = tmp_path / "game.play"
    typed = "help\nb2\nwhy b2\nb9\nundo\nb2\n1\nrules cell_is_empty\nhint\nboard\nchoices\nlog\nc3\nb1\nc1\na2\n\n3\n"
    result = run("play", "tic_tac_toe", "--seats", "Anna=human,Boris=human", "--save", str(save), stdin=typed)
    assert result.exit_code == 0, result.output
    assert "`b2` is refused: b2 is marked already  [cell_is_empty]" in result.output
    assert "`b9` is not a move of this game; nearest are `b3`" in result.output
    assert "taken back:" in result.output
    assert save.read_text().count("Anna: b2") == 1
    assert run("test", str(save)).exit_code == 0


def test_a_saved_game_goes_on_where_it_stopped(tmp_path: Path) -> None:
    first, second = tmp_path / "a.play", tmp_path / "b.play"
    run("play", "tic_tac_toe", "--seats", "Anna=human,Boris=human", "--save", str(first), stdin="b2\na1\nquit\n")
    result = run("play", "--load", str(first), "--save", str(second), stdin="c3\nquit\n")
    assert result.exit_code == 0, result.output
    moves = [line for line in second.read_text().splitlines() if ":" in line]
    assert moves == ["Anna: b2", "Boris: a1", "Anna: c3"]
    assert "c3" not in first.read_text()


def test_a_game_that_was_cut_off_loads_up_to_its_last_whole_line(tmp_path: Path) -> None:
    path = tmp_path / "cut.play"
    path.write_text("game tic_tac_toe\nplayers Anna, Boris\nAnna: b2\nBoris: a")
    result = run("play", "--load", str(path), "--save", str(tmp_path / "on.play"), stdin="quit\n")
    assert result.exit_code == 0
    assert "line 4 is incomplete" in result.output
    assert (tmp_path / "on.play").read_text().endswith("Anna: b2\n")


def test_bots_play_to_the_end_and_the_same_seed_gives_the_same_game() -> None:
    arguments = ("play", "pig", "--players", "3", "--auto", "--seed", "4")
    first, second = run(*arguments), run(*arguments)
    assert first.exit_code == 0
    assert first.stdout == second.stdout
    assert "The game is over" in first.stdout


def test_undo_does_not_go_past_chance_unless_asked(tmp_path: Path) -> None:
    result = run("play", "pig", "--seats", "Anna=human,Boris=random", "--seed", "2", "--save", str(tmp_path / "p.play"),
                 stdin="1\nundo\nundo!\nquit\n")
    assert "chance has decided since" in result.output
    assert "taken back:" in result.output


def test_no_file_is_overwritten_by_mistake(tmp_path: Path) -> None:
    path = tmp_path / "mine.rules"
    path.write_text("precious")
    for command in (("record", "pig", "-o", str(path)), ("play", "pig", "--auto", "--save", str(path))):
        result = run(*command)
        assert result.exit_code == 2
        assert "exists already" in result.output
    typed = f"save {path}\nquit\n"
    assert "not saved" in run("play", "pig", "--seed", "1", "--save", str(tmp_path / "new.play"), stdin=typed).output
    assert path.read_text() == "precious"
    assert run("record", "pig", "--seed", "1", "-o", str(path), "--force").exit_code == 0


def test_a_link_keeps_pointing_where_it_does(tmp_path: Path) -> None:
    target, link = tmp_path / "target.play", tmp_path / "link.play"
    target.write_text("old")
    link.symlink_to(target)
    assert run("record", "pig", "--seed", "1", "-o", str(link), "--force").exit_code == 0
    assert link.is_symlink()
    assert target.read_text().startswith("game pig")


def test_show_lists_each_value_of_a_row_that_is_assumed(tmp_path: Path) -> None:
    path = tmp_path / "shop.rules"
    path.write_text(
        'rulebook shop\n    players 1\n\ntable ware\n    "What is sold."\n    price: 0..9\n    weight: 0..9 = 1\n'
        '    size: 0..9\n'
        '    row nail: 2 assumed "the label is torn"\n        weight = 3 assumed "nobody weighed it"\n'
        '        size = 4 assumed "the label is torn"\n    row screw: 3, 1, 1\n\n'
        'play\n    roll w from ware as "{w}"\n    check over\n\nend over\n    "It is over."\n    when yes\n    draw\n')
    clauses = json.loads(run("show", str(path), "--assumed", "--json").output)["clauses"]
    assert {clause["id"]: clause["assumed"] for clause in clauses} == {
        "ware.nail": "price = 2, size = 4: the label is torn; weight = 3: nobody weighed it"}


def test_show_lists_what_is_assumed_with_its_reason(tmp_path: Path) -> None:
    path = tmp_path / "guess.rules"
    path.write_text(
        'rulebook guess\n    "A guess"\n    players 2\n\n'
        'parameter more: 0..9 = 3\n    "How many more."\n    assumed "the page is torn"\n\n'
        'play\n    choose beginning by P1\n        "P1 begins."\n'
        '        assumed "nobody says who"\n        move "begins"\n    check the_end\n\n'
        'end the_end\n    "It is over."\n    "At once."\n    assumed "the page is torn"\n    when more > 0\n    draw\n')
    clauses = json.loads(run("show", str(path), "--assumed", "--json").output)["clauses"]
    assert {clause["id"]: (clause["statement"], clause["assumed"], clause.get("value")) for clause in clauses} == {
        "more": ("How many more.", "the page is torn", 3), "beginning": ("P1 begins.", "nobody says who", None),
        "the_end": ("It is over. At once.", "the page is torn", None)}
    assert "more = 3  (parameter, " in run("show", str(path), "--assumed").output


def test_simulate_says_of_which_variant_and_with_what_it_reports() -> None:
    text = run("simulate", "nim:marienbad", "--games", "1").output.splitlines()
    assert text[0].split() == ["rulebook", "nim:marienbad"]
    report = json.loads(run("simulate", "shut_the_box", "--set", "numbers=10", "--games", "1", "--json").output)
    assert (report["rulebook"], report["set"]) == ("shut_the_box", {"numbers": 10})


@pytest.mark.parametrize("arguments", [
    ("test", "games/tutorial/playthroughs/nim_one_heap.play", "--fail-under"), ("mutate", "nim", "--fail-under"),
    ("play", "nim", "--auto", "--watch", "--pace"), ("document", "confirm", "nim", "--min-score")])
@pytest.mark.parametrize("number", ["nan", "inf"])
def test_a_number_that_no_comparison_holds_for_is_wrong_usage(arguments: tuple[str, ...], number: str) -> None:
    result = run(*(str(ROOT / argument) if "/" in argument else argument for argument in arguments), number)
    assert (result.exit_code, number in result.output) == (2, True), result.output


def test_a_rulebook_that_cannot_be_played_is_reported_with_what_it_is_warned_of(tmp_path: Path) -> None:
    path = tmp_path / "leaky.rules"
    path.write_text(LEAKY, encoding="utf-8")
    result = run("simulate", str(path), "--games", "1")
    assert result.exit_code == 1
    assert "error[E801]" in result.output
    assert "warning[W404]" in result.output
