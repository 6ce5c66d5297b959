"""What holds for every rulebook that ships, for every number of players."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import rulewright
from rulewright.cli.names import shipped_names
from rulewright.interpreter.chance import Dice
from rulewright.interpreter.codes import decode, encode
from rulewright.interpreter.rules import CHANCE, Rules
from rulewright.interpreter.simulate import play_out
from rulewright.interpreter.state import Choice, State

GAMES = {name: rulewright.load(name) for name in shipped_names()}
TABLES = [(name, players) for name, game in GAMES.items()
          for players in sorted({game.fewest, min(3, game.most), min(4, game.most)}) if players >= game.fewest]
STEPS = 60


def walk(rules: Rules, seed: int, steps: int) -> State:
    """A position some random steps into a game."""
    dice, state = Dice(seed), rules.initial()
    for _ in range(steps):
        if state.is_over:
            break
        state = rules.step(state, rules.random_choice(state, dice))
    return state


positions = st.tuples(st.sampled_from(TABLES), st.integers(0, 10**6), st.integers(0, STEPS))


@settings(max_examples=120, deadline=None)
@given(positions)
def test_someone_can_move_or_the_game_is_over(position: tuple[tuple[str, int], int, int]) -> None:
    (name, players), seed, steps = position
    rules = GAMES[name].rules(players)
    state = walk(rules, seed, steps)
    assert (rules.to_move(state) is None) == state.is_over == (not rules.choices(state))
    assert (rules.outcome(state) is not None) == state.is_over


@settings(max_examples=80, deadline=None)
@given(positions)
def test_every_choice_steps_and_its_notation_means_it(position: tuple[tuple[str, int], int, int]) -> None:
    (name, players), seed, steps = position
    rules = GAMES[name].rules(players)
    state = walk(rules, seed, steps)
    before = state.slots
    choices = rules.choices(state)
    assert len({choice.notation for choice in choices}) == len(choices)
    for choice in choices[:40]:
        assert rules.explain(state, choice) is None
        assert rules.step(state, choice) == rules.step(state, choice.notation) == rules.traced_step(state, choice)[0]
    assert state.slots == before


@settings(max_examples=80, deadline=None)
@given(positions)
def test_every_other_move_is_refused_with_a_clause(position: tuple[tuple[str, int], int, int]) -> None:
    (name, players), seed, steps = position
    rules = GAMES[name].rules(players)
    state = walk(rules, seed, steps)
    point = rules.point(state)
    if point is None or rules.to_move(state) is CHANCE:
        return
    legal = {choice.code for choice in rules.choices(state)}
    last = point.kinds[-1].first + point.kinds[-1].count
    for code in range(min(last, 300)):
        if code not in legal:
            refusals = rules.explain(state, Choice("?", "?", None, code))
            assert refusals
            assert all(one.clause in rules.clauses and one.message for one in refusals)
            with pytest.raises(rulewright.IllegalChoice):
                rules.step(state, Choice("?", "?", None, code))


@settings(max_examples=80, deadline=None)
@given(positions)
def test_a_state_is_text_and_back(position: tuple[tuple[str, int], int, int]) -> None:
    (name, players), seed, steps = position
    rules = GAMES[name].rules(players)
    state = walk(rules, seed, steps)
    assert rules.state_from_text(str(state)) == state


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_the_same_seed_gives_the_same_game(name: str, players: int) -> None:
    rules = GAMES[name].rules(players)
    assert play_out(rules, Dice(5)) == play_out(rules, Dice(5))
    assert walk(rules, 5, 50).slots == walk(rules, 5, 50).slots


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_declared_invariants_hold_after_every_step_of_random_games(name: str, players: int) -> None:
    rules = GAMES[name].rules(players)
    broken: set[str] = set()
    for seed in range(4):
        played = play_out(rules, Dice(seed), watch=lambda state: broken.update(rules.broken_invariants(state)))
        assert played.end is not None
    assert broken == set()
    assert rules.program.invariants


@pytest.mark.slow
@pytest.mark.parametrize(("name", "players"), TABLES)
def test_declared_invariants_hold_in_many_random_games(name: str, players: int) -> None:
    rules = GAMES[name].rules(players)
    broken: set[str] = set()
    for seed in range(100):
        play_out(rules, Dice(1000 + seed), watch=lambda state: broken.update(rules.broken_invariants(state)))
    assert broken == set()


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_moves_and_their_numbers_are_the_same_thing(name: str, players: int) -> None:
    program = GAMES[name].rules(players).program
    for block in program.blocks:
        moves = getattr(block.end, "moves", ())
        for move in moves:
            for code in {0, move.count // 2, move.count - 1}:
                assert encode(move.bound, decode(move.bound, code)) == code
