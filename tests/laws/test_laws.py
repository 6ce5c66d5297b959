"""Every law, for every game that ships, with every variant and number of players, in random games."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Sequence
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulewright.interpreter.chance import Dice
from rulewright.interpreter.codes import decode, encode
from rulewright.interpreter.laws import LAWS, Held, hold, positions
from rulewright.interpreter.laws.law import Law
from rulewright.interpreter.laws.positions import _missing
from rulewright.interpreter.laws.secrets import SECRETS_ARE_KEPT
from rulewright.interpreter.laws.symmetry import SYMMETRIES_HOLD
from rulewright.interpreter.simulate import play_out

from ..strategies import tables
from .tables import EVERYWHERE, NAMES, assert_holds, game, stem, told

# Positions that are looked at at the end of each game that is played so far.
LOOKED_AT = 2
LONG = [SYMMETRIES_HOLD, SECRETS_ARE_KEPT]


@pytest.mark.parametrize("name", EVERYWHERE, ids=stem)
@settings(max_examples=4, deadline=None)
@given(data=st.data())
def test_every_law_of_a_position_holds(name: str, data: st.DataObject) -> None:
    # Secrets and symmetries, which take long, have a test of their own.
    look(name, data, [law for law in LAWS if not law.whole_games and law not in LONG], LOOKED_AT)


@pytest.mark.parametrize("law", LONG, ids=lambda law: law.id)
@pytest.mark.parametrize("name", EVERYWHERE, ids=stem)
@settings(max_examples=2, deadline=None)
@given(data=st.data())
def test_a_law_that_takes_long_holds(name: str, law: Law, data: st.DataObject) -> None:
    rules = game(name).rules()
    assert law.concerns(rules) == (bool(rules.program.symmetries) if law is SYMMETRIES_HOLD else rules.keeps_secrets)
    if law.concerns(rules):
        look(name, data, [law], 1)


def look(name: str, data: st.DataObject, laws: Sequence[Law], most: int) -> None:
    """Hold the last positions of a drawn game against laws."""
    table = data.draw(tables(game(name)), "table")
    rules = game(name).rules(table.players)
    for here in deque(positions(rules, Dice(table.seed), table.steps), most):
        for law in laws:
            if law.concerns(rules):
                assert_holds(name, law, here)


@pytest.mark.parametrize("name", EVERYWHERE, ids=stem)
@settings(max_examples=2, deadline=None)
@given(data=st.data())
def test_every_law_of_a_whole_game_holds(name: str, data: st.DataObject) -> None:
    table = data.draw(tables(game(name)), "table")
    rules = game(name).rules(table.players)
    for held in hold(rules, [law for law in LAWS if law.whole_games], range(1), table.seed, limit=80):
        assert held.games == 1
        for broken in held.broken.values():
            told(name, rules, broken)


@pytest.mark.parametrize("name", NAMES)
def test_games_end_and_hold_what_is_declared_all_the_way(name: str) -> None:
    one = game(name)
    for players in sorted({one.fewest, one.most}):
        rules = one.rules(players)
        played = play_out(rules, Dice(5), invariants=True)
        assert played == play_out(rules, Dice(5))
        assert played.end is not None
        assert rules.program.invariants or rules.program.step_invariants


@pytest.mark.parametrize("name", NAMES)
def test_moves_and_their_numbers_are_the_same_thing(name: str) -> None:
    for block in game(name).rules().program.blocks:
        for move in getattr(block.end, "moves", ()):
            for code in {0, move.count // 2, move.count - 1}:
                assert encode(move.bound, decode(move.bound, code)) == code


def test_the_page_on_trust_tells_every_law() -> None:
    page = (Path(__file__).parents[2] / "docs" / "trust.md").read_text(encoding="utf-8")
    told = {id: re.sub(r"\[(\w+)\]\(\S+\)", r"\1", says) for id, says in re.findall(r"^\| `(\w+)` \| ([^|]+\.) \|", page, re.M)}
    assert told == {law.id: law.statement for law in LAWS}


@pytest.mark.slow
@pytest.mark.parametrize("name", EVERYWHERE, ids=stem)
@settings(max_examples=100, deadline=None)
@given(data=st.data())
def test_every_law_of_a_position_holds_in_many(name: str, data: st.DataObject) -> None:
    look(name, data, [law for law in LAWS if not law.whole_games], 1)


@pytest.mark.slow
@pytest.mark.parametrize("name", EVERYWHERE, ids=stem)
def test_every_law_holds_in_many_games(name: str) -> None:
    one = game(name)
    for players in range(one.fewest, one.most + 1):
        rules, whole = one.rules(players), Held()
        for held in hold(rules, LAWS, range(40), seed=1000):
            whole.add(held)
        for broken in whole.broken.values():
            told(name, rules, broken)
        assert all(whole.looked[law.id] for law in LAWS if law.concerns(rules))


@pytest.mark.parametrize("offered", [[], [0], [0, 1, 2], [3, 4, 9], [9]])
def test_moves_that_are_not_offered_are_counted_without_listing_them(offered: list[int]) -> None:
    others = [code for code in range(10) if code not in offered]
    assert [_missing(offered, place) for place in range(len(others))] == others
