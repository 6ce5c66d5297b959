"""A rulebook that goes wrong in some random games: a number leaves its range."""

from __future__ import annotations


def breaks(most: int) -> str:
    """Return the rulebook, with the greatest number that its field can hold."""
    return f'''
rulebook breaks
    players 2
state
    n: 0..{most}
play
    repeat
        roll d from 1..6 as "rolls {{d}}"
        n gains d
        choose on by P1
            move "goes on"
            move "stops"
                n becomes 0
                check over
end over
    "Somebody stops."
    when n = 0
    draw
'''


BREAKS = breaks(20)
