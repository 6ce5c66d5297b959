"""Where a play goes on: after lines that cannot be played, in branches, at marks, in other files."""

from __future__ import annotations

from pathlib import Path

import pytest

import rulewright
from rulewright.cli.playthroughs.scripts import read_file
from rulewright.dsl.load.loader import read_text
from rulewright.interpreter.playthroughs.lines.reader import read
from rulewright.interpreter.playthroughs.running.results import Failure, PlaythroughResult
from rulewright.interpreter.playthroughs.running.runner import PlaythroughRunner

TIC = "game tic_tac_toe\nplayers Anna, Boris\n"
PIG = "game pig\nplayers Anna, Boris\n"


def played(text: str) -> PlaythroughResult:
    playthrough = read("x.play", text)
    head = playthrough.head
    rules = rulewright.load(head.game or "").rules(head.players, head.seats)
    return PlaythroughRunner(rules, playthrough).run()


def lines_of(failures: list[Failure]) -> list[int]:
    return [failure.line for failure in failures]


# ---- After a line that cannot be played ----------------------------------------------------


def test_the_play_goes_on_at_the_next_position() -> None:
    result = played(TIC + "Anna: a1\nBoris: a1\nexpect choices 1\n"
                    "position\n    a1.mark = Anna\n    turn = Boris\nexpect choices 2\n")
    assert lines_of(result.failures) == [4, 9]


def test_the_play_goes_on_where_a_mark_is_gone_back_to() -> None:
    result = played(TIC + 'Anna: a1\nmark "one"\nBoris: a1\nexpect choices 1\nback to "one"\nexpect choices 2\n')
    assert lines_of(result.failures) == [5, 8]


def test_a_line_that_cannot_be_read_does_not_hide_what_can_be_played() -> None:
    text = TIC + "Anna: a1\nAna: b1\nexpect choices 1\nposition\n    a1.mark = Anna\n    turn = Boris\nexpect choices 2\n"
    assert [problem.span.line for problem in read("x.play", text).problems] == [4]
    assert lines_of(played(text).failures) == [9]


def test_an_expectation_that_cannot_be_read_stops_nothing() -> None:
    text = TIC + "expect\nAnna: a1\nexpect choices 2\n"
    assert lines_of(played(text).failures) == [5]


def test_it_is_not_known_where_a_play_ends_that_cannot_go_on() -> None:
    assert played(TIC + "Anna: a1\nBoris: a1\n").final is None
    assert played(TIC + "Anna: a1\nexpect choices 1\n").final is not None


ROUNDABOUT = """\
rulebook roundabout
    "Roundabout"
    players 2

state
    first: player or none
    over: flag

play
    draw one from players as "{one} is first"
    first becomes one
    repeat
        for each p in players starting with the first
            turn(p)
            check done

rule turn(p: player)
    "{p} begins."
    choose beginning by p
        "{p} begins."
        move "begins"
            over becomes yes

end done
    "Somebody began."
    when over
    draw
"""


def test_a_place_to_which_the_way_goes_wrong_is_told_as_a_mistake_of_its_line() -> None:
    rules = rulewright.open_files(read_text("roundabout.rules", ROUNDABOUT)).rules(2, ("Anna", "Boris"))
    text = ("game roundabout\nplayers Anna, Boris\n"
            "position\n    at turn p = Anna\nposition\n    first = Anna\n    at turn p = Anna\n")
    failures = PlaythroughRunner(rules, read("x.play", text)).run().failures
    assert [(failure.line, failure.message) for failure in failures] == [
        (4, "a rulebook fault on the way to this place")
    ]


# ---- Branches and marks --------------------------------------------------------------------


def test_branches_nest_and_each_begins_where_it_stands() -> None:
    text = TIC + ('Anna: a1\nbranch "outer"\n  Boris: b1\n  branch "inner"\n    Anna: c1\n    expect choices 6\n  end\n'
                  '  branch "other"\n    Anna: c2\n    expect c1.mark = none\n  end\n  expect choices 7\n'
                  'end\nexpect choices 8\n')
    assert played(text).failures == []


def test_a_name_given_in_a_branch_is_forgotten_with_it() -> None:
    result = played(TIC + 'branch "x"\n  Anna: a1\n  mark "there"\n  back to "there"\nend\nback to "there"\n')
    assert [(failure.line, failure.actual) for failure in result.failures] == [(8, "there is none")]


def test_a_position_marked_outside_is_known_in_a_branch() -> None:
    assert played(TIC + 'mark "start"\nAnna: a1\nbranch "x"\n  back to "start"\n  expect choices 9\nend\nexpect choices 8\n'
                  ).failures == []


def test_what_is_drawn_in_a_branch_changes_nothing_outside_it() -> None:
    with_branch = played(PIG + 'seed 3\nAnna: roll\nbranch "x"\n  auto 5\nend\nauto 5\n').final
    without = played(PIG + "seed 3\nAnna: roll\nauto 5\n").final
    assert with_branch is not None
    assert without is not None
    assert with_branch.state == without.state


def test_going_back_goes_back_in_what_is_drawn_too() -> None:
    result = played(PIG + 'seed 3\nmark "start"\nauto 4\nmark "then"\nback to "start"\nauto 4\n').final
    once = played(PIG + "seed 3\nauto 4\n").final
    assert result is not None
    assert once is not None
    assert [(step.seat, step.notation) for step in result.steps] == [(step.seat, step.notation) for step in once.steps]


def test_the_steps_are_those_that_lead_to_the_end() -> None:
    final = played(TIC + 'Anna: a1\nmark "one"\nBoris: b1\nback to "one"\nBoris: c1\n').final
    assert final is not None
    assert [(step.notation, step.line) for step in final.steps] == [("a1", 3), ("c1", 7)]


# ---- Playing on ----------------------------------------------------------------------------


def test_until_is_looked_at_before_a_choice_is_made() -> None:
    final = played(TIC + "seed 1\nplay until a1.mark = none\n").final
    assert final is not None
    assert final.steps == []


def test_until_fails_when_the_game_is_over_first() -> None:
    failures = played(TIC + "seed 1\nplay until a1.mark = Anna and b1.mark = Anna and a1.mark = Boris\n").failures
    assert [(failure.line, failure.actual) for failure in failures] == [(4, "false after 6 choices, and the game is over")]


def test_a_number_of_choices_and_a_seed_of_its_own() -> None:
    first, second = (played(TIC + f"seed {seed}\nauto 4 seed 7\n").final for seed in (1, 2))
    assert first is not None
    assert second is not None
    assert first.state == second.state
    assert len(first.steps) == 4


def test_rolls_are_made_by_chance_alone() -> None:
    deal = "game hearts\nplayers Anna, Boris, Carla, Dora\nseed 3\n"
    by_number = "auto 51 rolls\nexpect chance to move\nauto 1 roll\n"
    one, all_of_it = (played(f"{deal}{lines}").final for lines in (by_number, "auto rolls\n"))
    assert one is not None
    assert all_of_it is not None
    assert one.state.slots == all_of_it.state.slots
    assert len(all_of_it.steps) == 52


def test_rolls_fail_where_somebody_has_to_choose() -> None:
    failures = played("game pig\nplayers Anna, Boris\nseed 3\nAnna: roll\nauto 2 rolls\n").failures
    assert [failure.line for failure in failures] == [5]
    assert failures[0].message == "chance has decided 1 time, and Anna is to choose"


def test_auto_plays_what_record_writes() -> None:
    from rulewright.interpreter.runtime.series import SeriesDice

    rules = rulewright.load("pig").rules(2)
    dice, state = SeriesDice(5, 0), rules.initial()
    while not state.is_over:
        state = rules.step(state, rules.random_choice(state, dice))
    final = played("game pig\nplayers 2\nseed 5\nauto\n").final
    assert final is not None
    assert final.state.slots == state.slots


# ---- Other files ---------------------------------------------------------------------------


def use(folder: Path, **files: str) -> list[tuple[str, int, str]]:
    """What fails in `main`, with the other files beside it."""
    for name, text in files.items():
        (folder / f"{name}.play").write_text(text, encoding="utf-8")
    playthrough = read_file(folder / "main.play")
    assert playthrough.problems == ()
    rules = rulewright.load("tic_tac_toe").rules(2, playthrough.head.seats)
    failures = PlaythroughRunner(rules, playthrough, read_file).run().failures
    return [(Path(failure.file).name, failure.line, failure.message) for failure in failures]


def test_a_playthrough_begins_as_another_does(tmp_path: Path) -> None:
    assert use(tmp_path, main=TIC + 'use "part.play"\nBoris: b1\nexpect choices 7\n', part=TIC + "Anna: a1\n") == []


def test_another_playthrough_is_used_in_a_branch(tmp_path: Path) -> None:
    main = TIC + 'branch "x"\n    use "part.play"\n    expect choices 8\nend\nexpect choices 9\n'
    assert use(tmp_path, main=main, part=TIC + "Anna: a1\n") == []


def test_what_fails_in_a_used_file_is_told_of_that_file(tmp_path: Path) -> None:
    main = TIC + 'use "part.play"\nexpect choices 9\n'
    part = TIC + "Anna: a1\nexpect choices 3\nBoris: a1\n"
    assert use(tmp_path, main=main, part=part) == [
        ("part.play", 4, "the number of choices: 8, not 3"), ("part.play", 5, "`a1` is not legal here")]


def test_files_that_use_each_other_in_a_circle_are_told(tmp_path: Path) -> None:
    files = {"main": TIC + 'use "two.play"\n', "two": TIC + 'use "three.play"\n', "three": TIC + 'use "main.play"\n'}
    assert use(tmp_path, **files) == [("three.play", 3, "`main.play` uses itself")]
    assert use(tmp_path, main=TIC + 'use "./main.play"\n') == [("main.play", 3, "`./main.play` uses itself")]


@pytest.mark.parametrize("path", ["../out.play", "/etc/hostname", "sub/../../out.play", "link.play", "sub\\..\\..\\out.play"])
def test_no_file_outside_the_folder_is_used(tmp_path: Path, path: str) -> None:
    folder = tmp_path / "inside"
    folder.mkdir()
    (tmp_path / "out.play").write_text(TIC)
    (folder / "link.play").symlink_to(tmp_path / "out.play")
    failures = use(folder, main=TIC + f'use "{path}"\n')
    assert failures == [("main.play", 3, f"`{path}` lies outside the folder of this playthrough")]


@pytest.mark.parametrize(("part", "message"), [
    ("game pig\nplayers Anna, Boris\n", "`part.play` is a playthrough of another game"),
    ("game tic_tac_toe\nplayers Anna, Carla\n", "`part.play` has other players"),
    ("game tic_tac_toe\nplayers Anna, Boris, Carla\n", "`part.play` is for another number of players"),
    (TIC + "set size = 3\n", "`part.play` is played with other parameters"),
    ("game tic_tac_toe\nvariant toe_tac_tic\nplayers Anna, Boris\n", "`part.play` is played with other variants"),
    (TIC + "expect\n", "`part.play` has mistakes"),
])
def test_only_a_playthrough_of_the_same_game_is_used(tmp_path: Path, part: str, message: str) -> None:
    assert use(tmp_path, main=TIC + 'use "part.play"\n', part=part) == [("main.play", 3, message)]
