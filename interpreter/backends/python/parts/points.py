"""Lines that choices and rolls have in common: the seats that see a decision, and the rows that it is about."""

from __future__ import annotations

from collections.abc import Iterator

from .....dsl import ir
from ..values.expressions import PyCode


def audience(name: str, program: ir.Program, code: PyCode, audience: ir.Audience) -> Iterator[str]:
    """The function that gives the seats that see what is decided."""
    seats = "()"
    if audience.of is not None:
        players = code.expr(audience.of)
        seats = f"({players},)" if audience.kind == "player" else f"seats_of({program.side_of!r}, {players})"
    yield f"def {name}(s):"
    yield f"    return frozenset({seats})"


def rows_met(code: PyCode, bounds: tuple[ir.Bound, ...]) -> Iterator[str]:
    """Note the rows that a move or roll is about."""
    for bound in bounds:
        yield from (f"    {note}" for note in code.names.rows.met(bound.name, bound.type))
