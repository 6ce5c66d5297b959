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


@pytest.mark.parametrize("name", NAMES)
@settings(max_examples=4, deadline=None)
@given(place=PLACES)
def test_declared_symmetries_hold(name: str, place: tuple[int, int]) -> None:
    rules, (seed, steps) = game(name).rules(game(name).most), place
    assert bool(rules.program.symmetries) == SYMMETRIES_HOLD.concerns(rules)
    if rules.program.symmetries:
        *_, here = positions(rules, Dice(seed), steps)
        breach = breach_of(SYMMETRIES_HOLD, here)
        assert breach is None, told(rules, Broken(SYMMETRIES_HOLD, breach, here.steps))


@pytest.mark.parametrize("name", EVERYWHERE, ids=lambda name: name.rpartition("/")[2])
def test_every_law_of_a_whole_game_holds(name: str) -> None:
    rules = game(name).rules(game(name).most)
    for held in hold(rules, [law for law in LAWS if law.whole_games], range(1), seed=7, limit=80):
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
def test_every_law_holds_in_many_games(name: str) -> None:
    one = game(name)
    for players in range(one.fewest, one.most + 1):
        rules, whole = one.rules(players), Held()
        for held in hold(rules, LAWS, range(40), seed=1000):
            whole.add(held)
        assert [told(rules, broken) for broken in whole.broken.values()] == []
        assert all(whole.looked[law.id] for law in LAWS if law.concerns(rules))
