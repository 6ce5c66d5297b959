"""Booklets: what is printed for a number of players, in which order, and in which words."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.cli.booklet_boards import as_lines, as_svg
from rulewright.dsl.library import Files, find, read, read_text
from rulewright.dsl.texts import facts_of
from rulewright.dsl.texts.booklet import Booklet, Item, NotWorded, booklet
from rulewright.dsl.texts.fill import NO_BREAK

from .games import ENGLISH, RULES, fingerprints, worded, written


def items(book: Booklet) -> list[Item]:
    return [item for chapter in book.chapters for item in chapter.items]


def texts(book: Booklet) -> dict[str, str]:
    return {item.id: item.text.replace(NO_BREAK, " ") for item in items(book)}


def orchard(tmp_path: Path, rules: str = RULES) -> Files:
    return written(tmp_path, rules, en__glossary__csv=ENGLISH)


def test_sections_come_in_the_order_of_the_rules_with_what_is_in_them(tmp_path: Path) -> None:
    book = booklet(orchard(tmp_path), "en", 3, {})
    assert [(one.title, one.level, [item.id for item in one.items]) for one in book.chapters] == [
        ("Before the game", 1, ["shade"]), ("The game", 1, []),
        ("Picking", 2, ["pick", "fruits", "enough", "rest", "bare"])]


def test_only_what_holds_for_so_many_players_is_there(tmp_path: Path) -> None:
    files = orchard(tmp_path)
    assert [one.title for one in booklet(files, "en", 2, {}).chapters] == ["The game", "Picking"]
    assert texts(booklet(files, "en", 3, {}))["shade"] == "With 3 players 6 baskets stand in the shade."


def test_clauses_stand_as_deep_as_they_lie_in_others(tmp_path: Path) -> None:
    book = booklet(orchard(tmp_path), "en", 2, {})
    assert [(item.id, item.depth) for item in items(book)] == [
        ("pick", 0), ("fruits", 1), ("enough", 2), ("rest", 2), ("bare", 0)]


def test_names_of_rules_are_told_in_words(tmp_path: Path) -> None:
    said = texts(booklet(orchard(tmp_path), "en", 2, {}))
    assert said["pick"] == "The player must pick fruits at once."
    assert said["enough"] == "the fruit tree is bare"


def test_a_second_name_of_a_kind_is_another_one(tmp_path: Path) -> None:
    rules = RULES.replace('"{p} must pick fruits at once."', '"{p} picks; {p} is {p}, and {k} are left {q}."').replace(
        "rule pick(p: player)", "rule pick(p: player, q: player, k: 0..3)").replace("pick(p)", "pick(p, p, 1)")
    said = texts(booklet(orchard(tmp_path, rules), "en", 2, {}))
    assert said["pick"] == "The player picks; the player is the player, and k are left the other player."


def test_what_only_play_knows_is_left_open(tmp_path: Path) -> None:
    rules = RULES.replace("the {f} tree is bare", "the {f} tree has only {tree[f]}")
    assert texts(booklet(orchard(tmp_path, rules), "en", 2, {}))["enough"] == "the fruit tree has only …"


def test_a_noun_behind_one_is_not_in_the_plural(tmp_path: Path) -> None:
    rules = RULES.replace("picked = 2", "picked = 1").replace("baskets  4  6", "baskets  4  1")
    files = orchard(tmp_path, rules)
    assert texts(booklet(files, "en", 3, {}))["shade"] == "With 3 players 1 basket stand in the shade."
    assert [one.text.replace(NO_BREAK, " ") for one in booklet(files, "en", 2, {}).numbers] == [
        "There are 4 baskets on the grass.", "At most 1 fruit are picked."]


def test_another_language_has_its_own_texts_and_what_it_lacks_in_english(tmp_path: Path) -> None:
    book = booklet(worded(tmp_path), "ru", 3, {})
    assert book.title == "Сад"
    assert book.chapters[0].title == "Перед игрой"
    assert texts(book)["shade"] == "Втроём (3 игрока) в тени, на траве, стоят 6 корзин."
    assert [(item.id, item.worded) for item in items(book)][:2] == [("shade", True), ("pick", False)]
    assert texts(book)["pick"] == "The player must pick fruits at once."


def test_texts_may_word_what_a_booklet_says_itself(tmp_path: Path) -> None:
    book = booklet(worded(tmp_path, "# Только втроём.", 'word exception\n    "Но:"\n'), "ru", 2, {})
    assert (book.words["exception"], book.words["example"]) == ("Но:", "Пример")


def test_english_texts_go_before_statements(tmp_path: Path) -> None:
    files = orchard(tmp_path)
    print_ = next(item for item in items(booklet(files, "en", 2, {})) if item.id == "rest")
    assert print_.text == "A player may not rest twice, and never wins by it."
    (tmp_path / "text" / "en.texts").write_text('texts of orchard in en\n\nrest 00000000\n    "Old."\n', encoding="utf-8")
    assert texts(booklet(files, "en", 2, {}))["rest"] == print_.text


def test_a_language_without_texts(tmp_path: Path) -> None:
    with pytest.raises(NotWorded):
        booklet(orchard(tmp_path), "it", 2, {})


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
        ("small hut", "2 wood", "1", "", "A hut is worth 1."), ("tower", "1 wood, 3 stone", "4", "•", "")]
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
    assert [(item.text, value) for item, value in book.options] == [("How many rounds are played.", "5")]


def test_what_a_function_works_out_is_told_only_where_there_is_a_word_for_it() -> None:
    assert {"worth", "cheap"} & texts(booklet(read_text("shop", TABLE), "en", 2, {})).keys() == set()
    majority, = (item for item in items(booklet(read(find("carolus_magnus")), "it", 2, {})) if item.id == "majority")
    assert majority.name == "maggioranza"


@pytest.mark.parametrize(("language", "players"), [("en", 2), ("ru", 3), ("it", 4)])
def test_a_game_that_ships_is_worded_throughout(language: str, players: int) -> None:
    book = booklet(read(find("carolus_magnus")), language, players, {})
    assert [item.id for item in items(book) if not item.worded] == []
    everything = [*items(book), *book.numbers, *(item for item, _ in book.options)]
    assert [item.text for item in everything if "{" in item.text or "…" in item.text] == []


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


def test_a_column_that_says_nothing_is_left_out_and_nothing_is_a_dash() -> None:
    table = items(booklet(read_text("market", PRINTED), "en", 2, {}))[0].table
    assert table is not None
    assert (table.head, [row.cells for row in table.rows]) == (("stall", "price"), [("fish", "2"), ("bread", "–")])


POSSIBLE = """rulebook ferry
    "A ferry"
    players 2..3

parameter strict: flag = no
    "Whether everybody pays."

enum crew of each player: master, mate when player_count = 3

function is_mate(x: crew): flag
    "Who helps."
    gives x != x.owner.master

each player has
    coins: 0..3

play
    for each x in crew
        serve(x)
    check over

rule serve(x: crew)
    "Somebody serves."
    choose serving by x.owner
        "He serves."
        move "serves"
            require rested: not is_mate(x)
                "a mate is tired"
            x.owner.coins becomes 1
        move "rests"
        move whip "drives"
            "The strict drive the others."
            require strictly: strict
                "nobody is strict"
    exception only_masters: is_mate(x)
        "A mate does nothing."
    exception all_pay: strict and x.owner.coins = 0
        "Who has paid is free."

end over
    "It is over."
    when every p in players: p.coins >= 0
    draw
"""


@pytest.mark.parametrize(("players", "options", "printed"), [
    (2, {}, set()), (3, {}, {"only_masters", "rested"}), (2, {"strict": "yes"}, {"all_pay", "whip"})])
def test_what_can_never_come_to_pass_is_left_out(players: int, options: dict[str, str], printed: set[str]) -> None:
    said = texts(booklet(read_text("ferry", POSSIBLE), "en", players, options))
    assert {"only_masters", "all_pay", "rested", "whip", "strictly"} & said.keys() == printed


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
    assert as_svg(pond.board).count("<polygon") == 3
    assert fish.table is not None
    assert fish.table.head == ("fish", "properties")
    assert [row.cells for row in fish.table.rows] == [("pike", "swims, bites"), ("stone loach", "swims")]


def test_texts_leave_out_clauses_and_columns(tmp_path: Path) -> None:
    files = written(tmp_path, RULES, en__glossary__csv=ENGLISH, en__texts="texts of orchard in en\n\nleave out pick rest\n")
    assert [(item.id, item.depth) for item in items(booklet(files, "en", 2, {}))] == [("fruits", 0), ("enough", 1), ("bare", 0)]


def test_texts_say_and_leave_out_some_things_only_where_a_condition_holds(tmp_path: Path) -> None:
    own = f"""texts of orchard in en

leave out pick when player_count = 3

shade {fingerprints(written(tmp_path))["shade"]}
    "{{baskets of basket}}[, {{picked of fruit}} when picked > 2][ and {{player_count of player}} when player_count = 3]."
"""
    files = written(tmp_path, RULES, en__glossary__csv=ENGLISH, en__texts=own)
    assert "pick" in texts(booklet(files, "en", 2, {}))
    three = texts(booklet(files, "en", 3, {}))
    assert "pick" not in three
    assert three["shade"] == "6 baskets and 3 players."


def test_a_row_says_what_it_has_only_if_it_has_it(tmp_path: Path) -> None:
    (tmp_path / "text").mkdir()
    rules = TABLE.replace("yes\n", 'yes\n        "A tower is worth {points}."\n')
    (tmp_path / "shop.rules").write_text(rules, encoding="utf-8")
    stamps = {one.id: one.fingerprint for one in facts_of(read(tmp_path / "shop.rules")).clauses}
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


def test_a_section_may_be_called_as_the_chapter_of_variants_is_not(tmp_path: Path) -> None:
    orchard(tmp_path, RULES.replace("section picking in", "section added in"))
    late = 'variant late of orchard\n    "A late harvest"\n\nnote frost\n    "It is cold."\n'
    (tmp_path / "late.rules").write_text(late, encoding="utf-8")
    chapters = booklet(read(tmp_path / "late.rules"), "en", 2, {}).chapters
    assert [(one.title, len(one.items)) for one in chapters] == [("The game", 0), ("Picking", 5), ("A late harvest", 1)]
    assert len({one.id for one in chapters}) == 3


def test_what_a_variant_adds_outside_of_sections_comes_last_under_its_title(tmp_path: Path) -> None:
    orchard(tmp_path)
    late = 'variant late of orchard\n    "A late harvest"\n\nnote frost\n    "It is cold."\n'
    (tmp_path / "late.rules").write_text(late, encoding="utf-8")
    book = booklet(read(tmp_path / "late.rules"), "en", 2, {})
    assert [(one.title, [item.id for item in one.items]) for one in book.chapters][-1] == ("A late harvest", ["frost"])


def test_a_function_is_printed_if_it_says_what_every_text_must_state() -> None:
    book = booklet(read_text("market", PRINTED), "en", 2, {})
    assert [item.id for item in items(book) if item.kind == "function"] == ["worth"]
