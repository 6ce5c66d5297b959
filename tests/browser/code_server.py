"""A real Visual Studio Code in a browser, with the packed extension: it opens a copy of games, and is driven by keys.

It is the npm package `code-server`; `editors/vscode/tests/code_server.sh` installs it. The environment variable CODE_SERVER
names its `entry.js`.
"""

from __future__ import annotations

import json
import os
import shutil
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from attrs import frozen
from playwright.sync_api import Locator, Page

from rulewright.dsl.source.search_path import find

VSIX = Path(__file__).parents[2] / "editors" / "vscode" / "rulewright.vsix"
COMMAND = [sys.executable, "-m", "rulewright"]
# What a person sets who wants no greetings, and a terminal that is text.
SETTINGS = {
    "workbench.startupEditor": "none", "security.workspace.trust.enabled": False, "telemetry.telemetryLevel": "off",
    "git.enabled": False, "files.hotExit": "off", "files.autoSave": "off", "terminal.integrated.gpuAcceleration": "off",
}


def entry() -> str:
    """Return the program of code-server; a test that asks is skipped where it is not installed."""
    program = os.environ.get("CODE_SERVER")
    if program is None:
        pytest.skip("CODE_SERVER names no code-server: install it by editors/vscode/tests/code_server.sh FOLDER")
    if not VSIX.is_file():
        pytest.skip("the extension is not packed: run `npm install && npm run pack` in editors/vscode")
    return program


@contextmanager
def code_server(folder: Path) -> Iterator[str]:
    """Run code-server with the extension and a copy of small games in `folder`; give the address of its window."""
    program, games = entry(), folder / "games"
    shutil.copytree(find("pig").parent, games)
    for name, settings in (("User", SETTINGS), ("Machine", {"rulewright.command": COMMAND})):
        (folder / "data" / name).mkdir(parents=True)
        (folder / "data" / name / "settings.json").write_text(json.dumps(settings), encoding="utf-8")
    words = ["node", program, "--user-data-dir", str(folder / "data"), "--extensions-dir", str(folder / "extensions"),
             "--config", str(folder / "config.yaml")]
    subprocess.run([*words, "--install-extension", str(VSIX)], check=True, capture_output=True, timeout=120)
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        address = f"127.0.0.1:{free.getsockname()[1]}"
    with (folder / "log.txt").open("wb") as log:
        process = subprocess.Popen([*words, "--auth", "none", "--bind-addr", address, "--disable-telemetry",
                                    "--disable-update-check", "--disable-workspace-trust"], stdout=log, stderr=log)
    try:
        _wait(f"http://{address}/healthz")
        yield f"http://{address}/?folder={games}"
    finally:
        process.terminate()
        process.wait(30)


def _wait(address: str) -> None:
    """Wait until a server answers."""
    for _ in range(120):
        try:
            with urllib.request.urlopen(address, timeout=5):
                return
        except (urllib.error.URLError, OSError):
            time.sleep(0.5)
    raise AssertionError(f"{address} does not answer")


@frozen
class Window:
    """A window of the editor, and the folder that it shows."""

    page: Page
    folder: Path

    def press(self, *keys: str) -> None:
        """Press keys one after another, as slowly as a person does."""
        for key in keys:
            self.page.keyboard.press(key)
            self.page.wait_for_timeout(250)

    def write(self, text: str) -> None:
        self.page.keyboard.type(text, delay=15)

    def command(self, name: str) -> None:
        """Run a command by its name in the palette."""
        self._quick("F1", name, name)

    def open(self, name: str, line: int = 1, column: int = 1) -> None:
        """Open a file of the folder, and put the cursor at a place."""
        self._quick("Control+p", str(self.folder / name), Path(name).name)
        self.page.locator(f".tab.active[data-resource-name='{Path(name).name}']").wait_for()
        self.go(line, column)

    def go(self, line: int, column: int = 1) -> None:
        """Put the cursor at a place of the file that is shown."""
        self._quick("Control+g", f"{line}:{column}", "")

    def _quick(self, key: str, text: str, listed: str) -> None:
        self.page.keyboard.press(key)
        self.page.locator(".quick-input-widget").wait_for()
        self.write(text)
        self.page.locator(".quick-input-list .monaco-list-row", has_text=listed).first.wait_for()
        self.page.wait_for_timeout(500)
        self.press("Enter")
        self.page.locator(".quick-input-widget").wait_for(state="hidden")
        self.page.wait_for_timeout(300)

    def text(self, name: str) -> str:
        """Save the file that is shown, and return the text of one of the folder."""
        self.press("Control+s")
        self.page.wait_for_timeout(700)
        return (self.folder / name).read_text(encoding="utf-8")

    def hover(self) -> Locator:
        """Show the hover at the cursor."""
        self.press("Control+k", "Control+i")
        return self.page.locator(".monaco-hover:visible").first

    def offers(self) -> Locator:
        """Return the list of completions."""
        return self.page.locator(".suggest-widget.visible .monaco-list-row")

    def begin_again(self) -> None:
        """Take back what is not saved and what is, and close what stands over the text; end a debugger that a test left."""
        self.press("Escape", "Escape", "Control+1")
        if self.page.locator(".debug-toolbar").is_visible():
            self.press("Shift+F5")
        self.command("File: Revert File")
        self.command("View: Close All Editors")
        shutil.copytree(find("pig").parent, self.folder, dirs_exist_ok=True)
