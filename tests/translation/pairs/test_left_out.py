"""A span of a sentence that a translation lacks: its second half, a condition, an item of a list."""

from __future__ import annotations

import pytest

from rulewright.translation.decisions.findings import Finding
from rulewright.translation.document.document import document
from rulewright.translation.pairs.checks import compared
from rulewright.translation.pairs.side_by_side import side_by_side

from . import development

# A development text, the language of its translation, the words that are left out there, what stands in their place, and the
# words of the English original that the finding names.
LEFT_OUT = [
    ("bees", "de", " und muss dafür ein Plättchen zahlen", "", "and has to pay a tile for it"),
    ("bees", "fr", ", mais il peut regarder les trois premières tuiles", "", "but may look at the top three tiles"),
    ("bees", "pl", ", a znacznik pierwszego gracza przechodzi w lewo", "", "and the first player marker passes to the left"),
    ("smugglers", "nl", " en is koffie het dubbele waard", "", "and coffee is worth twice as much"),
    ("smugglers", "es", ", siempre y cuando sean de distinto color", "", "provided that they are of different colours"),
    ("smugglers", "pl", "We dwójkę gracie", "Gracie", "In a game for two"),
    ("glass", "de", " Sand, halten die Öfen am Brennen und", " Sand und", "keep the furnaces hot"),
    ("theatre", "nl", " en drie affiches", "", "and three posters"),
]
# The same for an item of a list, of one word or two.
ITEMS_LEFT_OUT = [
    ("wells", "es", "mercado, marcha y descanso", "mercado y descanso", "march"),
    ("glass", "nl", "lente, zomer en herfst", "lente en herfst", "summer"),
    ("abbey", "fr", ", de copier des livres", "", "copy books"),
    ("abbey", "es", ", copiáis libros", "", "copy books"),
]


def _short(text: str, code: str, was: str, instead: str) -> list[Finding]:
    """What is found of parts that are missing on the line of some words, once others stand in their place."""
    plain = development.text_in(text, code)
    assert plain.count(was) == 1
    line = plain[:plain.index(was)].count("\n") + 1
    found = development.found_in(text, "en", code, plain.replace(was, instead))
    return [finding for finding in found if (finding.line, finding.rule) == (line, "pair/sentence-short")]


@pytest.mark.parametrize(("text", "code", "was", "instead", "words"), [*LEFT_OUT, *ITEMS_LEFT_OUT])
def test_a_span_that_is_left_out_is_named(text: str, code: str, was: str, instead: str, words: str) -> None:
    found = _short(text, code, was, instead)
    assert [finding.expected for finding in found] == [words]
    assert {finding.level for finding in found} <= {"error", "warning"}


def test_most_spans_that_are_surely_left_out_are_errors() -> None:
    levels = [finding.level for text, code, was, instead, _ in LEFT_OUT for finding in _short(text, code, was, instead)]
    assert levels.count("error") > len(LEFT_OUT) / 2


@pytest.mark.parametrize(("text", "code"), [("bees", "de"), ("smugglers", "es"), ("smugglers", "pl"), ("glass", "nl")])
def test_nothing_is_left_out_in_a_text_that_is_right(text: str, code: str) -> None:
    found = development.found_in(text, "en", code, development.text_in(text, code))
    assert [finding for finding in found if finding.rule == "pair/sentence-short"] == []


def test_an_item_whose_number_is_there_is_not_left_out() -> None:
    """The original has two words for `Goldstücke`: the item is shorter, and its number shows that it is there."""
    texts = development.TEXTS.parent / "texts"
    own, other = (document("text.md", (texts / f"lancaster.{code}.md").read_text(encoding="utf-8"), code)
                  for code in ("en", "de"))
    found = [finding for finding in compared(side_by_side(own, other)) if finding.rule == "pair/sentence-short"]
    assert not [finding for finding in found if any(letter.isdigit() for letter in finding.expected or "")]
