"""The development texts, and what is found in them: several modules read the same ones, so each is read and compared once."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import cache
from pathlib import Path

import pytest
from _pytest.mark import ParameterSet

from rulewright.translation.decisions.findings import Finding
from rulewright.translation.document.document import Document, document
from rulewright.translation.pairs.checks import compared
from rulewright.translation.pairs.side_by_side import side_by_side

TEXTS = Path(__file__).parents[3] / "bench" / "pairs" / "development"


@cache
def text_in(text: str, code: str) -> str:
    """A development text in a language."""
    return (TEXTS / f"{text}.{code}.md").read_text(encoding="utf-8")


@cache
def original(text: str, code: str) -> Document:
    """A development text in a language, read."""
    return document("there.md", text_in(text, code), code)


def but_slow(rows: Sequence[tuple[object, ...]], slow: Collection[tuple[object, ...]]) -> list[ParameterSet]:
    """The rows as cases of a test; those that begin with the texts of one of `slow` are slow.

    To compare two texts takes nearly all of the time, so the ordinary run has fewer of these, with all mistakes in them.
    """
    return [pytest.param(*row, marks=[pytest.mark.slow] if any(row[:len(texts)] == texts for texts in slow) else [])
            for row in rows]


@cache
def found_in(text: str, source: str, code: str, here: str) -> tuple[Finding, ...]:
    """What is found in a translation of a text into `code` beside the text in `source`."""
    there = original(text, code) if here == text_in(text, code) else document("here.md", here, code)
    return compared(side_by_side(original(text, source), there))
