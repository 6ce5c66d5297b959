"""Statements that are printed without a position read as sentences."""

from __future__ import annotations

import pytest

from rulewright import load, open_files
from rulewright.dsl.load.loader import read_text

RULEBOOK = """rulebook small
    players 2
enum clan: red, blue
state
    sum: 0..9
    asked: clan or none
play
    repeat
        for each p in players
            act(p, red, 3, {1})
        check enough
rule act(p: player, c: clan, dice: 1..4, kept: set of 1..4)
    "STATEMENT"
    choose going by p
        "{p} goes."
        move "goes"
            sum becomes dice
            asked becomes c if 1 in kept else none
end enough
    "It is enough."
    when sum = 9
    draw
"""


@pytest.mark.parametrize(("statement", "sentence"), [
    ("{p} throws {dice} dice.", "A player throws a number of dice."),
    ("{p} goes, and {p} comes. {c} stays.", "A player goes, and the player comes. A clan stays."),
    ("The {c} of {p} is no {c}.", "The clan of a player is no clan."),
    ("{p} has {dice} left, of {kept} or {asked}.", "A player has a number left, of a set or a clan."),
])
def test_a_noun_stands_for_what_only_play_decides(statement: str, sentence: str) -> None:
    rules = open_files(read_text("small.rules", RULEBOOK.replace("STATEMENT", statement))).rules()
    assert rules.clauses["act"].statement == sentence


def test_a_requirement_begins_as_its_author_begins_it() -> None:
    clauses = load("carolus_magnus").rules(2).clauses
    assert clauses["color_available"].statement == "there is no clan paladin left in the centre"
    assert clauses["paladin_in_reserve"].statement == "a player has no clan paladin in their reserve"


def test_what_is_known_of_a_rule_that_is_carried_out_is_filled_in() -> None:
    clause = load("carolus_magnus").rules(2).clauses["throw"]
    assert clause.filled({"p": "Anna"}).startswith("Anna throws a number of dice")
