"""Turns of the machine: a table -> the moves that its players find, one after the other."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from anyio import CapacityLimiter, to_thread
from attrs import define, field

from ...interpreter.runtime.chance import Dice, seed_of
from ...interpreter.runtime.faults import RulebookFault
from .room.room import Room

# How many players think at once, and how long a move of theirs stays before the next, in seconds.
AT_ONCE, PACE = 2, 0.5
LONGEST_WAIT = 3600.0


@define(eq=False)
class Thinking:
    """The tasks that play for the machine, one for each table."""

    pace: float = PACE
    _tasks: set[asyncio.Task[None]] = field(factory=set)
    _limiter: CapacityLimiter | None = None

    def watch(self, room: Room) -> None:
        """Let players of the machine play at a table from now on."""
        task = asyncio.get_running_loop().create_task(self._play_at(room))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """Stop all tasks at the end."""
        self._limiter = CapacityLimiter(AT_ONCE)
        try:
            yield
        finally:
            for task in self._tasks:
                task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _play_at(self, room: Room) -> None:
        while not room.signal.is_closed:
            version = room.signal.version
            if await self._moves(room):
                await asyncio.sleep(self.pace)
            else:
                await room.signal.after(version, LONGEST_WAIT)

    async def _moves(self, room: Room) -> bool:
        """Let the player to move think and move, if it is one of the machine; return whether it is."""
        async with room.lock:
            player_and_course, turn = await to_thread.run_sync(room.machine_players.to_move), room.progress.turn
        if player_and_course is None:
            return False
        player, course = player_and_course
        # The lock is free while a player thinks: others look, or take back. `turn` says afterwards whether the position is the
        # same.
        dice = Dice(seed_of(room.progress.session.seed, len(course.decided)))
        try:
            # Abandoned when the server stops: a thread cannot be ended, and nobody should wait for a long thought.
            code = await to_thread.run_sync(player.choose, course, dice, limiter=self._limiter, abandon_on_cancel=True)
        except RulebookFault as error:
            async with room.lock:
                room.machine_players.failed(error, turn)
                room.signal.change()
            return False
        async with room.lock:
            await to_thread.run_sync(room.machine_players.decided, code, turn)
            room.signal.change()
        return True
