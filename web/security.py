"""A request -> whether the site answers it; an answer -> the same with the headers of security."""

from __future__ import annotations

from urllib.parse import urlsplit

from attrs import define, field
from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from .addresses import LOOPBACK, accepts
from .limits import Rates, ServerLimits

# Scripts and styles come from this server alone, as files. Pictures colour their parts by an attribute, which is no script.
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; style-src-attr 'unsafe-inline'; img-src 'self' data:; "
    "connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
HEADERS = {
    "content-security-policy": POLICY,
    # A link to a seat is a secret: browsers do not send it to other sites, and no cache keeps a page.
    "referrer-policy": "no-referrer",
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
}
ONLY_READ = frozenset({"GET", "HEAD"})
METHODS = ONLY_READ | {"POST"}
# The type of a body. No page of another site can send it without asking first, and nobody answers that question here.
BODY = "application/json"


@define
class RequestFilter:
    """A filter in front of a site. It refuses requests that are too many, too large, for another host, or from another site."""

    app: ASGIApp
    limits: ServerLimits = field(factory=ServerLimits)
    host: str = LOOPBACK
    rates: Rates = field(init=False)

    def __attrs_post_init__(self) -> None:
        self.rates = Rates(self.limits)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve a request, or refuse it."""
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        if scope["type"] != "http":
            return
        refused = self.refusal(scope)
        if refused is not None:
            await refused(scope, receive, _with_headers(send))
            return
        await self.app(scope, receive, _with_headers(send))

    def refusal(self, scope: Scope) -> PlainTextResponse | None:
        """Return the answer to a request that is refused, or None."""
        headers, method = Headers(scope=scope), scope["method"]
        if not self.rates.allows(client_of(scope)):
            return PlainTextResponse("too many requests; wait a moment", 429, {"retry-after": "2"})
        if not accepts(self.host, headers.get("host", "")):
            return PlainTextResponse("this server does not answer to that name", 421)
        if method not in METHODS:
            return PlainTextResponse("only GET and POST", 405, {"allow": ", ".join(sorted(METHODS))})
        if not _is_from_here(headers, method):
            return PlainTextResponse("this request comes from another site", 403)
        return None if method in ONLY_READ else self._wrong_body(headers)

    def _wrong_body(self, headers: Headers) -> PlainTextResponse | None:
        length = headers.get("content-length", "")
        if not (length.isascii() and length.isdecimal()):
            return PlainTextResponse("the length of the body is missing", 411)
        if len(length) > 12 or int(length) > self.limits.body:
            return PlainTextResponse(f"a body has at most {self.limits.body} bytes", 413)
        if headers.get("content-type", "").partition(";")[0].strip().casefold() != BODY:
            return PlainTextResponse(f"a body is {BODY}", 415)
        return None


def client_of(scope: Scope) -> str:
    """The address of the client of a request."""
    client = scope.get("client")
    return str(client[0]) if client else ""


def _is_from_here(headers: Headers, method: str) -> bool:
    """Return whether a page of this site sent a request, or, if it only reads, a person who typed or followed a link."""
    origin = headers.get("origin")
    if origin is not None:
        return urlsplit(origin).netloc.casefold() == headers.get("host", "").casefold()
    if method not in ONLY_READ:
        return False
    return headers.get("sec-fetch-site") not in ("cross-site", "same-site") or headers.get("sec-fetch-mode") == "navigate"


def _with_headers(send: Send) -> Send:
    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in HEADERS.items():
                headers.setdefault(name, value)
        await send(message)

    return sending
