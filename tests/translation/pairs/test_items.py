"""What `both` is said of is missed where the translation says neither; a verb and those who play are said in other words."""

from __future__ import annotations

import pytest

from rulewright.translation.document.document import document
from rulewright.translation.pairs.checks import items
from rulewright.translation.pairs.side_by_side import side_by_side

ENGLISH = "The knights move 3 spaces.\n\nThe towers hold 2 knights.\n\nYour towers never move.\n\nThe players pay 5 coins.\n\n"
SPANISH = ("Los caballos mueven 3 casillas.\n\nLas torres acogen 2 caballos.\n\nTus torres nunca mueven.\n\n"
           "Los jugadores pagan 5 monedas.\n\n")


@pytest.mark.parametrize(("english", "spanish", "missed"), [
    ("You pay 4 coins for the bridge and both towers.", "Pagas 4 monedas por el puente.", ["both towers"]),
    ("You pay 4 coins for the bridge and both of the towers.", "Pagas 4 monedas por el puente.", ["both of the towers"]),
    ("You pay 4 coins for the bridge and both towers.", "Pagas 4 monedas por el puente y ambas torres.", []),
    ("You pay 4 coins, and both can move.", "Pagas 4 monedas y seguís.", []),
    ("You pay 4 coins, and both players go on.", "Pagas 4 monedas y seguís.", []),
])
def test_what_both_is_said_of_is_missed(english: str, spanish: str, missed: list[str]) -> None:
    texts = side_by_side(document("en.md", f"{ENGLISH}{english}\n", "en"), document("es.md", f"{SPANISH}{spanish}\n", "es"))
    assert [finding.expected for finding in items.check(texts)] == missed
