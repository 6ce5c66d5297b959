"""The tables of a server that are open, and the links to them."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

from anyio import to_thread
from attrs import define, field

from ...web.links import TokenLinks
from ..words.words import PageWords
from .machine_turns import PACE, Thinking
from .pages.shell import path_of
from .room.refusals import ActionRefused
from .room.room import Room
from .room.seating import LinkRole, LinkUse

# A server holds no more tables than these at once.
MOST_TABLES = 200


@define(eq=False)
class OpenTables:
    """The tables that are open, the links to them, and the players of the machine that think at them."""

    pace: float = PACE
    links: TokenLinks[Room] = field(factory=TokenLinks[Room])
    rooms: list[Room] = field(factory=list)
    thinking: Thinking = field(init=False)
    _opening: asyncio.Lock = field(factory=asyncio.Lock)

    def __attrs_post_init__(self) -> None:
        self.thinking = Thinking(self.pace)

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """Let players of the machine play while the site runs; release all files at the end."""
        async with self.thinking.running():
            yield
        for room in self.rooms:
            room.progress.session.file.leave()

    def stop(self) -> None:
        """End the streams of events of all tables."""
        for room in self.rooms:
            room.signal.close()

    async def open(self, make: Callable[[], Room], words: PageWords) -> str:
        """Set up a table; return the path of its host's page. Raises Refused."""
        if len(self.rooms) >= MOST_TABLES:
            raise ActionRefused(words.say("wrong.too_many"))
        async with self._opening:
            room = await to_thread.run_sync(make)
        return self.add(room)

    def add(self, room: Room) -> str:
        """Add a table; return the path of its host's page."""
        self.rooms.append(room)
        host, seats = self._link(room, LinkRole(manages=True)), len(room.seating.seats)
        for seat in range(seats):
            self._link(room, LinkRole(frozenset({seat})))
        if seats > 1:
            self._link(room, LinkRole(frozenset(range(seats))))
        self._link(room, LinkRole())
        self.thinking.watch(room)
        return host

    def _link(self, room: Room, role: LinkRole) -> str:
        """Make a link to a table; return its path."""
        token = self.links.new_token(room)
        room.seating.places[token] = LinkUse(role)
        return path_of(token)

    def host_of(self, name: str) -> str | None:
        """Return the path of the host's page of the table that plays a saved game already."""
        saved = ((room, room.progress.session.file.path) for room in self.rooms)
        room = next((room for room, path in saved if path is not None and path.name == name), None)
        if room is None:
            return None
        return path_of(next(token for token, place in room.seating.places.items() if place.role.manages))

    def close(self, room: Room) -> None:
        """Close a table, of which the caller holds the lock; its file stays."""
        room.signal.close()
        room.progress.session.file.leave()
        self.rooms.remove(room)
        for token in room.seating.places:
            self.links.revoke(token)
