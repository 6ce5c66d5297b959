"""Enums of each player: parties that own pieces and places, and are never asked."""

from __future__ import annotations

import pytest

from rulewright import open_files
from rulewright.dsl.load.loader import read_text
from rulewright.interpreter.analysis.playouts.simulate import play_out
from rulewright.interpreter.game.rules import Rules
from rulewright.interpreter.playthroughs.lines.reader import read
from rulewright.interpreter.playthroughs.running.runner import PlaythroughRunner
from rulewright.interpreter.runtime.chance import Dice

ALLIES = '''
rulebook allies
    "Allies"
    players 2..3
    seats red, blue, green

enum party of each player: own, ally when player_count = 2
    "Each player leads his own knights; two players also lead an ally."

enum camp of each party: tent, hall
    "Each party has a tent and a hall."

pieces knight of each party
    "Each party has two knights of strength 1 and one of strength 2."
    strength: 1..2
    2 with strength = 1
    1 with strength = 2

each knight has
    at: 1..3 or court = court

each party has
    won: 0..20
    foe: party or none

state
    visited: set of camp

rule place(p: player)
    "{p} places a knight of a party of his."
    choose placing by p for k in knight where k.owner.owner = p, c in 1..3
        "A knight of his own or of his ally."
        require in_court: k.at = court
            "he is not in the court"
        move own_knight "{k.strength} to {c}"
            require his_own: k.owner = p.own
                "he is not his own"
            k.at becomes c
        move ally_knight "{k.owner}: {k.strength} to {c}"
            require of_an_ally: k.owner != p.own
                "he is of no ally"
            k.at becomes c
            k.owner.won gains 1
        otherwise
            p.own.won gains 1
    for each x in party where x.owner != p
        p.own.foe becomes x
        visited gains x.hall

play
    repeat 5 times
        for each p in players
            place(p)
    check over

end over
    "The parties of a player win together."
    when yes
    ranking p in players by sum x in party where x.owner = p: x.won
'''


def rules_of(players: int, *seats: str) -> Rules:
    return open_files(read_text("allies", ALLIES)).rules(players, seats or None)


@pytest.mark.parametrize(("players", "parties"), [(2, ["red.own", "red.ally", "blue.own", "blue.ally"]),
                                                  (3, ["red.own", "blue.own", "green.own"])])
def test_there_are_the_parties_that_the_number_of_players_asks_for(players: int, parties: list[str]) -> None:
    rules = rules_of(players)
    assert [name.removesuffix(".won") for name in rules.cells if name.endswith(".won")] == parties
    assert sum(name.startswith("red.own.knight") for name in rules.cells) == 3


def test_a_player_moves_the_pieces_of_all_his_parties_and_nobody_else_is_asked() -> None:
    rules = rules_of(2, "Anna", "Boris")
    state = rules.initial()
    assert [choice.notation for choice in rules.decisions.choices(state)] == [
        *(f"{strength} to {place}" for strength in (1, 2) for place in (1, 2, 3)),
        *(f"Anna.ally: {strength} to {place}" for strength in (1, 2) for place in (1, 2, 3))]
    state = rules.step(state, "Anna.ally: 2 to 3")
    assert rules.decisions.mover(state) == "Boris"
    assert rules.cells.value(state, "Anna.ally.knight3.at") == "3"
    assert rules.cells.value(state, "Anna.ally.won") == "1"
    assert rules.cells.value(state, "Anna.own.foe") == "Boris.ally"
    assert rules.cells.value(state, "visited") == "{Boris.own.hall, Boris.ally.hall}"
    assert rules.state_from_text(str(state)) == state


def test_positions_and_conditions_name_parties_by_their_owner() -> None:
    script = read("allies.play", '''game allies
players Anna, Boris
position
    knight of Anna.ally: 2 with strength = 1, at = 2
    Anna.own.foe = Boris.own
    Boris.ally.won = 7
expect (count k in knight where k.owner = Anna.ally and k.at = 2) = 2 and Boris.ally.won = 7
expect Anna.own.foe = Boris.own and Anna.ally.owner = Anna and Anna.ally.hall.owner = Anna.ally
refuse Anna: Anna.ally: 1 to 3 because in_court
''')
    assert PlaythroughRunner(rules_of(2, "Anna", "Boris"), script).run().failures == []


@pytest.mark.parametrize("players", [2, 3])
def test_games_with_parties_end(players: int) -> None:
    rules = rules_of(players)
    assert [play_out(rules, Dice(seed)).end for seed in range(5)] == ["over"] * 5
