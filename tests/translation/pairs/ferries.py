"""The Ferry, told at more length in four languages, and what is found in a text that an error is put into."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from rulewright.translation.decisions.findings import Finding
from rulewright.translation.document.document import Document, document
from rulewright.translation.pairs.checks import compared
from rulewright.translation.pairs.side_by_side import SideBySide, side_by_side

HERE = Path(__file__).parent / "texts"
LANGUAGES = ("de", "en", "fr", "it")


def text_in(code: str) -> str:
    """The rulebook in a language."""
    return (HERE / f"ferry.{code}.md").read_text(encoding="utf-8")


@cache
def read_as(text: str, code: str) -> Document:
    return document(f"ferry.{code}.md", text, code)


@cache
def beside(text: str, code: str, original: str = "en") -> SideBySide:
    """A text beside the rulebook in another language."""
    return side_by_side(read_as(text_in(original), original), read_as(text, code))


@cache
def usual(code: str, original: str) -> tuple[Finding, ...]:
    """What is found in the text as it is."""
    return compared(beside(text_in(code), code, original))


@cache
def compared_with(text: str, code: str) -> tuple[Finding, ...]:
    """What is found in a text beside the English rulebook."""
    return compared(beside(text, code))


def new(code: str, was: str, now: str, original: str = "en") -> list[Finding]:
    """What is found in a text with other words in the place of some, and not in the text as it is."""
    text = text_in(code)
    assert text.count(was) == 1, f"{was} stands {text.count(was)} times"
    known = {(finding.rule, finding.line) for finding in usual(code, original)}
    return [finding for finding in compared(beside(text.replace(was, now), code, original))
            if (finding.rule, finding.line) not in known]


def levels(code: str, was: str, now: str, original: str = "en") -> dict[str, str]:
    """The rules of what is found with other words in the place of some, and their levels."""
    return {finding.rule: finding.level for finding in new(code, was, now, original)}


def line_of(code: str, words: str) -> int:
    """The line on which words stand."""
    return next(number for number, line in enumerate(text_in(code).splitlines(), 1) if words in line)
