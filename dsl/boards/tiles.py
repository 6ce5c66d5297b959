"""Turns of tiles as tables: what a direction becomes, and which side of a turned tile lies in a direction.

The entry for a direction and a turn stands at direction * number of turns + turn. A quarter turn takes a direction on by two
of the eight, a sixth turn by one of the six of a hex; there `up` and `down` are turned as the corners of a hex are.
"""

from __future__ import annotations

from .forms import DIRECTIONS, FORMS, Form


def form_with(sides: int) -> Form:
    """Return the shape whose spaces have this many sides."""
    return next(form for form in FORMS.values() if form.is_drawn and len(form.near) == sides)


def turned(sides: int) -> tuple[int, ...]:
    """Return the image of each direction by each turn."""
    form = form_with(sides)
    return tuple(DIRECTIONS.index(_turned(form, direction, turn)) for direction in DIRECTIONS for turn in range(sides))


def _turned(form: Form, direction: str, turn: int) -> str:
    circle = next(circle for circle in (tuple(form.steps), tuple(form.corners)) if direction in circle)
    return circle[(circle.index(direction) + turn * len(circle) // len(form.near)) % len(circle)]


def places_of_sides(sides: int) -> tuple[int, ...]:
    """Return which side (from 1) of a tile lies in each direction by each turn; 0 where no side lies in a direction."""
    near = form_with(sides).near
    return tuple((near.index(direction) - turn) % sides + 1 if direction in near else 0
                 for direction in DIRECTIONS for turn in range(sides))
