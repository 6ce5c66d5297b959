"""Mistakes in one part of a sentence, where the whole sentence has the same words or turns of phrase; contraries; ways."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from rulewright.translation.document.document import document
from rulewright.translation.pairs.checks import compared
from rulewright.translation.pairs.checks.parted import STEM, is_in_part
from rulewright.translation.pairs.equivalents import differences
from rulewright.translation.pairs.lexicon import Lexicon
from rulewright.translation.pairs.reading import read_for_pairs
from rulewright.translation.pairs.side_by_side import side_by_side

from .test_equivalents import found_with

BOOKLETS = Path(__file__).parents[3] / "bench" / "pairs" / "texts"


@pytest.mark.parametrize(("own", "other", "wrong", "rule", "level"), [
    ("Then carry the salt from the bank to the mule.", "Tragt dann das Salz von der Bank zum Maultier.",
     "Tragt dann das Salz vom Maultier zur Bank.", "pair/order", "warning"),
    # Words that stand once: what they name is known.
    ("Every mule runs from the tower to the harbour.", "Jedes Maultier läuft vom Turm zum Hafen.",
     "Jedes Maultier läuft vom Hafen zum Turm.", "pair/order", "warning"),
    ("The mule is loud, but do not sell it.", "Das Maultier ist laut, verkauft es aber nicht.",
     "Das Maultier ist leise, behaltet es aber.", "pair/comparison", "error"),
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
    ("The mule moves at once.", "Das Maultier zieht sofort.", "Das Maultier zieht in der nächsten Runde.", "pair/order",
     "error"),
    ("Cards can be sold in the same round.", "Karten können in derselben Runde verkauft werden.",
     "Karten können in der nächsten Runde verkauft werden.", "pair/order", "warning"),
])
def test_a_mistake_is_reported_and_its_sentence_is_not(own: str, other: str, wrong: str, rule: str, level: str) -> None:
    assert [finding.message for finding in found_with(own, other)] == []
    assert (rule, level) in {(finding.rule, finding.level) for finding in found_with(own, wrong)}


@pytest.mark.parametrize(("own", "other", "rule", "level"), [
    # `Not undamaged` may well stand for `intact`, and may not.
    ("The mule is intact.", "Das Maultier ist nicht unbeschädigt.", "pair/negation", "warning"),
    # `Nicht erst wenn` denies the `only`, and no `before`.
    ("You choose when you have seen the cards.", "Du wählst nicht erst, wenn du die Karten gesehen hast.", "pair/negation",
     "error"),
    # The words that say who begins allow nothing; elsewhere in the sentence they do not hide a `may`.
    ("A mule attacks immediately, unless you sell it first.",
     "Ein Maultier kann sofort angreifen, es sei denn, du verkaufst es zuerst.", "pair/modality", "warning"),
    # An `any` that both sides have is no `may`.
    ("Whoever sells any card takes a coin from the bank.",
     "Wer eine beliebige Karte verkauft, darf eine Münze aus der Bank nehmen.", "pair/modality", "warning"),
])
def test_what_was_explained_by_another_word_is_reported(own: str, other: str, rule: str, level: str) -> None:
    assert (rule, level) in {(finding.rule, finding.level) for finding in found_with(own, other)}


@pytest.mark.parametrize(("own", "other"), [
    ("Each trader puts one mule of size 1 and one of size 2 into the bank.",
     "Jeder Händler bringt zwei Maultiere in die Bank: eines der Größe 1 und eines der Größe 2."),
])
def test_a_number_that_sums_up_what_is_counted_one_by_one_is_no_other_number(own: str, other: str) -> None:
    assert [finding.message for finding in found_with(own, other) if finding.rule == "pair/number"] == []


def test_a_sentence_that_its_neighbour_may_well_say_is_no_error_when_it_is_missing() -> None:
    """The translation joins the second sentence to the first: `s'y côtoient, et il n'y a pas de maximum`."""
    english, french = ((BOOKLETS / f"race.{code}.md").read_text(encoding="utf-8") for code in ("en", "fr"))
    french = french.replace("leur nombre n'est pas limité", "il n'y a pas de maximum")
    alone = french.replace(", et il n'y a pas de maximum", "")
    levels = [{finding.level for finding in compared(side_by_side(document("there.md", english, "en"),
                                                                  document("here.md", text, "fr")))
               if finding.rule == "pair/sentence-missing" and finding.expected == "line 70"} for text in (french, alone)]
    assert levels == [{"warning"}, {"error"}]


ENGLISH_SQUIRES = ["The squire is old.", "Each squire pays.", "The favours pay well.", "A favour is small.", "Take a squire.",
                   "The squire asks for a favour.", "Go through the favours in order.",
                   "First the favours pay, then the squires."]
DUTCH_SQUIRES = ["De schildknaap is oud.", "Elke schildknaap betaalt.", "De gunsten betalen goed.", "Een gunst is klein.",
                 "Neem een schildknaap.", "De schildknaap vraagt om een gunst.", "Loop de gunsten op volgorde langs.",
                 "Eerst betalen de gunsten, daarna de schildknapen."]


@pytest.mark.parametrize(("was", "now"), [
    ("op volgorde", "in omgekeerde volgorde"), ("op volgorde", "in willekeurige volgorde"),
    ("de gunsten, daarna de schildknapen", "de schildknapen, daarna de gunsten"),
])
def test_another_order_is_reported(was: str, now: str) -> None:
    original, translation = document("there.md", "\n\n".join(ENGLISH_SQUIRES), "en"), "\n\n".join(DUTCH_SQUIRES)
    assert was in translation
    rules = [[(finding.rule, finding.level) for finding in compared(side_by_side(original, document("here.md", text, "nl")))
              if finding.level != "note"] for text in (translation, translation.replace(was, now))]
    assert rules == [[], [("pair/order", "warning")]]


@pytest.mark.parametrize(("word", "is_partner"), [("schildknaap", True), ("schildknap", True), ("schildpad", False)])
def test_a_part_says_a_word_in_another_form(word: str, is_partner: bool) -> None:
    """The stems of the Dutch *schildknaap* and *schildknapen* differ."""
    lexicon = Lexicon({("squir", "schildknaap"): 5}, {"squir": 5}, {"schildknaap": 5})
    assert is_in_part(lexicon, f"{STEM}squir", [f"{STEM}{word}"]) == is_partner


def test_only_a_turn_by_the_denial_says_that_it_is_not_yet_so() -> None:
    own, other = Counter(["if"]), Counter(["until", "not"])
    for postponed, explained in ((frozenset[str](), 0), (frozenset(("until",)), 1)):
        left = differences(own, other, (frozenset(), frozenset()), (frozenset(), postponed))
        assert left.explained == (0, explained)


@pytest.mark.parametrize(("code", "text", "postponed"), [
    ("fr", "Ils courent jusqu'au port ; le premier ne gagne pas.", set[str]()),
    ("de", "Bevor du ziehst, darfst du nicht zahlen.", {"before"}), ("en", "You cannot pay, before you move.", {"before"}),
    ("en", "You may not pay until you move.", {"until"}),
])
def test_what_is_not_yet_so_stands_by_its_denial(code: str, text: str, postponed: set[str]) -> None:
    [features] = read_for_pairs(document("here.md", text, code))
    assert features.postponed == postponed
