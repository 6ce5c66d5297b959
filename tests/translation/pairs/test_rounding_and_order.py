"""Rounding, since, against and along, and turned places, sizes and order: each code is read, and compared in pairs."""

from __future__ import annotations

from collections import Counter

import pytest

from rulewright.translation.document.document import document
from rulewright.translation.pairs.equivalents import differences
from rulewright.translation.pairs.reading import read_for_pairs

from .development import but_slow, found_in, text_in
from .planted import line_of, planted

# A sentence for each code in each language.
SAID = {
    "rounded_up": {
        "en": "Take half of it, rounded up.", "de": "Nehmt die Hälfte, aufgerundet.",
        "es": "Toma la mitad, redondeando hacia arriba.",
        "fr": "Prenez la moitié, arrondie à l'unité supérieure.", "it": "Prendi la metà, arrotondata per eccesso.",
        "nl": "Neem de helft, naar boven afgerond.", "pl": "Weź połowę, zaokrągloną w górę.",
        "pt": "Pegue metade, arredondada para cima.", "cs": "Vezmi polovinu zaokrouhlenou nahoru.",
        "sv": "Ta hälften, avrundat uppåt.", "ru": "Возьмите половину, округлив вверх.", "ja": "半分を切り上げます。"},
    "rounded_down": {
        "en": "Take half of it and round it down.", "de": "Nehmt die Hälfte, abgerundet.",
        "es": "Toma la mitad, redondeando hacia abajo.", "fr": "Prenez la moitié, arrondie à l'unité inférieure.",
        "it": "Prendi la metà, arrotondata per difetto.", "nl": "Neem de helft, naar beneden afgerond.",
        "pl": "Weź połowę, zaokrągloną w dół.", "pt": "Pegue metade, arredondada para baixo.",
        "cs": "Vezmi polovinu zaokrouhlenou dolů.", "sv": "Ta hälften, avrundat nedåt.",
        "ru": "Возьмите половину, округлив вниз.", "ja": "半分を切り捨てます。"},
    "since": {
        "en": "They play from then on.", "de": "Seitdem spielt ihr.", "es": "Juegan desde entonces.",
        "fr": "Ils jouent depuis.",
        "it": "Giocano da allora.", "nl": "Vanaf de ronde speelt u.", "pl": "Odtąd gracie.", "pt": "Jogam desde a rodada.",
        "cs": "Od této chvíle hrajete.", "sv": "Hädanefter spelar ni.",
        "ru": "Отныне вы играете.", "ja": "三回目以降に遊びます。"},
    "against": {
        "en": "Go against the storm.", "de": "Fahrt gegen den Sturm.", "es": "Ve contra la tormenta.",
        "fr": "Allez contre la tempête.",
        "it": "Vai contro la tempesta.", "nl": "Ga tegen de storm.", "pl": "Idź przeciw burzy.",
        "pt": "Vá contra a tempestade.",
        "cs": "Jdi proti bouři.", "sv": "Gå mot stormen.", "ru": "Идите против бури.", "ja": "嵐に逆らって進みます。"},
    "along": {
        "en": "Decide in favour of them.", "de": "Entscheidet zugunsten der anderen.", "es": "Ve a favor de la tormenta.",
        "fr": "Décidez en faveur des autres.", "it": "Vai a favore della tempesta.", "nl": "Beslis ten gunste van hem.",
        "pl": "Rozstrzygnij na korzyść innych.", "pt": "Vá a favor da tempestade.", "cs": "Rozhodni ve prospěch jiných.",
        "sv": "Besluta till förmån för dem.", "ru": "Решите в пользу других.", "ja": "有利に決めます。"},
}
# A mistake in a development text, and the finding that an original in English gives.
MISTAKES = [
    ("glass", "de", "aufgerundet", "abgerundet", "pair/comparison", "error"),
    ("wells", "fr", "en arrondissant au supérieur", "en arrondissant au inférieur", "pair/comparison", "error"),
    ("auction", "es", "hasta la velada siguiente", "desde la velada siguiente", "pair/order", "warning"),
    ("ferry", "es", "contra la tormenta", "a favor de la tormenta", "pair/direction", "error"),
    ("train", "es", "un número impar", "un número par", "pair/comparison", "error"),
    ("train", "es", "la locomotora adelanta", "la locomotora retrocede", "pair/direction", "error"),
    ("glass", "es", "el horno más caliente", "el horno más frío", "pair/comparison", "error"),
    ("abbey", "nl", "iets groter zijn dan", "iets kleiner zijn dan", "pair/comparison", "error"),
    ("abbey", "pl", "najniżej położone", "najwyżej położone", "pair/comparison", "error"),
    ("abbey", "pl", "do końca roku", "do początku roku", "pair/order", "error"),
    ("ferry", "pl", "nie wcześniej.", "nie później.", "pair/order", "error"),
    ("wells", "nl", "neem je meteen", "neem je aan het eind", "pair/order", "error"),
    ("abbey", "pl", "dwie różne prace", "dwie jednakowe prace", "pair/comparison", "error"),
]
# In other texts there is a mistake of each kind besides.
SLOW = {("glass", "de"), ("glass", "es"), ("abbey", "nl"), ("ferry", "pl"), ("wells", "nl")}
NATURAL = [
    ("wells", "fr", "es", 42, "pair/condition"),  # as long as not all have: until
    ("wells", "de", "it", 69, "pair/comparison"),  # `non può ospitare più di` is a bound
    ("wells", "es", "pl", 69, "pair/modality"),  # no more than four fit: at most four may stand
    ("wells", "nl", "fr", 65, "pair/negation"),  # `ne pouvez faire demi-tour qu'après`: may only after
    ("wells", "nl", "fr", 65, "pair/modality"),
    ("lighthouse", "en", "pt", 64, "pair/condition"),  # `salvo` is saved, and not except
    ("glass", "de", "es", 33, "pair/negation"),  # `hasta que no`, and `erst wenn`
    ("glass", "en", "es", 38, "pair/condition"),  # `menos en`: except on
    ("glass", "en", "es", 78, "pair/quantifier"),  # `apenas uno`: just one
    ("abbey", "en", "pl", 81, "pair/negation"),  # `nie pokazuj` denies
]
SLOW_NATURAL = {("wells", "fr", "es"), ("wells", "es", "pl"), ("glass", "de", "es")}


@pytest.mark.parametrize(("signal", "code", "sentence"),
                         [(signal, code, sentence) for signal, said in SAID.items() for code, sentence in said.items()])
def test_a_language_says_it(signal: str, code: str, sentence: str) -> None:
    (shown,) = read_for_pairs(document("here.md", sentence, code))
    assert {*SAID} & shown.signals.keys() == {signal}


@pytest.mark.parametrize(("text", "code", "was", "now", "rule", "level"), but_slow(MISTAKES, SLOW),
                         ids=[mistake[3] for mistake in MISTAKES])
def test_what_is_turned_round_is_reported(text: str, code: str, was: str, now: str, rule: str, level: str) -> None:
    here = text_in(text, code)
    beside = [(before, after) for *pair, before, after, _, _ in MISTAKES if pair == [text, code]]
    line, there = line_of(here, was), planted(here, beside, (was, now))
    found = [finding for finding in found_in(text, "en", code, there) if (finding.line, finding.rule) == (line, rule)]
    assert level in {finding.level for finding in found}
    assert [finding for finding in found_in(text, "en", code, here) if (finding.line, finding.rule) == (line, rule)] == []


@pytest.mark.parametrize(("text", "source", "code", "line", "rule"), but_slow(NATURAL, SLOW_NATURAL))
def test_natural_wording_is_no_warning(text: str, source: str, code: str, line: int, rule: str) -> None:
    found = found_in(text, source, code, text_in(text, code))
    assert [finding for finding in found if (finding.line, finding.rule) == (line, rule) and finding.level != "note"] == []


def test_what_both_sides_deny_is_turned_round() -> None:
    own, other = Counter({"not": 1, "before": 1}), Counter({"not": 1, "after": 1})
    found = differences(own, other)
    assert (found.lost, found.come) == (Counter({"before": 1}), Counter({"after": 1}))


def test_what_one_side_denies_is_said_in_another_way() -> None:
    found = differences(Counter({"before": 1}), Counter({"not": 1, "after": 1}))
    assert (found.lost, found.come) == (Counter(), Counter())
