"""Free but right wording that the first hours of 2026-11-24 showed is read as it is meant."""

from __future__ import annotations

import pytest

from rulewright.translation.document.document import document
from rulewright.translation.pairs.checks import compared
from rulewright.translation.pairs.checks.one_sided import MISS
from rulewright.translation.pairs.reading import read_for_pairs
from rulewright.translation.pairs.side_by_side import side_by_side

# A sentence, and all its turns of phrase.
READ = [
    # An order of growing numbers, in each language.
    ("en", "In ascending order.", {"rises"}), ("de", "In aufsteigender Folge.", {"rises"}),
    ("fr", "Dans un ordre ascendant.", {"rises", "in_order"}), ("es", "En orden ascendente.", {"rises"}),
    ("it", "In modo crescente.", {"rises"}), ("pt", "De modo crescente.", {"rises"}),
    ("ro", "În mod crescător.", {"rises"}), ("nl", "De oplopende waarden.", {"rises"}),
    ("pl", "Wartości rosnące.", {"rises"}), ("cs", "Hodnoty vzestupně.", {"rises"}),
    ("sv", "I stigande värden.", {"rises"}), ("da", "I stigende værdier.", {"rises"}),
    ("ru", "Возрастающие числа.", {"rises"}), ("ja", "昇順です。", {"rises"}),
    ("de", "In absteigender Folge.", {"falls"}), ("it", "In modo decrescente.", {"falls"}),
    ("pt", "De modo decrescente.", {"falls"}), ("ro", "În mod descrescător.", {"falls"}),
    ("nl", "De aflopende waarden.", {"falls"}), ("cs", "Hodnoty sestupně.", {"falls"}),
    ("sv", "I fallande värden.", {"falls"}), ("da", "I faldende værdier.", {"falls"}), ("ja", "降順です。", {"falls"}),
    # The first player is one word.
    ("nl", "De startspeler wint.", {"first", "wins"}), ("en", "The first player wins.", {"first", "wins"}),
    # What players can see is open, and nothing that they may do.
    ("en", "Hands are open to everybody.", {"open", "all"}), ("en", "It is open to you to pass.", {"may"}),
    ("en", "They can see it.", {"open"}), ("en", "They can play it.", {"may"}), ("de", "Wer es sehen kann.", {"if", "open"}),
    ("fr", "Eux peuvent voir le plateau.", {"open"}), ("pt", "Eles podem ver o monte.", {"open"}),
    ("da", "De kan se brættet.", {"open"}), ("sv", "De kan se brädet.", {"open"}),
    # The answer `no` denies, as it does where it is the plain word for `not`.
    ("de", "Hier: nein.", {"not"}), ("nl", "Dus nee.", {"not"}), ("sv", "Alltså nej.", {"not"}), ("da", "Altså nej.", {"not"}),
    # `Or several` is no bound, `one or more` is one.
    ("da", "Et felt eller flere felter.", {"some"}), ("da", "En eller flere brikker.", {"at_least"}),
    ("sv", "Ett fält eller flera fält.", {"some"}), ("sv", "En eller flera pjäser.", {"at_least"}),
    # A comparison, and no superlative.
    ("pt", "Ele é mais fraco do que o rei.", {"fewer"}), ("pt", "Ele é mais forte do que o rei.", {"more"}),
    ("pt", "O mais fraco perde.", {"lowest", "loses"}),
    # `Até` is `until` here, and what stands behind it is denied; `até mesmo` is `even`.
    ("pt", "Até que não reste peça.", {"until", "not"}), ("pt", "Até mesmo o rei perde.", {"loses"}),
    ("en", "The knight must reach 5.", {"must", "at_least"}),
    # A `not` behind `that` denies its clause, and not the `may` before it.
    ("en", "You may take a favour that does not help.", {"may", "gets", "not"}),
    ("en", "You may not take it.", {"must_not", "gets"}),
    ("en", "You may pay for what has no use.", {"may", "gives", "not"}),
    ("pt", "O rei pode perder um favor que não serve.", {"may", "loses", "not"}),
    ("pt", "O rei não pode perder a peça.", {"must_not", "loses"}),
    ("fr", "Le roi peut jouer un pion qui ne bouge pas.", {"may", "not"}),
    ("es", "El rey puede mover un peón que no sirve.", {"may", "not"}),
    ("it", "Il re può muovere un pezzo che non vola.", {"may", "not"}),
    ("ro", "Regele poate juca o piesă care nu ajută.", {"may", "not"}),
    ("da", "Kongen kan spille en brik som ikke hjælper.", {"may", "not"}),
    # What a `not` right behind `may` leaves free, and what a clause behind `until` denies.
    ("es", "El rey puede no jugar.", {"need_not"}), ("it", "Il re può non giocare.", {"need_not"}),
    ("ru", "Король может не играть.", {"need_not"}), ("pl", "Król może nie grać.", {"need_not"}),
    ("fr", "Le roi peut ne pas jouer.", {"need_not"}), ("es", "El rey no puede jugar.", {"must_not"}),
    ("en", "You may play until no card fits.", {"may", "until", "not"}),
    # `At all` says no `all`.
    ("en", "They cast no vote at all.", {"not"}),
]

# What falls at once, in English and Danish.
THINGS = {"tower": "Tårnet", "bridge": "Broen", "horse": "Hesten", "wagon": "Vognen", "house": "Huset", "crown": "Kronen",
          "stone": "Stenen", "island": "Øen", "market": "Markedet", "soldier": "Soldaten", "ship": "Skibet", "king": "Kongen"}


@pytest.mark.parametrize(("code", "text", "turns"), READ)
def test_turns_of_phrase_are_read(code: str, text: str, turns: set[str]) -> None:
    shown, = read_for_pairs(document("text.md", text, code))
    assert set(shown.turns) == turns


def test_at_once_and_at_the_same_time_are_no_difference() -> None:
    own = [f"The {what} fall into the river at once." for what in (*THINGS, "tower and the bridge")]
    other = [f"{what} falder straks i floden." for what in THINGS.values()] + ["Tårnet og broen falder i floden på én gang."]
    original, translated = (document("text.md", "\n\n".join(text), code) for text, code in ((own, "en"), (other, "da")))
    pairs = side_by_side(original, translated)
    assert pairs.agreement.in_translation("at_once") >= MISS
    assert [finding.message for finding in compared(pairs) if finding.expected == "at_once" and finding.level != "note"] == []
