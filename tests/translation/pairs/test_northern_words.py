"""Small words of Swedish, Danish and Norwegian that say several things are read as what they say in their phrase."""

from __future__ import annotations

import pytest

from rulewright.translation.document.document import document
from rulewright.translation.document.language import language
from rulewright.translation.pairs.checks import compared
from rulewright.translation.pairs.reading import read_for_pairs
from rulewright.translation.pairs.side_by_side import side_by_side


@pytest.mark.parametrize(("code", "text", "says", "says_not"), [
    ("sv", "Lägg kortet med baksidan uppåt.", {"hidden"}, {"open", "upward"}),
    ("sv", "Lägg kortet med framsidan uppåt.", {"open"}, {"hidden", "upward"}),
    ("sv", "Ställ den till höger om dörren.", {"right"}, {"if"}),
    ("sv", "Slå om alla tärningar.", {"all"}, {"if"}),
    ("sv", "Gå fram ett steg.", {"forward"}, {"rises"}),
    ("sv", "Den som har lägst poäng börjar.", {"lowest"}, {"at_least"}),
    ("sv", "Den som har högst poäng börjar.", {"highest"}, {"at_most"}),
    ("sv", "Den som har högst tre kort börjar.", {"at_most"}, {"highest"}),
    ("sv", "Den som har minst tre kort börjar.", {"at_least"}, {"lowest"}),
    ("sv", "Var och en får två mynt.", {"gets"}, {"may"}),
    ("sv", "Du får inte gå längre till och med den femte rundan.", {"must_not", "until"}, set()),
    ("da", "Læg kortet med bagsiden opad.", {"hidden"}, {"open", "upward"}),
    ("da", "Stil den ved siden af døren.", {"near"}, {"after"}),
    ("da", "Det gør du lige efter turen.", {"after"}, {"same"}),
    ("da", "Den, der har mindst tre kort, begynder.", {"if", "at_least"}, {"lowest"}),
    ("da", "Det kan ikke lade sig gøre.", {"must_not"}, {"may"}),
    ("da", "Man kommer frem til huset i to ture eller flere.", {"at_least"}, set()),
    ("nb", "Legg kortet med baksiden opp.", {"hidden"}, {"open", "upward"}),
    ("nb", "Sett den ved siden av døra.", {"near"}, {"after"}),
    ("nb", "Du kan slå enda en gang.", {"may"}, {"even_if"}),
    ("nb", "Den går fram til brua.", {"forward"}, {"until"}),
    ("sv", "Vänta fram till kvällen.", {"until"}, set()),
    ("nb", "Flytt til det neste feltet.", {"next"}, {"until"}),
    ("nb", "Gå fram ett steg.", {"forward"}, {"rises"}),
    ("nb", "Prisen går opp med to mynter.", {"rises"}, {"upward"}),
])
def test_a_word_of_several_uses_is_read_in_its_phrase(code: str, text: str, says: set[str], says_not: set[str]) -> None:
    shown, = read_for_pairs(document("text", text, code))
    assert says <= shown.signals.keys()
    assert not says_not & shown.signals.keys()


@pytest.mark.parametrize(("code", "word", "thing"), [
    ("sv", "får", "sheep"), ("da", "får", "sheep"), ("sv", "vara", "goods"), ("sv", "hamnar", "harbour"),
    ("nb", "tre", "wood"),
])
def test_a_small_word_is_no_thing_of_a_game(code: str, word: str, thing: str) -> None:
    assert thing not in language(code).things.codes_at(word)


@pytest.mark.parametrize("code", ["sv", "da", "nb"])
def test_a_card_is_not_short(code: str) -> None:
    assert "short" not in language(code).contraries.codes_at("kort")


def test_a_word_that_says_gets_adds_no_may() -> None:
    own = ["The blue hen is fed.", "Each hen that has grain receives an egg.", "The red hen may be fed too."]
    other = ["Den blå hönan matas.", "Varje höna som har säd får ett ägg.", "Även den röda hönan får matas."]
    texts = side_by_side(document("there.md", "\n\n".join(own), "en"), document("here.md", "\n\n".join(other), "sv"))
    assert not [finding.message for finding in compared(texts) if finding.level in ("error", "warning")]
