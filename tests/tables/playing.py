"""Tables without a browser: games begun, seats that follow what is sent to them, and moves made as pages make them."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import aclosing, asynccontextmanager
from html import unescape
from pathlib import Path
from typing import Any

from attrs import define, field, frozen

from rulewright.cli.tables.lobby.games import Library
from rulewright.cli.tables.room.room import Room
from rulewright.cli.tables.room.seating import LinkRole
from rulewright.cli.tables.routes import TableRoutes
from rulewright.web.limits import ServerLimits
from rulewright.web.site import site_of

from ..web.asking import Answer, Asking

# Tests send faster than people.
OPEN = ServerLimits(rate=1e6, burst=10**6)


@frozen(eq=False)
class Served:
    """A server of tables, without a network."""

    tables: TableRoutes
    asking: Asking

    @classmethod
    def of(cls, folder: Path, *games: str) -> Served:
        tables = TableRoutes(Library(games, folder), limits=OPEN, pace=0)
        return cls(tables, Asking(site_of([tables.application()], OPEN).app))

    async def begin(self, game: str, *names: str, **record: object) -> Room:
        """Begin a game as the page does; seats are played by people unless `kinds` says how."""
        lobby = self.tables.lobby.new_token("")
        form = {"game": game, "names": list(names), "kinds": ["person"] * len(names), **record}
        answer = (await self.asking.post(f"/tables/new/{lobby}/begin", form)).record
        assert "go" in answer, answer
        return self.room(answer["go"])

    def room(self, path: str) -> Room:
        room = self.tables.open_tables.links.find(path.rpartition("/")[2])
        assert room is not None
        return room

    def screen(self, room: Room, *seats: int, manages: bool = False) -> Screen:
        """The screen of the link for these seats."""
        role = LinkRole(frozenset(seats), manages)
        token = next(token for token, place in room.seating.places.items() if place.role == role)
        return Screen(self.asking, f"/tables/at/{token}")


@define(eq=False)
class Screen:
    """A screen at a table: the parts of its page, and all that was sent to it."""

    asking: Asking
    path: str
    parts: dict[str, Any] = field(factory=dict)
    sent: list[str] = field(factory=list)

    @asynccontextmanager
    async def following(self) -> AsyncIterator[Screen]:
        """Follow the table in the background."""
        async def follow() -> None:
            async with aclosing(self.asking.events(f"{self.path}/events")) as events:  # type: ignore[type-var]  # a generator
                async for parts in events:
                    self.parts |= parts
                    self.sent.append(str(parts))

        task = asyncio.create_task(follow())
        try:
            await self.until(lambda: bool(self.parts))
            yield self
        finally:
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)

    async def until(self, holds: Any) -> None:
        """Wait until something holds of what was sent."""
        async with asyncio.timeout(20):
            while not holds():
                await asyncio.sleep(0.002)

    async def once(self) -> Mapping[str, Any]:
        """The whole page, as it is sent first."""
        async with aclosing(self.asking.events(f"{self.path}/events")) as events:  # type: ignore[type-var]  # a generator
            async for parts in events:
                self.parts = parts
                return parts
        raise AssertionError("nothing was sent")

    async def do(self, what: str, **record: object) -> dict[str, Any]:
        """Do something as the page does; return what is answered."""
        answer: Answer = await self.asking.post(f"{self.path}/{what}", {"turn": self.parts.get("turn", 0), **record})
        self.sent.append(answer.text)
        return answer.record

    async def choose(self, *things: str) -> dict[str, Any]:
        """Choose parts of a move one after the other, as clicks do; the move is made once they decide it."""
        chosen: Sequence[str] = ()
        answer: dict[str, Any] = {}
        for thing in things:
            answer = await self.do("offer", chosen=[*chosen, thing])
            chosen = answer["offer"]["chosen"]
            if answer["offer"]["made"]:
                return await self.do("play", move=answer["offer"]["made"])
        return answer

    @property
    def moves(self) -> list[str]:
        """The moves that the page lists."""
        return [unescape(text) for text in re.findall(r'data-move="([^"]*)"', self.parts["moves"])]

    @property
    def text(self) -> str:
        """The words of the page."""
        shown = " ".join(str(part) for name, part in self.parts.items() if name not in ("offer", "gate", "at"))
        return unescape(re.sub(r"<[^>]*>", " ", shown))
