"""Playthroughs on the rules: what is told when something is not so."""

from __future__ import annotations

import pytest

import rulewright
from rulewright.dsl.load.loader import read_text
from rulewright.interpreter.game.viewing.event_log import PlayedStep
from rulewright.interpreter.playthroughs.lines.reader import read
from rulewright.interpreter.playthroughs.lines.writer import header, lines_of
from rulewright.interpreter.playthroughs.running import session
from rulewright.interpreter.playthroughs.running.results import Failure
from rulewright.interpreter.playthroughs.running.runner import PlaythroughRunner
from rulewright.interpreter.runtime.chance import Dice

TIC = "game tic_tac_toe\nplayers Anna, Boris\n"
WON = "Anna: a1\nBoris: b1\nAnna: a2\nBoris: b2\nAnna: a3\n"


def run(text: str) -> list[Failure]:
    playthrough = read("x.play", text)
    assert playthrough.problems == ()
    head = playthrough.head
    rules = rulewright.load(head.game or "", dict(head.parameters)).rules(head.players, head.seats)
    return PlaythroughRunner(rules, playthrough).run().failures


def test_what_is_so_passes() -> None:
    assert run(TIC + "Anna: b2\nexpect b2.mark = Anna and Boris = turn\nexpect Boris to move\nexpect choices 8\n"
               "expect choices include a1, c3\nexpect choices exclude b2\nexpect not over\nexpect invariants\n"
               "refuse Boris: b2 because cell_is_empty\nrefuse Anna: a1\nexpect no events\n") == []


@pytest.mark.parametrize(("lines", "line", "message", "actual"), [
    ("Anna: b9\n", 3, "`b9` is not a move", "nearest are:"),
    ("Boris: a1\n", 3, "it is not the choice of Boris", "Anna to move [cell_to_mark]"),
    (f"{WON}Boris: c3\n", 8, "it is not the choice of Boris", "[three_in_a_row]"),
    (f"{WON}chance: c3\n", 8, "chance has nothing to decide", "[three_in_a_row]"),
    ("Anna: a1\nBoris: a1\n", 4, "`a1` is not legal here", "cell_is_empty"),
    ("chance: a1\n", 3, "chance has nothing to decide", "Anna to move [cell_to_mark]; "),
    ("expect choices 8\n", 3, "the number of choices: 9, not 8", "9"),
    ("expect a1.mark = Anna and b1.mark = none\n", 3, "false: a1.mark = Anna", "a1.mark = none"),
    ("expect not every c in cell: c.mark = none\n", 3, "false: not every c in cell", "every c in cell: c.mark = none"),
    ("expect some c in cell: c.mark = Anna\n", 3, "false: some c in cell", "no c in cell: c.mark = Anna"),
    ("expect nobody_knows = 1\n", 3, "unknown name `nobody_knows`", ""),
    ("refuse Anna: a1\n", 3, "`a1` is not refused", "legal"),
    ("Anna: a1\nrefuse Boris: a1 because no_such\n", 4, "there is no clause `no_such`", "no_such"),
    ("Anna: a1\nrefuse Boris: a1 because grid_full\n", 4, "refused for another reason", "cell_is_empty"),
    ("expect over by zork\n", 3, "there is no end `zork`", "zork"),
    ("expect over by grid_full, won by Zed\n", 3, "no player is called `Zed`", "Zed"),
    ("expect events zork\n", 3, "there is no event `zork`", "zork"),
    ("expect over\n", 3, "the game is not over", "the game goes on"),
    ("expect Boris to move\n", 3, "to move: Anna, not Boris", "Anna"),
    ("expect score Anna = 3\n", 3, "the score of Anna", "no score"),
    ("expect applied no_such\n", 3, "there is no clause `no_such`", "no_such"),
    ("expect at no_such\n", 3, "there is no clause `no_such`", "no_such"),
    ("expect at grid_full\n", 3, "where the rules wait: cell_to_mark, not grid_full", "cell_to_mark"),
    ("expect Anna sees nothing_here\n", 3, "there is no `nothing_here`", "nothing_here"),
    ('back to "there"\n', 3, "no position is called", "there is none"),
    ("position\n    a9.mark = x\n", 4, "there is no `a9.mark`", "did you mean"),
    ("position\n    a1.mark = z\n", 4, "`z` is not one of", ""),
    ("position\n    at nowhere\n", 4, "no rule and no choice has the name `nowhere`", ""),
    ("use \"../x.play\"\n", 3, "lies outside the folder", ""),
])
def test_what_is_not_so_is_told(lines: str, line: int, message: str, actual: str) -> None:
    first = run(TIC + lines)[0]
    assert first.line == line
    assert message in first.message
    assert actual in first.actual


def test_a_failed_expectation_shows_the_last_five_moves_and_play_goes_on() -> None:
    failures = run(TIC + "Anna: a1\nBoris: b1\nAnna: a2\nBoris: b2\nAnna: c3\nBoris: c1\nexpect choices 1\nexpect choices 2\n")
    assert [failure.line for failure in failures] == [9, 10]
    assert failures[0].last_moves == ("Boris: b1", "Anna: a2", "Boris: b2", "Anna: c3", "Boris: c1")
    assert failures[0].blessed == "expect choices 3"


def test_every_wrong_line_of_a_position_and_every_wrong_expectation_is_told() -> None:
    failures = run(TIC + "position\n    a9.mark = x\n    a1.mark = z\n    a2.mark = Anna\n")
    assert [failure.line for failure in failures] == [4, 5]
    failures = run(TIC + "expect nobody = 1\nexpect 3 +\nexpect choices 8\n")
    assert [failure.line for failure in failures] == [3, 4, 5]


def test_a_branch_is_forgotten_and_a_mark_is_not() -> None:
    assert run(TIC + 'Anna: a1\nmark "one"\nbranch "x"\n  Boris: b1\n  expect choices 7\nend\nexpect choices 8\n'
               'Boris: c1\nback to "one"\nexpect choices 8\nexpect Boris to move\n') == []


def test_chance_has_to_be_written_or_seeded() -> None:
    pig = "game pig\nplayers Anna, Boris\n"
    assert "chance has to decide first" in run(pig + "Anna: roll\nAnna: hold\n")[0].message
    assert run(pig + "rolls 4\nAnna: roll\nrolls 3\nAnna: hold\nexpect Anna.score = 7\n") == []


def test_an_arranged_position_that_breaks_an_invariant_is_told() -> None:
    failures = run("game carolus_magnus\nplayers 2\nposition\n    at place_paladins p = P1\n    order = [P1, P2]\n"
                   "    P1.shown = 1\n    centre[red] = 3\n")
    assert "breaks an invariant" in failures[0].message
    assert "paladins_conserved" in failures[0].actual


@pytest.mark.parametrize(("name", "players"), [("tic_tac_toe", 2), ("pig", 3), ("carolus_magnus", 2), ("carolus_magnus", 4)])
def test_a_written_game_reads_back_to_the_same_end(name: str, players: int) -> None:
    rules = rulewright.load(name).rules(players)
    dice, state = Dice(3), rules.initial()
    steps: list[PlayedStep] = []
    while not state.is_over:
        choice = rules.random_choice(state, dice)
        state, trace = rules.recording.step(state, choice)
        steps.append(PlayedStep(choice.player, choice.notation, trace))
    playthrough = read("x.play", header(rules, name) + lines_of(rules.seats, steps))
    result = PlaythroughRunner(rules, playthrough).run()
    assert result.failures == []
    assert result.final is not None
    assert result.final.state == state
    assert playthrough.head.rules == rules.analyses.hash


BUILDING = """rulebook building
    players 2

enum clan: red, blue

event built(c: clan, n: 1..3, p: player)
event rested

play
    repeat
        for each p in players
            choose building by p
                move "builds {c} {n}" for c in clan, n in 1..3
                    announce built(c, n, p)
                    announce rested()
                    check over

end over
    when no
    draw
"""


@pytest.mark.parametrize(("expected", "is_so"), [
    ("events built, rested", True), ("events built(red), rested", True), ("events built(red, 2), rested", True),
    ("events built(red, 2, P1), rested", True), ("events built(blue), rested", False), ("events built(red, 3), rested", False),
    ("events built(red)", False), ("events include built(red)", True), ("events include built(re)", False),
    ("events include built(red, 2)", True), ("events include built(2)", False), ("P2 sees events built(red), rested", True),
])
def test_an_event_is_expected_with_none_all_or_the_first_of_its_values(expected: str, is_so: bool) -> None:
    rules = rulewright.open_files(read_text("building", BUILDING)).rules()
    playthrough = read("x.play", f"game building\nP1: builds red 2\nexpect {expected}\n")
    assert (PlaythroughRunner(rules, playthrough).run().failures == []) == is_so


def test_a_move_of_another_choice_is_nearest_where_it_is_more_alike() -> None:
    building = BUILDING.replace("            choose building", "            choose rest by p\n"
                                "                move \"rests for {k}\" for k in 1..2\n            choose building")
    rules = rulewright.open_files(read_text("building", building)).rules()
    failures = [PlaythroughRunner(rules, read("x.play", f"game building\nP1: {move}\n")).run().failures[0].actual
                for move in ("builds green 2", "rest for 2")]
    assert failures[0].startswith("nearest are: builds red 2, ")
    assert failures[0].endswith("; none of them can be made here: no move here begins with `builds`; moves begin with `rests`")
    assert failures[1] == "nearest are: rests for 2, rests for 1"


def test_an_expectation_before_chance_says_that_chance_is_to_decide_and_auto_0_lets_it() -> None:
    text = "game pig\nplayers Anna, Boris\nseed 3\n\nrolls 2\nAnna: hold\nexpect Boris to move\nexpect at_stake > 0\n"
    failures = run(f"{text}auto 0\nexpect Boris to move\n")
    advice = "; chance is to decide first (`auto 0` on a line before lets it)"
    assert [(failure.line, failure.message) for failure in failures] == [
        (7, f"to move: chance, not Boris{advice}"), (8, f"false: at_stake > 0{advice}")]


ROLLS = """rulebook rolls
    players 2

state
    n: 0..9 = 0

play
    choose x by P1
        move go "goes"
            n becomes 1
    repeat
        roll d from 1..6 as "rolls {d}"
        n becomes d
        check ends

end never
    when n = 9
    draw
"""


def test_rolls_without_an_end_are_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(session, "MAX_AUTO", 20)
    rules = rulewright.open_files(read_text("rolls", ROLLS)).rules()
    result = PlaythroughRunner(rules, read("x.play", "game rolls\nseed 1\nP1: goes\nP1: goes\nexpect over\n")).run()
    failure, = result.failures
    assert (failure.line, failure.message) == (4, "chance has decided 20 times, and no player is to choose")
    assert result.moves == 21
