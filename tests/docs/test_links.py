"""Every link between pages leads to a page that is written or generated, and to a heading that is there."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

from .hooks import generated, headings, written

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
BESIDE = ("README.md", "CONTRIBUTING.md")
LINK = re.compile(r"\]\((?!https?:)([^)#\s]*)(#[\w-]+)?\)")
NAVIGATION = re.findall(r"- ([\w/]+\.md)$", (ROOT / "mkdocs.yml").read_text(encoding="utf-8"), re.MULTILINE)


@cache
def pages() -> dict[str, str]:
    """Return all pages: written, generated, and those beside the documentation."""
    return {**written(), **generated(), **{name: (ROOT / name).read_text(encoding="utf-8") for name in BESIDE}}


def target_of(page: str, link: str) -> str:
    """Return the path that a link of a page leads to, from `docs` on; from the project on for those beside it."""
    folder = (ROOT if page in BESIDE else DOCS / Path(page).parent)
    path = (folder / link).resolve()
    return path.relative_to(DOCS).as_posix() if path.is_relative_to(DOCS) else path.relative_to(ROOT).as_posix()


@pytest.mark.parametrize("page", [*sorted(NAVIGATION), *BESIDE])
def test_links_of_a_page_lead_somewhere(page: str) -> None:
    everything = pages()
    dead = []
    for link, anchor in LINK.findall(re.sub(r"```.*?^```", "", everything[page], flags=re.DOTALL | re.MULTILINE)):
        name = target_of(page, link) if link else page
        text = everything.get(name)
        if text is None and not (ROOT / name).exists() and not (DOCS / name).exists():
            dead.append(link)
        elif anchor and (text is None or anchor[1:] not in headings(text)):
            dead.append(link + anchor)
    assert dead == []


def test_every_page_is_in_the_navigation() -> None:
    assert sorted(NAVIGATION) == sorted({*written(), *generated()})


@pytest.mark.parametrize("page", ["README.md", "docs/index.md"])
def test_a_beginning_leads_to_every_guide(page: str) -> None:
    text = (ROOT / page).read_text(encoding="utf-8")
    linked = {target_of(page.removeprefix("docs/"), link) for link, _ in LINK.findall(text)}
    guides = {path.name for path in DOCS.glob("*.md")} - {"index.md"}
    assert sorted(guides - linked) == []
