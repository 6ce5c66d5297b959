"""Convert values in the rulebook's words to JSON: numbers, flags, and lists; other values stay strings."""

from __future__ import annotations

import re
from collections.abc import Mapping

JsonValue = int | str | list["JsonValue"]
FLAGS = {"yes": True, "no": False}


def json_value(text: str) -> JsonValue:
    """Convert a value: `3` to a number, `yes` and `no` to true and false, a set or list to a list.

    No name in a rulebook is a number, `yes` or `no`, and none has a comma in it.
    """
    if text in FLAGS:
        return FLAGS[text]
    if re.fullmatch(r"-?\d+", text, re.ASCII):
        return int(text)
    if text[:1] + text[-1:] in ("{}", "[]"):
        return [json_value(part) for part in text[1:-1].split(", ") if part]
    return text


def json_values(texts: Mapping[str, str]) -> dict[str, JsonValue]:
    """Convert values by name."""
    return {name: json_value(text) for name, text in texts.items()}
