"""Batches: each lane is the game of its number, whether a module plays or Python, and bad input says so."""

from __future__ import annotations

import pytest

import rulewright
from rulewright import Batch, Game, RulebookFault, open_files
from rulewright.dsl.load.loader import read_text
from rulewright.interpreter.analysis.playouts import faster
from rulewright.interpreter.game.rules import Rules
from rulewright.interpreter.machine.machine import DecisionPoint
from rulewright.interpreter.runtime.series import SeriesDice

from ...shipped import shipped_rules
from ..breaks import BREAKS

pytest.importorskip("numpy", reason="NumPy is not installed")
pytest.importorskip("wasmtime", reason="wasmtime is not installed")

import numpy as np

from rulewright.interpreter.analysis.playouts import batch as batches
from rulewright.interpreter.analysis.playouts.batch import IllegalCodes
from rulewright.interpreter.backends.low.layout.memory import DONE
from rulewright.interpreter.backends.wasm.instance import ModuleTrap

LANES, SEED = 5, 3
PLAYED = ("tic_tac_toe", "pig", "carolus_magnus", "shut_the_box")


class Alone:
    """The game of a lane in Python."""

    def __init__(self, rules: Rules, number: int) -> None:
        self.machine, self.random_play, self.dice = rules.machines.plain, rules.machines.random_play, SeriesDice(SEED, number)
        self.s = self.machine.start()
        self.roll()

    @property
    def point(self) -> DecisionPoint | None:
        return None if self.s[1] else self.machine.points[self.s[0]]

    def roll(self) -> None:
        """Roll until a seat decides."""
        while (point := self.point) is not None and point.player is None:
            self.machine.apply(self.s, point, self.random_play.outcome(self.s, point, self.dice))

    def legal(self) -> list[int]:
        return [] if self.point is None else self.machine.legal(self.s, self.point)

    def step(self, code: int) -> None:
        if self.point is not None:
            self.machine.apply(self.s, self.point, code)
            self.roll()


def same(batch: Batch, games: list[Alone]) -> None:
    """What the arrays say is so in Python."""
    for lane, game in enumerate(games):
        legal = game.legal()
        assert batch.states[lane].tolist() == game.s
        assert np.flatnonzero(batch.masks[lane]).tolist() == sorted(legal)
        assert batch.counts[lane] == len(legal)
        assert batch.codes[lane, : len(legal)].tolist() == legal[:30]
        point = game.point
        assert batch.movers[lane] == (-2 if point is None or point.player is None else point.player(game.s))


@pytest.mark.parametrize("name", PLAYED)
def test_codes_in_lanes_give_the_positions_of_python(name: str) -> None:
    game = rulewright.load(name)
    batch = rulewright.batch(game, n=LANES, seed=SEED, codes=30)
    games = [Alone(game.rules(), number) for number in range(LANES)]
    for turn in range(40):
        same(batch, games)
        picked = [legal[(turn * 7 + lane) % len(legal)] if (legal := item.legal()) else -1 for lane, item in enumerate(games)]
        batch.step(picked)
        for item, code in zip(games, picked, strict=True):
            item.step(code)
    same(batch, games)


@pytest.mark.parametrize("name", PLAYED)
def test_lanes_that_play_on_are_the_games_of_the_series(name: str) -> None:
    game = rulewright.load(name)
    batch = rulewright.batch(game, n=LANES, seed=SEED)
    batch.draw()
    batch.play_out()
    batch.draw()
    assert batch.over.all()
    played = game.playouts(LANES, SEED)
    assert [tuple(np.flatnonzero(row)) for row in batch.won] == [item.winners for item in played]
    assert [tuple(row) for row in batch.scores.tolist()] == [item.scores or (0,) * game.fewest for item in played]


def breaking() -> Game:
    return open_files(read_text("breaks.rules", BREAKS))


def test_a_lane_in_which_the_rulebook_goes_wrong_stays_and_the_others_go_on() -> None:
    batch = rulewright.batch(breaking(), n=300)
    before = batch.states.copy()
    with pytest.raises(RulebookFault, match="out of range: 2") as fault:
        batch.play_out()
    assert fault.value.span is not None
    assert 0 < batch.over.sum() < 300
    assert (batch.states[~batch.over] == before[~batch.over]).all()


def test_some_lanes_go_on_and_the_others_stay() -> None:
    rules = shipped_rules("tic_tac_toe")
    batch = rulewright.batch("tic_tac_toe", n=4, seed=SEED)
    batch.step([4, 4, 4, 4], [1, 3])
    assert batch.counts.tolist() == [9, 8, 9, 8]
    batch.draw(np.array([True, True, False, False]))
    assert batch.counts.tolist() == [8, 7, 9, 8]
    batch.play_out([2])
    assert batch.over.tolist() == [False, False, True, False]
    batch.draw([2])
    assert batch.state(0) != rules.initial()
    assert batch.over.tolist() == [False, False, True, False]
    with pytest.raises(IllegalCodes, match="lanes 3"):
        batch.step([0, 0, 0, 4], [3])


def test_codes_that_are_not_legal_leave_their_lanes_alone() -> None:
    batch = rulewright.batch("tic_tac_toe", n=3)
    with pytest.raises(IllegalCodes, match="lanes 0, 2") as refused:
        batch.step([-1, 4, 9])
    assert refused.value.lanes == (0, 2)
    assert batch.movers.tolist() == [0, 1, 0]
    for wrong in ([1, 2], [1.0, 2.0, 3.0]):
        with pytest.raises(IllegalCodes, match="3 codes are needed"):
            batch.step(wrong)


def test_positions_can_be_written() -> None:
    game = rulewright.load("tic_tac_toe")
    batch = rulewright.batch(game, n=2)
    state = game.step(game.step(game.initial(), "b2"), "a1")
    batch.states[1] = state.slots
    batch.look()
    assert batch.state(1) == state
    assert np.flatnonzero(batch.masks[1]).tolist() == game.legal_codes(state)


@pytest.mark.parametrize("name", ["pig", "carolus_magnus"])
def test_python_plays_what_a_module_hands_over(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    game = rulewright.load(name)
    compiled, handed = rulewright.batch(game, n=3, seed=SEED, codes=9), rulewright.batch(game, n=3, seed=SEED, codes=9)

    def hand_over(of: Batch) -> None:
        def call(_name: str, _table: int, _seed: int, first: int, _end: int) -> int:
            of._instance.put_word(DONE, first)
            raise ModuleTrap(3, 0, 0, 0)

        monkeypatch.setattr(of._instance, "call", call)

    hand_over(handed)
    for carry_on in ("begin", "draw", "draw", "look", "play_out"):
        for each in (compiled, handed):
            getattr(each, carry_on)()
        for array in ("states", "chances", "movers", "counts", "masks", "wins", "scores"):
            assert (getattr(compiled, array) == getattr(handed, array)).all(), (carry_on, array)


def test_what_is_missing_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    for missing, said in (("numpy", r"rulewright\[arrays\]"), ("wasmtime", "wasmtime is not installed")):
        monkeypatch.setattr(faster, "find_spec", lambda name, missing=missing: None if name == missing else object())
        with pytest.raises(ImportError, match=said):
            rulewright.batch("tic_tac_toe")
    monkeypatch.undo()
    with pytest.raises(ValueError, match="at least one lane"):
        rulewright.batch("tic_tac_toe", n=0)
    monkeypatch.setattr(batches, "MOST_BYTES", 89)
    with pytest.raises(ValueError, match="masks of 10 times 9 codes"):
        rulewright.batch("tic_tac_toe", n=10)
