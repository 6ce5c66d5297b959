"""A player who is named in the place of another is reported, and one who is named once more or once less is not."""

from __future__ import annotations

import pytest

from rulewright.translation.document.document import document
from rulewright.translation.pairs.checks import named
from rulewright.translation.pairs.side_by_side import side_by_side

ENGLISH = "Blue comes with 3 knights.\n\nYellow has 2 knights, so that Blue wins the fight.\n\nRed looks on.\n"
GERMAN = "Blau kommt mit 3 Rittern.\n\nGelb hat 2 Ritter, sodass Blau den Kampf gewinnt.\n\nRot sieht zu.\n"


def found(german: str) -> list[tuple[str | None, str | None]]:
    texts = side_by_side(document("en.md", ENGLISH, "en"), document("de.md", german, "de"))
    return [(finding.expected, finding.actual) for finding in named.check(texts)]


def test_players_who_are_named_as_in_the_original_are_right() -> None:
    assert found(GERMAN) == []


@pytest.mark.parametrize(("old", "new", "expected"), [
    ("Blau den Kampf", "Gelb den Kampf", [("Blue", "Gelb")]), ("Rot sieht", "Gelb sieht", [("Red", "Gelb")]),
    # A pronoun, a noun in its place, and a name more say who is meant in another way.
    ("Blau den Kampf", "er den Kampf", []), ("Rot sieht zu", "Rot sieht Blau zu", []),
])
def test_one_colour_for_another_is_reported(old: str, new: str, expected: list[tuple[str, str]]) -> None:
    assert old in GERMAN
    assert found(GERMAN.replace(old, new)) == expected


def test_a_colour_of_a_thing_is_no_player() -> None:
    texts = side_by_side(document("en.md", "Put a red card on a blue card.\n", "en"),
                         document("de.md", "Lege eine blaue Karte auf eine blaue Karte.\n", "de"))
    assert [(finding.rule, finding.expected) for finding in named.check(texts)] == [("pair/term", "red")]
    named_otherwise = document("de.md", GERMAN.replace("Rot sieht", "Gelb sieht"), "de")
    assert {finding.rule for finding in named.check(side_by_side(document("en.md", ENGLISH, "en"), named_otherwise))} == {
        "pair/actor"}


def test_two_roles_that_have_exchanged_their_places_are_reported() -> None:
    english = document("en.md", "The attacker strikes before the defender.\n", "en")
    for german, expected in (("Der Angreifer schlägt vor dem Verteidiger.", []),
                             ("Der Verteidiger schlägt vor dem Angreifer.", [("attacker defender", "defender attacker")]),
                             ("Der Angreifer schlägt zuerst.", [])):
        rows = named.check(side_by_side(english, document("de.md", f"{german}\n", "de")))
        assert [(finding.expected, finding.actual) for finding in rows] == expected
