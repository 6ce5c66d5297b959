"""How often two texts agree on a turn of phrase says how much it means that a pair does not."""

from __future__ import annotations

from rulewright.translation.document.document import document
from rulewright.translation.pairs.checks import compared
from rulewright.translation.pairs.side_by_side import side_by_side

MAY = """You may move a knight to the castle.

You may pay a coin.

You may leave the castle with a knight.

You may sell a horse for a coin.

The player buys a horse in the castle.

Then the player takes a horse in the castle and pays a coin.
"""
DARF = """Du darfst einen Ritter in die Burg ziehen.

Du darfst eine Münze zahlen.

Du darfst mit einem Ritter die Burg verlassen.

Du darfst ein Pferd für eine Münze verkaufen.

Der Spieler darf ein Pferd in der Burg kaufen.

Dann nimmt der Spieler ein Pferd in der Burg und zahlt eine Münze.
"""


def test_a_may_of_the_translation_is_a_warning_also_where_it_has_another() -> None:
    texts = side_by_side(document("a", MAY, "en"), document("b", DARF.replace("Dann nimmt der Spieler ein Pferd in der Burg",
                         "Dann darf der Spieler ein Pferd in der Burg nehmen"), "de"))
    assert texts.agreement.in_original("may") < 0.84
    assert ("may", 11, "warning") in [(finding.actual, finding.line, finding.level) for finding in compared(texts)]
