"""Ways from one rank to the other, a first thing that something is for, and the owner in the place of another."""

from __future__ import annotations

import pytest

from rulewright.translation.decisions.findings import Finding
from rulewright.translation.document.document import document
from rulewright.translation.pairs.checks import compared
from rulewright.translation.pairs.side_by_side import side_by_side

from . import development

RANKED = "The players act in ascending order of their cards; of two equal cards the one shown first counts as lower."
ROUND = "Of two equal cards the one shown first counts as lower, also for the next round."
OTHER = "If another guild has the most lamps, it takes the tent."
# The language, the English sentence, and a translation without a mistake.
NATURAL = [
    ("nl", RANKED, "De spelers zijn aan de beurt van de laagste kaart naar de hoogste; van twee gelijke kaarten geldt de eerst "
                   "getoonde als de laagste."),
    ("de", RANKED, "Die Spieler handeln von der niedrigsten Karte zur höchsten; von zwei gleichen Karten gilt die zuerst "
                   "gezeigte als die niedrigere."),
    ("nl", ROUND, "Van twee gelijke kaarten telt de eerst getoonde als de laagste, ook voor de volgende ronde."),
    ("nl", OTHER, "Heeft een ander gilde de meeste lampen, dan neemt dat de tent over."),
    ("es", OTHER, "Si otro gremio tiene la mayoría de las lámparas, se queda con la tienda."),
]
# The same with a mistake, and what it is instead of what.
MISTAKES = [
    ("nl", RANKED, "De spelers zijn aan de beurt van de hoogste kaart naar de laagste; van twee gelijke kaarten geldt de eerst "
                   "getoonde als de laagste.", ("ascending", "descending")),
    ("nl", OTHER, "Heeft de eigenaar de meeste lampen, dan neemt hij de tent over.", ("other", "owner")),
    ("es", OTHER, "Si el dueño tiene la mayoría de las lámparas, se queda con la tienda.", ("other", "owner")),
]


def _found(code: str, there: str, here: str) -> list[Finding]:
    """The errors and warnings on a last sentence that is put behind both texts."""
    own, other = (development.text_in("sleds", lang) + f"\n\n{last}\n" for lang, last in (("en", there), (code, here)))
    found = compared(side_by_side(document("there.md", own, "en"), document("here.md", other, code)))
    return [finding for finding in found if finding.line == other.count("\n") and finding.level in ("error", "warning")]


@pytest.mark.parametrize(("code", "there", "here"), NATURAL)
def test_the_same_in_other_words_is_no_finding(code: str, there: str, here: str) -> None:
    assert not [finding for finding in _found(code, there, here) if finding.rule != "pair/term"]


@pytest.mark.parametrize(("code", "there", "here", "exchanged"), MISTAKES)
def test_what_turns_the_rule_round_is_found(code: str, there: str, here: str, exchanged: tuple[str, str]) -> None:
    assert exchanged in [(finding.expected, finding.actual) for finding in _found(code, there, here)]
