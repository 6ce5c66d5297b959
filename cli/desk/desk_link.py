"""A document -> the token of its desk's link: the same in each run, so that a page that is open goes on after a restart."""

from __future__ import annotations

import os
import re
from pathlib import Path

from ...dsl.source.cache import digest_of, user_store
from ...web.addresses import is_loopback
from ...web.links import token

MOST_KEPT = 256
_TOKEN = re.compile(r"[\w-]{32}", re.ASCII)


def token_of(document: Path, host: str) -> str:
    """Return the token of a document for a server on this host.

    It is kept in a file of the user's cache folder that no one else can read. Where nothing may be kept, and where other
    machines can reach the server, each run has its own.
    """
    store = user_store("links", MOST_KEPT) if is_loopback(host) else None
    if store is None:
        return token()
    key = digest_of(b"review", os.fsencode(document.resolve()))
    saved = (store.read(key) or b"").decode("ascii", "replace")
    if _TOKEN.fullmatch(saved):
        return saved
    new = token()
    store.write(key, new.encode())
    return new
