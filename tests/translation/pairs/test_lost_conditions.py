"""A condition that a translation lacks, numbers that have changed lists, steps that have changed places."""

from __future__ import annotations

import pytest

from rulewright.translation.decisions.findings import Finding
from rulewright.translation.document.document import document
from rulewright.translation.pairs.checks import compared
from rulewright.translation.pairs.side_by_side import side_by_side

from . import development

# A development text, the language of its translation, the condition that is left out there, and its first words in English.
CONDITIONS = [
    ("abbey", "de", ", wenn das letzte Wassersechseck ausgetrocknet ist", "when"),
    ("abbey", "es", ", siempre que el peregrino haya bebido", "provided"),
    ("abbey", "fr", ", à condition que le pèlerin ait bu", "provided"),
    ("airships", "nl", " als er meer dan zes kisten in het ruim liggen", "if"),
    ("auction", "es", " si se agota la bolsa", "if"),
]
BOTH = {"en": "The blue wheels and the brown wheels come twice, the yellow wheels once.",
        "nl": "De blauwe wielen en de bruine wielen zijn er twee keer, de gele wielen één keer.",
        "es": "Las ruedas azules y las ruedas marrones están dos veces, las ruedas amarillas una vez."}
STEPS = {"en": "On your turn you do all of this, in this order: you wash spices, you comb a camel, and you throw the dice.",
         "nl": "In je beurt doe je dit alles, in deze volgorde: je wast specerijen, je kamt een kameel en je gooit met de "
               "dobbelstenen."}
TURNED = STEPS["nl"].replace("je wast specerijen, je kamt een kameel", "je kamt een kameel, je wast specerijen")


def _found(text: str, code: str, there: str, here: str) -> list[Finding]:
    """What is found on a last sentence that is put behind both texts."""
    own, other = (development.text_in(text, lang) + f"\n\n{last}\n" for lang, last in (("en", there), (code, here)))
    found = compared(side_by_side(document("there.md", own, "en"), document("here.md", other, code)))
    return [finding for finding in found if finding.line == other.count("\n")]


@pytest.mark.parametrize(("text", "code", "part", "first"), CONDITIONS)
def test_a_condition_that_is_missing_is_named(text: str, code: str, part: str, first: str) -> None:
    plain = development.text_in(text, code)
    found = development.found_in(text, "en", code, plain.replace(part, ""))
    line = plain[:plain.index(part)].count("\n") + 1
    lacking = [finding for finding in found if finding.line == line and finding.rule == "pair/sentence-short"]
    assert [finding.level for finding in lacking] == ["error"]
    assert (lacking[0].expected or "").split()[0] == first


@pytest.mark.parametrize(("code", "turned"), [
    ("nl", "De blauwe wielen en de bruine wielen zijn er één keer, de gele wielen twee keer."),
    ("es", "Las ruedas amarillas están dos veces, las ruedas azules y las ruedas marrones una vez."),
])
def test_numbers_of_a_longer_and_a_shorter_list_that_have_changed_places(code: str, turned: str) -> None:
    found = _found("sleds", code, BOTH["en"], turned)
    assert [finding.level for finding in found if finding.rule == "pair/number-order"] == ["warning"]
    assert not [finding for finding in _found("sleds", code, BOTH["en"], BOTH[code]) if finding.rule == "pair/number-order"]


def test_the_lists_may_come_in_another_order() -> None:
    turned = "Las ruedas amarillas están una vez, las ruedas azules y las ruedas marrones dos veces."
    assert not [finding for finding in _found("sleds", "es", BOTH["en"], turned) if finding.rule == "pair/number-order"]


def test_steps_that_have_changed_places_where_both_texts_say_that_their_order_matters() -> None:
    turned, plain = (_found("wells", "nl", STEPS["en"], words) for words in (TURNED, STEPS["nl"]))
    assert [finding.level for finding in turned if finding.rule == "pair/order"] == ["warning"]
    assert not [finding for finding in plain if finding.rule == "pair/order"]
