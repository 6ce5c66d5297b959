"""What is told of a move that is typed in part, and cannot be made: the reason that the rulebook has for it."""

from __future__ import annotations

import pytest

from rulewright import open_files
from rulewright.cli.table.questions.refusals import refused
from rulewright.dsl.load.loader import read_text

YARD = '''
rulebook yard
    "Yard"
    players 1

enum reason: too_far_away, taken
    "Why nothing is built."

enum ground: rocky_ground, meadow

board yard: line of site S1 .. S4

table shed
    "What can be built."
    price: 0..9
    row old_hut: 2
    row new_barn: 3

each site has
    built: shed or none

each player has
    gold: 0..9 = 9

function keeps(s: site): reason or none
    "What keeps somebody from building."
    gives taken if s.built != none else too_far_away if s = S4 else none

function lies_on(s: site): ground
    "What the ground is."
    gives rocky_ground if s = S3 else meadow

play
    repeat
        choose building_site by P1
            "Something is built."
            move build "builds {b} on {s} for {b.price} gold" for b in shed, s in site where lies_on(s) != rocky_ground
                "Sheds are built on meadows."
                require nothing_keeps: keeps(s) = none
                    "{s} of {lies_on(s)} cannot be used: {keeps(s)}"
                s.built becomes b
        check all_built

end all_built
    "All is built."
    when S1.built != none and S2.built != none
    draw
'''


@pytest.mark.parametrize(("typed", "told"), [
    ("builds old_hut on S4", "`builds old_hut on S4 for 2 gold` is refused: S4 of meadow cannot be used: too far away"),
    ("builds S4 gold", "is not a move of this game"),
    ("builds new_barn S3", "S3 is not possible here: Sheds are built on meadows; possible: S1, S2"),
    ("build old_hut on S3 for 2", "S3 is not possible here: Sheds are built on meadows; possible: S1, S2"),
])
def test_a_move_that_is_typed_in_part_is_refused_with_its_reason(typed: str, told: str) -> None:
    rules = open_files(read_text("yard.rules", YARD)).rules(1)
    assert told in " ".join(" ".join(refused(rules.initial(), typed, ())).split())
