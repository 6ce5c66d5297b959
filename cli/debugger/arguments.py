"""Arguments of a request -> texts, numbers and records; what has another type counts as left out."""

from __future__ import annotations

from .wire import Message


def text(arguments: Message, name: str) -> str:
    """Return a text; an empty one where there is none."""
    value = arguments.get(name)
    return value if isinstance(value, str) else ""


def number(arguments: Message, name: str) -> int:
    """Return a number from 0; 0 where there is none."""
    value = arguments.get(name)
    return max(0, value) if isinstance(value, int) else 0


def record(arguments: Message, name: str) -> Message:
    """Return a record; an empty one where there is none."""
    value = arguments.get(name)
    return value if isinstance(value, dict) else {}


def records(arguments: Message, name: str) -> list[Message]:
    """Return a list of records; an entry that is none counts as an empty one."""
    value = arguments.get(name)
    return [entry if isinstance(entry, dict) else {} for entry in value] if isinstance(value, list) else []
