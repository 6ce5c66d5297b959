"""The desk in Chromium when its server is killed and started again: the page goes on, and nothing that is written is lost."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from attrs import define, field
from playwright.sync_api import Browser, Page, expect

from ..desk.ferries import laid_out

pytestmark = pytest.mark.browser
AGAIN = "The server has restarted"


@define(eq=False)
class Restarted:
    """A server of a desk that is killed and started again at the same port, each time with a document."""

    cache: Path
    port: int = 0
    _process: subprocess.Popen[str] | None = field(default=None)

    def start(self, document: Path) -> str:
        """Start it, and return the link that it prints."""
        self._process = subprocess.Popen(
            [sys.executable, "-m", "rulewright", "review", str(document.parent / "ferry"), "--document", str(document),
             "--lang", "it", "--port", str(self.port)], stdout=subprocess.PIPE, text=True,
            env={**os.environ, "XDG_CACHE_HOME": str(self.cache), "LOCALAPPDATA": str(self.cache)})
        assert self._process.stdout is not None
        link = self._process.stdout.readline().removeprefix("Open ").strip()
        self.port = urlsplit(link).port or 0
        return link

    def kill(self) -> None:
        """Kill it as a power cut would."""
        if self._process is not None:
            self._process.kill()
            self._process.communicate()
            self._process = None


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Restarted]:
    made = Restarted(tmp_path / "cache")
    yield made
    made.kill()


@pytest.fixture
def page(chromium: Browser) -> Iterator[Page]:
    page = chromium.new_page()
    page.set_default_timeout(20_000)
    yield page
    page.close()


def opened(page: Page, link: str) -> None:
    page.goto(link)
    page.wait_for_selector("article.here")
    page.evaluate("window.isLoadedBefore = true")


def test_a_page_on_which_nothing_is_written_is_loaded_again_at_its_place(page: Page, server: Restarted, tmp_path: Path) -> None:
    document = laid_out(tmp_path)
    opened(page, server.start(document))
    page.locator("[data-view=every]").click()
    page.locator("#c-storm h2").click()
    server.kill()
    expect(page.locator("#lost")).to_contain_text("cannot be reached")
    server.start(document)
    expect(page.locator("#said")).to_contain_text(AGAIN)
    assert page.evaluate("window.isLoadedBefore") is None
    expect(page.locator("#lost")).to_be_hidden()
    expect(page.locator("#c-storm")).to_have_class(re.compile(r"\bhere\b"))
    expect(page.locator("[data-view=every]")).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("n")
    expect(page.locator("#c-storm .state")).to_contain_text("silent")


def test_what_stands_in_an_open_form_is_saved_before_the_page_is_loaded_again(page: Page, server: Restarted,
                                                                            tmp_path: Path) -> None:
    document = laid_out(tmp_path)
    opened(page, server.start(document))
    page.locator("[data-view=every]").click()
    page.locator("#c-load h2").click()
    page.keyboard.press("q")
    page.keyboard.type("Is it ")
    server.kill()
    # What cannot be sent stays in its field.
    page.keyboard.press("Control+Enter")
    expect(page.locator("#wrong")).to_contain_text("cannot be reached")
    server.start(document)
    expect(page.locator("#restarted")).to_contain_text("when you have saved or left")
    expect(page.locator("#lost")).to_be_hidden()
    page.keyboard.type("nice?")
    assert page.evaluate("window.isLoadedBefore")
    page.keyboard.press("Control+Enter")
    expect(page.locator("#said")).to_contain_text(AGAIN)
    assert page.evaluate("window.isLoadedBefore") is None
    expect(page.locator("#c-load .question")).to_contain_text("Is it nice?")
    expect(page.locator("#restarted")).to_be_hidden()


def test_what_is_being_written_stays_with_its_sentence_when_rows_of_the_new_server_have_other_names(
    page: Page, server: Restarted, tmp_path: Path
) -> None:
    document = laid_out(tmp_path)
    opened(page, server.start(document))
    page.locator("[data-view=every]").click()
    text = document.read_text(encoding="utf-8")
    document.write_text(text.replace("## La fine", "Tocca poi al vicino.\n\n## La fine"), encoding="utf-8")
    row = page.locator("#s-11")
    expect(row.locator("h2")).to_contain_text("sentence 12")
    row.locator("h2").click()
    page.keyboard.press("s")
    page.keyboard.type("heading")
    server.kill()
    server.start(document)
    expect(page.locator("#restarted")).to_be_visible()
    expect(row.locator(".document")).to_contain_text("La fine")
    expect(row.locator("form input").last).to_have_value("12")
    page.keyboard.press("Escape")
    expect(page.locator("#said")).to_contain_text(AGAIN)
    expect(page.locator("#s-12 .document")).to_contain_text("La fine")


def test_a_page_that_the_new_server_does_not_know_says_so_and_keeps_what_is_written(page: Page, server: Restarted,
                                                                                  tmp_path: Path) -> None:
    for name in ("one", "other"):
        (tmp_path / name).mkdir()
    opened(page, server.start(laid_out(tmp_path / "one")))
    page.locator("[data-view=every]").click()
    page.locator("#c-load h2").click()
    page.keyboard.press("q")
    page.keyboard.type("Is it nice?")
    server.kill()
    server.start(laid_out(tmp_path / "other"))
    expect(page.locator("#lost")).to_contain_text("Open the link that it prints now")
    page.keyboard.press("Control+Enter")
    expect(page.locator("#wrong")).to_contain_text("Open the link that it prints now")
    expect(page.locator("#c-load form textarea")).to_have_value("Is it nice?")
