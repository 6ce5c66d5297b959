"""The development text of the fossils: its translations line by line, and its mistakes by hand."""

from __future__ import annotations

from collections import Counter

import pytest

from .by_hand import mistakes_in, places_of, shape_of, terms_of

CODES = ("de", "es", "fr", "nl", "pl")


@pytest.mark.parametrize("code", CODES)
def test_a_translation_has_the_lines_and_tables_of_its_original(code: str) -> None:
    assert shape_of("fossils", code) == shape_of("fossils", "en")


@pytest.mark.parametrize("code", CODES)
def test_a_mistake_by_hand_has_one_place(code: str) -> None:
    mistakes = mistakes_in("fossils", code)
    assert [was for _, was, now in mistakes if places_of("fossils", code, was) != 1 or was == now] == []
    assert len({(was, now) for _, was, now in mistakes}) == len(mistakes)


@pytest.mark.parametrize("code", CODES)
def test_there_are_mistakes_of_each_kind(code: str) -> None:
    kinds = Counter(kind for kind, *_ in mistakes_in("fossils", code))
    assert kinds.keys() == {"compared", "negated", "hedged", "other"}
    assert min(kinds.values()) >= 8


@pytest.mark.parametrize("code", CODES)
def test_each_term_stands_in_the_translation(code: str) -> None:
    assert [word for word in terms_of("fossils", code) if not places_of("fossils", code, word)] == []
