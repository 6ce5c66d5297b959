"""The hooks of the site, which MkDocs loads by path: the pages they generate, and the headings of a page."""

from __future__ import annotations

import importlib
import sys
from functools import cache
from pathlib import Path
from typing import Any

DOCS = Path(__file__).parents[2] / "docs"


def _hook(name: str) -> Any:  # a module that lies in no package
    sys.path.insert(0, str(DOCS / "hooks"))
    try:
        return importlib.import_module(name)
    finally:
        sys.path.pop(0)


@cache
def written() -> dict[str, str]:
    """Return the written pages, by their paths from `docs` on."""
    return {path.relative_to(DOCS).as_posix(): path.read_text(encoding="utf-8") for path in sorted(DOCS.rglob("*.md"))}


@cache
def headings(text: str) -> frozenset[str]:
    """Return the anchors of a page."""
    return frozenset(section.anchor for section in _hook("markdown_sections").sections(text))


@cache
def generated() -> dict[str, str]:
    """Return the generated pages, by their paths from `docs` on. Making them takes long: collecting tests does not."""
    pages: dict[str, str] = _hook("generated").pages(written())
    return pages
