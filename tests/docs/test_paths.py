"""Files and folders of this project that the documents name are there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
BESIDE = ("README.md", "CONTRIBUTING.md", "bench/README.md")
DOCUMENTS = [*sorted((ROOT / "docs").rglob("*.md")), *(ROOT / name for name in BESIDE)]
FOLDERS = "bench|cli|docs|dsl|games|grammar|interpreter|tests"
NAMED = re.compile(rf"(?<![\w./<-])(?:{FOLDERS})/[\w/-]*\w(?:\.(?:py|md|lark|rules|play))?(?![\w*.{{])")


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_what_a_document_names_is_there(document: Path) -> None:
    named = set(NAMED.findall(document.read_text(encoding="utf-8")))
    # A link leads on from its page.
    there = {name for name in named for place in (document.parent, ROOT)
             for end in ("", ".py") if (place / f"{name}{end}").exists()}
    assert sorted(named - there) == []
