"""Booklets: in which words a clause is printed."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.dsl.load.loader import find, read
from rulewright.dsl.source.diagnostics import Diagnostics
from rulewright.translation.booklet.booklet import booklet
from rulewright.translation.booklet.describe import Describer
from rulewright.translation.booklet.localisation import localisation
from rulewright.translation.booklet.pages import PrintedClause
from rulewright.translation.booklet.texts import NoTextsInLanguage
from rulewright.translation.wording.check import check_texts
from rulewright.translation.wording.fill import NO_BREAK

from .booklets import items, orchard, texts
from .games import ENGLISH, RULES, fingerprints, worded, written


def test_names_of_rules_are_told_in_words(tmp_path: Path) -> None:
    said = texts(booklet(orchard(tmp_path), "en", 2, {}))
    assert said["pick"] == "The player must pick fruits at once."
    assert said["enough"] == "the fruit tree is bare"


def test_a_second_name_of_a_kind_is_another_one(tmp_path: Path) -> None:
    rules = RULES.replace('"{p} must pick fruits at once."', '"{p} picks; {p} is {p}, and {k} are left {q}."').replace(
        "rule pick(p: player)", "rule pick(p: player, q: player, k: 0..3)").replace("pick(p)", "pick(p, p, 1)")
    said = texts(booklet(orchard(tmp_path, rules), "en", 2, {}))
    assert said["pick"] == "The player picks; the player is the player, and k are left the other player."


@pytest.mark.parametrize(("written", "printed"), [
    ("the {f} tree has only {tree[f]}", "the fruit tree has only a number"),
    ("the {f} tree has only {tree[f]} fruits", "the fruit tree has only a number of fruits"),
    ("the {f} fruit is gone, not {n}", "the fruit is gone, not n"),
    ("no {f} fruit is there", "no fruit is there"),
    ("the trees bear {tree}, no more", "the trees bear an amount, no more"),
])
def test_what_only_play_knows_becomes_a_noun(tmp_path: Path, written: str, printed: str) -> None:
    rules = RULES.replace("the {f} tree is bare", written)
    assert texts(booklet(orchard(tmp_path, rules), "en", 2, {}))["enough"] == printed


def test_the_name_of_an_amount_is_an_amount(tmp_path: Path) -> None:
    rules = RULES.replace('"picks {n} {f}" for n in 1..2, f in fruit', '"picks {n}" for n in amount of f in fruit from 0..2')
    rules = rules.replace("enough: n <= tree[f]", "enough: n <= tree").replace("tree[f] loses n", "tree loses n").replace(
        "the {f} tree is bare", "{n} cannot be picked")
    assert texts(booklet(orchard(tmp_path, rules), "en", 2, {}))["enough"] == "an amount cannot be picked"


def test_a_name_of_a_rule_is_not_the_member_of_an_enum_that_is_called_so(tmp_path: Path) -> None:
    rules = RULES.replace("apple, pear", "apple, pear\n\nenum note_of_music: e, f")
    assert texts(booklet(orchard(tmp_path, rules), "en", 2, {}))["enough"] == "the fruit tree is bare"


def test_a_noun_behind_one_is_not_in_the_plural(tmp_path: Path) -> None:
    rules = RULES.replace("picked = 2", "picked = 1").replace("baskets  4  6", "baskets  4  1")
    files = orchard(tmp_path, rules)
    assert texts(booklet(files, "en", 3, {}))["shade"] == "With 3 players 1 basket stand in the shade."
    assert [number.text.replace(NO_BREAK, " ") for number in booklet(files, "en", 2, {}).numbers] == [
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
    with pytest.raises(NoTextsInLanguage):
        booklet(orchard(tmp_path), "it", 2, {})


def test_a_condition_may_name_a_word_of_an_option(tmp_path: Path) -> None:
    rules = RULES.replace("enum fruit", "parameter most: 1..9 or any_number = any_number\n    \"How many.\"\n\nenum fruit")
    rules = rules.replace("n <= tree[f]", "n <= tree[f] and (most = any_number or n <= most)")
    stamp = fingerprints(written(tmp_path, rules))["most"]
    said = "Many[ are allowed when most = any_number][, {most} when any_number != most]."
    own = f'texts of orchard in en\n\nmost {stamp}\n    "{said}"\n'
    files = written(tmp_path, rules, en__glossary__csv=ENGLISH, en__texts=own)
    printed = [booklet(files, "en", 2, options).options[0][0].text for options in ({}, {"most": 3})]
    assert printed == ["Many are allowed.", "Many, 3."]


@pytest.mark.parametrize(("language", "players"), [("en", 2), ("ru", 3), ("it", 4)])
def test_a_game_that_ships_is_worded_throughout(language: str, players: int) -> None:
    book = booklet(read(find("carolus_magnus")), language, players, {})
    assert [item.id for item in items(book) if not item.worded] == []
    everything = [*items(book), *book.numbers, *(item for item, _ in book.options)]
    assert [item.text for item in everything if "{" in item.text] == []


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


@pytest.mark.parametrize(("n", "written"), [("1", "takes the last apple"), ("2", "takes 2 apple")])
def test_the_text_of_a_move_says_something_only_where_a_value_of_it_is_this_one(tmp_path: Path, n: str, written: str) -> None:
    said = "takes[ the last when n = 1][ {n} when n != 1] {f}"
    own = f'texts of orchard in en\n\nmove fruits {fingerprints(worded(tmp_path))["fruits"]}\n    "{said}"\n'
    (tmp_path / "text" / "en.texts").write_text(own, encoding="utf-8")
    files = read(tmp_path / "orchard.rules")
    assert Describer(localisation(files, "en", 2, {})).decided("fruits", f"picks {n} apple", False) == written
    found = Diagnostics()
    check_texts(files, found)
    assert [diagnostic.message for diagnostic in found.sorted() if diagnostic.code == "E503"] == []


@pytest.mark.parametrize(("name", "text", "headed"), [
    ("strength", "Strength of a side: its knights.", ("", "Strength", " of a side: its knights.")),
    ("strength", "The strength of a side is that of its knights.", ("The ", "strength", " of a side is that of its knights.")),
    ("esercito", "L'esercito conta.", ("L'", "esercito", " conta.")),
    ("wolf", "Wolves are quick.", ("", "Wolf.", " Wolves are quick.")),
    ("archer", "Archers shoot.", ("", "Archer.", " Archers shoot.")),
    ("archer", "An archer's arrow.", ("An ", "archer", "'s arrow.")),
    ("archer", "", ("", "Archer", "")),
    ("", "Archers shoot.", ("", "", "Archers shoot.")),
])
def test_a_text_that_begins_with_the_name_of_its_clause_has_it_once(name: str, text: str, headed: tuple[str, str, str]) -> None:
    assert PrintedClause("one", "row", text, 0, name=name).headed == headed


def test_what_the_words_for_more_players_miss_is_noted_in_one_place(tmp_path: Path) -> None:
    words = localisation(written(tmp_path, ru__texts="texts of orchard in ru\n"), "ru", 2, {})
    describer = Describer(words)
    rest = next(id for id in describer.nodes if id.endswith("rest"))
    more = describer.among(3)
    assert (more.decided(rest, "rests", False), more.word("tree")) == ("rests", "tree")
    assert (list(words.missing.notations), list(words.missing.names)) == ([f"move {rest}"], ["tree"])
    assert more.localisation.ruleset.players == 3
