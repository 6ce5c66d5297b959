"""Decks: sorted into groups that are shuffled, reshuffled when they are used up, with rows that lie open."""

from __future__ import annotations

import pytest

from rulewright import open_files
from rulewright.dsl.load.loader import read_text
from rulewright.interpreter.analysis.playouts.simulate import play_out
from rulewright.interpreter.game.rules import Rules
from rulewright.interpreter.runtime.chance import Dice

LAWS = '''
rulebook laws
    "The laws"
    players 2

table law
    "The laws."
    number: 0..2
    copies: 1..3
    row taxes: 1, 1
    row peace: 0, 1
    row war:   1, 3
    row feast: 0, 1
    row crown: 2, 1

each law has
    is_in: stack or row_of_laws or discards = stack

state
    row_of_laws: list of law up to 2
    rounds: 0..20

rule turn_up(highest_first: flag)
    "The top law is laid into the row."
    if no m in law: m.is_in = stack
        for each m in law where m.is_in = discards
            m.is_in becomes stack
    if highest_first
        draw l from law where l.is_in = stack by l.number descending weighted by l.copies as "turns up {l}"
        lay(l)
    else
        draw l from law where l.is_in = stack by l.number as "turns up {l}"
        lay(l)

rule lay(l: law)
    "It is laid at the end of the row; of more than two the first is discarded."
    if size(row_of_laws) = 2
        let oldest = row_of_laws[1]
        oldest.is_in becomes discards
        row_of_laws loses oldest
    row_of_laws gains l
    l.is_in becomes row_of_laws

play
    repeat 12 times
        choose order by P1
            "The stack is taken from its top or from its bottom."
            move "top"
                turn_up(no)
            move "bottom"
                turn_up(yes)
        rounds gains 1
    check over

invariant all_somewhere: (count l in law where l.is_in = row_of_laws) = size(row_of_laws)
    "A law in the row lies in the row."

end over
    "Over after twelve rounds."
    when rounds = 12
    draw
'''


@pytest.fixture(scope="module")
def rules() -> Rules:
    return open_files(read_text("laws", LAWS)).rules()


def outcomes(rules: Rules, *moves: str) -> dict[str, int]:
    state = rules.initial()
    for move in moves:
        state = rules.step(state, move)
    return {choice.notation.removeprefix("turns up "): choice.weight for choice in rules.decisions.choices(state)}


def test_only_the_first_group_of_a_sorted_deck_is_drawn_from(rules: Rules) -> None:
    assert outcomes(rules, "top") == {"peace": 1, "feast": 1}
    assert outcomes(rules, "top", "turns up feast", "top") == {"peace": 1}
    assert outcomes(rules, "top", "turns up feast", "top", "turns up peace", "top") == {"taxes": 1, "war": 1}


def test_a_deck_may_be_drawn_from_its_other_end_and_by_weights(rules: Rules) -> None:
    assert outcomes(rules, "bottom") == {"crown": 1}
    assert outcomes(rules, "bottom", "turns up crown", "bottom") == {"taxes": 1, "war": 3}


def test_a_card_that_is_not_on_top_is_refused(rules: Rules) -> None:
    refusals = rules.explainer.explain(rules.step(rules.initial(), "top"), "turns up war")
    assert refusals is not None


def test_discards_are_drawn_from_again_when_the_deck_is_used_up(rules: Rules) -> None:
    moves = [word for law in ("peace", "feast", "war", "taxes", "crown") for word in ("top", f"turns up {law}")]
    assert outcomes(rules, *moves, "top") == {"peace": 1, "feast": 1}
    state = rules.initial()
    for move in moves:
        state = rules.step(state, move)
    assert rules.cells.value(state, "row_of_laws") == "[taxes, crown]"


@pytest.mark.parametrize("seed", range(4))
def test_games_with_a_deck_keep_every_card(rules: Rules, seed: int) -> None:
    broken: set[str] = set()
    assert play_out(rules, Dice(seed), watch=lambda state: broken.update(rules.invariants.broken(state))).end == "over"
    assert broken == set()
