"""Files and folders of this project that the documents name are there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
BESIDE = ("README.md", "CONTRIBUTING.md", "bench/README.md")
DOCUMENTS = [*sorted((ROOT / "docs").rglob("*.md")), *(ROOT / name for name in BESIDE)]
FOLDERS = "bench|cli|docs|dsl|editors|games|grammar|interpreter|pictures|src|tests|translation|web"
NAMED = re.compile(rf"(?<![\w./<-])(?:{FOLDERS})/[\w/-]*\w(?:\.(?:py|md|lark|rules|play))?(?![\w*.{{])")

# "`name` in `module.py`", as CONTRIBUTING says where to change what.
WITHIN = re.compile(r"`(\w+)`(?: of `\w+`)? in `([\w/]+\.(?:py|lark))`")
# A class, a function, a value with or without its type, or a rule of the grammar.
DEFINED = r"^[ ?]*(?:(?:def|class) )?{}(?:: | = |: .* = |\(|:$)"


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_what_a_document_names_is_there(document: Path) -> None:
    named = set(NAMED.findall(document.read_text(encoding="utf-8")))
    # A link leads on from its page.
    there = {name for name in named for place in (document.parent, ROOT)
             for end in ("", ".py") if (place / f"{name}{end}").exists()}
    assert sorted(named - there) == []


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_what_a_document_names_in_a_module_is_there(document: Path) -> None:
    named = WITHIN.findall(document.read_text(encoding="utf-8"))
    # A module that only imports a name is not the place to change it.
    assert [(name, module) for name, module in named
            if not re.search(DEFINED.format(name), (ROOT / module).read_text(encoding="utf-8"), re.MULTILINE)] == []
