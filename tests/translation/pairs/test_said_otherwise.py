"""One language denies, and another says the same without a plain denial; sentences made up for this, in two texts."""

from __future__ import annotations

from functools import cache

import pytest

from rulewright.translation.document.document import document
from rulewright.translation.pairs.checks import compared
from rulewright.translation.pairs.side_by_side import side_by_side

from .development import text_in

RULES = ("pair/negation", "pair/modality")
# The text, the language, the English sentence, the other one, and the other one turned round.
SAID = [
    ("wells", "fr", "If you have no coin, you do not pay.", "Si vous êtes à court de pièces, vous ne payez pas.",
     "Si vous avez des pièces, vous ne payez pas."),
    ("wells", "fr", "The tent is not known.", "La tente est inconnue.", "La tente est connue."),
    ("wells", "fr", "You do not pay the water.", "Vous faites l'impasse sur l'eau.", "Vous payez l'eau."),
    ("wells", "es", "The player does not pay the water.", "El jugador declina pagar el agua.", "El jugador paga el agua."),
    ("wells", "es", "A caravan cannot leave the oasis.", "La caravana se ve incapaz de dejar el oasis.",
     "La caravana puede dejar el oasis."),
    ("wells", "es", "The tent is not protected.", "La tienda está desprotegida.", "La tienda está protegida."),
    ("wells", "it", "You may not enter the oasis.", "L'oasi è off limits.", "L'oasi è aperta."),
    ("wells", "it", "Nobody knows the card.", "La carta è ignota a tutti.", "La carta è nota a tutti."),
    ("wells", "it", "The player does not take the water.", "Il giocatore desiste dal prendere l'acqua.",
     "Il giocatore prende l'acqua."),
    ("lighthouse", "pt", "You do not take the card.", "Você abre mão da carta.", "Você toma a carta."),
    ("lighthouse", "pt", "The player does not take a card.", "O jogador rejeita a carta.", "O jogador toma uma carta."),
    ("lighthouse", "ja", "The player does not take the card.", "プレイヤーはそのカードを辞退する。",
     "プレイヤーはそのカードを取る。"),
]


@cache
def rules_of(text: str, code: str, is_turned: bool, from_english: bool) -> list[set[str]]:
    """The rules of the findings on each sentence of a language, which stand together behind a text, or on its partner."""
    said = [(english, turned if is_turned else other) for *pair, english, other, turned in SAID if pair == [text, code]]
    sides = [document(f"{language}.md", "\n\n".join((text_in(text, language), *(row[side] for row in said))), language)
             for side, language in enumerate(("en", code))]
    own, translation = sides if from_english else reversed(sides)
    found = [finding for finding in compared(side_by_side(own, translation))
             if finding.rule in RULES and finding.level != "note"]
    lines = [sentence.line for sentence in translation.sentences[-len(said):]]
    return [{finding.rule for finding in found if finding.line == line} for line in lines]


# To English the ordinary run has one text: to align two takes long, and the other direction has all.
TO_ENGLISH = {("lighthouse", "ja")}
CASES = [pytest.param(*row, from_english, id=f"{row[3]}-{'from' if from_english else 'to'} English",
                      marks=[] if from_english or row[:2] in TO_ENGLISH else [pytest.mark.slow])
         for row in SAID for from_english in (True, False)]


@pytest.mark.parametrize(("text", "code", "english", "other", "turned", "from_english"), CASES)
def test_a_denial_that_is_said_otherwise_is_no_finding(text: str, code: str, english: str, other: str, turned: str,
                                                       from_english: bool) -> None:
    place = [row for row in SAID if row[:2] == (text, code)].index((text, code, english, other, turned))
    assert rules_of(text, code, False, from_english)[place] == set()
    assert rules_of(text, code, True, from_english)[place] != set()
