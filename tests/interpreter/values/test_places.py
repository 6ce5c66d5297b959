"""Values of several types: kept, handed on, told apart, written and read."""

from __future__ import annotations

import pytest

from rulewright import open_files
from rulewright.dsl.load.loader import read_text
from rulewright.interpreter.analysis.playouts.simulate import play_out
from rulewright.interpreter.game.rules import Rules
from rulewright.interpreter.playthroughs.lines.reader import read
from rulewright.interpreter.playthroughs.running.runner import PlaythroughRunner
from rulewright.interpreter.runtime.chance import Dice

VOYAGE = '''
rulebook voyage
    "The voyage"
    players 2..3

enum port: north, south, bay

enum sea: east, west

each port has
    calls: 0..99

each sea has
    storms: 0..99

each player has
    at: home or lost or port or sea
    goal: sea or port or home = bay
    seen: list of port or lost up to 3
    bid: 0..9 or sea or none
    score: 0..99

function worth(place: sea or port or lost): 0..9
    "What a place is worth."
    gives 5 if place = west else 3 if place in sea else 2 if place != lost else 0

rule sail(p: player)
    "A player sails somewhere, and what he finds there happens."
    choose sailing by p
        "He sails to a port, to a sea, or gets lost."
        move sail_to "to {place}" for place in port or sea or lost
            require elsewhere: p.at != place
                "{p} is there already: {p.at}"
            p.at becomes place
            p.score gains worth(place)
            if p.at in port
                p.at.calls gains 1
                p.seen becomes [lost, p.at]
                p.goal becomes p.at
            else if p.at in sea
                p.at.storms gains 1
                p.goal becomes p.at
                p.bid becomes p.at
            else
                p.bid becomes 4
        move rest "rests in {p.at} with {p.bid}, having seen {p.seen}"
            let place = p.at
            if place not in {home, lost}
                p.goal becomes place
                must p.goal = place
            if p.bid in sea
                p.bid.storms gains 1
            else if p.bid != none
                p.score gains p.bid

play
    repeat 6 times
        for each p in players
            sail(p)
    check over

end over
    "After six rounds the highest score wins."
    when yes
    ranking p in players by p.score

invariant somewhere: every p in players: p.at in {home, lost} or p.at in port or p.at in sea
    "Every player is somewhere."

invariant counted: (sum h in port: h.calls) + (sum s in sea: s.storms) <= 36
    "Nobody sails twice at once."

invariant sought: every p in players: p.at = home or p.at = lost or p.goal = p.at
    "The last place found is the goal."
'''


@pytest.fixture(scope="module")
def rules() -> Rules:
    return open_files(read_text("voyage", VOYAGE)).rules()


def after(rules: Rules, *moves: str) -> dict[str, str]:
    state = rules.initial()
    for move in moves:
        state = rules.step(state, move)
    return {name: rules.cells.value(state, name) for name, cell in rules.cells.items() if not cell.local}


def test_a_value_keeps_what_it_is_in_fields_of_different_types(rules: Rules) -> None:
    seen = after(rules, "to west", "to south")
    assert [seen[name] for name in ("P1.at", "P1.goal", "P1.bid", "P1.seen", "P1.score")] == [
        "west", "west", "west", "[]", "5"]
    assert [seen[name] for name in ("P2.at", "P2.goal", "P2.bid", "P2.seen", "P2.score")] == [
        "south", "south", "none", "[lost, south]", "2"]
    assert (seen["west.storms"], seen["south.calls"], seen["north.calls"], seen["east.storms"]) == ("1", "1", "0", "0")


def test_moves_go_through_all_types_in_their_order_and_write_what_a_value_is(rules: Rules) -> None:
    state = rules.step(rules.step(rules.initial(), "to bay"), "to lost")
    assert [choice.notation for choice in rules.decisions.choices(state)] == [
        "to north", "to south", "to east", "to west", "to lost", "rests in bay with none, having seen [lost, bay]"]
    refusals = rules.explainer.explain(state, "to bay")
    assert refusals is not None
    assert refusals[0].message == "P1 is there already: bay"


def test_a_number_of_several_types_is_a_number_where_it_was_tested(rules: Rules) -> None:
    state = rules.initial()
    for move in ("to lost", "to north", "rests in lost with 4, having seen []"):
        state = rules.step(state, move)
    assert rules.cells.value(state, "P1.score") == "4"


def test_states_are_text_and_back(rules: Rules) -> None:
    state = rules.step(rules.step(rules.initial(), "to east"), "to north")
    assert rules.state_from_text(str(state)) == state
    assert "P2.seen = [lost, north]" in str(state)


def test_positions_and_conditions_name_values_of_every_type() -> None:
    game = open_files(read_text("voyage", VOYAGE))
    script = read("v.play", '''game voyage
players Anna, Boris

position
    Anna.at = west
    Anna.goal = west
    Boris.at = lost
    Boris.goal = north
    Boris.seen = [bay, lost]

expect Anna.at = west and Anna.at in sea and Boris.at != home and Boris.goal = north
expect Boris.seen[1] = bay and lost in Boris.seen and worth(the Boris.goal) = 2
refuse Anna: to west  because elsewhere
Anna: to lost
expect Anna.at = lost and Anna.bid = 4
''')
    report = PlaythroughRunner(game.rules(2, ("Anna", "Boris")), script).run()
    assert report.failures == []


@pytest.mark.parametrize("players", [2, 3])
def test_what_a_value_is_stays_right_through_random_games(players: int) -> None:
    rules = open_files(read_text("voyage", VOYAGE)).rules(players)
    broken: set[str] = set()
    for seed in range(40):
        played = play_out(rules, Dice(seed), watch=lambda state: broken.update(rules.invariants.broken(state)))
        assert played.end == "over"
    assert broken == set()
