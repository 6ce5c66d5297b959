"""The documentation as a site, opened from a disk: the search works without a server and without a network."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

pytestmark = [pytest.mark.browser]
build = pytest.importorskip("mkdocs.commands.build", reason="the site needs the extra `docs`")
configuration = pytest.importorskip("mkdocs.config", reason="the site needs the extra `docs`")

ROOT = Path(__file__).parent.parent.parent
# Theme, plugins and scripts are those of the project; its pages take longer to build than all of this test.
SETTINGS = """INHERIT: {project}
docs_dir: pages
site_dir: site
hooks: []
nav: [index.md, deep/auctions.md]
"""


@pytest.fixture
def site(tmp_path: Path) -> Path:
    """A site of two pages with the settings of the project."""
    (tmp_path / "pages" / "deep").mkdir(parents=True)
    shutil.copytree(ROOT / "docs" / "scripts", tmp_path / "pages" / "scripts")
    (tmp_path / "pages" / "index.md").write_text("# Start\n\nHow to begin.\n", "utf-8")
    (tmp_path / "pages" / "deep" / "auctions.md").write_text("# Auctions\n\nA sealed bid.\n", "utf-8")
    (tmp_path / "mkdocs.yml").write_text(SETTINGS.format(project=ROOT / "mkdocs.yml"), "utf-8")
    build.build(configuration.load_config(str(tmp_path / "mkdocs.yml")))
    return tmp_path / "site"


@pytest.mark.parametrize("page", ["index.html", "deep/auctions.html"])
def test_a_site_on_a_disk_is_searched_without_a_server(chromium: Browser, site: Path, page: str) -> None:
    context = chromium.new_context(offline=True)
    try:
        view = context.new_page()
        wrong: list[str] = []
        view.on("pageerror", lambda error: wrong.append(str(error)))
        view.on("requestfailed", lambda request: wrong.append(request.url))
        view.goto((site / page).as_uri())
        view.keyboard.press("s")
        view.locator("input.md-search__input").press_sequentially("sealed")
        link = view.locator("a.md-search-result__link").first
        expect(link).to_contain_text("Auctions")
        link.click()
        expect(view.locator("h1")).to_contain_text("Auctions")
        assert view.url.startswith((site / "deep" / "auctions.html").as_uri())
        assert wrong == []
    finally:
        context.close()
