"""A sentence left in another language is found, and none of the document's own is."""

from __future__ import annotations

import pytest
from attrs import evolve

from rulewright.translation.document.blocks import blocks
from rulewright.translation.document.foreign import foreign, spoken
from rulewright.translation.document.language import OPPOSITES, language, languages
from rulewright.translation.document.sentences import sentences

from ..ferries import LANGUAGES, printed, read_as

# A few sentences of a race, written for this test in each language.
OWN = {
    "en": "Each player takes one runner. The runner goes as far as the die shows. Whoever is first at the end wins. "
          "A runner that is met goes back to the start. The game is over at once.",
    "it": "Ogni giocatore prende un corridore. Il corridore avanza di quanto indica il dado. Chi arriva per primo alla fine "
          "vince. Un corridore raggiunto torna alla partenza. La partita finisce subito.",
    "fr": "Chaque joueur prend un coureur. Le coureur avance d'autant que le dé indique. Celui qui arrive le premier gagne. "
          "Un coureur rejoint retourne au départ. La partie est finie aussitôt.",
    "es": "Cada jugador toma un corredor. El corredor avanza lo que indica el dado. Gana quien llega primero al final. "
          "Un corredor alcanzado vuelve a la salida. La partida termina en el acto.",
    "de": "Jeder Spieler nimmt einen Läufer. Der Läufer zieht so weit, wie der Würfel zeigt. Wer zuerst am Ende ist, gewinnt. "
          "Ein eingeholter Läufer kehrt an den Start zurück. Das Spiel ist sofort zu Ende.",
    "ru": "Каждый игрок берёт одного бегуна. Бегун идёт на столько, сколько показывает кубик. Побеждает тот, кто первым "
          "дошёл до конца. Бегун, которого догнали, возвращается на старт. Игра сразу заканчивается.",
}
CROSSED = [(own, other) for own in OWN for other in OWN if own != other]


def told(text: str, code: str) -> list[tuple[str, str]]:
    found = sentences(blocks(text, language(code)), language(code))
    return [(item.sentence.text, item.language) for item in foreign(found, language(code))]


def test_a_sentence_in_another_script_is_told_by_its_language() -> None:
    text = f"{OWN['ru']} The runner goes as far as the die shows. Zyx wvuts rqpon."
    assert [code for _, code in told(text, "ru")] == ["en", "Latin"]


@pytest.mark.parametrize("code", OWN)
def test_no_sentence_of_the_language_is_foreign(code: str) -> None:
    assert told(OWN[code], code) == []


@pytest.mark.parametrize(("own", "other"), CROSSED)
def test_most_sentences_of_another_language_are_foreign(own: str, other: str) -> None:
    strange = [text.strip() + "." for text in OWN[other].split(".") if text.strip()]
    found = [text for word in strange for text, _ in told(f"{OWN[own]} {word}", own) if text == word]
    assert len(found) >= len(strange) - 1


def test_the_letters_of_an_alphabet_may_have_a_sign_of_no_script() -> None:
    own = evolve(language("ru"), letters=language("ru").letters | {"\u02bc"})
    assert foreign(sentences(blocks(OWN["ru"], own), own), own) == ()


def test_the_script_shows_it_even_without_small_words() -> None:
    assert told(OWN["ru"] + " Roll dice.", "ru") == [("Roll dice.", "Latin")]
    assert told(OWN["ru"] + " Бегун стоит на A или B.", "ru") == []


@pytest.mark.parametrize("code", languages())
def test_each_language_has_words_for_both_of_every_pair_of_opposites(code: str) -> None:
    missing = [name for pair in OPPOSITES for name in pair if name not in language(code).polarity_words]
    assert missing == []


@pytest.mark.parametrize("code", LANGUAGES)
def test_the_language_of_a_whole_document_is_told(code: str) -> None:
    for own in LANGUAGES:
        found = read_as(printed(code), own)
        assert spoken(found.sentences, found.language) == code


@pytest.mark.parametrize(("code", "text"), [("es", "Tira hasta que se planta."), ("fr", "Il lance jusqu'à ce qu'il s'arrête.")])
def test_until_something_happens_is_no_greatest_number(code: str, text: str) -> None:
    assert [evidence.turns for evidence in read_as(text, code).evidence] == [{"until"}]


def test_of_two_languages_that_share_most_small_words_those_decide_that_only_one_has() -> None:
    """Danish and Norwegian."""
    danish = "Hver spiller tager et kort fra bunken, og det er hans. Han må ikke bytte det efter sin tur af hensyn til andre."
    for code in ("nb", "da"):
        found = read_as(danish, code)
        assert spoken(found.sentences, found.language) == "da"


def test_a_letter_that_a_language_lacks_speaks_against_it() -> None:
    """Czech has no ź, ł and ż, though it has the small words of this Polish sentence."""
    polish = "To, co zostało, odłóż do pudełka bez podglądania: jedno źródło, dwie budowle, dwa potwory i jedno pole."
    assert told(polish, "pl") == []
    assert told("To, co zbylo, vrať do krabice bez prohlížení: jeden pramen, dvě stavby, dva netvory a jedno pole.", "pl") != []
