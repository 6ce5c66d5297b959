"""Mutants of a rulebook: what notices them, and a playthrough that would have, for each that nothing notices."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from rulewright.cli.main import main
from rulewright.cli.mutants import subject as mutant_bench
from rulewright.interpreter.analysis.mutation.mutation import ReferenceRun, notices
from rulewright.interpreter.game.rules import Rules
from rulewright.interpreter.playthroughs.lines.syntax import Playthrough

GAMES = "8"
RULEBOOK = """rulebook take
    "Take"
    players 2

constants
    stock = 9 "There are {stock} counters."
    most = 3 "At most {most} are taken."

state
    left: 0..stock = stock

play
    repeat
        for each p in players
            choose taking by p
                "{p} takes counters."
                move "takes {n}" for n in 1..most
                    require there: n <= left
                        "only {left} are left"
                    left loses n
            check last

end last
    "Whoever takes the last wins."
    when left = 0
    winners p in players where p = P1

invariant some_are_left: left <= stock
    "Counters do not come from nowhere."
"""
PLAYTHROUGH = """game take
players Anna, Boris

expect left = 9
Anna: takes 3
Boris: takes 3
Anna: takes 2
refuse Boris: takes 2 because there
Boris: takes 1
expect over by last, won by Anna
"""


def mutate(*arguments: str) -> Result:
    """Test mutants; a few random games show as much of these small rulebooks as the many that are played by default."""
    return CliRunner().invoke(main, ["mutate", "--games", GAMES, *arguments])


def take(tmp_path: Path, playthrough: str = PLAYTHROUGH) -> Path:
    (tmp_path / "playthroughs").mkdir(exist_ok=True)
    (tmp_path / "take.rules").write_text(RULEBOOK, encoding="utf-8")
    (tmp_path / "playthroughs" / "one.play").write_text(playthrough, encoding="utf-8")
    return tmp_path / "take.rules"


def report(path: Path, *arguments: str) -> Any:
    result = mutate(str(path), "--json", *arguments)
    assert result.exit_code == 0, result.output
    return json.loads(result.stdout)


def test_a_playthrough_that_says_much_notices_all(tmp_path: Path) -> None:
    found = report(take(tmp_path))
    survivors = [(record["clause"], record["after"]) for record in found["survivors"]]
    assert survivors == [("most", 'most = 4 "At most {most} are taken."'),
                         ("taking", 'move "takes {n}" for n in 0..most')]
    assert found["noticed"] + found["survived"] + found["unseen"] + found["same"] + found["broken"] == found["mutants"]


def test_the_playthrough_of_a_survivor_holds_in_the_rulebook_and_fails_in_the_mutant(tmp_path: Path) -> None:
    path = take(tmp_path, "game take\nplayers Anna, Boris\n\nAnna: takes 1\n")
    found = report(path)
    assert len(found["survivors"]) > 6
    for number, record in enumerate(found["survivors"]):
        assert exit_code(tmp_path / f"{number}a", path, RULEBOOK, record["playthrough"]) == 0, record
        if record["after"]:
            assert record["before"] in RULEBOOK, record
            mutant = RULEBOOK.replace(record["before"], record["after"])
            assert exit_code(tmp_path / f"{number}b", path, mutant, record["playthrough"]) == 1, record


def exit_code(folder: Path, path: Path, rulebook: str, playthrough: str) -> int:
    """The exit code of a playthrough, held against a rulebook in a folder of its own."""
    folder.mkdir()
    (folder / "take.rules").write_text(rulebook, encoding="utf-8")
    (folder / "shown.play").write_text(playthrough.replace(str(path), "take"), encoding="utf-8")
    return CliRunner().invoke(main, ["test", str(folder / "shown.play")]).exit_code


def test_an_invariant_notices_what_no_playthrough_does(tmp_path: Path) -> None:
    path = take(tmp_path, "game take\nplayers Anna, Boris\n\nexpect not over\n")
    assert report(path, "--kind", "change")["noticed_by"] == {"fault in taking": 1}


def test_any_number_of_processes_comes_to_the_same_and_a_state_file_is_gone_on_with(tmp_path: Path) -> None:
    path, state = take(tmp_path), tmp_path / "state"
    first = report(path, "--jobs", "2", "--resume", str(state))
    assert first == report(path)
    lines = state.read_text(encoding="utf-8").splitlines()
    assert len(lines) == first["mutants"] + 1
    changed = json.loads(lines[1])
    changed[1] = "survived"
    state.write_text("\n".join([lines[0], json.dumps(changed), *lines[2:5]]) + '\n["cut of', encoding="utf-8")
    again = report(path, "--resume", str(state))
    assert again["survived"] == first["survived"] + 1
    assert len(state.read_text(encoding="utf-8").splitlines()) == len(lines)


def test_with_a_new_playthrough_only_what_nothing_noticed_is_tried_again(tmp_path: Path) -> None:
    path, state = take(tmp_path, "game take\nplayers Anna, Boris\n\nAnna: takes 1\n"), tmp_path / "state"
    before = report(path, "--resume", str(state))
    # Such a verdict is not come to anew.
    kept = state.read_text(encoding="utf-8")
    state.write_text(kept.replace(f'"unseen", "{GAMES} games"', '"unseen", "no games"'), encoding="utf-8")
    (tmp_path / "playthroughs" / "two.play").write_text(PLAYTHROUGH, encoding="utf-8")
    after = report(path, "--resume", str(state))
    anew = report(path)
    assert (before["survived"], after["survived"]) == (9, 2)
    assert [record["seen_in"] for record in after["not_seen"]] == ["no games"] * before["unseen"]
    assert {name: after[name] for name in ("noticed", "survived", "unseen", "same", "broken")} == {
        name: anew[name] for name in ("noticed", "survived", "unseen", "same", "broken")}
    assert report(path, "--resume", str(state)) == after


def test_what_a_playthrough_noticed_stands_until_it_changes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path, state = take(tmp_path), tmp_path / "state"
    before = report(path, "--resume", str(state))
    tried: list[str] = []

    def counting(run: ReferenceRun, mutant: Rules, read_other: Callable[[Path], Playthrough]) -> bool:
        tried.append(run.playthrough.name)
        return notices(run, mutant, read_other)

    monkeypatch.setattr(mutant_bench, "notices", counting)
    (tmp_path / "playthroughs" / "two.play").write_text("game take\nplayers Anna, Boris\n\nAnna: takes 1\n", encoding="utf-8")
    assert report(path, "--resume", str(state))["noticed"] == before["noticed"]
    assert {Path(text).name for text in tried} == {"two.play"}
    (tmp_path / "playthroughs" / "one.play").write_text(PLAYTHROUGH.replace("expect left = 9\n", ""), encoding="utf-8")
    report(path, "--resume", str(state))
    assert sum(Path(text).name == "one.play" for text in tried) >= before["noticed"]


def test_with_other_rules_all_are_tried_again(tmp_path: Path) -> None:
    path, state = take(tmp_path), tmp_path / "state"
    some = ("--kind", "comparison", "--kind", "flag")
    report(path, "--resume", str(state), *some)
    path.write_text(RULEBOOK.replace("stock = 9", "stock = 11"), encoding="utf-8")
    again = report(path, "--resume", str(state), *some)
    assert again == report(path, *some)
    assert again["noticed"] < again["mutants"]


HEAD = '{"mutants of": "take", "rules": "", "playthroughs": []}\n'


@pytest.mark.parametrize("text", ["", "[1]\n", "{}\n", '{"mutants of": "other", "rules": "", "playthroughs": []}\n',
                                  '{"mutants of": 1}\n', HEAD + '["key", "noticed", 5, null, null]\n',
                                  HEAD + '["key", [], "", null, null]\n', "[" * 9_000 + "\n"])
def test_a_state_file_of_another_game_is_wrong_usage(tmp_path: Path, text: str) -> None:
    path, state = take(tmp_path), tmp_path / "state"
    state.write_text(text, encoding="utf-8")
    result = mutate(str(path), "--resume", str(state))
    assert (result.exit_code, "name a new file" in result.output) == (2, True), result.output


def test_too_few_noticed_is_exit_code_1(tmp_path: Path) -> None:
    path = take(tmp_path)
    assert mutate(str(path), "--clause", "most", "--fail-under", "90").exit_code == 1
    assert mutate(str(path), "--clause", "last", "--fail-under", "90").exit_code == 0


@pytest.mark.parametrize("arguments", [("--clause", "nothing"), ("--kind", "other"), ("--games", "0")])
def test_wrong_usage_is_exit_code_2(tmp_path: Path, arguments: tuple[str, ...]) -> None:
    assert mutate(str(take(tmp_path)), *arguments).exit_code == 2


def test_each_survivor_is_shown_with_its_line_before_and_after(tmp_path: Path) -> None:
    output = mutate(str(take(tmp_path)), "--clause", "most").output
    assert '    - most = 3 "At most {most} are taken."\n    + most = 4 "At most {most} are taken."\n' in output
    assert "    | expect choices exclude takes 4\n" in output
    assert "50.0 % of the mutants that change play are noticed" in output


def test_a_sample_is_drawn_by_its_seed_and_told_as_one(tmp_path: Path) -> None:
    path = take(tmp_path)
    tried = []
    for number, seed in enumerate(("1", "1", "2")):
        state = tmp_path / str(number)
        found = report(path, "--sample", "3", "--seed", seed, "--kind", "number", "--games", "1", "--resume", str(state))
        assert (found["mutants"], found["sample"]) == (3, {"of": 7, "seed": int(seed)})
        tried.append([json.loads(line)[0] for line in state.read_text(encoding="utf-8").splitlines()[1:]])
    assert tried[0] == tried[1]
    assert tried[0] != tried[2]
    state = tmp_path / "more"
    report(path, "--sample", "5", "--seed", "1", "--kind", "number", "--games", "1", "--resume", str(state))
    assert [json.loads(line)[0] for line in state.read_text(encoding="utf-8").splitlines()[1:4]] == tried[0]


def test_what_notices_is_told_apart(tmp_path: Path) -> None:
    found = report(take(tmp_path, "game take\nplayers Anna, Boris\n\nexpect left = 9\n"))
    assert set(found["ways"]) == {"playthrough", "wrong"}
    assert sum(found["ways"].values()) == found["noticed"]


def test_a_state_file_that_is_spoiled_is_wrong_usage(tmp_path: Path) -> None:
    path, state = take(tmp_path), tmp_path / "state"
    report(path, "--resume", str(state), "--clause", "most")
    state.write_text(state.read_text(encoding="utf-8") + "{}\n", encoding="utf-8")
    result = mutate(str(path), "--resume", str(state))
    assert (result.exit_code, "cannot be read; name a new file" in result.output) == (2, True)


def test_two_mutants_that_read_alike_are_two(tmp_path: Path) -> None:
    path = take(tmp_path)
    path.write_text(RULEBOOK.replace("left loses n\n", "left loses n\n                    announce taken(n)\n"
                                     "                    announce taken(n)\n") + "\nevent taken(n: 0..9)\n", encoding="utf-8")
    state = tmp_path / "state"
    found = report(path, "--kind", "effect", "--resume", str(state))
    keys = [json.loads(line)[0] for line in state.read_text(encoding="utf-8").splitlines()[1:]]
    assert len(set(keys)) == len(keys) == found["mutants"]
    assert sum(key.endswith(" | announce taken(n) |  | 1") for key in keys) == 1


def test_what_is_known_to_play_alike_is_not_tried_and_told(tmp_path: Path) -> None:
    path = take(tmp_path)
    apart = RULEBOOK.replace("    left: 0..stock = stock", "    left: 0..stock = stock\n    taken: 0..stock").replace(
        "left loses n", "left loses n\n                    taken becomes n\n                    announce counters(n)")
    path.write_text(apart + 'event counters(n: 0..stock)\n    "Counters are taken."\n', encoding="utf-8")
    found = report(path, "--kind", "order of effects")
    assert (found["mutants"], found["same"], found["another_order"]) == (2, 2, 2)
    left_out = report(path, "--kind", "effect")
    assert left_out["other_events"] == 1
    assert "announce counters(n)" in [record["before"] for record in left_out["not_seen"]]
    told = mutate(str(path), "--kind", "order of effects").stdout
    assert "of the same rules 2 do things in another order, which makes no difference" in told


SCORED = """rulebook scored
    "Scored"
    players 2

each player has
    points: 0..20

state
    turn: player = P1
    rounds: 0..4
    spare: 0..9

play
    repeat
        choose scoring by turn
            "The player scores."
            move "scores {n}" for n in 1..2
                turn.points gains n
                rounds gains 1
        check over
        turn becomes next(turn)

end over
    "After four rounds the most points win."
    when rounds = 4
    ranking p in players by p.points
"""


def scored(tmp_path: Path, text: str = SCORED) -> Path:
    (tmp_path / "scored.rules").write_text(text, encoding="utf-8")
    return tmp_path / "scored.rules"


def test_what_is_only_left_otherwise_after_the_end_does_not_count(tmp_path: Path) -> None:
    found = report(scored(tmp_path), "--clause", "play", "--kind", "order of effects")
    assert (found["mutants"], found["after_the_end"], found["survived"], found["percent"]) == (1, 1, 0, None)


@pytest.mark.parametrize(("old", "new"), [
    # The ranking reads it, the end reads it, the ranking reads it and it may go wrong, it may go wrong, an invariant reads it.
    ("by p.points", "by (p.points, p = turn)"), ("when rounds = 4", "when rounds = 4 and turn = P2"),
    ("turn becomes next(turn)", "P1.points gains 1"), ("turn becomes next(turn)", "spare gains 1"),
    ("    ranking p in players by p.points\n", "    ranking p in players by p.points\n\n"
     "invariant ended: rounds < 4 or turn = P2\n    \"The second player ends it.\"\n")])
def test_what_shows_at_the_end_counts(tmp_path: Path, old: str, new: str) -> None:
    assert old in SCORED
    path = scored(tmp_path, SCORED.replace(old, new))
    found = report(path, "--clause", "play", "--kind", "order of effects")
    assert (found["mutants"], found["after_the_end"]) == (1, 0)


def test_without_a_mutant_that_changes_play_there_is_no_share(tmp_path: Path) -> None:
    path = take(tmp_path)
    assert report(path, "--kind", "tie")["percent"] is None
    result = mutate(str(path), "--kind", "tie", "--fail-under", "90")
    assert result.exit_code == 0
    assert "none of the mutants changes play" in result.output
    assert "100.0 %" not in result.output


def test_a_mutant_that_fails_by_a_bug_ends_no_run_and_is_tried_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path, state = take(tmp_path), tmp_path / "state"
    before = report(path, "--clause", "most")

    def failing(*arguments: object) -> None:
        raise KeyError("a bug")

    with monkeypatch.context() as patched:
        patched.setattr(mutant_bench, "wrong_in_play", failing)
        found = report(path, "--clause", "most", "--resume", str(state))
        assert (found["failed"], found["not_tried"][0]["error"]) == (1, "KeyError: 'a bug'")
        assert found["noticed"] + found["failed"] + found["unseen"] + found["same"] + found["broken"] == found["mutants"]
        output = mutate(str(path), "--clause", "most").output
        assert "not tried: number in most" in output
        assert "1 could not be tried, by a bug of rulewright" in output
    assert report(path, "--clause", "most", "--resume", str(state)) == before
