"""`check` after a declaration more or less reports what it reports without anything kept, also of its texts."""

from __future__ import annotations

from pathlib import Path

import pytest

from ...sampled import sampled
from .conftest import Report
from .test_check_again import DICE, VARIANT

AT = "end over\n"
RULE = ('rule tidy(p: player)\n    "{p} tidies."\n    left becomes 5\n'
        '    exception idle: p = P2\n        "P2 does not."\n        left becomes 4\n\n')
CALLED = ("    check over\n", "    tidy(p)\n    check over\n")
FUNCTION = ('function doubled(n: 0..9): 0..18\n    "Twice."\n    gives n * 2\n'
            '    exception little: n < 2\n        "Little."\n        gives n\n\n')
USED = ("min(5, die)", "min(5, doubled(die))")
NONE = ("", "")
END = 'end at_two\n    "At two."\n    when left = 2\n    draw\n\n'
# A declaration before the end, and what is written in place of what: whether the rest is left alone, and what is reported.
MORE = {
    "a note": ('note tidy_table\n    "The table is tidy."\n\n', NONE, True, "1 clause has no text in `ru`: `tidy_table`"),
    "a rule": (RULE, CALLED, True, "2 clauses have no text in `ru`: `tidy`, `idle`"),
    "a rule and a note": (RULE + 'note tidy_table\n    "Tidy."\n\n', CALLED, True, "3 clauses have no text"),
    "a function": (FUNCTION, USED, True, "3 warnings"),
    "a function that is a concept": (
        FUNCTION.replace("doubled", "stone"), ("min(5, die)", "min(5, stone(die))"), True, "stone"),
    "a function that nothing uses": (FUNCTION, NONE, True, "nothing uses the function `doubled`"),
    "a rule that nothing carries out": (RULE, NONE, True, "the rule `tidy` never runs"),
    "a constant that nothing uses": ('constants\n    five = 5 "Five."\n\n', NONE, True, "nothing uses the constant `five`"),
    "a constant": ('constants\n    five = 5 "It is {five}."\n\n', ("min(5, die)", "min(five, die)"), True, "`five`"),
    "a constant without a statement": ('constants\n    five = 5\n\n', ("min(5, die)", "min(five, die)"), True, "3 warnings"),
    "an end": (END, ("check over", "check over, at_two"), True, "`at_two`"),
    "an end that nothing checks": (END, NONE, True, "`at_two` never comes: nothing checks it"),
    "an enum": ('enum hue: pale, dark\n    "Hues."\n\n', NONE, True, "1 clause has no text in `ru`: `hue`"),
    "an enum without a statement": (
        "enum hue: pale, dark\n\nstate\n    shade: hue or none\n\n",
        ("    check over\n", "    if shade = none\n        shade becomes dark\n    check over\n"), True, "3 warnings"),
    "an invariant": ('invariant at_most_nine: left <= 9\n    "At most nine."\n\n', NONE, True, "3 warnings"),
    "an invariant that does not hold, which short games do not ask for": (
        'invariant never_two: left != 2\n    "Never."\n\n', NONE, True, "3 warnings"),
    "a rule with a fault": (RULE.replace("becomes 5", "gains 9"), CALLED, True, "rulebook fault"),
    "a section": ('section the_dice\n    "The dice"\n\n', NONE, True, "1 clause has no text in `ru`: `the_dice`"),
    "an event": ('event seen(n: 0..9)\n    "{n} is seen."\n\n',
                 ("    check over\n", "    announce seen(left)\n    check over\n"),
                 True, "1 clause has no text in `ru`: `seen`"),
    "a parameter": ('parameter five: 0..9 = 5\n    "It is {five}."\n\n', ("min(5, die)", "min(five, die)"), True, "`five`"),
    "a parameter that nothing uses": (
        'parameter five: 0..9 = 5\n    "Five."\n\n', NONE, True, "nothing uses the parameter `five`"),
    "a field that nothing reads": ("each player has\n    rest: 0..9\n\n", NONE, True, "nothing reads `rest`"),
    "a field": ("each player has\n    rest: 0..9 = 5\n\n", ("min(5, die)", "min(p.rest, die)"), True, "3 warnings"),
    "a field with a fault": (
        "each player has\n    rest: 0..9 = 7\n\n", ("min(5, die)", "p.rest - 9"), True, "rulebook fault"),
    "a forbidden term": ('invariant at_most_nine: left <= 9\n    "At most nine pebbles."\n\n', NONE, True, "forbids"),
    "a concept that no glossary has": (
        'invariant at_most_nine: left <= 9\n    "At most nine."\n    says cup\n\n', NONE, True, "no term for `cup`"),
    "a clause that has a text": ('note told_already\n    "It is told."\n\n', NONE, False, "`told_already "),
}


def write_texts(folder: Path, more: str = "") -> None:
    """Write glossaries and texts of all clauses of the rulebook."""
    (folder / "text").mkdir()
    for name, text in {
            "dice.en.glossary.csv": "stone,stone,preferred,pl=stones,\nstone,pebble,forbidden,pl=pebbles,\n",
            "dice.ru.glossary.csv": "stone,камень,preferred,pl=камни,\n"}.items():
        (folder / "text" / name).write_text("concept,term,status,forms,note\n" + text, encoding="utf-8")
    (folder / "text" / "dice.ru.texts").write_text(
        "texts of dice in ru\n\n" + "".join(f'{id}\n    "{said}"\n\n' for id, said in {
            "play": "Катят.", "turn_of": "{p} катит.", "over": "Конец."}.items()) + more, encoding="utf-8")


# Each declaration without a variant; some of them also with one.
@pytest.mark.parametrize(("more", "with_variant"), [
    *((more, False) for more in MORE), *sampled([(more, True) for more in MORE], every=3)])
def test_a_declaration_more_is_reported_as_from_scratch(tmp_path: Path, report: Report, left_alone: list[bool], more: str,
                                                        with_variant: bool) -> None:
    declaration, (before, now), is_alone, said = MORE[more]
    write_texts(tmp_path, f'{declaration.split()[1]}\n    "Уже."\n' if "has a text" in more else "")
    if with_variant:
        (tmp_path / "variants").mkdir()
        (tmp_path / "variants" / "few_dice.rules").write_text(VARIANT.replace("0..5 = 5", "0..9 = 5"), encoding="utf-8")
    report(DICE)
    text = (DICE.replace(before, now) if before else DICE).replace(AT, declaration + AT)
    found = report(text)
    assert found == report(text, "--no-cache")
    assert said in found
    if "has a text" not in more:
        # With a mistake in the texts nothing is kept to begin with.
        assert left_alone[0] == is_alone


@pytest.mark.parametrize("more", ["a note", "a function", "an invariant", "a section", "an event"])
@pytest.mark.parametrize("worded", [False, True])
def test_a_declaration_less_is_reported_as_from_scratch(tmp_path: Path, report: Report, left_alone: list[bool], more: str,
                                                        worded: bool) -> None:
    declaration, (before, now), _, _ = MORE[more]
    write_texts(tmp_path, f'{declaration.split()[1].partition("(")[0].strip(":")}\n    "Уже."\n' if worded else "")
    report((DICE.replace(before, now) if before else DICE).replace(AT, declaration + AT))
    found = report(DICE)
    assert found == report(DICE, "--no-cache")
    # A text of what is gone is reported, and so is a mistake that there was.
    assert left_alone == [True]
    assert ("there is no clause" in found) == worded


ROLL = 'rule luck(p: player)\n    "{p} has luck."\n    roll eye from 1..6SAID\n    left becomes min(5, eye)\n\n'


@pytest.mark.parametrize(("said", "is_alone"), [("", True), (' as "{eye}"', True), (' as "luck {eye}"', False)])
def test_a_roll_of_a_new_rule_has_to_be_worded(tmp_path: Path, report: Report, left_alone: list[bool], said: str,
                                               is_alone: bool) -> None:
    write_texts(tmp_path, 'roll turn_of\n    "выпало {die}"\n\n')
    text = DICE.replace("from 1..6", 'from 1..6 as "throw {die}"')
    report(text)
    now = text.replace(AT, ROLL.replace("SAID", said) + AT)
    found = report(now)
    assert found == report(now, "--no-cache")
    assert ("moves and rolls that have no text in `ru`: `roll luck`" in found) == (not is_alone)
    assert left_alone == [is_alone]


# The rulebook with a note and a constant, of which texts are left, or which they name.
LESS = 'note tidy_table\n    "The table is tidy."\n\n'
FIVE = 'constants\n    five = 5 "It is {five}."\n\n'
BARE = "constants\n    five = 5\n\n"
LEFT = {
    "a text": (LESS, 'tidy_table\n    "Чисто."\n\n', "there is no clause `tidy_table`"),
    "a line that leaves it out": (LESS, "leave out tidy_table\n", "to leave out"),
    "a text, and a line that leaves it out": (
        LESS, 'tidy_table\n    "Чисто."\n\nleave out tidy_table\n', "to leave out"),
    "a text that is filled with it": (FIVE, 'five\n    "Это {five}."\n\n', "five"),
    "a condition of a part of another text": (
        BARE, 'end_of\n    "Конец[ да when five > 4]."\n\n', "`five > 4`"),
    "a place in another text": (BARE, 'end_of\n    "Конец {five}."\n\n', "`five`"),
}


@pytest.mark.parametrize("left", LEFT)
def test_what_texts_say_of_a_declaration_less_is_reported(tmp_path: Path, report: Report, left_alone: list[bool],
                                                          left: str) -> None:
    declaration, more, said = LEFT[left]
    end = ('end end_of\n    "The end."\n    when left = 2\n    draw\n\n', ("check over", "check over, end_of"))
    text = DICE.replace(*end[1]).replace(AT, end[0] + AT)
    used = text.replace("min(5, die)", "min(five, die)") if declaration in (FIVE, BARE) else text
    write_texts(tmp_path, more if "end_of" in more else more + 'end_of\n    "Конец."\n\n')
    report(used.replace(AT, declaration + AT))
    found = report(text)
    assert found == report(text, "--no-cache")
    assert said in found
    assert left_alone == [True]


@pytest.mark.parametrize("with_variant", [False, True])
def test_what_names_a_field_that_is_gone_is_reported_where_it_stands_now(
        tmp_path: Path, report: Report, left_alone: list[bool], with_variant: bool) -> None:
    if with_variant:
        (tmp_path / "variants").mkdir()
        (tmp_path / "variants" / "few_dice.rules").write_text(VARIANT, encoding="utf-8")
    write_texts(tmp_path)
    text = DICE.replace("state\n", "state\n    spare: 0..9 = 1\n\nstate\n", 1).replace("min(5, die)", "min(5, max(spare, die))")
    assert "error[" not in report(text)
    left_alone.clear()
    changed = text.replace("state\n    spare: 0..9 = 1\n\n", "")
    again = report(changed)
    assert left_alone == [True] * (2 if with_variant else 1)
    assert again == report(changed, "--no-cache")
    assert "unknown name `spare`" in again
