"""The mistakes that a person wrote for a development text, and what each line of it is, read without any check."""

from __future__ import annotations

import re
import tomllib

from .development import TEXTS, text_in

_HEAD = re.compile(r"#+ |- |\||$")
_CELL = re.compile(r"\d+")


def shape_of(text: str, code: str) -> list[tuple[str, list[str]]]:
    """Each line of a development text: how it begins, and the numbers of a table's row, in their order."""
    lines = text_in(text, code).splitlines()
    heads = [(_HEAD.match(line) or [""])[0] for line in lines]
    return [(head, _CELL.findall(line) if head == "|" else []) for head, line in zip(heads, lines, strict=True)]


def mistakes_in(text: str, code: str) -> list[tuple[str, str, str]]:
    """Each mistake that a person wrote for a translation: its kind, the words, and what stands there instead."""
    lines = (TEXTS / "plants" / f"{text}.{code}.plants").read_text(encoding="utf-8").splitlines()
    split = [line.split(" | ", 1) for line in lines if line and not line.startswith("#")]
    return [(kind, *_changed(change)) for kind, change in split]


def _changed(change: str) -> tuple[str, str]:
    was, now = change.split(" => ")
    return was, now


def places_of(text: str, code: str, words: str) -> int:
    """How often words stand in a translation, neither in a title nor within a longer word."""
    body = "\n".join(line for line in text_in(text, code).splitlines() if not line.startswith("#"))
    return len(re.findall(rf"(?<!\w){re.escape(words)}(?!\w)", body))


def terms_of(text: str, code: str) -> list[str]:
    """The words of the game that the tools put in each other's places."""
    rows = tomllib.loads((TEXTS / "terms.toml").read_text(encoding="utf-8"))[text][code]
    return [word for row in rows for word in row]
