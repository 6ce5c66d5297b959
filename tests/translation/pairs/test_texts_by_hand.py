"""Development texts of invented games: their translations line by line, and their mistakes by hand."""

from __future__ import annotations

from collections import Counter

import pytest

from .by_hand import mistakes_in, places_of, shape_of, terms_of

CODES = {"airships": ("de", "es", "fr", "it", "nl"), "fossils": ("de", "es", "fr", "nl", "pl"),
         "puppets": ("de", "es", "fr", "it", "pl"), "theatre": ("de", "es", "fr", "nl", "pl"),
         "vineyard": ("de", "es", "fr", "nl", "pl")}
TEXTS = [(text, code) for text, codes in CODES.items() for code in codes]


@pytest.mark.parametrize(("text", "code"), TEXTS)
def test_a_translation_has_the_lines_and_tables_of_its_original(text: str, code: str) -> None:
    assert shape_of(text, code) == shape_of(text, "en")


@pytest.mark.parametrize(("text", "code"), TEXTS)
def test_a_mistake_by_hand_has_one_place(text: str, code: str) -> None:
    mistakes = mistakes_in(text, code)
    assert [was for _, was, now in mistakes if places_of(text, code, was) != 1 or was == now] == []
    assert len({(was, now) for _, was, now in mistakes}) == len(mistakes)


@pytest.mark.parametrize(("text", "code"), TEXTS)
def test_there_are_mistakes_of_each_kind(text: str, code: str) -> None:
    kinds = Counter(kind for kind, *_ in mistakes_in(text, code))
    assert kinds.keys() == {"compared", "negated", "hedged", "other"}
    assert min(kinds.values()) >= 8


@pytest.mark.parametrize(("text", "code"), TEXTS)
def test_each_term_stands_in_the_translation(text: str, code: str) -> None:
    assert [word for word in terms_of(text, code) if not places_of(text, code, word)] == []
