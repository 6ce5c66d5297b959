"""Limits of size and rate: the requests of a client -> whether the server takes another one now."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from time import monotonic

from attrs import define, field, frozen

# Clients that were not heard of for the longest time are forgotten beyond this number.
MOST_CLIENTS = 10_000


@frozen
class ServerLimits:
    """The limits of one server.

    `body` is the size of a request's body in bytes. `rate` is how many requests a second a client may send for a long time,
    `burst` how many at once. `streams` is how many pages of a client may follow changes at the same time, `all_streams` how
    many of all clients together. `connections` is how many connections are open at once.
    """

    body: int = 65_536
    rate: float = 40.0
    burst: int = 200
    streams: int = 60
    all_streams: int = 400
    connections: int = 1_000


@define
class _Bucket:
    """The requests that a client may still send, as of a time."""

    left: float
    time: float


@define
class Rates:
    """The rates of clients, by their address: each has a bucket that fills with time."""

    limits: ServerLimits
    clock: Callable[[], float] = monotonic
    _buckets: OrderedDict[str, _Bucket] = field(factory=OrderedDict)

    def allows(self, client: str) -> bool:
        """Count a request of a client; return whether it is within the rate."""
        time_now = self.clock()
        bucket = self._buckets.pop(client, None) or _Bucket(self.limits.burst, time_now)
        bucket.left = min(self.limits.burst, bucket.left + (time_now - bucket.time) * self.limits.rate)
        bucket.time = time_now
        self._buckets[client] = bucket
        if len(self._buckets) > MOST_CLIENTS:
            self._buckets.popitem(last=False)
        if bucket.left < 1:
            return False
        bucket.left -= 1
        return True


@define
class Streams:
    """The number of pages of each client that follow changes now."""

    limits: ServerLimits
    _open: dict[str, int] = field(factory=dict)

    def opens(self, client: str) -> bool:
        """Count another page of a client; return False, and count nothing, where there are too many."""
        mine = self._open.get(client, 0)
        if mine >= self.limits.streams or sum(self._open.values()) >= self.limits.all_streams:
            return False
        self._open[client] = mine + 1
        return True

    def closes(self, client: str) -> None:
        """Forget a page of a client that was counted."""
        self._open[client] -= 1
        if not self._open[client]:
            del self._open[client]
