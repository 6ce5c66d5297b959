"""Games watched: they are those of `simulate`, and what is noted of them is what happens."""

from __future__ import annotations

import pytest

from rulewright import load, open_files
from rulewright.dsl.load.loader import read_text
from rulewright.interpreter.analysis.balance.items import Item, Items
from rulewright.interpreter.analysis.balance.outlook import Outlook
from rulewright.interpreter.analysis.balance.records import OfferCount, Record
from rulewright.interpreter.analysis.balance.watch import Watcher
from rulewright.interpreter.analysis.playouts.positions import PlainPositions
from rulewright.interpreter.analysis.playouts.simulate import play_out
from rulewright.interpreter.game.rules import Rules
from rulewright.interpreter.runtime.series import SeriesDice

from .game import GAME


def watcher(rules: Rules, tries: int = 0, limit: int = 1000) -> Watcher:
    return Watcher(rules, Items(rules.machines.plain), Outlook(rules, PlainPositions(rules), tries, limit), limit)


@pytest.fixture(scope="module")
def metals() -> Rules:
    return open_files(read_text("metals.rules", GAME)).rules(2)


def of(record: Record, item: Item) -> list[OfferCount | None]:
    return [record.uses.get((item, seat)) for seat in (0, 1)]


@pytest.mark.parametrize("name", ["nim", "pig", "goofspiel"])
def test_the_games_are_those_of_simulate(name: str) -> None:
    rules = load(name).rules(2)
    for number in range(2):
        record = watcher(rules).game(3, number)
        played = play_out(rules, SeriesDice(3, number))
        assert (record.end, record.winners, record.scores) == (played.end, played.winners, played.scores)
        assert (record.choices, record.offered, record.widest) == (played.choices, played.offered, played.widest)


def test_kinds_and_values_are_offered_and_taken(metals: Rules) -> None:
    record = watcher(metals).game(1, 0)
    kind = Item("takes")
    gold, lead = (Item("takes", "metal", "m", name) for name in ("gold", "lead"))
    assert of(record, kind) == [OfferCount(1, 1), OfferCount(1, 1)]
    assert of(record, gold)[0] == OfferCount(1, 1) or of(record, lead)[0] == OfferCount(1, 1)
    # The second player may not take what the first has taken.
    assert sum(use is not None for use in of(record, gold)) + sum(use is not None for use in of(record, lead)) == 3


def test_all_items_are_known_also_those_never_offered(metals: Rules) -> None:
    items = Items(metals.machines.plain)
    assert [str(item) for item in items.all] == ["takes", "takes: m = gold", "takes: m = lead", "takes: m = tin"]


def test_a_requirement_is_applied_where_it_refuses_a_move(metals: Rules) -> None:
    record = watcher(metals).game(1, 0)
    assert record.applied["not_tin"] == 0
    assert record.applied["not_taken"] == 1
    assert "never_refuses" not in record.applied


def test_forced_choices_and_turns_are_counted(metals: Rules) -> None:
    record = watcher(metals).game(1, 0)
    assert (record.choices, record.turns, record.forced, record.by_seat, record.first) == (2, 2, 1, (1, 1), 0)


def test_a_game_that_goes_on_has_no_winner(metals: Rules) -> None:
    record = watcher(metals, limit=1).game(1, 0)
    assert (record.end, record.winners, record.shares, record.outlook) == (None, (), (0.0, 0.0), ())


def test_the_outlook_is_looked_at_ten_times_and_ends_near_the_result() -> None:
    record = watcher(load("pig").rules(2), tries=8).game(1, 0)
    assert len(record.outlook) == 10
    assert all(sum(shares) == pytest.approx(1) for shares in record.outlook)
    assert record.leads is not None
    assert record.leads[-1] in record.winners
