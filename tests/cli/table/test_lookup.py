"""What can be looked up at the table: rows with their values, words, fields, what is refused, and what is asked."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from rulewright.cli.main import main

RULES = """
rulebook market
    "The market"
    players 2

enum ware: pepper, silk
    "What is sold."

table stall
    "The stalls."
    price: 0..9
    rent: 0..9 = 0
    wares: set of ware
    row corner: 2
        "Whoever buys here pays {price}."
        wares = {pepper, silk}
    row gate: 3
        "Here the guard looks on."
        rent = 1
        wares = {silk}

each stall has
    sold: 0..9

each player has
    gold: 0..9 = 2

play
    repeat
        for each p in players
            buy(p)
            check bankrupt

rule buy(p: player)
    "{p} buys."
    choose buying by p
        "{p} buys at a stall, or pays."
        move buy_wares "buys {w} at {s}" for s in stall, w in ware where w in s.wares
            "Wares are bought."
            require enough_gold: p.gold >= s.price
                "{p} has only {p.gold} gold"
            p.gold loses s.price
            s.sold gains 1
        move pay_gold "pays {n} gold" for n in 0..9
            "Gold is given away."
            require gold_to_pay: n <= p.gold
                "{p} has only {p.gold} gold"
            p.gold loses n

end bankrupt
    "Nobody has gold."
    when every p in players: p.gold = 0
    draw
"""


@pytest.fixture(autouse=True)
def terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "100")


def asked(folder: Path, typed: str, rules: str = RULES, seats: str = "") -> str:
    """What is shown to somebody who types these lines at the market, and leaves."""
    (folder / "market.rules").write_text(rules, encoding="utf-8")
    result = CliRunner().invoke(main, ["play", str(folder / "market.rules"), "--seed", "7", "--save", str(folder / "m.play"),
                                       *(("--seats", seats) if seats else ())],
                                input=f"{typed}\nquit\n")
    assert result.exit_code == 0, result.output
    return result.output


@pytest.mark.parametrize(("typed", "answer"), [
    ("rules", "    corner: Whoever buys here pays 2. (wares pepper, silk)\n"),
    ("rules gate", "gate (row of stall): Here the guard looks on.\n    price 3, rent 1, wares silk\n"),
    ("rules Gate", "gate (row of stall): "),
    ("rules stall.corner", "stall.corner (row): Whoever buys here pays 2.\n    price 2, wares pepper, silk\n"),
    ("rules stall", "    gate: Here the guard looks on. (price 3, rent 1, wares silk)\n"),
    ("rules pepper", "pepper (word of ware)\n"),
    ("rules sold", "sold (of each stall): 0..9\n"),
    ("rules guard", "    stall.gate: Here the guard looks on.\n"),
    ("rules gatt", "nothing here is called `gatt`; nearest are gate"),
    ("why", "`buys silk at gate`: P1 has only 2 gold  [enough_gold]\n`pays 3 gold`, and 6 more: P1 has only 2 gold  [gold_"),
    ("why buys pepper at gate", "`buys pepper at gate` is refused: "),
    ("why buys wool at corner", "`wool` is not possible there, but pepper, silk;"),
])
def test_what_a_player_asks_is_answered(tmp_path: Path, typed: str, answer: str) -> None:
    assert answer in asked(tmp_path, typed)


def test_some_words_of_a_move_that_cannot_be_made_now_are_refused_as_that_move(tmp_path: Path) -> None:
    rules = RULES.replace("            s.sold gains 1\n", """            s.sold gains 1
            choose thanks by p
                "{p} thanks, or does not."
                move "says thanks to {q}" for q in players
                move "goes"
""")
    told = asked(tmp_path, "says P2\nsays P9", rules)
    assert "`says thanks to P2` is refused: it is not the time for this" in told
    assert "`says P9` is not a move of this game" in told


def test_a_number_is_not_said_because_another_one_is_the_same(tmp_path: Path) -> None:
    rules = RULES.replace("    price: 0..9\n    rent: 0..9 = 0\n", "    rent: 0..9 = 0\n    price: 0..9\n")
    rules = rules.replace("row corner: 2\n", "row corner: 2, 2\n").replace("row gate: 3\n", "row gate: 1, 3\n")
    rules = rules.replace("        rent = 1\n", "")
    assert "    corner: Whoever buys here pays 2. (rent 2, wares pepper, silk)\n" in asked(tmp_path, "rules", rules)


def test_what_is_so_of_a_row_now_is_told_with_it(tmp_path: Path) -> None:
    assert "    now: sold 1\n" in asked(tmp_path, "buys silk at corner\nrules corner")


def test_what_is_aside_is_shown_only_on_request(tmp_path: Path) -> None:
    rules = RULES.replace("gold: 0..9 = 2", "gold: 0..9 = 2\n    debts: 0..9 = 3, aside")
    before, after = asked(tmp_path, "board all", rules).split("P1> ", 1)
    assert "gold" in before
    assert "debts" not in before
    assert "debts" in after


# ---- The list of choices ----------------------------------------------------------------------


def test_where_a_number_alone_is_a_move_the_choices_have_signs(tmp_path: Path) -> None:
    shown = asked(tmp_path, "")
    assert re.search(r" #1 buys pepper at corner + #2 buys silk at corner + #3 pays 0 gold", shown)
    assert " #5 pays 2 gold" in shown


@pytest.mark.parametrize(("typed", "answer"), [
    ("#2", "P1: buys silk at corner"), ("1", "P1: pays 1 gold"), ("0", "P1: pays 0 gold"),
    ("7", "`pays 7 gold` is refused: P1 has only 2 gold"),
    ("why #5", "`pays 2 gold` is legal"), ("why 2", "`pays 2 gold` is legal"),
    ("buys silk", "P1: buys silk at corner"), ("buys at corner\nsilk", "P1> silk\nP1: buys silk at corner"),
    ("corner", " #1 buys pepper at corner   #2 buys silk at corner\n"),
])
def test_a_number_means_what_it_says_and_words_can_be_left_out(tmp_path: Path, typed: str, answer: str) -> None:
    assert answer in asked(tmp_path, typed)


GIFTS = RULES[: RULES.index("        move buy_wares")] + """
        move pay_gold "pays {n} gold" for n in 0..9
            require gold_to_pay: n <= p.gold
                "{p} has only {p.gold} gold"
            p.gold loses n
        move leave "leaves"
            p.gold becomes 0
        move owe "owes {n} gold" for n in 7..OWED
            p.gold becomes 0
""" + RULES[RULES.index("end bankrupt"):]


@pytest.mark.parametrize(("owed", "typed", "answer"), [
    ("6", "", "  0 pays 0 gold    1 pays 1 gold    2 pays 2 gold   #1 leaves\n"), ("6", "#1", "P1: leaves"),
    ("6", "2", "P1: pays 2 gold"), ("6", "3", "`pays 3 gold` is refused: P1 has only 2 gold"),
    ("6", "9", "`pays 9 gold` is refused: P1 has only 2 gold"), ("6", "#2", "`#2` is not a move of this game"),
    ("8", "", " #1 pays 0 gold   #2 pays 1 gold   #3 pays 2 gold   #4 leaves        #5 owes 7 gold\n #6 owes 8 gold\n"),
    ("8", "2", "2 alone could be several moves; type the move, or #1 to #6\n"), ("8", "#2", "P1: pays 1 gold"),
])
def test_where_only_a_number_is_decided_choices_are_called_by_it(tmp_path: Path, owed: str, typed: str, answer: str) -> None:
    rules = GIFTS.replace("OWED", owed)
    assert answer in asked(tmp_path, typed, rules if owed != "6" else re.sub(r"        move owe .*\n.*\n", "", rules))


def test_of_many_choices_some_of_each_kind_are_shown_below_what_it_is_about(tmp_path: Path) -> None:
    many = RULES.replace("pays {n} gold", "pays {m} times {n} gold").replace("for n in 0..9", "for n in 0..2, m in 1..40")
    shown = asked(tmp_path, "", many)
    assert "\n  Wares are bought.\n  1 buys pepper at corner    2 buys silk at corner\n" in shown
    assert "\n  Gold is given away. (120 of this kind)\n" in shown
    assert "  3 pays 1 times 0 gold" in shown
    assert "    and 92 more (`choices` lists them all)" in shown


def test_players_go_by_their_names_where_they_are_looked_up(tmp_path: Path) -> None:
    shown = asked(tmp_path, "rules player\nrules Bors", seats="Anna=human,Boris=human")
    assert "player: Anna, Boris" in shown
    assert "nothing here is called `Bors`; nearest are Boris" in shown


def test_a_player_and_the_game_are_not_the_nearest_to_themselves(tmp_path: Path) -> None:
    shown = asked(tmp_path, "rules Anna\nrules market", seats="Anna=human,Boris=human")
    assert "Anna is a player; the rules say nothing of Anna by name" in shown
    assert "market is this game" in shown


def _folder(within: Path, name: str) -> Path:
    (within / name).mkdir()
    return within / name


def test_of_many_choices_the_beginnings_are_shown_and_then_what_goes_on_so(tmp_path: Path) -> None:
    many = RULES.replace("pays {n} gold", "pays {n} gold {m} times").replace("for n in 0..9", "for n in 0..2, m in 1..20")
    shown = asked(tmp_path, "pays 2\n18", many)
    assert "\n  Wares are bought.\n  1 buys pepper at corner    2 buys silk at corner\n" in shown
    assert "\n  Gold is given away.\n    pays 0 ... (20)      pays 1 ... (20)      pays 2 ... (20)\n" in shown
    assert "    Type how a move begins, as `pays 0`, and then the rest; `choices` lists all 62.\n" in shown
    assert "P1> pays 2\n 43 pays 2 gold 1 times" in shown
    assert "P1> 18\nP1: pays 2 gold 18 times" in shown
    assert "P1> 44\nP1: pays 2 gold 2 times" in asked(_folder(tmp_path, "b"), "pays 2\n44", many)
    assert "P1> 5\nP1: pays 0 gold 3 times" in asked(_folder(tmp_path, "c"), "5", many)
