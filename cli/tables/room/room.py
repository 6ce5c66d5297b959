"""A table: its parts, and who hears of its changes."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from attrs import field, frozen

from ....web.live import Signal
from ...table.session.session import TableSession
from .controls import Controls
from .machine_players import MachinePlayers
from .possible_moves import PossibleMoves
from .progress import GameProgress
from .rights import Rights
from .seating import Seat, TableSeating
from .settings import Settings
from .texts import RoomTexts, TableSource
from .views import Views


@frozen(eq=False)
class Room:
    """A table. Call what plays at it in threads, one at a time: the caller holds `lock`. Pages follow `signal`."""

    seating: TableSeating
    progress: GameProgress
    texts: RoomTexts
    rights: Rights
    moves: PossibleMoves
    controls: Controls
    machine_players: MachinePlayers
    views: Views
    lock: asyncio.Lock = field(factory=asyncio.Lock)
    signal: Signal = field(factory=Signal)

    @classmethod
    def of(cls, session: TableSession, seats: Sequence[Seat], source: TableSource, settings: Settings) -> Room:
        """Return a table for a game in progress. Raises Refused where a player of the machine cannot take its seat."""
        seating, texts = TableSeating([Seat(seat.name) for seat in seats]), RoomTexts(session.rules, source, settings.language)
        progress = GameProgress(session, seating, texts.words, settings.by_hand)
        rights, moves = Rights(progress, seating), PossibleMoves(progress)
        controls = Controls(progress, rights, moves, texts)
        players = MachinePlayers(progress, seating, source.main)
        for number, seat in enumerate(seats):
            if seat.by is not None:
                players.take(number, seat.by)
        return cls(seating, progress, texts, rights, moves, controls, players, Views(progress, texts))
