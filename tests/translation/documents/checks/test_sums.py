"""Parts that do not add up to the whole beside them are told, and no others."""

from __future__ import annotations

import pytest

from rulewright.translation.checks.structure.sums import check
from rulewright.translation.document.document import document

from ..ferries import LANGUAGES

OF_EACH = {
    "en": "There are {} cubes, {} of each of five colours.", "ru": "Есть {} кубиков, по {} каждого из 5 цветов.",
    "it": "Ci sono {} cubetti, {} per ciascuno dei 5 colori.", "fr": "Il y a {} cubes, {} de chacune des 5 couleurs.",
    "es": "Hay {} cubos, {} de cada uno de los 5 colores.", "de": "Es gibt {} Würfel, je {} in 5 Farben.",
}


def told(text: str, code: str = "en") -> list[str]:
    return [finding.message for finding in check(document("rules", text + "\n", code))]


@pytest.mark.parametrize("code", LANGUAGES)
def test_so_many_of_each_of_several_kinds_make_the_whole(code: str) -> None:
    assert told(OF_EACH[code].format(200, 40), code) == []
    assert told(OF_EACH[code].format(200, 30), code) == ["30 times 5 makes 150, and this sentence says 200"]


@pytest.mark.parametrize(("text", "message"), [
    ("30 castles (10 x 3).", None), ("30 castles (10 x 4).", "10 times 4 makes 40, and this sentence says 30"),
    ("There are 30 castles (9 × 3).", "9 times 3 makes 27, and this sentence says 30"),
    ("2 boards (3 x 3).", None), ("30 castles (10 x 3 cm).", None),
    ("9 flags (4 red, 3 blue, 2 green).", None),
    ("9 flags (4 red, 3 blue, 3 green).", "4 and 3 and 3 make 10, and this sentence says 9"),
    ("Take 7 crates, 3 of each boat that has 2 flags.", None),
    ("Take 7 crates, 3 of them for each of your boats. Load 2.", None),
    ("Each player has 7 crates, and 3 of the 5 boats sail.", None), (f"9 flags {'(1' * 2_000}.", None),
])
def test_products_and_lists_in_brackets_add_up(text: str, message: str | None) -> None:
    assert told(text) == ([] if message is None else [message])
