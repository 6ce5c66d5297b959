"""Booklets: what is printed for a number of players, and in which order."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from rulewright.dsl.load.loader import find, read, read_text
from rulewright.translation.booklet.booklet import booklet

from .booklets import items, orchard, texts
from .games import ENGLISH, RULES, written


def test_sections_come_in_the_order_of_the_rules_with_what_is_in_them(tmp_path: Path) -> None:
    book = booklet(orchard(tmp_path), "en", 3, {})
    assert [(chapter.title, chapter.level, [item.id for item in chapter.items]) for chapter in book.chapters] == [
        ("Before the game", 1, ["shade"]), ("The game", 1, []),
        ("Picking", 2, ["pick", "fruits", "enough", "rest", "bare"])]


def test_only_what_holds_for_so_many_players_is_there(tmp_path: Path) -> None:
    files = orchard(tmp_path)
    assert [chapter.title for chapter in booklet(files, "en", 2, {}).chapters] == ["The game", "Picking"]
    assert texts(booklet(files, "en", 3, {}))["shade"] == "With 3 players 6 baskets stand in the shade."


def test_clauses_stand_as_deep_as_they_lie_in_others(tmp_path: Path) -> None:
    book = booklet(orchard(tmp_path), "en", 2, {})
    assert [(item.id, item.depth) for item in items(book)] == [
        ("pick", 0), ("fruits", 1), ("enough", 2), ("rest", 2), ("bare", 0)]


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
    check ends

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

end strict_end
    "The strict stop at once."
    when strict and P1.coins > 0
    draw

end over
    "It is over."
    when every p in players: p.coins >= 0
    draw
"""


@pytest.mark.parametrize(("players", "options", "printed"), [
    (2, {}, set()), (3, {}, {"only_masters", "rested"}), (2, {"strict": "yes"}, {"all_pay", "whip", "strict_end"})])
def test_what_can_never_come_to_pass_is_left_out(players: int, options: dict[str, str], printed: set[str]) -> None:
    said = texts(booklet(read_text("ferry", POSSIBLE), "en", players, options))
    assert {"only_masters", "all_pay", "rested", "whip", "strictly", "strict_end"} & said.keys() == printed


def test_texts_leave_out_clauses_and_columns(tmp_path: Path) -> None:
    files = written(tmp_path, RULES, en__glossary__csv=ENGLISH, en__texts="texts of orchard in en\n\nleave out pick rest\n")
    assert [(item.id, item.depth) for item in items(booklet(files, "en", 2, {}))] == [("fruits", 0), ("enough", 1), ("bare", 0)]


def test_a_section_may_be_called_as_the_chapter_of_variants_is_not(tmp_path: Path) -> None:
    orchard(tmp_path, RULES.replace("section picking in", "section added in"))
    late = 'variant late of orchard\n    "A late harvest"\n\nnote frost\n    "It is cold."\n'
    (tmp_path / "late.rules").write_text(late, encoding="utf-8")
    chapters = booklet(read(tmp_path / "late.rules"), "en", 2, {}).chapters
    assert [(chapter.title, len(chapter.items)) for chapter in chapters] == [
        ("The game", 0),
        ("Picking", 5),
        ("A late harvest", 1),
    ]
    assert len({chapter.id for chapter in chapters}) == 3


def test_what_a_variant_adds_outside_of_sections_comes_last_under_its_title(tmp_path: Path) -> None:
    orchard(tmp_path)
    late = 'variant late of orchard\n    "A late harvest"\n\nnote frost\n    "It is cold."\n'
    (tmp_path / "late.rules").write_text(late, encoding="utf-8")
    book = booklet(read(tmp_path / "late.rules"), "en", 2, {})
    assert [(chapter.title, [item.id for item in chapter.items]) for chapter in book.chapters][-1] == (
        "A late harvest",
        ["frost"],
    )


def test_what_a_variant_replaces_keeps_its_place(tmp_path: Path) -> None:
    orchard(tmp_path, re.sub(r"section .*\n.*\n", "", RULES))
    rot = 'variant rot of orchard\n    "Rot"\n\nreplace end bare\n    "It rots."\n    when yes\n    draw\n'
    rot += '\nnote ice\n    "Cold."\n'
    (tmp_path / "rot.rules").write_text(rot, encoding="utf-8")
    chapters = booklet(read(tmp_path / "rot.rules"), "en", 2, {}).chapters
    assert [(chapter.title, chapter.items[-1].text) for chapter in chapters] == [("", "It rots."), ("Rot", "Cold.")]


def test_what_play_says_is_printed_where_it_stands(tmp_path: Path) -> None:
    rules = RULES.replace("play\n", 'play\n    "All pick in turn."\n')
    assert [*texts(booklet(orchard(tmp_path, rules), "en", 2, {}))][:2] == ["play", "pick"]


def test_an_end_that_counts_regions_can_come() -> None:
    assert "end_few_regions" in texts(booklet(read(find("carolus_magnus")), "en", 3, {}))


def test_what_a_variant_adds_behind_a_change_stands_in_the_section_that_it_changes(tmp_path: Path) -> None:
    orchard(tmp_path)
    late = ('variant late of orchard\n    "A late harvest"\n\nadd to fruits\n    move names_it "waits"\n        "He waits."\n'
            '\nnote frost\n    "It is cold."\n\nset picked = 1\n\nnote thaw\n    "It is warm."\n')
    (tmp_path / "late.rules").write_text(late, encoding="utf-8")
    book = booklet(read(tmp_path / "late.rules"), "en", 2, {})
    said = {chapter.title: [item.id for item in chapter.items] for chapter in book.chapters}
    assert (said["Picking"][-1], said["A late harvest"]) == ("frost", ["thaw"])


def test_what_a_variant_sets_is_no_option(tmp_path: Path) -> None:
    rules = RULES.replace("section before", 'parameter ripe: 1..3 = 2\n    "How ripe a fruit is."\n\n'
                          'parameter sour: 1..3 = 2\n    "How sour a fruit is."\n\nsection before')
    rules = rules.replace("< 2 * picked", "< ripe * sour")
    orchard(tmp_path, rules)
    (tmp_path / "late.rules").write_text('variant late of orchard\n    "Late"\n\nset ripe = 3\n', encoding="utf-8")
    ripe, sour = ("ripe", "here: 2"), ("sour", "here: 2")
    for name, settled, options in (("orchard", [], [ripe, sour]), ("late", [("ripe", "here: 3")], [sour])):
        book = booklet(read(tmp_path / f"{name}.rules"), "en", 2, {})
        assert [(item.id, value) for item, value in book.settled] == settled
        assert [(item.id, value) for item, value in book.options] == options


def test_of_an_option_whose_sentence_has_its_number_it_is_told_what_else_it_can_be(tmp_path: Path) -> None:
    rules = RULES.replace("section before", 'parameter ripe: 1..3 = 2\n    "Fruits ripen {ripe} days."\n\nsection before')
    orchard(tmp_path, rules.replace("< 2 * picked", "< ripe"))
    (tmp_path / "late.rules").write_text('variant late of orchard\n    "Late"\n\nset ripe = 3\n', encoding="utf-8")
    book = booklet(read(tmp_path / "orchard.rules"), "en", 2, {})
    assert [(item.text, said) for item, said in book.options] == [("Fruits ripen 2 days.", "Or another number from 1 to 3.")]
    book = booklet(read(tmp_path / "late.rules"), "en", 2, {})
    assert [(item.text, said) for item, said in book.settled] == [("Fruits ripen 3 days.", "")]
