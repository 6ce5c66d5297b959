"""The things that moves speak of, which a click on a page chooses."""

from __future__ import annotations

from itertools import permutations
from pathlib import Path

import rulewright
from rulewright.cli.tables.choices.offers import all_moves, offer
from rulewright.cli.tables.choices.spoken_moves import Speech
from rulewright.interpreter.game.rules import State
from rulewright.interpreter.runtime.chance import Dice

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

PAIRS = """rulebook pairs
    "Pairs"
    players 2

each player has
    hand: set of 1..4 = {1, 2, 3, 4}

rule turn_of(p: player)
    "{p} lays a pair."
    choose pair by p
        "Two numbers of the hand are laid."
        move "{n} and {m}" for n in p.hand, m in p.hand where n < m
            p.hand loses n
            p.hand loses m

end laid
    "One pair is all."
    when yes
    draw

play
    turn_of(P1)
    check laid
"""


def in_any_order(state: State, notation: str) -> None:
    """Choose the parts of a move in each order; all must be lit until the last decides the move."""
    speech, moves = all_moves(state)
    wanted = next(move for move in moves if move.notation == notation)
    for order in permutations(wanted.keys):
        offered = offer(speech, moves, ())
        for part in order:
            assert part in offered.next, (order, part)
            offered = offer(speech, moves, (*offered.chosen, part))
        assert offered.moves == (wanted,), order


def test_a_payment_speaks_of_the_kinds_that_it_names() -> None:
    state = rulewright.load(str(CASES / "payments.rules")).rules(2).initial()
    point = state.rules.decisions.point(state)
    assert point is not None
    speech = Speech(state.rules.names, point, 0, list(state.slots))
    assert speech.types() == ("metal",)
    codes = [choice.code for choice in state.rules.decisions.choices(state)]
    keys = {move.notation: move.keys for move in speech.moves(codes)}
    assert keys["pays 6gold"] == ("metal|gold",)
    assert keys["pays 1gold+5copper"] == ("metal|gold", "metal|copper")
    copper = offer(speech, speech.moves(codes), ["metal|copper"])
    assert copper.spoken_move is None
    assert {"metal|gold", "metal|silver"} <= {*copper.next}


def test_a_move_speaks_of_dice_while_they_lie_before_all_players() -> None:
    game = rulewright.load(str(GALLERY / "backgammon.rules"))
    state = game.initial()
    for move in ("roll 6", "roll 2"):
        state = game.step(state, move)
    speech, moves = all_moves(state)
    assert speech.types() == ("|dice", "point")
    assert {move.notation: move.keys for move in moves}["n24 with 6"] == ("|6|dice|", "point|n24")
    assert offer(speech, moves, ["point|n24"]).spoken_move is None
    in_any_order(state, "n24 with 6")
    state = game.step(state, "n24 with 6")
    speech, moves = all_moves(state)
    assert {key for move in moves for key in move.keys if "dice" in key} == {"|2|dice|"}
    # The only die that is left need not be chosen.
    made = offer(speech, moves, ["point|n13"]).spoken_move
    assert made is not None
    assert made.notation == "n13 with 2"


def test_a_move_does_not_speak_of_numbers_that_are_hidden(tmp_path: Path) -> None:
    (tmp_path / "guess.rules").write_text(HIDDEN)
    game = rulewright.load(str(tmp_path / "guess.rules"))
    _, moves = all_moves(game.initial())
    assert [move.keys for move in moves] == [("|1|#n",), ("|2|#n",), ("|3|#n",)]


def test_the_cards_to_pass_are_chosen_in_any_order() -> None:
    state = rulewright.load(str(GALLERY / "hearts.rules")).initial()
    while (point := state.rules.decisions.point(state)) is not None and point.clause != "cards_to_pass":
        state = state.rules.step(state, state.rules.random_choice(state, Dice(1)))
    in_any_order(state, all_moves(state)[1][-1].notation)


def test_values_of_which_the_rulebook_names_each_pair_once_are_chosen_in_any_order(tmp_path: Path) -> None:
    (tmp_path / "pairs.rules").write_text(PAIRS)
    in_any_order(rulewright.load(str(tmp_path / "pairs.rules")).initial(), "2 and 3")
