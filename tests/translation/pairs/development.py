"""The development texts, and what is found in them: several modules read the same ones, so each is read and compared once."""

from __future__ import annotations

from functools import cache
from pathlib import Path

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


@cache
def found_in(text: str, source: str, code: str, here: str) -> tuple[Finding, ...]:
    """What is found in a translation of a text into `code` beside the text in `source`."""
    there = original(text, code) if here == text_in(text, code) else document("here.md", here, code)
    return compared(side_by_side(original(text, source), there))
