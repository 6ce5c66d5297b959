"""Wrong notation: which legal notations are the nearest, the best first."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from rulewright.interpreter.game.state import State
from rulewright.interpreter.game.table.spelling import distance, nearest, spelled_alike
from rulewright.interpreter.runtime.chance import Dice

from ...shipped import shipped_rules

CELLS = [f"{column}{row}" for row in "123" for column in "abc"]
DISCS = [f"disc {number}" for number in range(1, 6)]


@cache
def legal_where(part: str) -> tuple[str, ...]:
    """The legal notations at the first choice of a random game that offers one with this text in it."""
    magnus, dice = shipped_rules("carolus_magnus"), Dice(1)
    state = magnus.initial()
    while True:
        notations = tuple(choice.notation for choice in magnus.decisions.choices(state))
        if isinstance(magnus.decisions.to_move(state), int) and any(part in notation for notation in notations):
            return notations
        state = next_state(state, dice)


def next_state(state: State, dice: Dice) -> State:
    return state.rules.step(state, state.rules.random_choice(state, dice))


# A text in one of the legal notations of a choice.
PALADINS, EMPEROR, CROWN = "to court", "emperor", "takes"


@pytest.mark.parametrize(("text", "legal", "best"), [
    ("disc 9", DISCS, "disc 5"), ("disc 0", DISCS, "disc 1"), ("disc 55", DISCS, "disc 5"), ("disk 3", DISCS, "disc 3"),
    ("Disc 3", DISCS, "disc 3"), ("disc3", DISCS, "disc 3"), ("dics 2", DISCS, "disc 2"), ("3", DISCS, "disc 3"),
    ("disc four", DISCS, "disc 1"), ("  disc   4 ", DISCS, "disc 4"), ("disc -4", DISCS, "disc 4"), ("d 2", DISCS, "disc 2"),
    ("disc 3!", DISCS, "disc 3"), ("dsic 1", DISCS, "disc 1"), ("show disc 5", DISCS, "disc 5"), ("", DISCS, "disc 1"),
    ("b9", CELLS, "b3"), ("B2", CELLS, "b2"), ("2b", CELLS, "b2"), ("a 1", CELLS, "a1"), ("d1", CELLS, "a1"),
    ("a1a1", CELLS, "a1"), ("c33", CELLS, "c3"), ("b-2", CELLS, "b2"), ("zz", CELLS, "a1"),
    ("rde to court", PALADINS, "red to court"), ("red court", PALADINS, "red to court"),
    ("red to the court", PALADINS, "red to court"), ("court red to", PALADINS, "red to court"),
    ("Red To Court", PALADINS, "red to court"), ("red to T77", PALADINS, "red to T7"), ("red toT7", PALADINS, "red to T7"),
    ("red to t7", PALADINS, "red to T7"), ("red on T7", PALADINS, "red to T7"), ("red to 7", PALADINS, "red to T7"),
    ("emperor 9", EMPEROR, "emperor 2"), ("emperor1", EMPEROR, "emperor 1"), ("empreor 1", EMPEROR, "emperor 1"),
    ("takes pnik", CROWN, "takes pink"), ("take red", CROWN, "takes red"), ("takes greeen", CROWN, "takes green"),
    ("yellow", CROWN, "takes yellow"), ("takes rde", CROWN, "takes red"),
])
def test_the_nearest_legal_notation_comes_first(text: str, legal: Sequence[str], best: str) -> None:
    notations = legal_where(legal) if isinstance(legal, str) else legal
    found = nearest(text, notations)
    assert found[0] == best
    assert len(found) == min(3, len(notations))
    assert set(found) <= set(notations)


def test_of_notations_equally_near_the_nearest_number_comes_first() -> None:
    assert nearest("disc 9", DISCS) == ["disc 5", "disc 4", "disc 3"]


def test_nothing_is_near_when_nothing_is_legal() -> None:
    assert nearest("disc 3", []) == []


WORDS = st.text(st.characters(codec="utf-8", exclude_categories=("Z", "C")), max_size=8)


@given(WORDS, st.lists(WORDS, min_size=1, max_size=30, unique=True))
def test_none_is_nearer_than_the_nearest(text: str, notations: list[str]) -> None:
    """Not all are compared; what is left out could not have been among the nearest. A first word has a rule of its own."""
    assume(not any(notation.casefold().startswith(text.casefold()) for notation in notations))
    distances = sorted(distance(text.casefold(), notation.casefold()) for notation in notations)
    assert [distance(text.casefold(), word.casefold()) for word in nearest(text, notations)] == distances[:3]


ENDINGS = st.lists(st.text(st.sampled_from("ab "), max_size=8), min_size=1, unique=True)


@given(st.text(st.sampled_from("ab"), min_size=3, max_size=4), ENDINGS, ENDINGS)
def test_the_nearest_of_a_first_word_begin_with_it(text: str, endings: list[str], others: list[str]) -> None:
    begun = [text + ending for ending in endings]
    notations = [*(other for other in others if not other.startswith(text)), *begun]
    assert nearest(text, notations) == sorted(begun, key=len)[:3]


@given(st.text(max_size=8), st.text(max_size=8))
def test_a_distance_is_a_distance(a: str, b: str) -> None:
    assert distance(a, b) == distance(b, a)
    assert (distance(a, b) == 0) == (a == b)
    assert abs(len(a) - len(b)) <= distance(a, b) <= max(len(a), len(b))


@pytest.mark.parametrize(("text", "legal", "meant"), [
    ("Disc 3", DISCS, "disc 3"), ("disc_3", DISCS, "disc 3"), ("disc -3", DISCS, None),
    ("DISC  3.", DISCS, "disc 3"), ("disc3", DISCS, "disc 3"),
    ("disc 33", DISCS, None), ("disk 3", DISCS, None), ("B2", CELLS, "b2"), ("(b2)", CELLS, "b2"),
    ("1 2", ["1, 2", "12"], "1, 2"), ("12", ["1, 2", "12"], "12"), ("a -1", ["a 1", "a -1"], "a -1"),
    ("move", ["Move", "MOVE"], None),
])
def test_a_text_is_spelled_like_one_notation_or_none(text: str, legal: list[str], meant: str | None) -> None:
    assert spelled_alike(text, legal) == meant
