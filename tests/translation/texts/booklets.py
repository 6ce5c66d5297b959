"""Booklets of little games, and what stands in them, for the tests of booklets."""

from __future__ import annotations

from pathlib import Path

from rulewright.dsl.load.loader import Files
from rulewright.translation.booklet.pages import Booklet, PrintedClause
from rulewright.translation.wording.fill import NO_BREAK

from .games import ENGLISH, RULES, written


def items(book: Booklet) -> list[PrintedClause]:
    return [item for chapter in book.chapters for item in chapter.items]


def texts(book: Booklet) -> dict[str, str]:
    return {item.id: item.text.replace(NO_BREAK, " ") for item in items(book)}


def orchard(tmp_path: Path, rules: str = RULES) -> Files:
    return written(tmp_path, rules, en__glossary__csv=ENGLISH)
