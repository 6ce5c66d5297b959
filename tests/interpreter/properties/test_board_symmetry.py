"""Symmetries of boards: those that are true hold, and what prefers a side of the board is found and told."""

from __future__ import annotations

import pytest

from rulewright import open_files
from rulewright.dsl.load.loader import read_text
from rulewright.interpreter.analysis.properties import BrokenLaw, PropertyResult, hold, shrunk, written
from rulewright.interpreter.analysis.properties.symmetry.equivariance import SYMMETRIES_HOLD
from rulewright.interpreter.analysis.properties.symmetry.relabellings import relabellings
from rulewright.interpreter.game.rules import Rules
from rulewright.interpreter.playthroughs.lines.reader import read
from rulewright.interpreter.playthroughs.running.runner import PlaythroughRunner

MEADOW = '''
rulebook meadow
    "Meadow"
    players 2
    seats north, south

enum ground: camp, grass, WELL

board meadow: hex of place
    ground: ground
    legend N is north_camp: ground = camp, owner = north
    legend S is south_camp: ground = camp, owner = OWNER
    legend G: ground = grass
    legend W: ground = well
    map
        " G N G "
        "G W G G"
        " G G G "
        "G G EAST G"
        " G S G "

each place has
    owner: player or none
    seen: flag per direction

each player has
    trail: list of place up to 30
    drunk: 0..30

pieces goat of each player
    "Each player has two goats."
    2

each goat has
    place: place or none

event goat_drinks(p: player, h: place)
    "{p} drinks on {h}."

symmetry meadow_turned: place WAY with seats rotated except in opening
    "The meadow is the same from both camps."

play
    opening()
    repeat
        for each p in players starting with first_player
            stray(p)

state
    first_player: player = north
    days: 0..99

rule opening
    "It is drawn who begins."
    draw first from players as "{first} begins"
    first_player becomes first

phase stray(p: player)
    "{p} sends a goat one step, or sets one down."
    days gains 1
    choose straying by p
        "A goat goes one way."
        move "sets a goat down"
            require goat_left: some g in goat: g.owner = p and g.place = none
                "there is no goat left"
            let g = the (first g in goat where g.owner = p and g.place = none)
            g.place becomes north_camp if p = north else south_camp
        move "goes {d} from {h}" for h in place, d in directions(meadow)
            require goat_there: some g in goat: g.owner = p and g.place = h
                "no goat stands there"
            require ground_ahead: shift(h, d) != none
                "there is no ground"
            require allowed: ALLOWED
                "not there"
            let to = the shift(h, d)
            let g = the (first g in goat where g.owner = p and g.place = h)
            g.place becomes to
            h.seen[d] becomes yes
            p.trail gains to
            if to.ground = well
                p.drunk gains 1
                announce goat_drinks(p, TOLD)
    check full_days

end full_days
    "The days are over."
    when days = 30
    winners p in players where p.drunk = (max q in players: q.drunk)
'''
TRUE = {"OWNER": "south", "EAST": "W", "WAY": "turned half", "ALLOWED": "h.ground != well or days < 60",
        "TOLD": "to", "WELL": "well"}


def meadow(**changes: str) -> Rules:
    text = MEADOW
    for word, meant in (TRUE | changes).items():
        text = text.replace(word, meant)
    return open_files(read_text("meadow.rules", text)).rules(2)


def breach(rules: Rules) -> BrokenLaw | None:
    """The shortest game found in which the symmetry is broken."""
    whole = PropertyResult()
    for held in hold(rules, [SYMMETRIES_HOLD], range(14), seed=2):
        whole.add(held)
    assert whole.looked["symmetries_hold"] > 0
    return next((shrunk(rules, broken) for broken in whole.broken.values()), None)


def test_a_board_that_is_the_same_from_both_sides_holds() -> None:
    assert breach(meadow()) is None


# What is not alike on the board, and how it shows.
UNTRUE = {
    "the ground of one space": ({"EAST": "G"}, "(`ground` of e2 is not that of c4, which it becomes)"),
    "a space that begins with another owner": ({"OWNER": "none"}, "is none and not south at the beginning"),
    "a rule that prefers a side of the board": ({"ALLOWED": "d != up_left or row(h) < 4"}, "offered"),
    "a rule that prefers a direction": ({"ALLOWED": "d != right or size(p.trail) < 3"}, "is not offered"),
    "a rule that prefers a space": ({"ALLOWED": "h != north_camp or size(p.trail) < 3"}, "is not offered"),
    "an event that names another space": ({"TOLD": "north_camp"}, "does not happen"),
    "a mirror that exchanges the wells otherwise": ({"WAY": "mirrored left to right"}, "at the beginning"),
}


@pytest.mark.parametrize("what", UNTRUE)
def test_what_is_not_alike_is_found_and_its_playthrough_replays(what: str) -> None:
    changes, said = UNTRUE[what]
    rules = meadow(**changes)
    found = breach(rules)
    assert found is not None
    assert said in found.breach.what
    playthrough = read("apart.play", written(rules, found, "meadow"))
    assert playthrough.problems == ()
    assert PlaythroughRunner(rules, playthrough).run().failures == []


def test_spaces_directions_lists_and_pieces_are_relabelled_together() -> None:
    rules = meadow()
    turned, = relabellings(rules.program, rules.program.symmetries[0])
    state = rules.initial()
    for move in ("north begins", "sets a goat down", "sets a goat down", "goes down_left from d5", "goes up_right from d1"):
        state = rules.step(state, move)
    other = turned.state(state)
    assert rules.cells.value(other, "d1.seen[up_right]") == "yes"
    assert rules.cells.value(other, "north.trail") == rules.cells.value(state, "north.trail") == "[c4]"
    assert rules.cells.value(other, "south.trail") == "[e2]"
    assert turned.state(other) == state
