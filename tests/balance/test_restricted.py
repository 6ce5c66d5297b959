"""Restricted play: a seat kept from what wins loses, and one that never takes the item plays the same game."""

from __future__ import annotations

import pytest

from rulewright import open_files
from rulewright.dsl.load.loader import read_text
from rulewright.interpreter.analysis.balance.items import Item, Items
from rulewright.interpreter.analysis.balance.records import Record
from rulewright.interpreter.analysis.balance.restricted import Restriction, RestrictionLoss, corrected, loss_of
from rulewright.interpreter.game.rules import Rules

from .game import GAME
from .test_command import answer
from .test_watch import watcher

GOLD, LEAD, TIN = (Item("takes", "metal", "m", name) for name in ("gold", "lead", "tin"))
GAMES = 40


@pytest.fixture(scope="module")
def metals() -> Rules:
    return open_files(read_text("metals.rules", GAME)).rules(2)


@pytest.fixture(scope="module")
def records(metals: Rules) -> list[Record]:
    watched = watcher(metals)
    return [watched.game(1, number) for number in range(GAMES)]


def loss(metals: Rules, records: list[Record], item: Item) -> RestrictionLoss:
    barring = Restriction(metals, Items(metals.machines.plain), item, None, lambda number: None)
    return corrected([loss_of(barring, records, 1, 100)])[0]


def test_a_first_seat_without_gold_loses_what_it_won_by_gold(metals: Rules, records: list[Record]) -> None:
    found = loss(metals, records, GOLD)
    # The first seat loses each game that it won; the second must take gold where only gold is left, and loses nothing.
    won_first = sum(record.winners == (0,) for record in records)
    assert found.loss is not None
    assert found.loss.value == pytest.approx(won_first / GAMES / 2)
    assert found.replayed == GAMES
    assert found.is_shown


def test_a_seat_without_lead_gains(metals: Rules, records: list[Record]) -> None:
    found = loss(metals, records, LEAD)
    assert found.loss is not None
    assert found.loss.high < 0


def test_what_is_never_taken_is_not_played_again(metals: Rules, records: list[Record]) -> None:
    found = loss(metals, records, TIN)
    assert (found.replayed, found.q, found.is_shown) == (0, None, False)


def test_too_few_games_give_no_loss(metals: Rules, records: list[Record]) -> None:
    assert loss(metals, records[:19], GOLD).loss is None


def test_a_loss_without_spread_is_not_certain() -> None:
    text = answer("tic_tac_toe", "--games", "20", "--tries", "0", "--restrict", "all")
    assert "Restricted play" in text
    assert "[+0.0 to +0.0]" not in text


def test_players_who_think_are_restricted_too() -> None:
    arguments = ("nim", "--games", "20", "--tries", "0", "--players-by", "mcts:5", "--restrict", "counters_to_take: n = 1")
    text = answer(*arguments)
    assert "counters_to_take: n = 1  " in text.partition("Restricted play")[2]
    assert answer(*arguments, "--jobs", "2") == text


def test_wrong_restrictions_are_wrong_usage() -> None:
    assert "did you mean `hold`" in answer("pig", "--restrict", "holt", code=2)
    assert "exclude each other" in answer("pig", "--restrict", "hold", "--against", "pig", code=2)
