"""Every law, for every game that ships, with every variant and number of players, in random games."""

from __future__ import annotations

import re
from collections import deque
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulewright.interpreter.chance import Dice
from rulewright.interpreter.codes import decode, encode
from rulewright.interpreter.laws import LAWS, Broken, Held, breach_of, hold, positions
from rulewright.interpreter.laws.law import Law
from rulewright.interpreter.laws.secrets import SECRETS_ARE_KEPT
from rulewright.interpreter.laws.symmetry import SYMMETRIES_HOLD
from rulewright.interpreter.simulate import play_out

from .tables import NAMES, SECRETS, game, told

STEPS = 150
# Positions that are looked at at the end of each game that is played so far.
LOOKED_AT = 2
PLACES = st.tuples(st.integers(0, 10**6), st.integers(0, STEPS))
EVERYWHERE = [*NAMES, *map(str, SECRETS)]


@pytest.mark.parametrize("name", EVERYWHERE, ids=lambda name: name.rpartition("/")[2])
@settings(max_examples=4, deadline=None)
@given(data=st.data(), place=PLACES)
def test_every_law_of_a_position_holds(name: str, data: st.DataObject, place: tuple[int, int]) -> None:
    one, (seed, steps) = game(name), place
    rules = one.rules(data.draw(st.integers(one.fewest, one.most), "players"))
    for here in deque(positions(rules, Dice(seed), steps), LOOKED_AT):
        for law in LAWS:
            # Secrets and symmetries, which take long, have tests of their own.
            if law.concerns(rules) and not law.whole_games and law.apart == 1:
                breach = breach_of(law, here)
                assert breach is None, told(rules, Broken(law, breach, here.steps))


@pytest.mark.parametrize("law", [SYMMETRIES_HOLD, SECRETS_ARE_KEPT], ids=lambda law: law.id)
@pytest.mark.parametrize("name", EVERYWHERE, ids=lambda name: name.rpartition("/")[2])
@settings(max_examples=2, deadline=None)
@given(data=st.data(), place=PLACES)
def test_a_law_that_takes_long_holds(name: str, law: Law, data: st.DataObject, place: tuple[int, int]) -> None:
    one, (seed, steps) = game(name), place
    rules = one.rules(data.draw(st.integers(one.fewest, one.most), "players"))
    assert law.concerns(rules) == (bool(rules.program.symmetries) if law is SYMMETRIES_HOLD else rules.keeps_secrets)
    for here in deque(positions(rules, Dice(seed), steps), 1) if law.concerns(rules) else ():
        breach = breach_of(law, here)
        assert breach is None, told(rules, Broken(law, breach, here.steps))


@pytest.mark.parametrize("name", EVERYWHERE, ids=lambda name: name.rpartition("/")[2])
@settings(max_examples=2, deadline=None)
@given(data=st.data(), seed=st.integers(0, 10**6))
def test_every_law_of_a_whole_game_holds(name: str, data: st.DataObject, seed: int) -> None:
    one = game(name)
    rules = one.rules(data.draw(st.integers(one.fewest, one.most), "players"))
    for held in hold(rules, [law for law in LAWS if law.whole_games], range(1), seed, limit=80):
        assert [told(rules, one) for one in held.broken.values()] == []
        assert held.games == 1


@pytest.mark.parametrize("name", NAMES)
def test_games_end_and_hold_what_is_declared_all_the_way(name: str) -> None:
    one = game(name)
    for players in sorted({one.fewest, one.most}):
        rules = one.rules(players)
        played = play_out(rules, Dice(5), watch=rules.hold_invariants)
        assert played == play_out(rules, Dice(5))
        assert played.end is not None
        assert rules.program.invariants


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
@pytest.mark.parametrize("name", EVERYWHERE, ids=lambda name: name.rpartition("/")[2])
@settings(max_examples=100, deadline=None)
@given(data=st.data(), place=PLACES)
def test_every_law_of_a_position_holds_in_many(name: str, data: st.DataObject, place: tuple[int, int]) -> None:
    one, (seed, steps) = game(name), place
    rules = one.rules(data.draw(st.integers(one.fewest, one.most), "players"))
    for here in deque(positions(rules, Dice(seed), steps), 1):
        for law in (law for law in LAWS if law.concerns(rules) and not law.whole_games):
            breach = breach_of(law, here)
            assert breach is None, told(rules, Broken(law, breach, here.steps))


@pytest.mark.slow
@pytest.mark.parametrize("name", EVERYWHERE, ids=lambda name: name.rpartition("/")[2])
def test_every_law_holds_in_many_games(name: str) -> None:
    one = game(name)
    for players in range(one.fewest, one.most + 1):
        rules, whole = one.rules(players), Held()
        for held in hold(rules, LAWS, range(40), seed=1000):
            whole.add(held)
        assert [told(rules, broken) for broken in whole.broken.values()] == []
        assert all(whole.looked[law.id] for law in LAWS if law.concerns(rules))
