"""A table: its parts, and who hears of its changes."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from attrs import field, frozen

from ...web.live import Signal
from ..table.session.session import Session
from .controls import Controls
from .machine_players import MachinePlayers
from .possible import PossibleMoves
from .progress import Progress
from .rights import Rights
from .seating import Seat, Seating
from .settings import Settings
from .texts import Source, Texts
from .views import Views


@frozen(eq=False)
class Room:
    """A table. Call what plays at it in threads, one at a time: the caller holds `lock`. Pages follow `signal`."""

    seating: Seating
    progress: Progress
    texts: Texts
    rights: Rights
    moves: PossibleMoves
    controls: Controls
    machine_players: MachinePlayers
    views: Views
    lock: asyncio.Lock = field(factory=asyncio.Lock)
    signal: Signal = field(factory=Signal)

    @classmethod
    def of(cls, session: Session, seats: Sequence[Seat], source: Source, settings: Settings) -> Room:
        """Return a table for a game in progress. Raises Refused where a player of the machine cannot take its seat."""
        seating, texts = Seating([Seat(seat.name) for seat in seats]), Texts(session.rules, source, settings.language)
        progress = Progress(session, seating, texts.words, settings.by_hand)
        rights, moves = Rights(progress, seating), PossibleMoves(progress)
        controls = Controls(progress, rights, moves, texts)
        players = MachinePlayers(progress, seating, source.main)
        for number, seat in enumerate(seats):
            if seat.by is not None:
                players.take(number, seat.by)
        return cls(seating, progress, texts, rights, moves, controls, players, Views(progress, texts))
