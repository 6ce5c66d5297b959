"""Guesses that count where nothing else helps."""

from __future__ import annotations

from .rows import NAME, places

LAST = places(
    (rf"\s+(?P<_>\0({NAME}(?:\s+{NAME})*))\s*:?\s*$", "MOVE", "a move begins with `move`, and has its notation in quotes",
     'move "{2}"'),
    (rf"\s+\0{NAME}\b", "MOVE", 'a move begins with `move`, and has its notation in quotes: `move "takes {{n}}" for n in 1..3`',
     None),
    (rf"\s+(?P<_>({NAME})\s+\0({NAME}))\s*$", "BECOMES", "put the values of a rule in brackets: `{_}`", "{2}({3})"),
    (rf"\s+{NAME}\s+\0{NAME}\b.*$", "BECOMES",
     "a statement changes a field, as `p.gold gains 1`, or carries a rule out, as `take_turn(p)`", None),
)
