"""A Chromium of the system, a server, and pages that report each error of their scripts and each breach of their policy."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from attrs import define, field
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Error, Page, sync_playwright

from ..tables.serving import first_parts, post, server

NAMES = ("chromium", "chromium-browser", "google-chrome")
WIDE, NARROW = {"width": 1280, "height": 900}, {"width": 390, "height": 800}
TABLET = {"width": 820, "height": 1180}


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    path = next(filter(None, map(shutil.which, NAMES)), None)
    assert path is not None, f"these tests need one of {', '.join(NAMES)}"
    with sync_playwright() as driver:
        # A container gives Chromium no sandbox; the pages are ours.
        browser = driver.chromium.launch(executable_path=path, args=["--no-sandbox"])
        yield browser
        browser.close()


@define(eq=False, slots=False)
class Tables:
    """A server with a folder of games, and the devices that look at its tables."""

    browser: Browser
    address: str
    folder: Path
    wrong: list[str] = field(factory=list)
    contexts: list[BrowserContext] = field(factory=list)

    def begin(self, game: str, *names: str, **record: object) -> dict[str, str]:
        """Begin a game; return its links by whom they are for: names, `host`, `all` and `spectator`."""
        form = {"game": game, "names": list(names), "kinds": ["person"] * len(names), **record}
        return self.links(post(f"{self.address}/begin", form)["go"])

    def load(self, name: str) -> dict[str, str]:
        """Continue a saved game; return its links."""
        return self.links(post(f"{self.address}/load", {"name": name})["go"])

    def links(self, host: str) -> dict[str, str]:
        words = {"all people at one screen": "all", "a spectator": "spectator"}
        found = re.findall(r'<a href="([^"]*)"[^>]*>([^<]*)</a>', first_parts(f"{self._origin}{host}/events")["host"])
        return {**{words.get(text, text): link for link, text in found}, "host": host}

    @property
    def _origin(self) -> str:
        return self.address.partition("/tables")[0]

    def open(self, path: str, size: dict[str, int] | None = None, is_ready: bool = True, is_touched: bool = False) -> Page:
        """Open a page on a device of its own."""
        # What moves on a page is drawn again and again, and shows nothing that is asked here.
        context = self.browser.new_context(viewport=size or WIDE, reduced_motion="reduce",  # type: ignore[arg-type]  # a size of two numbers
                                           has_touch=is_touched, is_mobile=is_touched)
        context.set_default_timeout(20_000)
        self.contexts.append(context)
        page = context.new_page()
        page.on("console", self._heard)
        page.on("pageerror", self._raised)
        page.goto(self._origin + path if path.startswith("/") else path)
        if is_ready and "/at/" in path:
            page.wait_for_selector("#status p")
        return page

    def _heard(self, message: ConsoleMessage) -> None:
        # A browser without a connection says so; that is no fault of the page.
        if message.type == "error" and "ERR_INTERNET_DISCONNECTED" not in message.text:
            self.wrong.append(message.text)

    def _raised(self, error: Error) -> None:
        self.wrong.append(str(error))


@pytest.fixture(scope="session")
def serving(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, Path]]:
    folder = tmp_path_factory.mktemp("games")
    with server("--folder", str(folder)) as (process, address):
        yield address, folder
        assert process.poll() is None, f"the server has ended with {process.returncode}"


@pytest.fixture
def tables(chromium: Browser, serving: tuple[str, Path]) -> Iterator[Tables]:
    made = Tables(chromium, *serving)
    yield made
    for context in made.contexts:
        context.close()
    assert made.wrong == []


@pytest.fixture
def shown(request: pytest.FixtureRequest) -> Callable[[Page, str], None]:
    """Keep a picture of a page, where `RULEWRIGHT_SCREENS` names a folder for them."""
    import os

    folder = os.environ.get("RULEWRIGHT_SCREENS")

    def keep(page: Page, name: str) -> None:
        if folder:
            page.screenshot(path=f"{folder}/{name}.png", full_page=True)

    return keep
