"""Elements -> text. Every text and value is escaped here, and nowhere else."""

from __future__ import annotations

import re
from functools import lru_cache
from html import escape

from ..scene.model import Stands

# What XML cannot hold: control characters, and halves of pairs.
_NOT_XML = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]")
_PLAIN = re.compile(r"[^A-Za-z0-9.-]")


# A picture writes the same values again and again: numbers, colours, names of classes.
@lru_cache(maxsize=4096)
def text(raw: str) -> str:
    """A text or value as it stands in SVG."""
    return escape(_NOT_XML.sub("\N{REPLACEMENT CHARACTER}", raw), quote=True)


def element(name: str, attributes: dict[str, str], inside: str = "") -> str:
    """An element; attributes that are empty are left out. `inside` is markup already."""
    written = "".join(f' {key}="{text(value)}"' for key, value in attributes.items() if value != "")
    return f"<{name}{written}>{inside}</{name}>" if inside else f"<{name}{written}/>"


def identifier(*parts: str) -> str:
    """An id of parts; characters that an id should not have are written as `_41_`."""
    return "-".join(_PLAIN.sub(lambda match: f"_{ord(match[0]):x}_", part) for part in parts if part)


def data(stands: Stands) -> dict[str, str]:
    """The attributes that say what a thing stands for, in the words of moves."""
    return {"data-type": stands.type, "data-value": stands.value, "data-field": stands.field, "data-of": stands.of}
