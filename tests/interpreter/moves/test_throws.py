"""Several dice rolled by one line."""

from __future__ import annotations

from itertools import product

import pytest

from rulewright import CHANCE, IllegalChoice, open_files
from rulewright.dsl.load.loader import read_text
from rulewright.interpreter.game.rules import Rules
from rulewright.interpreter.playthroughs.lines.reader import read
from rulewright.interpreter.playthroughs.running.runner import PlaythroughRunner

CONTEST = '''
rulebook contest
    "The contest"
    players 2
    seats anna, boris

each player has
    strength: -1..3
    points: 0..99

play
    choose muster by anna
        "Anna says how many dice she rolls, Boris rolls two."
        move "{n} dice" for n in -1..3
            anna.strength becomes n
    boris.strength becomes 2
    for each p in players
        roll p.strength dice from 1..6 where dice != 3 weighted by 1 + dice div 6 as "{p} rolls {dice}"
        p.points gains size(dice) * 10 + (sum d in dice: d)
        for each d in dice
            if d = 6
                choose bonus by p
                    "For each six there is a point more, if he likes."
                    move "takes it"
                        p.points gains 1
                    move "leaves it"
        p.points gains count d in dice where d = 6
    check over

end over
    "Over."
    when yes
    ranking p in players by p.points
'''


@pytest.fixture(scope="module")
def rules() -> Rules:
    return open_files(read_text("contest", CONTEST)).rules()


def points(rules: Rules, *moves: str) -> list[int]:
    state = rules.initial()
    for move in moves:
        state = rules.step(state, move)
    assert state.is_over
    return [int(rules.cells.value(state, f"{seat}.points")) for seat in rules.seats]


BORIS = ("boris rolls 1", "boris rolls 2")


@pytest.mark.parametrize("dice", [(), (4,), (2, 5), (1, 1, 4)])
def test_so_many_dice_are_rolled_and_all_are_known_afterwards(rules: Rules, dice: tuple[int, ...]) -> None:
    rolled = [f"anna rolls {die}" for die in dice]
    assert points(rules, f"{len(dice)} dice", *rolled, *BORIS) == [10 * len(dice) + sum(dice), 23]


def test_below_none_no_die_is_rolled(rules: Rules) -> None:
    assert points(rules, "-1 dice", *BORIS) == [0, 23]


def test_the_dice_are_kept_while_a_player_chooses(rules: Rules) -> None:
    assert points(rules, "2 dice", "anna rolls 6", "anna rolls 6", "takes it", "leaves it", *BORIS) == [32 + 1 + 2, 23]


def test_each_die_is_an_outcome_with_its_own_weight(rules: Rules) -> None:
    state = rules.step(rules.initial(), "3 dice")
    for face in (2, 6, 4):
        assert rules.decisions.to_move(state) is CHANCE
        assert [(choice.notation, choice.weight) for choice in rules.decisions.choices(state)] == [
            (f"anna rolls {die}", 2 if die == 6 else 1) for die in (1, 2, 4, 5, 6)]
        state = rules.step(state, f"anna rolls {face}")
    assert rules.decisions.to_move(state) == 0


def test_a_face_that_cannot_come_is_refused(rules: Rules) -> None:
    with pytest.raises(IllegalChoice):
        rules.step(rules.step(rules.initial(), "1 dice"), "anna rolls 3")


def test_nothing_of_a_throw_is_left_in_the_state(rules: Rules) -> None:
    item, two = (rules.step(rules.step(rules.initial(), "2 dice"), f"anna rolls {face}") for face in (1, 2))
    states = []
    for state, face in product((item, two), (1, 2)):
        after = rules.step(rules.step(state, f"anna rolls {face}"), "boris rolls 1")
        states.append((rules.cells.value(after, "anna.points"), after))
    same = [state for total, state in states if total == "23"]
    assert len(same) == 2
    assert same[0] == same[1]


def test_one_line_of_a_playthrough_carries_a_throw(rules: Rules) -> None:
    text = "game contest\n\nanna: 3 dice\nanna rolls 4, 5, 2\nboris rolls 1, 6\nboris: takes it\nexpect over by over\n"
    text += "expect anna.points = 41 and boris.points = 29\n"
    result = PlaythroughRunner(rules, read("contest.play", text)).run()
    assert [f"{failure.line}: {failure.message}" for failure in result.failures] == []
    assert result.checks == 2
