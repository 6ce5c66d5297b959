"""One of a thing in the place of all of it, in languages in which the word for one is an article."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

import pytest

from rulewright.translation.decisions.findings import Finding
from rulewright.translation.document.document import Document, document
from rulewright.translation.pairs.checks import compared
from rulewright.translation.pairs.side_by_side import side_by_side

ENGLISH = """Each player has a card.

A card shows a number.

Put all cards into the bag.

The player draws one card from the bag.

All players show a card.

Not all cards are used.

The bag holds the cards of the game.

Players look at the cards in the bag.
"""
TEXTS = {
    "de": """Jeder Spieler hat eine Karte.

Eine Karte zeigt eine Zahl.

Legt alle Karten in den Beutel.

Der Spieler zieht eine Karte aus dem Beutel.

Alle Spieler zeigen eine Karte.

Nicht alle Karten werden verwendet.

Der Beutel enthält die Karten des Spiels.

Spieler sehen die Karten im Beutel an.
""",
    "fr": """Chaque joueur a une carte.

Une carte montre un nombre.

Mettez toutes les cartes dans le sac.

Le joueur pioche une carte dans le sac.

Tous les joueurs montrent une carte.

Toutes les cartes ne sont pas utilisées.

Le sac contient les cartes du jeu.

Les joueurs regardent les cartes dans le sac.
""",
    "es": """Cada jugador tiene una carta.

Una carta muestra un número.

Meted todas las cartas en la bolsa.

El jugador roba una carta de la bolsa.

Todos los jugadores muestran una carta.

No se usan todas las cartas.

La bolsa contiene las cartas del juego.

Los jugadores miran las cartas de la bolsa.
""",
    "nl": """Elke speler heeft een kaart.

Een kaart toont een getal.

Leg alle kaarten in de zak.

De speler trekt een kaart uit de zak.

Alle spelers tonen een kaart.

Niet alle kaarten worden gebruikt.

De zak bevat de kaarten van het spel.

Spelers bekijken de kaarten in de zak.
""",
}
ALL_TO_ONE = [
    ("de", "Legt alle Karten", "Legt eine Karte"), ("de", "Alle Spieler zeigen", "Ein Spieler zeigt"),
    ("fr", "Mettez toutes les cartes", "Mettez une carte"), ("fr", "Tous les joueurs montrent", "Un joueur montre"),
    ("es", "Meted todas las cartas", "Meted una carta"), ("es", "Todos los jugadores muestran", "Un jugador muestra"),
    ("nl", "Leg alle kaarten", "Leg een kaart"), ("nl", "Alle spelers tonen", "Een speler toont"),
    # The first of two accents is left out above a capital letter.
    ("nl", "Leg alle kaarten", "Leg één kaart"), ("nl", "Alle spelers tonen", "Eén speler toont"),
]


@cache
def original() -> Document:
    return document("cards.md", ENGLISH, "en")


def quantifiers(code: str, text: str) -> list[tuple[str, str | None, str | None, int | None]]:
    """What is found of `all` and `one` in a translation."""
    return [(finding.level, finding.expected, finding.actual, finding.line)
            for finding in of_one(compared(side_by_side(original(), document("cards.md", text, code))))]


def of_one(found: Sequence[Finding]) -> list[Finding]:
    """The findings on `all` and `one`."""
    return [finding for finding in found
            if finding.rule == "pair/quantifier" and {finding.expected, finding.actual} in ({"all", "one"}, {"all", "one_of"})]


@pytest.mark.parametrize("code", TEXTS)
def test_articles_of_a_right_translation_are_no_finding(code: str) -> None:
    assert quantifiers(code, TEXTS[code]) == []


@pytest.mark.parametrize(("code", "old", "new"), ALL_TO_ONE)
def test_an_article_in_the_place_of_all_is_a_warning(code: str, old: str, new: str) -> None:
    text = TEXTS[code]
    assert text.count(old) == 1
    line = text[: text.index(old)].count("\n") + 1
    found = "one_of" if " van de " in new else "one"
    assert quantifiers(code, text.replace(old, new)) == [("warning", "all", found, line)]


@pytest.mark.parametrize(("code", "old", "new"), [
    ("de", "Eine Karte zeigt", "Alle Karten zeigen"), ("fr", "Une carte montre", "Toutes les cartes montrent")])
def test_all_in_the_place_of_an_article_is_a_warning(code: str, old: str, new: str) -> None:
    assert [row[:3] for row in quantifiers(code, TEXTS[code].replace(old, new))] == [("warning", "one", "all")]


def test_all_of_what_is_one_besides_is_none() -> None:
    english = "Put one card on the table, and all other cards into the bag."
    german = "Legt eine Karte auf den Tisch, den Rest in den Beutel."
    assert not of_one(compared(side_by_side(document("cards.md", f"{ENGLISH}\n{english}\n", "en"),
                                            document("cards.md", f"{TEXTS['de']}\n{german}\n", "de"))))


ITALIAN = """I cubi vanno nella regione.

La regione ha un nome.

Ogni regione mostra un numero.

Possono andare tutti nella {same} regione.
"""
SPANISH = """Los cubos van a la región.

La región tiene un nombre.

Cada región muestra un número.

Pueden ir a una región.
"""


def test_those_who_are_all_at_the_same_place_are_not_all_places() -> None:
    spanish = document("cubes.md", SPANISH, "es")
    for same, times in (("stessa", 0), ("grande", 1)):
        found = compared(side_by_side(document("cubes.md", ITALIAN.format(same=same), "it"), spanish))
        assert len(of_one(found)) == times


@pytest.mark.parametrize(("code", "old", "new"), [
    # Each is another word for all, and a denial turns both round.
    ("de", "Alle Spieler zeigen", "Jeder Spieler zeigt"), ("de", "Nicht alle Karten werden", "Nicht eine Karte wird"),
    ("nl", "Alle spelers tonen", "Iedere speler toont"), ("fr", "Tous les joueurs montrent", "Chaque joueur montre"),
])
def test_other_words_for_all_and_denials_are_none(code: str, old: str, new: str) -> None:
    assert quantifiers(code, TEXTS[code].replace(old, new)) == []


# Sentences of the original with their translations in German, of which no thing is one here and all there.
OTHERWISE = {
    "one and all of it on the same side": (
        "Take a card, and then put all cards into the bag.", "Nehmt eine Karte, und legt dann die Karten in den Beutel."),
    "each in the place of all, and one besides": (
        "Put all cards into the bag.", "Legt jede Karte in den Beutel, eine Karte nach der anderen."),
    "all that is denied": ("Not all cards of the game are used.", "Eine Karte des Spiels wird verwendet."),
    "one that is denied": ("All players of the game show the card.", "Nicht ein Spieler des Spiels zeigt die Karte."),
    "what those draw who are all meant": ("All players draw cards.", "Alle Spieler ziehen eine Karte."),
    "what is shown to those who are all meant": (
        "Show all players the cards in the bag.", "Zeigt den Spielern eine Karte im Beutel."),
    "one that stands by itself": ("Put all bags on the cards.", "Legt eine in Beutel zu den Karten."),
    "one in another part of the sentence": ("Put all cards into the bag.", "Legt eine, Karte für Karte, in den Beutel."),
    "sentences that are hardly alike": (
        "Put all cards into the bag after the game.",
        "Der Spieler, der beginnt, nimmt eine Karte aus dem Spiel von der Hand."),
}


@pytest.mark.parametrize("case", OTHERWISE)
def test_one_is_not_in_the_place_of_all(case: str) -> None:
    english, german = OTHERWISE[case]
    texts = side_by_side(document("cards.md", f"{ENGLISH}\n{english}\n", "en"),
                         document("cards.md", f"{TEXTS['de']}\n{german}\n", "de"))
    assert texts.pairs[-1].own == texts.own[-1:]
    assert of_one(compared(texts)) == []
