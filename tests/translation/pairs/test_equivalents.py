"""What two languages say in two ways: turns of phrase that differ, those that do not, and sentences with mistakes in them."""

from __future__ import annotations

from collections import Counter

import pytest

from rulewright.translation.decisions.findings import Finding
from rulewright.translation.document.document import document
from rulewright.translation.document.language import language
from rulewright.translation.pairs.checks import compared
from rulewright.translation.pairs.checks.one_sided import MISS
from rulewright.translation.pairs.equivalents import differences
from rulewright.translation.pairs.side_by_side import side_by_side

from .development import found_in, text_in
from .test_market import ENGLISH, GERMAN

SAME = [
    ("must_not more", "at_most"), ("not fewer", "at_least"), ("must_not before", "may only if"), ("not if", "unless"),
    ("not may same", "must different"), ("not before", "after"), ("not more fewer", "exactly"), ("must_not more", "may only"),
    ("must_not fewer more", "at_least at_most"), ("must_not fewer", "at_least"), ("must_not except", "may only"),
]


@pytest.mark.parametrize(("own", "other"), SAME)
def test_what_two_languages_say_in_two_ways_is_no_difference(own: str, other: str) -> None:
    for here, there in ((own, other), (other, own)):
        left = differences(Counter(here.split()), Counter(there.split()))
        assert (left.lost, left.come) == (Counter(), Counter())
        assert sum(left.explained) == 1


def test_a_denial_says_nothing_of_a_turn_in_another_part_of_the_sentence() -> None:
    own, other = Counter[str](("not", "all")), Counter[str](("some",))
    assert differences(own, other, (frozenset(("all",)), frozenset())).explained == (1, 0)
    assert differences(own, other, (frozenset(), frozenset())).explained == (0, 0)


def test_a_condition_explains_no_denial_beside_what_is_free() -> None:
    for here, there in ((("not", "if"), ("without",)), (("without",), ("not", "if"))):
        assert differences(Counter(here), Counter(there)).explained == (0, 0)


@pytest.mark.parametrize(("own", "other", "explained"), [("not far", "near", 1), ("not inside", "outside", 1),
                                                          ("need_not more", "at_most", 0), ("only after", "must before", 0)])
def test_the_contrary_of_a_turn_is_the_same_as_its_denial(own: str, other: str, explained: int) -> None:
    left = differences(Counter(own.split()), Counter(other.split()))
    assert (left.lost, left.come, left.explained) == (Counter(), Counter(), (explained, 0))


@pytest.mark.parametrize(("own", "other"), [("at_least", "at_most"), ("may", "must"), ("must_not", "may"),
                                            ("not more", "at_least")])
def test_what_turns_a_rule_round_is_a_difference(own: str, other: str) -> None:
    left = differences(Counter(own.split()), Counter(other.split()))
    assert left.lost
    assert left.come


def found_with(own: str, other: str) -> list[Finding]:
    """Return what is found in the last sentence of two texts that have one more each."""
    english, german = f"{ENGLISH}\n{own}\n", f"{GERMAN}\n{other}\n"
    found = compared(side_by_side(document("there.md", english, "en"), document("here.md", german, "de")))
    return [finding for finding in found if finding.line == german.count("\n") and finding.level != "note"]


@pytest.mark.parametrize(("own", "other"), [
    ("You may not buy salt before you have sold a card.", "Salz darfst du erst kaufen, wenn du eine Karte verkauft hast."),
    ("First all cards are sold, then salt is bought.", "Bevor Salz gekauft wird, werden alle Karten verkauft."),
    ("Neither trader may sell more than four cards.", "Jeder Händler verkauft höchstens vier Karten."),
])
def test_natural_wording_is_no_error(own: str, other: str) -> None:
    assert [finding.message for finding in found_with(own, other) if finding.level == "error"] == []


@pytest.mark.parametrize(("own", "other"), [
    ("If two traders are equal, they share the coins.", "Bei gleicher Zahl teilen sich die Händler die Münzen."),
    ("First you sell a card, then you buy salt.", "Bevor du Salz kaufst, verkaufst du eine Karte."),
])
def test_natural_wording_is_not_reported(own: str, other: str) -> None:
    assert [finding.message for finding in found_with(own, other)] == []


def test_what_is_perhaps_said_by_its_contrary_is_no_error() -> None:
    found = found_with("A card that you do not want goes to the bank.", "Eine lästige Karte kommt in die Bank.")
    assert [(finding.rule, finding.level) for finding in found] == [("pair/negation", "warning")]


@pytest.mark.parametrize(("code", "word", "says"), [
    ("de", "wertlos", "void"), ("fr", "gratuitement", "without"), ("pl", "zbędne", "without"), ("cs", "zdarma", "without")])
def test_words_for_none_and_nothing_say_no_too(code: str, word: str, says: str) -> None:
    assert says in language(code).signals.codes_at(word)


@pytest.mark.parametrize(("own", "other", "rule"), [
    ("You may sell a card before you buy salt.", "Du musst eine Karte verkaufen, bevor du Salz kaufst.", "pair/modality"),
    ("A trader without coins may not buy salt.", "Ein Händler ohne Münzen darf Salz kaufen.", "pair/negation"),
    ("You buy neither more nor less than two cards.", "Du kaufst höchstens zwei Karten.", "pair/comparison"),
    ("The youngest trader begins.", "Der älteste Händler beginnt.", "pair/comparison"),
])
def test_a_mistake_is_an_error(own: str, other: str, rule: str) -> None:
    assert (rule, "error") in {(finding.rule, finding.level) for finding in found_with(own, other)}


def test_two_directions_beside_each_other_are_known_by_their_order() -> None:
    found = found_with("The cards are laid out from left to right.", "Die Karten werden von rechts nach links ausgelegt.")
    assert [finding.rule for finding in found] == ["pair/direction"]
    found = found_with("The card on the far left is sold.", "Die Karte ganz rechts wird verkauft.")
    assert [finding.rule for finding in found] == ["pair/direction"]


def test_many_mistakes_of_one_kind_are_errors_all_the_same() -> None:
    german = text_in("wells", "de")
    assert german.count("darfst du") >= 3
    found = [finding for finding in found_in("wells", "en", "de", german.replace("darfst du", "musst du"))
             if (finding.expected, finding.actual) == ("may", "must")]
    assert len(found) >= 3
    assert {finding.level for finding in found} == {"error"}


def test_new_words_that_are_all_a_little_odd_are_garbled() -> None:
    dutch = text_in("wells", "nl")
    was = "Je mag pas omkeren als je het einde van de weg hebt bereikt."
    assert was in dutch
    found = found_in("wells", "en", "nl", dutch.replace(was, "Je mag pas okeen als je het einde van de secri hebt bereikt."))
    garbled = [finding for finding in found if finding.rule == "fluency/garbled"]
    assert [finding.actual for finding in garbled] == ["okeen secri"]


@pytest.mark.parametrize("code", ["de", pytest.param("fr", marks=pytest.mark.slow), "pl"])
def test_natural_words_of_the_development_text_are_not_garbled(code: str) -> None:
    found = found_in("wells", "it", code, text_in("wells", code))
    assert [finding.message for finding in found if finding.rule == "fluency/garbled"] == []
    levels = Counter(finding.level for finding in found)
    assert levels["error"] <= 3
    assert levels["warning"] <= 6


# What falls at once, in English and Danish.
THINGS = {"tower": "Tårnet", "bridge": "Broen", "horse": "Hesten", "wagon": "Vognen", "house": "Huset", "crown": "Kronen",
          "stone": "Stenen", "island": "Øen", "market": "Markedet", "soldier": "Soldaten", "ship": "Skibet", "king": "Kongen"}


def test_at_once_and_at_the_same_time_are_no_difference() -> None:
    own = [f"The {what} fall into the river at once." for what in (*THINGS, "tower and the bridge")]
    other = [f"{what} falder straks i floden." for what in THINGS.values()] + ["Tårnet og broen falder i floden på én gang."]
    original, translated = (document("text.md", "\n\n".join(text), code) for text, code in ((own, "en"), (other, "da")))
    pairs = side_by_side(original, translated)
    assert pairs.agreement.in_translation("at_once") >= MISS
    assert [finding.message for finding in compared(pairs) if finding.expected == "at_once" and finding.level != "note"] == []
