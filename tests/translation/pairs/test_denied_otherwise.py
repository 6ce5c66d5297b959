"""What one language denies and another says without a plain denial, in sentences of the eight languages."""

from __future__ import annotations

from functools import cache

import pytest

from rulewright.translation.decisions.findings import Finding
from rulewright.translation.document.document import document
from rulewright.translation.pairs.checks import compared
from rulewright.translation.pairs.reading import read_for_pairs
from rulewright.translation.pairs.side_by_side import side_by_side

# What all texts say before the sentence in question.
BESIDE = {
    "en": "Each player takes 3 cards.\n\nThe bank keeps 12 coins.\n\nThe oldest player begins with 5 horses.",
    "de": "Jeder Spieler nimmt 3 Karten.\n\nDie Bank behält 12 Münzen.\n\nDer älteste Spieler beginnt mit 5 Pferden.",
    "nl": "Elke speler neemt 3 kaarten.\n\nDe bank houdt 12 munten.\n\nDe oudste speler begint met 5 paarden.",
    "sv": "Varje spelare tar 3 kort.\n\nBanken behåller 12 mynt.\n\nDen äldsta spelaren börjar med 5 hästar.",
    "da": "Hver spiller tager 3 kort.\n\nBanken beholder 12 mønter.\n\nDen ældste spiller begynder med 5 heste.",
    "nb": "Hver spiller tar 3 kort.\n\nBanken beholder 12 mynter.\n\nDen eldste spilleren begynner med 5 hester.",
    "pl": "Każdy gracz bierze 3 karty.\n\nBank zatrzymuje 12 monet.\n\nNajstarszy gracz zaczyna z 5 końmi.",
    "cs": "Každý hráč vezme 3 karty.\n\nBanka si ponechá 12 mincí.\n\nNejstarší hráč začíná s 5 koňmi.",
    "ru": "Каждый игрок берёт 3 карты.\n\nБанк хранит 12 монет.\n\nСамый старший игрок начинает с 5 лошадьми.",
}
# A sentence in English that denies, and the same in another language by another turn of phrase.
PAIRS = [
    ("de", "The player does not take a card this time.", "Der Spieler enthält sich dieses Mal einer Karte."),
    ("de", "There are not enough cards.", "Es mangelt an Karten."),
    ("nl", "The player does not take a card this time.", "De speler onthoudt zich deze keer van een kaart."),
    ("nl", "There are not enough cards.", "De kaarten zijn ontoereikend."),
    ("sv", "The player does not take a card this time.", "Spelaren låter bli att ta ett kort den här gången."),
    ("sv", "There are not enough cards.", "Korten är otillräckliga."),
    ("da", "The player does not take a card this time.", "Spilleren lader være med at tage et kort denne gang."),
    ("da", "There are not enough cards.", "Kortene er utilstrækkelige."),
    ("nb", "The player does not take a card this time.", "Spilleren lar være å ta et kort denne gangen."),
    ("nb", "There are not enough cards.", "Kortene er utilstrekkelige."),
    ("pl", "The player does not take a card this time.", "Gracz powstrzymuje się tym razem od wzięcia karty."),
    ("pl", "The card does not count any more.", "Karta wygasa."),
    ("cs", "The player does not take a card this time.", "Hráč se tentokrát zdrží braní karty."),
    ("cs", "There are not enough cards.", "Karet je nedostatek."),
    ("ru", "The player does not take a card this time.", "Игрок на этот раз воздерживается от взятия карты."),
    ("ru", "There are not enough cards.", "Ощущается нехватка карт."),
    ("de", "The colour of the card has no effect.", "Die Farbe der Karte ist egal."),
    ("nl", "The colour of the card has no effect.", "De kleur van de kaart is om het even."),
    ("pl", "If the player has a card, nothing changes.", "Jeśli gracz ma kartę, jest to obojętne."),
    ("cs", "The colour of the card has no effect.", "Na barvě karty nezáleží."),
    ("sv", "The player takes a card, and no further.", "Spelaren tar ett kort, men inte längre."),
    ("sv", "Go on until no card is left in the bank.", "Fortsätt så länge det ligger kort kvar i banken."),
    ("cs", "Go on until no card is left in the bank.", "Pokračujte, dokud v bance ještě nějaké karty jsou."),
    ("ru", "If the player has a card, nothing changes.", "Если у игрока есть карта, ничего не меняется."),
]


@cache
def found_with(code: str, own: str, other: str, back: bool) -> tuple[Finding, ...]:
    """What is found in the last sentences of two texts, in either direction."""
    texts = [(f"{BESIDE['en']}\n\n{own}\n", "en"), (f"{BESIDE[code]}\n\n{other}\n", code)]
    if back:
        texts.reverse()
    there, here = (document(f"{side}.md", text, of) for side, (text, of) in zip(("there", "here"), texts, strict=True))
    last = texts[1][0].count("\n")
    return tuple(finding for finding in compared(side_by_side(there, here)) if finding.line == last)


@pytest.mark.parametrize("back", [False, True], ids=["there", "back"])
@pytest.mark.parametrize(("code", "own", "other"), PAIRS, ids=[f"{code}-{place}" for place, (code, *_) in enumerate(PAIRS)])
def test_a_denial_that_another_language_says_otherwise_is_no_mistake(code: str, own: str, other: str, back: bool) -> None:
    assert [finding.message for finding in found_with(code, own, other, back) if finding.rule == "pair/negation"] == []


@pytest.mark.parametrize(("code", "text"), [
    ("sv", "Varannan runda är fri."), ("nb", "Hver annen runde er fri."), ("da", "Hver anden runde er fri."),
    ("pl", "Co drugi gracz bierze kartę."), ("cs", "Každý druhý hráč bere kartu.")])
def test_every_other_is_two_and_no_number_that_must_be_said(code: str, text: str) -> None:
    shown, = read_for_pairs(document("text", text, code))
    assert 2 in shown.values
    assert 2 not in {number.value for number in shown.counting}


@pytest.mark.parametrize(("code", "other"), [
    ("de", "Der Spieler nimmt dieses Mal eine Karte."), ("nl", "De speler neemt deze keer een kaart."),
    ("sv", "Spelaren tar ett kort den här gången."), ("da", "Spilleren tager et kort denne gang."),
    ("nb", "Spilleren tar et kort denne gangen."), ("pl", "Gracz bierze tym razem kartę."),
    ("cs", "Hráč si tentokrát vezme kartu."), ("ru", "Игрок на этот раз берёт карту.")])
def test_a_denial_that_the_other_text_leaves_out_is_found(code: str, other: str) -> None:
    found = found_with(code, "The player does not take a card this time.", other, False)
    assert "pair/negation" in {finding.rule for finding in found}


@pytest.mark.parametrize(("code", "right", "wrong"), [
    ("de", "Die Bank hält eine Karte der Stärke 1 und eine der Stärke 2.",
     "Die Bank hält eine Karte der Stärke 2 und eine der Stärke 2."),
    ("nl", "De bank houdt een kaart van kracht 1 en een van kracht 2.",
     "De bank houdt een kaart van kracht 3 en een van kracht 2."),
    ("pl", "Bank zatrzymuje jedną kartę o sile 1 i jedną o sile 2.", "Bank zatrzymuje jedną kartę o sile 1 i jedną o sile 1.")])
def test_a_one_in_words_is_no_number_that_is_written_in_digits(code: str, right: str, wrong: str) -> None:
    own = "The bank keeps one card of strength 1 and one of strength 2."
    rules = [{finding.rule for finding in found_with(code, own, text, back=False)} for text in (right, wrong)]
    assert ["pair/number" in some for some in rules] == [False, True]
