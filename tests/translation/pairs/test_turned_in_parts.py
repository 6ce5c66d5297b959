"""Mistakes in one part of a sentence, where the whole sentence has the same words or turns of phrase; contraries; ways."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.translation.document.document import document
from rulewright.translation.document.language import language, languages
from rulewright.translation.pairs.checks import compared
from rulewright.translation.pairs.checks.contraries import AMBIGUOUS, CONTRARIES
from rulewright.translation.pairs.reading import read_for_pairs
from rulewright.translation.pairs.side_by_side import side_by_side

from .test_equivalents import found_with

BOOKLETS = Path(__file__).parents[3] / "bench" / "pairs" / "texts"


@pytest.mark.parametrize(("own", "other", "wrong", "rule", "level"), [
    ("Then carry the salt from the bank to the mule.", "Tragt dann das Salz von der Bank zum Maultier.",
     "Tragt dann das Salz vom Maultier zur Bank.", "pair/order", "warning"),
    ("The salt takes a mule forward, the bank takes it home.",
     "Das Salz bringt ein Maultier vorwärts, die Bank bringt es heim.",
     "Das Salz bringt ein Maultier rückwärts, die Bank bringt es vorwärts.", "pair/direction", "warning"),
    ("In the second round, salt costs more.", "In der zweiten Runde kostet Salz mehr.", "In der ersten Runde kostet Salz mehr.",
     "pair/order", "error"),
    ("You pay as many coins as you have mules.", "Du zahlst so viele Münzen, wie du Maultiere hast.",
     "Du zahlst mehr Münzen, als du Maultiere hast.", "pair/comparison", "warning"),
    ("The cards are played in order.", "Die Karten werden der Reihe nach gespielt.",
     "Die Karten werden umgekehrt gespielt.", "pair/order", "warning"),
    ("The mule stands behind the bank.", "Das Maultier steht hinter der Bank.", "Das Maultier steht vor ihrer Bank.",
     "pair/direction", "warning"),
    ("A mule in the bank is safe.", "Ein Maultier in der Bank ist sicher.", "Ein Maultier in der Bank ist in Gefahr.",
     "pair/comparison", "warning"),
    ("Traders never sell salt.", "Händler verkaufen niemals Salz.", "Händler verkaufen manchmal Salz.", "pair/negation",
     "error"),
    ("A player can also sell cards, except salt.", "Ein Spieler kann auch Karten verkaufen, außer Salz.",
     "Ein Spieler kann auch Karten verkaufen, einschließlich Salz.", "pair/condition", "error"),
    ("Take a coin early, but do not forget the salt.", "Nehmt früh eine Münze, vergesst aber das Salz nicht.",
     "Nehmt spät eine Münze, denkt aber an das Salz.", "pair/order", "error"),
    ("Only one coin is paid.", "Nur eine Münze wird bezahlt.", "Mindestens eine Münze wird bezahlt.", "pair/comparison",
     "error"),
    ("Cards can be sold in the same round.", "Karten können in derselben Runde verkauft werden.",
     "Karten können in der nächsten Runde verkauft werden.", "pair/order", "warning"),
])
def test_a_mistake_is_reported_and_its_sentence_is_not(own: str, other: str, wrong: str, rule: str, level: str) -> None:
    assert [finding.message for finding in found_with(own, other)] == []
    assert (rule, level) in {(finding.rule, finding.level) for finding in found_with(own, wrong)}


def test_every_contrary_has_words_in_every_language() -> None:
    """An idea that one language lacks hides every mistake in a text of that language."""
    codes = {code for _, pairs in CONTRARIES for pair in pairs for code in pair} - {*AMBIGUOUS, "no_other"}
    for code in languages():
        data = language(code)
        assert codes - {*data.contraries.codes, *data.signals.codes} == set(), code


@pytest.mark.parametrize(("own", "other", "rule", "level"), [
    # `Not undamaged` may well stand for `intact`, and may not.
    ("The mule is intact.", "Das Maultier ist nicht unbeschädigt.", "pair/negation", "warning"),
    # `Nicht erst wenn` denies the `only`, and no `before`.
    ("You choose when you have seen the cards.", "Du wählst nicht erst, wenn du die Karten gesehen hast.", "pair/negation",
     "error"),
    # The words that say who begins allow nothing; elsewhere in the sentence they do not hide a `may`.
    ("A mule attacks immediately, unless you sell it first.",
     "Ein Maultier kann sofort angreifen, es sei denn, du verkaufst es zuerst.", "pair/modality", "warning"),
])
def test_what_was_explained_by_another_word_is_reported(own: str, other: str, rule: str, level: str) -> None:
    assert (rule, level) in {(finding.rule, finding.level) for finding in found_with(own, other)}


@pytest.mark.parametrize(("own", "other"), [
    ("Each trader puts one mule of size 1 and one of size 2 into the bank.",
     "Jeder Händler bringt zwei Maultiere in die Bank: eines der Größe 1 und eines der Größe 2."),
])
def test_a_number_that_sums_up_what_is_counted_one_by_one_is_no_other_number(own: str, other: str) -> None:
    assert [finding.message for finding in found_with(own, other) if finding.rule == "pair/number"] == []


@pytest.mark.parametrize(("code", "text", "turns"), [
    ("nl", "Sla geen kracht over.", {"not", "without"}), ("it", "I clan senza padrone non contano.", {"not", "without"}),
    ("fr", "Le joueur le moins pauvre commence.", {"highest"}), ("pl", "Bez żadnej opłaty możesz grać.", {"without", "may"}),
    ("fr", "On lance d'abord le dé.", {"first"}), ("fr", "Défense de charger des caisses.", {"must_not"}),
    ("fr", "Une défense de 5 suffit.", set[str]()), ("it", "Si va dal più basso al più alto.", {"lowest", "highest"}),
])
def test_what_a_sentence_says(code: str, text: str, turns: set[str]) -> None:
    watched = {"not", "must_not", "without", "may", "highest", "lowest", "low", "first", "before", "at_most"}
    [features] = read_for_pairs(document("here.md", text, code))
    assert {turn for turn, times in features.turns.items() if times} & watched == turns


def test_a_sentence_that_its_neighbour_may_well_say_is_no_error_when_it_is_missing() -> None:
    """The translation joins the second sentence to the first: `s'y côtoient, et leur nombre n'est pas limité`."""
    english, french = ((BOOKLETS / f"race.{code}.md").read_text(encoding="utf-8") for code in ("en", "fr"))
    alone = french.replace(", et leur nombre n'est pas limité", "")
    levels = [{finding.level for finding in compared(side_by_side(document("there.md", english, "en"),
                                                                  document("here.md", text, "fr")))
               if finding.rule == "pair/sentence-missing" and finding.expected == "line 70"} for text in (french, alone)]
    assert levels == [{"warning"}, {"error"}]


def test_two_parts_have_exchanged_words_in_other_forms() -> None:
    english = "\n\n".join(["The castle is big.", "Each castle pays.", "The counties pay well.", "A county is small.",
                           "Take a castle.", "Build the castle in a county.", "First the counties pay, then the castles."])
    dutch = "\n\n".join(["Het kasteel is groot.", "Elk kasteel betaalt.", "De graafschappen betalen goed.",
                         "Een graafschap is klein.", "Neem een kasteel.", "Bouw het kasteel in een graafschap.",
                         "Eerst betalen de kastelen, daarna de graafschappen."])
    found = compared(side_by_side(document("there.md", english, "en"), document("here.md", dutch, "nl")))
    assert ("pair/order", "warning") in {(finding.rule, finding.level) for finding in found if finding.line == 13}
