"""Words that do not say in a text what they usually say, as French `pas` is a step: which are homonyms, and which are not."""

from __future__ import annotations

from rulewright.translation.document.document import document
from rulewright.translation.pairs.equivalents import AKIN
from rulewright.translation.pairs.homonyms import homonyms
from rulewright.translation.pairs.reading import read_for_pairs
from rulewright.translation.pairs.side_by_side import side_by_side


def test_a_must_that_stands_for_may_everywhere_is_no_homonym() -> None:
    own, other = (read_for_pairs(document("text", text, code)) for text, code in (
        ("You may draw a card.\nYou may pay a coin.\nYou may build a house.\nYou may sell a field.\nThen pass.\n", "en"),
        ("Je moet een kaart trekken.\nJe moet een munt betalen.\nJe moet een huis bouwen.\nJe moet een akker verkopen.\n"
         "Dan pas je.\n", "nl")))
    pairs = [((one,), (two,)) for one, two in zip(own, other, strict=True)]
    assert tuple(map(set, homonyms(pairs, AKIN))) == (set(), set())


def test_a_homonym_still_denies_beside_another_word_that_does() -> None:
    text = document("here.md", "Le roi avance de deux pas.\n\nLe roi ne prend pas la carte.\n", "fr")
    steps, denial = read_for_pairs(text, [("pas", "not")])

    assert "not" not in steps.signals
    assert "not" in denial.signals


def test_a_word_whose_turn_the_other_text_never_has_is_a_homonym() -> None:
    own, other = (read_for_pairs(document("text", text, code)) for text, code in (
        ("The start is here.\nLeave the start.\nThe start is free.\nGo to the start.\nTake the first card.\n", "en"),
        ("La casa es esta.\nSal de la casa.\nLa casa queda libre.\nVe a la casa.\nToma la primera carta.\n", "es")))
    pairs = [((one,), (two,)) for one, two in zip(own, other, strict=True)]
    assert tuple(map(set, homonyms(pairs, AKIN))) == ({("start", "at_begin")}, set())


def test_a_word_that_denies_is_no_denial_in_the_name_of_a_thing() -> None:
    own, other = (document("text", text, code) for text, code in (
        ("The skeleton is undead.\n\nA vampire is an undead creature.\n\nMany undead fly.\n\nPriests control undead.\n\n"
         "An undead creature of the enemy does not fly.\n\nThe knight does not move.\n", "en"),
        ("Lo scheletro è un non morto.\n\nIl vampiro è una creatura non morta.\n\nMolti non morti volano.\n\n"
         "I sacerdoti controllano i non morti.\n\nUna creatura non morta del nemico non vola.\n\nIl cavaliere non si muove.\n",
         "it")))
    texts = side_by_side(own, other)
    assert [pair.signals(1)["not"] for pair in texts.pairs] == [0, 0, 0, 0, 1, 1]


def test_a_denial_is_no_homonym_where_the_other_text_forbids() -> None:
    own, other = (document("text", text, code) for text, code in (
        ("The knight must not move.\n\nYou may not pass.\n\nNobody can leave it.\n\nThe king cannot stay.\n\n"
         "You cannot pay twice.\n", "en"),
        ("Der Ritter zieht nicht.\n\nDu passt nicht.\n\nDas verlässt man nicht.\n\nDer König bleibt nicht.\n\n"
         "Du zahlst nicht zweimal.\n", "de")))
    assert [pair.signals(1)["not"] for pair in side_by_side(own, other).pairs] == [1, 1, 1, 1, 1]
