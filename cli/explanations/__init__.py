"""Read the pages on codes and functions: a code or name to its page in Markdown.

    E801.md, ...            a page for each code of a diagnostic, without its title
    functions/ray.md, ...   a page for each function of the language
    messages.json           what the compiler reports with each code; made from the error cases of the tests
"""

from __future__ import annotations

import json
from pathlib import Path

from attrs import frozen

from ...dsl.source.diagnostics import CODES

FOLDER = Path(__file__).parent
FUNCTIONS = FOLDER / "functions"


@frozen
class Message:
    """One diagnostic of the error cases: the faulty line, what of it is underlined, and what the compiler reports."""

    line: str
    text: str
    message: str
    help: str | None


def page_of(name: str) -> str | None:
    """Return the page of a code or a function in Markdown, with its title; None if there is none."""
    if name in CODES:
        return page_of_code(name)
    if name in function_names():
        return f"# {name}\n\n{(FUNCTIONS / f'{name}.md').read_text(encoding='utf-8')}"
    return None


def page_of_code(code: str) -> str:
    """Return the page of a code: its title from the registry, the explanation, and messages of the error cases."""
    kind = "warning" if code.startswith("W") else "error"
    parts = [f"# {kind} {code}: {CODES[code]}", explanation(code).strip()]
    messages = messages_of(code)
    if messages:
        parts.append("**Messages** with this code, for example:")
        parts += [_shown(message) for message in messages]
    return "\n\n".join(parts) + "\n"


def explanation(code: str) -> str:
    """Return the written part of the page of a code; nothing for a code that has none yet, which a test reports."""
    page = FOLDER / f"{code}.md"
    return page.read_text(encoding="utf-8") if page.exists() else ""


def messages_of(code: str) -> tuple[Message, ...]:
    """Return the messages of a code in the error cases."""
    messages = json.loads((FOLDER / "messages.json").read_text(encoding="utf-8"))
    return tuple(Message(**message) for message in messages.get(code, ()))


def function_names() -> tuple[str, ...]:
    """Return the names of all functions that have a page."""
    return tuple(sorted(path.stem for path in FUNCTIONS.glob("*.md")))


def _shown(message: Message) -> str:
    """A line with its faulty part underlined and what is reported, as a block of Markdown."""
    column = message.line.find(message.text) if message.text else -1
    lines = [message.line] if message.line else []
    if column >= 0:
        lines.append(" " * column + "^" * len(message.text))
    lines.append(f"= {message.message}")
    if message.help:
        lines.append(f"= help: {message.help}")
    return "```text\n" + "\n".join(lines) + "\n```"
