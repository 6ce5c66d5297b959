"""Observations: what a seat sees is in them as `observe` says it, and nothing else is."""

from __future__ import annotations

import pytest

from rulewright import State
from rulewright.interpreter.game.rules import Rules
from rulewright.interpreter.runtime.chance import Dice

from ..shipped import shipped_rules

pytest.importorskip("numpy", reason="NumPy is not installed")

import numpy as np

from rulewright.adapters.observations import Observations

GAMES = [("tic_tac_toe", 2), ("goofspiel", 3), ("carolus_magnus", 3), ("lancaster", 3)]


def positions(rules: Rules, count: int, seed: int = 1) -> list[State]:
    """Positions of random games, one after the other."""
    dice, state = Dice(seed), rules.initial()
    out: list[State] = []
    while len(out) < count:
        out.append(state)
        state = rules.initial() if state.is_over else rules.step(state, rules.random_choice(state, dice))
    return out


def seen(observations: Observations, state: State, viewer: int) -> list[float]:
    mover = observations.rules.decisions.to_move(state)
    numbers = observations.of(np.array([state.slots]), np.array([mover if isinstance(mover, int) else -1]), viewer)[0]
    assert (numbers >= observations.low).all()
    assert (numbers <= observations.high).all()
    return [float(number) for number in numbers]


@pytest.mark.parametrize(("name", "players"), GAMES)
def test_every_number_has_a_name_of_its_own(name: str, players: int) -> None:
    observations = Observations(shipped_rules(name, players))
    assert len(set(observations.names)) == observations.n == len(observations.low) == len(observations.high)


@pytest.mark.parametrize(("name", "players"), GAMES)
def test_what_is_hidden_from_a_seat_changes_nothing(name: str, players: int) -> None:
    """Positions that differ only in what a seat may not see give it the same numbers: none of them leaks."""
    rules = shipped_rules(name, players)
    observations, compared = Observations(rules), 0
    for state in positions(rules, 60):
        for viewer in range(players):
            other = State(rules, rules.observer.as_seen(state, viewer))
            compared += other.slots != state.slots
            assert seen(observations, state, viewer) == seen(observations, other, viewer)
    assert (compared > 0) == (name == "lancaster")


@pytest.mark.parametrize(("name", "players"), GAMES)
def test_what_a_seat_sees_stands_in_the_numbers(name: str, players: int) -> None:
    """Positions whose views differ for a seat give it different numbers."""
    rules = shipped_rules(name, players)
    observations = Observations(rules)
    for viewer in range(players):
        views: dict[tuple[float, ...], object] = {}
        for state in positions(rules, 60):
            view = rules.observer.observe(state, viewer)
            assert views.setdefault(tuple(seen(observations, state, viewer)), view) == view


def test_numbers_say_what_their_names_say() -> None:
    rules = shipped_rules("goofspiel", 2)
    observations = Observations(rules)
    state = rules.step(rules.step(rules.initial(), "prize 2"), "bids 3")
    own = dict(zip(observations.names, seen(observations, state, 0), strict=True))
    other = dict(zip(observations.names, seen(observations, state, 1), strict=True))
    assert own["me=P1"] == own["to move=P2"] == own["asked=bid_made"] == other["chosen: bid_made by P1"] == 1
    assert own["at_stake"] == 2
    assert own["prizes has 2"] == 0
    assert own["prizes has 3"] == 1
    assert observations.actions.name(int(own["my choice: bid_made"]) - 1) == "bid_made(n=3)"
    assert other["my choice: bid_made"] == 0


def test_a_region_that_is_part_of_another_says_nothing() -> None:
    rules = shipped_rules("carolus_magnus", 2)
    observations = Observations(rules)
    merged = next(state for state in reversed(positions(rules, 150))
                  if len(rules.cells.existing(state)) < sum(not cell.local for cell in rules.cells.values()))
    existing = rules.cells.existing(merged)
    gone = tuple(name for name, cell in rules.cells.items() if not cell.local and name not in existing)
    full = State(rules, tuple(1 if any(cell.base == i for name, cell in rules.cells.items() if name in gone) else value
                              for i, value in enumerate(merged.slots)))
    assert seen(observations, full, 0) == seen(observations, merged, 0)


def test_who_sits_nowhere_sees_what_all_see() -> None:
    rules = shipped_rules("lancaster", 2)
    observations = Observations(rules)
    for state in positions(rules, 30):
        both = [seen(observations, state, viewer) for viewer in (0, 1)]
        public = seen(observations, state, -1)
        assert all(number == 0 or number in (first, second) for number, first, second in zip(public, *both, strict=True))
        assert not any(number for name, number in zip(observations.names, public, strict=True) if name.startswith("me="))
