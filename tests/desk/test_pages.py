"""The pages of the desk: who gets them, what they show, and the decisions that they send."""

from __future__ import annotations

import asyncio
import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Coroutine
from contextlib import aclosing
from html import unescape
from pathlib import Path
from typing import Any, TypeVar
from urllib.request import Request, urlopen

import pytest
from click.testing import CliRunner

from rulewright.cli.desk.application import Pages
from rulewright.cli.desk.desk import BUTTONS
from rulewright.cli.main import main
from rulewright.web.site import site_of

from ..web.asking import Asking
from .ferries import desk_of, laid_out

T = TypeVar("T")


def run(what: Coroutine[Any, Any, T]) -> T:
    return asyncio.run(asyncio.wait_for(what, 60))


@pytest.fixture
def document(tmp_path: Path) -> Path:
    return laid_out(tmp_path)


@pytest.fixture
def pages(document: Path) -> Pages:
    return Pages(desk_of(document))


def asking(pages: Pages) -> Asking:
    return Asking(site_of([pages.application()]).app)


async def parts_of(client: Asking, pages: Pages) -> dict[str, Any]:
    async with aclosing(client.events(f"/review/{pages.token}/events")) as events:  # type: ignore[type-var]
        return await anext(events)


def test_the_page_has_the_buttons_and_keys_that_messages_name(pages: Pages) -> None:
    async def shown() -> str:
        return json.dumps(await parts_of(asking(pages), pages))

    text = run(shown())
    for way in (BUTTONS.accept, BUTTONS.assign):
        name, key = re.fullmatch(r"the button (\w+) \(key (\w)\)", way).groups()  # type: ignore[union-attr]
        assert f">{name} <kbd>{key}</kbd></button>" in text


def test_the_page_names_the_keys_that_keep_or_leave_what_is_written(pages: Pages) -> None:
    text = run(asking(pages).get(f"/review/{pages.token}")).text
    for key in ("Ctrl+Enter", "Escape"):
        assert f"<dt><kbd>{key}</kbd></dt>" in text


def test_the_page_and_its_rows_need_the_link(pages: Pages) -> None:
    client = asking(pages)
    assert run(client.get(f"/review/{pages.token}")).status == 200
    for path in ("", "/events"):
        assert run(client.get(f"/review/{'a' * len(pages.token)}{path}")).status == 404
    assert run(client.post("/review/wrong/do", {"do": "undo"})).status == 404


def test_the_rows_come_as_events_and_after_a_decision_only_those_that_differ(pages: Pages) -> None:
    client = asking(pages)

    async def both() -> tuple[dict[str, Any], dict[str, Any], dict[str, Any]]:
        async with aclosing(client.events(f"/review/{pages.token}/events")) as events:  # type: ignore[type-var]
            first = await anext(events)
            answer = await client.post(f"/review/{pages.token}/do", {"do": "confirm", "id": "load", "row": "c-load"})
            return first, answer.record, await anext(events)

    first, answer, fresh = run(both())
    assert {f"row {key}" for key in first["order"]} == {name for name in first if name.startswith("row ")}
    assert answer == {"said": "load confirmed", "row": "c-load"}
    assert "confirmed" in fresh["row c-load"]
    assert "row c-full_boat" not in fresh
    assert len(fresh) < len(first)


def test_what_is_impossible_is_answered_in_words_and_what_is_nonsense_is_refused(pages: Pages) -> None:
    client, path = asking(pages), f"/review/{pages.token}/do"
    assert "open finding" in run(client.post(path, {"do": "confirm", "id": "full_boat"})).record["wrong"]
    wrong = run(client.post(path, {"do": "assign", "what": "load", "numbers": "eight"})).record["wrong"]
    assert "not a list of sentences" in wrong
    assert "there is nothing to undo" in run(client.post(path, {"do": "undo"})).record["wrong"]
    for record in ({"do": "nothing"}, {"do": "edit", "number": 0}, {"do": 5}, {"do": "accept", "id": [], "text": "so"}):
        assert run(client.post(path, record)).status == 400


def test_a_full_disk_is_reported_and_nothing_is_kept(pages: Pages, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object, **__: object) -> None:
        raise OSError(28, os.strerror(28))

    monkeypatch.setattr("rulewright.cli.documents.decisions.write_whole", full)
    answer = run(asking(pages).post(f"/review/{pages.token}/do", {"do": "confirm", "id": "load"})).record
    assert answer["wrong"].startswith("not kept: ")
    assert not pages.desk.job.files.places.lock.exists()


def test_nothing_of_a_document_is_markup(document: Path) -> None:
    text = document.read_text(encoding="utf-8")
    document.write_text(text.replace("vince subito", 'vince <img src="x" onerror=alert()> subito'), encoding="utf-8")
    pages = Pages(desk_of(document))
    pages.desk.ask("load", '"><script>alert()</script>')
    pages.desk.accept(pages.desk.job.findings.of_document[0].id, "<b>because</b>")
    parts = run(parts_of(asking(pages), pages))
    markup = "".join(part for part in parts.values() if isinstance(part, str))
    assert "<img" in unescape(markup)
    assert not re.search(r"<(img|script|b>because)", markup)


def test_the_desk_starts_only_with_a_document_that_can_be_read(tmp_path: Path) -> None:
    document = laid_out(tmp_path)
    document.write_bytes(b"\0")
    result = CliRunner().invoke(main, ["review", str(tmp_path / "ferry"), "--document", str(document), "--lang", "it"])
    assert result.exit_code == 2
    assert "zero bytes" in result.stderr


def test_a_decision_is_kept_when_the_server_is_killed(document: Path) -> None:
    command = [sys.executable, "-m", "rulewright", "review", str(document.parent / "ferry"), "--document", str(document),
               "--lang", "it", "--port", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        address = server.stdout.readline().removeprefix("Open ").strip()
        origin = "/".join(address.split("/")[:3])
        record = json.dumps({"do": "confirm", "id": "load"}).encode()
        with urlopen(Request(f"{address}/do", record, {"origin": origin, "content-type": "application/json"})) as answer:
            assert json.load(answer)["said"] == "load confirmed"
        server.send_signal(signal.SIGKILL)
    assert '"load"' in (document.parent / "ferry" / "documents" / "it.lock").read_text(encoding="utf-8")
