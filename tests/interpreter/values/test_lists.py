"""Lists given to rules, reactions and effects that wait for a choice or for chance."""

from __future__ import annotations

import pytest

from rulewright import State, open_files
from rulewright.dsl.load.loader import read_text
from rulewright.interpreter.game.rules import Rules
from rulewright.interpreter.playthroughs.lines.reader import read
from rulewright.interpreter.playthroughs.running.runner import PlaythroughRunner
from rulewright.interpreter.runtime.faults import RulebookFault

CONTEST = '''
rulebook contest
    "The contest"
    players 2
    seats anna, boris

state
    points: 0..99
    named: list of player up to 4

event rolled(dice: list of 1..6 up to 3, p: player)
    "Somebody has rolled."

table judge
    "Who looks at the dice."
    effect look(dice: list of 1..6 up to 3, most: 1..6)
    row mild
        look
            pick(dice, boris, most)
    row strict
        look
            points gains size(dice)

rule pick(dice: list of 1..6 up to 3, p: player, times: 0..6)
    "A player takes dice one after another, and may stop."
    repeat times times
        choose taking by p
            "A die is taken by {p}."
            move "takes {d}" for d in dice
                points gains d
            move "stops"
                stop

rule players_are_named after rolled(dice, p)
    "Somebody is named for each die but sixes."
    for each d in dice where d < 6
        choose naming by p
            "A player is named for a {d}."
            move "names {q}" for q in players
                named gains q

play
    roll 3 dice from 1..6
    pick([d in dice by d], anna, 2)
    announce rolled([dice[2], dice[1]], boris)
    mild.look([dice[1]], 1)
    strict.look(dice, 6)
    roll 4 more from 1..6
    pick(more, anna, 1)
    check over

end over
    "Over."
    when yes
    draw
'''


@pytest.fixture(scope="module")
def rules() -> Rules:
    return open_files(read_text("contest", CONTEST)).rules()


def after(rules: Rules, *moves: str) -> State:
    state = rules.initial()
    for move in moves:
        state = rules.step(state, move)
    return state


def notations(rules: Rules, state: State) -> list[str]:
    return [choice.notation for choice in rules.decisions.choices(state)]


ROLLED = ("roll 6", "roll 2", "roll 4")


def test_a_rule_keeps_the_list_while_it_waits(rules: Rules) -> None:
    assert notations(rules, after(rules, *ROLLED)) == ["takes 2", "takes 4", "takes 6", "stops"]
    assert notations(rules, after(rules, *ROLLED, "takes 4")) == ["takes 2", "takes 4", "takes 6", "stops"]


def test_a_reaction_keeps_the_list_while_it_waits(rules: Rules) -> None:
    state = after(rules, *ROLLED, "stops")
    assert rules.decisions.to_move(state) == 1
    assert notations(rules, state) == ["names anna", "names boris"]
    assert notations(rules, rules.step(state, "names anna")) == ["takes 6", "stops"]


def test_an_effect_keeps_the_list_while_it_waits(rules: Rules) -> None:
    state = after(rules, *ROLLED, "stops", "names boris", "takes 6")
    assert rules.cells.value(state, "points") == "9"
    assert rules.cells.value(state, "named") == "[boris]"


def test_nothing_of_a_list_is_left_in_the_state(rules: Rules) -> None:
    waiting = after(rules, *ROLLED)
    done = after(rules, *ROLLED, "stops", "names boris", "stops")
    assert "pick.dice = [2, 4, 6]" in str(waiting).splitlines()
    assert [line for line in str(done).splitlines() if line.startswith(("pick.", "players_are_named."))] == []


def test_a_list_that_is_too_long_is_a_fault(rules: Rules) -> None:
    state = after(rules, *ROLLED, "stops", "names boris", "stops", "roll 1", "roll 1", "roll 1")
    with pytest.raises(RulebookFault, match="a list that is too long: 4 entries, at most 3 fit"):
        rules.step(state, "roll 1")


def test_a_position_gives_a_list_to_the_rule_it_begins_in() -> None:
    text = CONTEST.replace("    roll 4 more from 1..6\n    pick(more, anna, 1)\n", "").replace(
        "            pick(dice, boris, most)\n", "            points gains most\n")
    rules = open_files(read_text("contest", text)).rules()
    play = "game contest\n\nposition\n    at pick dice = [3, 5], p = anna, times = 1\nexpect choices takes 3, takes 5, stops\n"
    result = PlaythroughRunner(rules, read("contest.play", play)).run()
    assert [f"{failure.line}: {failure.message}: {failure.actual}" for failure in result.failures] == []
    assert result.checks == 1


NARROW = """
rulebook narrow
    players 2

state
    kept: list of 1..5 up to 4
    number: 0..9 = 7

rule keep(given: list of 1..5 up to 4)
    kept becomes given

function longest(given: list of 1..5 up to 4): 0..9
    gives size(given)

function low(most: 0..9): list of 1..5 up to 4
    gives [n in 1..9 where n <= most]

play
    choose change by P1
        move "sets {n}" for n in 0..9
            number becomes n
            for each p in players
                choose again by p
                    move "gains"
                        kept gains number
                    move "writes"
                        kept becomes [number]
                    move "gathers"
                        kept becomes [m in 0..9 where m = number]
                    move "gives a rule"
                        keep([number])
                    move "gives a function"
                        number becomes longest([3, number])
                    move "is given"
                        kept becomes low(number)
                    move "by a name"
                        let all = [number]
                        kept becomes all
                    move "by a variable"
                        var all: list of 0..9 up to 4
                        all becomes [number]
                        kept becomes all
    check over

end over
    when yes
    draw
"""


@pytest.mark.parametrize(
    "change", ["gains", "writes", "gathers", "gives a rule", "gives a function", "by a name", "by a variable"])
def test_an_entry_out_of_range_is_a_fault_wherever_a_list_goes(change: str) -> None:
    rules = open_files(read_text("narrow", NARROW)).rules()
    for number in (0, 6):
        with pytest.raises(RulebookFault, match=f"a value out of range: {number}"):
            rules.step(rules.step(rules.initial(), f"sets {number}"), change)
    assert rules.step(rules.step(rules.initial(), "sets 5"), change) is not None


def test_a_list_that_a_function_gives_is_checked() -> None:
    rules = open_files(read_text("narrow", NARROW)).rules()
    with pytest.raises(RulebookFault, match="a value out of range: 6"):
        rules.step(rules.step(rules.initial(), "sets 7"), "is given")
    assert rules.cells.value(rules.step(rules.step(rules.initial(), "sets 3"), "is given"), "kept") == "[1, 2, 3]"
