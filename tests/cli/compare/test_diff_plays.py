"""Two rulebooks played side by side: the clause that was changed is named, and nothing that follows is hidden."""

from __future__ import annotations

import re
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from rulewright.cli.diff import side_by_side
from rulewright.cli.main import main
from rulewright.interpreter.analysis.divergence import Comparison, Divergence
from rulewright.interpreter.analysis.divergence.pair import PositionPair
from rulewright.interpreter.game.state import Choice

from .test_diff import assert_holds_in_a_only, report, run

explore_module = import_module("rulewright.interpreter.analysis.divergence.explore")

MILL = """rulebook mill
    "The mill"
    players 2..3

constants
    most = 3 "At most {most} are taken."
    stock = 6 "Everybody begins with {stock}."
    mills = 5 "There are {mills} mills."
    bonus = 1 "Who stands on a mark gets {bonus}."

enum mark: plain, marked

table good
    "What is sold."
    price: 0..5
    row grain: 2
    row flour: 3

board wheel: line of field F0 .. F5
    sort: mark = plain
    at F3: sort = marked

each player has
    grains: 0..20 = stock
    at: field = F0

state
    sold: 0..20 per good
    sum: 0..99

function worth(g: good, n: 1..4): 0..30
    "What {n} of {g} are worth."
    gives price_of(g) * n

function price_of(g: good): 0..6
    "The price of {g}."
    gives g.price
    exception dear: sold[g] > 3
        "What is sold often costs one more."
        gives g.price + bonus

play
    repeat
        for each p in players
            turn(p)
            check ends

rule turn(p: player)
    "{p} sells, or walks."
    choose action by p
        "{p} sells, or walks."
        move sell "sells {n} {g}" for n in 1..4, g in good
            require not_too_much: n <= most
                "at most {most}"
                exception rich: p.grains > 9
                    "The rich may sell more."
            require has_them: n <= p.grains
                "{p} has too little"
            p.grains loses n
            sold[g] gains n
            sum gains worth(g, n)
        move walk "walks"
            require not_at_the_end: next(p.at) != none
                "{p} is at the end"
            p.at becomes the next(p.at)
            p.grains gains 1
            if p.at.sort = marked
                p.grains gains bonus
        move rest "rests"
            resting(p)

rule resting(p: player)
    "{p} rests."
    sum gains 1

end all_sold
    "When little is left, whoever has more wins."
    when sum >= mills * 8
    ranking p in players by p.grains

end at_the_mill
    "Whoever reaches the end wins."
    when some p in players: next(p.at) = none
    winners p in players where next(p.at) = none
"""


def milled(tmp_path: Path, change: str, plays: int = 12) -> Any:
    """How the mill and a variant of it part; each playthrough must hold in the one and fail in the other."""
    (tmp_path / "mill.rules").write_text(MILL, encoding="utf-8")
    (tmp_path / "v.rules").write_text(f"variant v of mill\n\n{change}", encoding="utf-8")
    a = str(tmp_path / "mill.rules")
    found = report(a, f"{a}:v", "--plays", str(plays), "--seed", "1")
    for record in found["plays"]["parted"]:
        assert record["playthrough"] is not None, record
        assert_holds_in_a_only(tmp_path, record["playthrough"], f"{a}:v")
        # What is said above it is of the game that it shows.
        said, _, shown = record["playthrough"].partition("\n\n")
        facts = [line.removeprefix("expect ") for line in shown.splitlines() if line.startswith("expect ") and " = " in line]
        assert [fact for fact in facts if fact not in said] == []
    return found


@pytest.mark.parametrize(("change", "clause", "through"), [
    ("set most = 2\n", "most", "not_too_much"),
    *(pytest.param(*other, marks=pytest.mark.slow) for other in (
        # Other numbers that have names; of the first and the last of them the next test tells too.
        ("set stock = 8\n", "stock", "player.grains"), ("set bonus = 2\n", "bonus", "walk"),
        ("set mills = 4\n", "mills", "all_sold"))),
    ("set good.flour.price = 4\n", "good.flour", "sell"),
    ('replace exception dear: sold[g] > 2\n    "Often."\n    gives g.price + bonus\n', "dear", "sell"),
    ('replace exception rich: p.grains > 7\n    "Rich."\n', "rich", "not_too_much"),
    ('replace function worth(g: good, n: 1..4): 0..30\n    "Worth."\n    gives g.price + n + price_of(g)\n', "worth",
     "worth"),
    ('replace require has_them: n < p.grains\n    "too little"\n', "has_them", "has_them"),
    ('replace rule resting(p: player)\n    "Rest."\n    sum gains 2\n', "resting", "resting"),
    ('add after resting\n    p.at becomes F1\n', "resting", "resting"),
    ('replace end all_sold\n    "All."\n    when sum >= mills * 8\n    ranking p in players by p.grains ascending\n',
     "all_sold", "all_sold"),
    ('remove at_the_mill\n', "at_the_mill", "at_the_mill"),
])
def test_the_clause_that_was_changed_is_named_whatever_it_is_used_through(
        tmp_path: Path, change: str, clause: str, through: str) -> None:
    parted = milled(tmp_path, change)["plays"]["parted"]
    assert {record["clause"] for record in parted} == {clause}
    assert any(through in record["applied"] for record in parted)


def test_a_difference_at_the_beginning_hides_no_later_one(tmp_path: Path) -> None:
    change = 'set stock = 8\n\nset mills = 4\n\nreplace require not_at_the_end: p.at != F4\n    "no"\n'
    parted = milled(tmp_path, change)["plays"]["parted"]
    assert {record["clause"] for record in parted} == {"stock", "mills", "not_at_the_end"}


def test_the_order_of_ends_is_compared(tmp_path: Path) -> None:
    (tmp_path / "mill.rules").write_text(MILL, encoding="utf-8")
    first, second = MILL.index("end all_sold"), MILL.index("end at_the_mill")
    swapped = MILL[:first] + MILL[second:] + "\n" + MILL[first:second].rstrip() + "\n"
    (tmp_path / "swapped.rules").write_text(swapped.replace("rulebook mill", "rulebook swapped"), encoding="utf-8")
    changes = report(str(tmp_path / "mill.rules"), str(tmp_path / "swapped.rules"))["changes"]
    assert [(change["clause"], change["what"]) for change in changes] == [("ends", "order of the ends")]


def test_other_seats_and_numbers_of_players_are_no_difference_in_play(tmp_path: Path) -> None:
    (tmp_path / "mill.rules").write_text(MILL, encoding="utf-8")
    (tmp_path / "v.rules").write_text("variant v of mill\n    players 2..4\n    seats white, black, red, blue\n")
    a = str(tmp_path / "mill.rules")
    found = report(a, f"{a}:v", "--plays", "6")
    assert found["players"] == {"both": [2, 3], "only_a": [], "only_b": [4]}
    assert found["plays"]["parted"] == []
    assert found["plays"]["games"] == {"2": 3, "3": 3}
    assert f"only {a}:v is for 4 players" in run(a, f"{a}:v").output


def test_playthroughs_of_a_rulebook_count_however_it_is_named(tmp_path: Path) -> None:
    folder = tmp_path / "a # b"
    (folder / "playthroughs" / "folder.play").mkdir(parents=True)
    (folder / "mill.rules").write_text(MILL, encoding="utf-8")
    (folder / "v.rules").write_text("variant v of mill\n\nset most = 2\n", encoding="utf-8")
    (folder / "playthroughs" / "one.play").write_text("game mill\nplayers Anna, Boris\n\nAnna: sells 3 grain\n")
    (folder / "playthroughs" / "two.play").write_text("game mill\nplayers Anna, Boris\nvariant v\n\nAnna: walks\n")
    rulebook, variant = folder / "mill.rules", folder / "v.rules"
    for a, b, count in ((rulebook, f"{rulebook}:v", 1), (variant, rulebook, 2), (rulebook, variant, 1)):
        found = report(str(a), str(b), "--plays", "1")["plays"]
        assert found["playthroughs"] == count, a
        shown = tmp_path / "shown.play"
        shown.write_text(found["parted"][0]["playthrough"], encoding="utf-8")
        assert CliRunner().invoke(main, ["test", str(shown)]).exit_code == 0, shown.read_text()


SHOP = """rulebook shop
    "Shop"
    players 2

table ware
    "What is sold."
    price: 1..9
    row bread: 2
    row cake: 3
    row salt: 4
    row wine: 5

each player has
    gold: 0..99 = 20

state
    rounds: 0..6

phase set_up
    "Nothing is set up."
    rounds becomes 0

play
    set_up()
    repeat
        for each p in players
            turn(p)
        rounds gains 1
        check over

rule turn(p: player)
    "{p} buys something."
    choose buying by p
        "{p} buys something."
        move buy "buys {w}" for w in ware
            require can_pay: p.gold >= w.price
                "{p} cannot pay {w}"
            p.gold loses w.price
        move pass "passes"

end over
    "After some rounds the richest wins."
    when rounds = 6
    ranking p in players by p.gold
"""
BANK = """variant bank of shop

state
    bank: 0..200

replace phase set_up
    "The bank gets gold, and a player too."
    rounds becomes 0
    bank becomes 120
    P1.gold becomes 25

replace rule turn(p: player)
    "{p} buys something."
    draw gift from 2..3 as "a gift of {gift}"
    choose buying by p
        "{p} buys something."
        move buy "buys {w}" for w in ware
            require can_pay: p.gold >= w.price
                "{p} cannot pay {w}"
            require no_gift: w.price in {gift, gift + 1, gift + 2, gift + 3}
                "{w} does not go with a gift"
            p.gold loses w.price
            bank loses w.price
        move pass "passes"
"""


def shopped(tmp_path: Path, variant: str, name: str) -> Any:
    """How the shop and a variant of it part in 20 random games."""
    (tmp_path / "shop.rules").write_text(SHOP, encoding="utf-8")
    (tmp_path / f"{name}.rules").write_text(variant, encoding="utf-8")
    a = str(tmp_path / "shop.rules")
    return report(a, f"{a}:{name}", "--plays", "20", "--seed", "1")["plays"]


NO_GIFTS = re.sub(r" +(draw gift|require no_gift).*\n( +\"\{w\} does not go with a gift\"\n)?", "", BANK)


@pytest.mark.parametrize("variant", [BANK, NO_GIFTS])
def test_a_game_goes_wrong_only_where_its_own_rules_come_to(tmp_path: Path, variant: str) -> None:
    found = shopped(tmp_path, variant, "bank")
    assert "fault" not in {record["kind"] for record in found["parted"]}
    assert found["failed"] == []
    # The bank is not set up in a position that is taken over; games go on all the same.
    assert found["positions"] > 20 * 10


def test_a_variant_that_goes_wrong_by_itself_is_reported_although_it_begins_otherwise(tmp_path: Path) -> None:
    found = shopped(tmp_path, BANK.replace("bank becomes 120", "bank becomes 6"), "bank")
    (fault,) = [record for record in found["parted"] if record["kind"] == "fault"]
    assert (fault["applied"], fault["a"]) == (["buy"], [])
    assert fault["b"][0].startswith("a value out of range: -")
    # It cannot be shown by the first rulebook, in which there is no bank.
    assert fault["playthrough"] is None


def test_of_a_table_only_the_rows_that_matter_are_named(tmp_path: Path) -> None:
    dear = "variant dear of shop\n\nset ware.bread.price = 3\n\nset ware.salt.price = 9\n"
    found = shopped(tmp_path, dear, "dear")
    named = {(record["kind"], *record["differs"]) for record in found["parted"]}
    assert {("position", "ware.bread"), ("position", "ware.salt"), ("choices", "ware.salt")} <= named
    for record in found["parted"]:
        if record["kind"] == "position":
            assert f"buys {record['differs'][0].removeprefix('ware.')}" in record["playthrough"]
            assert len(record["differs"]) == 1


DEALT = """rulebook dealt
    "Small"
    players 2

enum card: low, high

each player has
    held: card or none

play
    draw first_player from players as "{first_player} begins"
    for each p in players starting with first_player
        draw c from card as "{p} is dealt {c}"
        p.held becomes c
    choose go_on by first_player
        "The first player goes on."
        move "goes on"
    check all_done

end all_done
    "It is over."
    when every p in players: p.held != none
    winners p in players where p.held = high
"""


def test_rulebooks_that_draw_for_players_in_another_order_part_where_they_do(tmp_path: Path) -> None:
    for name, text in (("dealt", DEALT), ("other", DEALT.replace("rulebook dealt", "rulebook other")
                                          .replace(" starting with first_player", ""))):
        (tmp_path / f"{name}.rules").write_text(text, encoding="utf-8")
    a, b = str(tmp_path / "dealt.rules"), str(tmp_path / "other.rules")
    found = report(a, b, "--plays", "20", "--seed", "1")["plays"]
    assert found["failed"] == []
    chance = next(record for record in found["parted"] if record["kind"] == "chance")
    assert chance["a"] == ["P2 is dealt low: 1 in 2", "P2 is dealt high: 1 in 2"]
    assert chance["b"] == ["P1 is dealt low: 1 in 2", "P1 is dealt high: 1 in 2"]


def test_a_game_that_fails_by_a_bug_ends_no_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    whole: Callable[[Comparison, PositionPair, Choice], PositionPair | Divergence | None] = explore_module.stepped

    def failing(compared: Comparison, pair: PositionPair, choice: Choice) -> PositionPair | Divergence | None:
        if choice.notation == "buys wine":
            raise KeyError("a bug")
        return whole(compared, pair, choice)

    monkeypatch.setattr(explore_module, "stepped", failing)
    # Modules step by themselves.
    monkeypatch.setattr(side_by_side, "compiled_rules", lambda *_: None)
    found = shopped(tmp_path, "variant dear of shop\n\nset ware.bread.price = 3\n", "dear")
    assert found["tried"] == 20
    assert 0 < len(found["failed"]) < 20
    assert found["failed"][0].endswith("KeyError: 'a bug'")
    a = str(tmp_path / "shop.rules")
    assert "could not be compared, by a bug of rulewright" in run(a, f"{a}:dear", "--plays", "20").output
