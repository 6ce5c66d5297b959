"""A broken law as a playthrough: the moves that lead to the position, and what shows it there."""

from __future__ import annotations

from collections.abc import Sequence

from ...game.rules import Rules
from ...playthroughs.lines.writer import header, lines_of
from .games import traced
from .search import BrokenLaw


def written(rules: Rules, broken: BrokenLaw, game: str, variants: Sequence[str] = (),
            parameters: Sequence[tuple[str, str]] = ()) -> str:
    """The playthrough of a broken law; `game`, `variants` and `parameters` are what its head names.

    Played again, it comes to the position in which the law is broken. The lines after that show it,
    as far as a playthrough can; the comment at the top says it in any case.
    """
    comment = [f"Broken: {broken.law.statement} [{broken.law.id}]", *broken.breach.what.splitlines()]
    moves = lines_of(rules.seats, traced(rules, broken.steps))
    lines = "".join(f"{line}\n" for line in broken.breach.lines)
    return "".join(f"# {line}\n" for line in comment) + "\n" + header(rules, game, variants, parameters) + moves + lines
