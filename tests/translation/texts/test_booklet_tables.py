"""Booklets: tables, boards, functions, refusals and options in print."""

from __future__ import annotations

from pathlib import Path

from rulewright.cli.booklet.boards import as_lines, as_svg
from rulewright.dsl.load.loader import find, read, read_text
from rulewright.dsl.source.diagnostics import Diagnostics
from rulewright.translation.booklet.booklet import booklet
from rulewright.translation.facts.facts import facts_of
from rulewright.translation.wording.check import check_texts

from .booklets import items, texts

TABLE = '''rulebook shop
    "A shop"
    players 2

enum good: wood, stone

table house
    "What can be built."
    price: 0..5 per good
    points: 0..9 = 1
    grand: flag = no
    row small_hut: {wood: 2}
        "A hut is worth {points}."
    row tower: {stone: 3, wood: 1}, 4, yes

parameter rounds: 1..9 = 3
    "How many rounds are played."

function worth(h: house): 0..9
    "What {h} is worth."
    gives h.points
    exception cheap: h.points = 0
        "Nothing is worth one."
        gives 1

play
    repeat rounds times
        for each h in house
            choose what by P1
                "The player does something."
                move "goes" where_clause
    check over

end over
    "It is over."
    when worth(tower) > 0
    draw
'''.replace(" where_clause", "")


def test_a_table_has_its_columns_and_the_rows_their_values() -> None:
    book = booklet(read_text("shop", TABLE), "en", 2, {})
    table = items(book)[0].table
    assert table is not None
    assert table.head == ("house", "price", "points", "grand", "description")
    assert [row.cells for row in table.rows] == [
        ("small hut", "wood 2", "1", "", "A hut is worth 1."), ("tower", "wood 1, stone 3", "4", "•", "")]
    assert [row.id for row in table.rows] == ["house.small_hut", "house.tower"]
    assert "house.small_hut" not in texts(book)


def test_a_column_that_all_rows_state_is_left_out() -> None:
    rules = TABLE.replace("{stone: 3, wood: 1}, 4, yes", '{stone: 3, wood: 1}, 4, yes\n        "Tower: {points} points."')
    table = items(booklet(read_text("shop", rules), "en", 2, {}))[0].table
    assert table is not None
    assert table.head == ("house", "price", "grand", "description")
    assert [row.cells[-1] for row in table.rows] == ["A hut is worth 1.", "Tower: 4 points."]


def test_what_rows_say_stands_below_a_table_that_is_too_wide() -> None:
    more = "".join(f"    wide_{i}: 0..9\n" for i in range(5))
    rules = TABLE.replace("    row small_hut", f"{more}    row small_hut").replace("4, yes", "4, yes, 2, 2, 2, 2, 2")
    rules = rules.replace("{wood: 2}", "{wood: 2}, 1, no, 1, 1, 1, 1, 1")
    book = booklet(read_text("shop", rules), "en", 2, {})
    assert [(item.id, item.name, item.depth, item.text) for item in items(book)][:2] == [
        ("house", "", 0, "What can be built."), ("house.small_hut", "small hut", 1, "A hut is worth 1.")]
    assert items(book)[0].table is not None


def test_a_row_that_begins_with_its_name_has_it_once() -> None:
    rules = TABLE.replace("A hut is worth {points}.", "small hut: it is worth {points}.")
    table = items(booklet(read_text("shop", rules), "en", 2, {}))[0].table
    assert table is not None
    assert table.rows[0].cells[0::4] == ("small hut", "It is worth 1.")


def test_options_have_their_values() -> None:
    book = booklet(read_text("shop", TABLE), "en", 2, {"rounds": 5})
    assert [(item.text, value) for item, value in book.options] == [("How many rounds are played.", "here: 5")]


def test_an_option_whose_sentence_has_its_value_shows_it_once() -> None:
    rules = TABLE.replace("How many rounds are played.", "There are {rounds} rounds.")
    book = booklet(read_text("shop", rules), "en", 2, {"rounds": 5})
    assert [(item.text, value) for item, value in book.options] == [("There are 5 rounds.", "Or another number from 1 to 9.")]


PRINTED = '''rulebook market
    "A market"
    players 2

table stall
    "The stalls."
    price: 0..5 = 0
    rent: 0..5 = 0
    row fish: 2
    row bread

each player has
    coins: 0..9

function worth(p: player): 0..9
    "Who has more coins is ahead."
    says player
    gives p.coins

function hidden(p: player): 0..9
    "What nobody reads."
    gives p.coins

play
    choose buying by P1 for s in stall
        "He buys."
        require enough: P1.coins >= s.price
            "too dear"
        require open_today: P1.coins < 9
            "closed"
        require dear: worth(P1) >= hidden(P1)
            "too dear"
        move "buys {s}"
            P1.coins becomes 0
    check over

end over
    "It is over."
    when P1.coins = 0
    draw
'''


def test_refusals_of_one_choice_are_one_sentence_and_each_reason_stands_once() -> None:
    refused = [item for item in items(booklet(read_text("market", PRINTED), "en", 2, {})) if item.kind == "requirement"]
    assert [(item.id, item.text) for item in refused] == [("enough, open_today, dear", "too dear; closed")]


def test_a_refusal_with_parts_of_its_own_is_a_sentence_by_itself() -> None:
    rules = PRINTED.replace('"closed"', '"closed; it is late"')
    assert rules != PRINTED
    refused = [item for item in items(booklet(read_text("market", rules), "en", 2, {})) if item.kind == "requirement"]
    assert [(item.id, item.text) for item in refused] == [
        ("enough", "too dear"), ("open_today", "closed; it is late"), ("dear", "too dear")]


def test_a_column_that_says_nothing_is_left_out_and_nothing_is_a_dash() -> None:
    table = items(booklet(read_text("market", PRINTED), "en", 2, {}))[0].table
    assert table is not None
    assert (table.head, [row.cells for row in table.rows]) == (("stall", "price"), [("fish", "2"), ("bread", "–")])


def test_a_function_is_printed_if_it_says_what_every_text_must_state(tmp_path: Path) -> None:
    def printed() -> list[str]:
        return [item.id for item in items(booklet(read(tmp_path / "market.rules"), "en", 2, {})) if item.kind == "function"]

    (tmp_path / "market.rules").write_text(PRINTED, encoding="utf-8")
    assert printed() == ["worth", "hidden"]
    (tmp_path / "text").mkdir()
    (tmp_path / "text" / "en.glossary.csv").write_text(
        "concept,term,status,forms,note\nstall,stall,preferred,stalls,\n", encoding="utf-8")
    assert printed() == ["worth"]


DRAWN = """rulebook pond
    "A pond"
    players 2

enum ground: water, bank

board pond: hex of place
    "The pond lies within its banks."
    ground: ground
    legend W in waters: ground = water
    legend B in banks: ground = bank
    map
        "B W"
        " B "

table fish
    "Fish."
    swims: flag = no
    bites: flag = no
    row pike: yes, yes
    row stone_loach: yes

play
    check over

end over
    "It is over."
    when yes
    draw
"""


def test_a_drawn_board_is_shown_and_what_is_so_stands_in_one_column() -> None:
    pond, fish, _ = items(booklet(read_text("pond", DRAWN), "en", 2, {}))
    assert pond.board is not None
    assert list(as_lines(pond.board)) == ["a2 B  c2 W", "   b1 B", "", "B: bank, W: water"]
    assert as_svg(pond.board, "").count("<polygon") == 3
    assert fish.table is not None
    assert fish.table.head == ("fish", "properties")
    assert [row.cells for row in fish.table.rows] == [("pike", "swims, bites"), ("stone loach", "swims")]


def test_a_row_says_what_it_has_only_if_it_has_it(tmp_path: Path) -> None:
    (tmp_path / "text").mkdir()
    rules = TABLE.replace("yes\n", 'yes\n        "A tower is worth {points}."\n')
    (tmp_path / "shop.rules").write_text(rules, encoding="utf-8")
    stamps = {clause.id: clause.fingerprint for clause in facts_of(read(tmp_path / "shop.rules")).clauses}
    own = "".join(f'\nhouse.{row} {stamps[f"house.{row}"]}\n    "Built[, and worth {{points}} when points > 1]."\n'
                  for row in ("small_hut", "tower"))
    (tmp_path / "text" / "en.texts").write_text(f"texts of shop in en\n{own}", encoding="utf-8")
    table = items(booklet(read(tmp_path / "shop.rules"), "en", 2, {}))[0].table
    assert table is not None
    assert [row.cells[-1] for row in table.rows] == ["Built.", "Built, and worth 4."]


def test_members_are_listed_only_where_the_sentence_does_not_name_them(tmp_path: Path) -> None:
    glossary = "concept,term,status,forms,note\nwood,wood,preferred,,\nstone,stone,preferred,pl=stones,\n"
    said = []
    for sentence in ("What is used.", "Huts are made of wood, towers of stones."):
        rules = TABLE.replace("enum good: wood, stone\n", f'enum good: wood, stone\n    "{sentence}"\n')
        (tmp_path / "shop.rules").write_text(rules, encoding="utf-8")
        (tmp_path / "text").mkdir(exist_ok=True)
        (tmp_path / "text" / "en.glossary.csv").write_text(glossary, encoding="utf-8")
        said.append(texts(booklet(read(tmp_path / "shop.rules"), "en", 2, {}))["good"])
    assert said == ["What is used: wood, stone.", "Huts are made of wood, towers of stones."]


def test_what_a_function_works_out_is_told_only_where_there_is_a_word_for_it(tmp_path: Path) -> None:
    (tmp_path / "shop.rules").write_text(TABLE, encoding="utf-8")
    (tmp_path / "text").mkdir()
    (tmp_path / "text" / "en.glossary.csv").write_text(
        "concept,term,status,forms,note\nwood,wood,preferred,,\n", encoding="utf-8")
    assert {"worth", "cheap"} & texts(booklet(read(tmp_path / "shop.rules"), "en", 2, {})).keys() == set()
    majority, = (item for item in items(booklet(read(find("carolus_magnus")), "it", 2, {})) if item.id == "majority")
    assert majority.name == "maggioranza"


def test_a_value_that_texts_leave_out_is_nothing(tmp_path: Path) -> None:
    (tmp_path / "text").mkdir()
    (tmp_path / "shop.rules").write_text(TABLE, encoding="utf-8")
    (tmp_path / "text" / "en.texts").write_text("texts of shop in en\n\nleave out house.tower.points\n", encoding="utf-8")
    files = read(tmp_path / "shop.rules")
    table = items(booklet(files, "en", 2, {}))[0].table
    assert table is not None
    assert [row.cells[2] for row in table.rows] == ["1", "–"]
    diagnostics = Diagnostics()
    check_texts(files, diagnostics)
    assert diagnostics.sorted() == ()
