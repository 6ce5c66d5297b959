"""The things that moves speak of, which a click on a page chooses."""

from __future__ import annotations

from pathlib import Path

import rulewright
from rulewright.cli.tables.offers import all_moves, offer
from rulewright.cli.tables.spoken import Speech

CASES = Path(__file__).parents[1] / "playthroughs" / "cases"
GALLERY = Path(__file__).parents[2] / "games" / "gallery"

HIDDEN = """rulebook guess
    "Guess"
    players 2

state
    number: set of 1..3, seen by nobody

phase set_up
    "A number is drawn, which nobody sees."
    number becomes {2}

rule turn_of(p: player)
    "{p} guesses."
    choose guessing by p
        "A number is named."
        move "{n}" for n in 1..3
            number becomes {n}

end guessed
    "One guess is all."
    when yes
    draw

play
    set_up()
    turn_of(P1)
    check guessed
"""


def test_a_payment_speaks_of_the_kinds_that_it_names() -> None:
    state = rulewright.load(str(CASES / "payments.rules")).rules(2).initial()
    point = state.rules.point(state)
    assert point is not None
    speech = Speech(state.rules, point, 0, list(state.slots))
    assert speech.types() == ("metal",)
    codes = [choice.code for choice in state.rules.choices(state)]
    keys = {move.notation: move.keys for move in speech.moves(codes)}
    assert keys["pays 6gold"] == ("metal|gold",)
    assert keys["pays 1gold+5copper"] == ("metal|gold", "metal|copper")


def test_a_move_speaks_of_dice_while_they_lie_before_all_players() -> None:
    game = rulewright.load(str(GALLERY / "backgammon.rules"))
    state = game.initial()
    for move in ("roll 6", "roll 2"):
        state = game.step(state, move)
    speech, moves = all_moves(state.rules, state)
    assert speech.types() == ("|dice", "point")
    assert {move.notation: move.keys for move in moves}["n24 with 6"] == ("|6|dice|", "point|n24")
    assert offer(speech, moves, ["point|n24"]).made is None
    state = game.step(state, "n24 with 6")
    speech, moves = all_moves(state.rules, state)
    assert {key for move in moves for key in move.keys if "dice" in key} == {"|2|dice|"}
    # The only die that is left need not be chosen.
    made = offer(speech, moves, ["point|n13"]).made
    assert made is not None
    assert made.notation == "n13 with 2"


def test_a_move_does_not_speak_of_numbers_that_are_hidden(tmp_path: Path) -> None:
    (tmp_path / "guess.rules").write_text(HIDDEN)
    game = rulewright.load(str(tmp_path / "guess.rules"))
    _, moves = all_moves(game.initial().rules, game.initial())
    assert [move.keys for move in moves] == [(), (), ()]
