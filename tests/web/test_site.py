"""The server's guard: who is answered, with which headers, and how much is too much."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from contextlib import aclosing
from typing import Any, TypeVar

import pytest
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from rulewright.web import live
from rulewright.web.addresses import FIRST_PORT, PortTaken, accepts, is_loopback, listening, reachable_as
from rulewright.web.application import Application
from rulewright.web.bodies import BadRequest, json_response, number_in, record_of, text_in
from rulewright.web.limits import MOST_CLIENTS, Rates, ServerLimits, Streams
from rulewright.web.links import TokenLinks, token
from rulewright.web.live import Signal, following
from rulewright.web.pages import Asset, filled, message_page, page
from rulewright.web.site import WebSite, site_of

from .asking import HOST, Asking

T = TypeVar("T")


def run(what: Coroutine[Any, Any, T]) -> T:
    return asyncio.run(asyncio.wait_for(what, 20))


async def echo(request: Request) -> Response:
    return json_response({"got": dict(await record_of(request, 1_000))})


def echoing(limits: ServerLimits | None = None, host: str = "127.0.0.1") -> Asking:
    app = Application(
        "echo",
        [Route("/", echo, methods=["POST"]), Route("/page", lambda request: page("Echo", "<p>here"))],
        {"a.js": Asset.of("a.js", b"1;")},
    )
    return Asking(site_of([app], limits, host).app)


# ---- Who is answered ---------------------------------------------------------------------------


def test_a_page_has_headers_that_allow_no_script_but_those_of_the_server_and_tell_no_other_site_where_one_was() -> None:
    answer = run(echoing().get("/echo/page"))
    assert (answer.status, "<p>here" in answer.text) == (200, True)
    policy = answer.headers["content-security-policy"]
    rules = {rule.split()[0]: rule.split()[1:] for rule in policy.split(";")}
    assert rules["default-src"] == ["'none'"]
    assert rules["script-src"] == ["'self'"]
    assert "unsafe-eval" not in policy
    assert (answer.headers["referrer-policy"], answer.headers["cache-control"]) == ("no-referrer", "no-store")
    assert answer.headers["x-frame-options"] == "DENY"


@pytest.mark.parametrize("path", ["/", "/echo/none", "/files/echo/b.js", "/files/echo/..%2Fa.js", "/files/none/a.js"])
def test_what_is_not_there_is_said_with_the_same_headers(path: str) -> None:
    answer = run(echoing().get(path))
    assert (answer.status, answer.headers["referrer-policy"]) == (404, "no-referrer")
    assert "Nothing is here" in answer.text


def test_a_file_is_sent_once_and_then_known_by_its_hash() -> None:
    first = run(echoing().get("/files/echo/a.js"))
    assert (first.status, first.body, first.headers["content-type"]) == (200, b"1;", "text/javascript; charset=utf-8")
    again = run(echoing().get("/files/echo/a.js", if_none_match=first.headers["etag"]))
    assert (again.status, again.body) == (304, b"")


@pytest.mark.parametrize("origin", ["http://evil.example", "http://127.0.0.1:9999", "null", ""])
def test_a_change_is_refused_from_the_page_of_another_site(origin: str) -> None:
    assert run(echoing().post("/echo/", {}, origin=origin)).status == 403
    assert run(echoing().post("/echo/", {"a": 1})).record == {"got": {"a": 1}}


def test_another_site_may_link_here_and_read_nothing() -> None:
    asking = echoing()
    assert run(asking.get("/echo/page", sec_fetch_site="cross-site", sec_fetch_mode="navigate")).status == 200
    assert run(asking.get("/echo/page", sec_fetch_site="cross-site", sec_fetch_mode="no-cors")).status == 403
    assert run(asking.get("/echo/page", origin="http://evil.example")).status == 403


@pytest.mark.parametrize(
    ("host", "named", "is_answered"),
    [
        ("127.0.0.1", HOST, True),
        ("127.0.0.1", "localhost:8321", True),
        ("127.0.0.1", "[::1]:8321", True),
        ("127.0.0.1", "evil.example", False),
        ("127.0.0.1", "evil.example:8321", False),
        ("127.0.0.1", "", False),
        ("127.0.0.1", "192.168.1.5:8321", False),
        ("0.0.0.0", "192.168.1.5:8321", True),
        ("0.0.0.0", "evil.example", False),
        ("192.168.1.5", "192.168.1.5:80", True),
        ("table.example", "table.example", True),
        ("::", "[fe80::1]:8321", True),
    ],
)
def test_a_name_that_leads_here_from_elsewhere_is_not_answered(host: str, named: str, is_answered: bool) -> None:
    assert accepts(host, named) == is_answered
    answer = run(Asking(echoing(host=host).app, headers={"host": named}).get("/echo/page"))
    assert answer.status == (200 if is_answered else 421)


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"content_length": ""}, 411),
        ({"content-length": "-1"}, 411),
        ({"content-length": "1e3"}, 411),
        ({"content-length": "9" * 30}, 413),
        ({"content-length": "2000"}, 413),
        ({"content-type": "text/plain"}, 415),
        ({"content-type": "application/x-www-form-urlencoded"}, 415),
    ],
)
def test_a_body_has_a_length_and_a_type(headers: dict[str, str], status: int) -> None:
    sent = {name.replace("_", "-"): value for name, value in headers.items()}
    assert run(echoing(ServerLimits(body=1_500)).post("/echo/", {"a": 1}, **sent)).status == status


def test_a_body_that_is_longer_than_it_says_is_refused() -> None:
    assert run(echoing().post("/echo/", b'{"a": "' + b"x" * 2_000 + b'"}', **{"content-length": "9"})).status == 400


@pytest.mark.parametrize(
    "body", [b"", b"[]", b"{", b'{"a": NaN}', b"\xff", b'"a"', b'{"a":' + b"[" * 300 + b"]" * 300 + b"}", b"[" * 900]
)
def test_a_body_that_is_no_record_is_refused(body: bytes) -> None:
    answer = run(echoing().post("/echo/", body))
    assert answer.status == 400
    assert answer.record["wrong"].startswith("the body is not")


@pytest.mark.parametrize("method", ["PUT", "DELETE", "OPTIONS", "TRACE"])
def test_other_methods_are_refused(method: str) -> None:
    asking = echoing()
    assert run(asking._ask(method, "/echo/", b"", {})).status == 405


def test_values_of_a_record_are_of_their_type_and_range() -> None:
    record = {"name": "Anna", "count": 3, "yes": True}
    assert (text_in(record, "name"), text_in(record, "other"), number_in(record, "count", 1, 3)) == ("Anna", "", 3)
    for wrong in (
        lambda: text_in(record, "count"),
        lambda: text_in(record, "name", 3),
        lambda: number_in(record, "yes", 0, 1),
        lambda: number_in(record, "count", 4, 9),
        lambda: number_in(record, "none", 0, 1),
    ):
        with pytest.raises(BadRequest):
            wrong()


# ---- How much ----------------------------------------------------------------------------------


def test_who_asks_too_often_waits_and_others_do_not() -> None:
    now = [0.0]
    rates = Rates(ServerLimits(rate=2, burst=3), lambda: now[0])
    assert [rates.allows("a") for _ in range(5)] == [True, True, True, False, False]
    assert rates.allows("b")
    now[0] = 1.0
    assert [rates.allows("a") for _ in range(3)] == [True, True, False]


def test_clients_that_were_not_heard_of_for_long_are_forgotten() -> None:
    rates = Rates(ServerLimits())
    for number in range(MOST_CLIENTS + 5):
        rates.allows(str(number))
    assert len(rates._buckets) == MOST_CLIENTS


def test_a_client_that_asks_too_often_gets_429() -> None:
    asking = echoing(ServerLimits(rate=0, burst=2))
    assert [run(asking.get("/echo/page")).status for _ in range(3)] == [200, 200, 429]
    assert run(Asking(asking.app, client="127.0.0.9").get("/echo/page")).status == 200


def test_a_client_follows_only_so_many_pages() -> None:
    streams = Streams(ServerLimits(streams=2, all_streams=3))
    assert [streams.opens("a") for _ in range(3)] == [True, True, False]
    assert [streams.opens("b") for _ in range(2)] == [True, False]
    streams.closes("a")
    assert streams.opens("b")


# ---- Following changes -------------------------------------------------------------------------


def counting() -> tuple[WebSite, Signal, dict[str, object], Streams]:
    parts: dict[str, object] = {"count": 0, "name": "x"}
    signal, streams = Signal(), Streams(ServerLimits(streams=2))

    async def read() -> dict[str, object]:
        return dict(parts)

    async def follow(request: Request) -> Response:
        return await following(request, signal, streams, read)

    app = Application("live", [Route("/", follow)], stop=signal.close)
    return site_of([app]), signal, parts, streams


def test_a_page_gets_everything_first_then_only_what_is_different_and_ends_when_the_site_stops() -> None:
    site, signal, parts, streams = counting()

    async def follow() -> list[dict[str, Any]]:
        got = []
        async with aclosing(Asking(site.app).events("/live/")) as events:  # type: ignore[type-var]  # an async generator
            async for event in events:
                got.append(event)
                if len(got) == 1:
                    signal.change()  # nothing is different, so nothing is sent
                    await asyncio.sleep(0.01)
                    parts["count"] = 1
                    signal.change()
                elif len(got) == 2:
                    site.stop()
        return got

    assert run(follow()) == [{"count": 0, "name": "x"}, {"count": 1}]
    assert streams._open == {}


def test_a_page_hears_that_the_server_is_here_while_nothing_changes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live, "BEAT", 0.01)
    site, _, _, _ = counting()

    async def follow() -> list[dict[str, Any]]:
        async with aclosing(Asking(site.app).events("/live/")) as events:  # type: ignore[type-var]  # an async generator
            return [await anext(events), await anext(events)]

    assert run(follow()) == [{"count": 0, "name": "x"}, {}]


def test_changes_that_come_faster_than_they_are_read_are_taken_together() -> None:
    signal = Signal()

    async def wait() -> tuple[bool, int, bool]:
        waiting = asyncio.create_task(signal.after(0, 10))
        await asyncio.sleep(0)
        signal.change()
        signal.change()
        return await waiting, signal.version, await signal.after(2, 0.001)

    assert run(wait()) == (True, 2, False)
    assert not signal._waiting


def test_a_reader_who_leaves_while_something_changes_is_gone() -> None:
    signal = Signal()

    async def leave() -> bool:
        waiting = asyncio.create_task(signal.after(0, 10))
        await asyncio.sleep(0)
        signal.change()
        waiting.cancel()
        await asyncio.wait({waiting})
        return waiting.cancelled()

    assert run(leave())
    assert not signal._waiting


# ---- Pages and links ---------------------------------------------------------------------------


def test_a_text_on_a_page_is_no_markup_and_nothing_in_it_is_filled_in() -> None:
    assert "<script>" not in bytes(message_page("<script>", "{{title}} & <b>", 400).body).decode()
    assert filled("a {{x}} b {{y}}", {"x": "{{y}}", "y": "2"}) == "a {{y}} b 2"
    assert 'data-at="&quot;&gt;"' in bytes(page("t", "", data={"at": '">'}).body).decode()


def test_links_lead_where_they_should_until_they_are_revoked() -> None:
    links: TokenLinks[int] = TokenLinks()
    first, second = links.new_token(1), links.new_token(2)
    assert (links.find(first), links.find(second), links.find("x" * 5000), links.find("")) == (1, 2, None, None)
    links.revoke(first)
    assert (links.find(first), [to for _, to in links]) == (None, [2])
    assert len({token() for _ in range(100)}) == 100
    assert len(token()) >= 32


def test_ports_and_addresses() -> None:
    with listening("127.0.0.1", None) as first, listening("127.0.0.1", None) as second:
        assert FIRST_PORT <= first.getsockname()[1] < second.getsockname()[1]
        with pytest.raises(PortTaken, match="in use"):
            listening("127.0.0.1", first.getsockname()[1])
    hosts = ("127.0.0.1", "::1", "localhost", "0.0.0.0", "table.example")
    assert [is_loopback(host) for host in hosts] == [True] * 3 + [False] * 2
    assert (reachable_as("127.0.0.1"), reachable_as("::1")) == ("127.0.0.1", "[::1]")
    assert reachable_as("0.0.0.0") != "0.0.0.0"
