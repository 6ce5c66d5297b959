"""Games to text: a playthrough of what was played, in lines that `reader` reads back."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ..rules import Rules

MAX_LINE = 100


def header(rules: Rules, game: str, variants: Sequence[str] = (), settings: Sequence[tuple[str, str]] = (),
           seed: int | None = None) -> str:
    """The first lines: game, variants, players, parameters, seed, and the hash of the rules."""
    lines = [f"game {game}", *(f"variant {name}" for name in variants), f"players {', '.join(rules.seats)}"]
    lines += [f"set {name} = {value}" for name, value in settings]
    if seed is not None:
        lines.append(f"seed {seed}")
    lines.append(f"rules {rules.hash}")
    return "\n".join(lines) + "\n\n"


def line_of(rules: Rules, seat: int | None, notation: str) -> str:
    """One move or roll as a line of its own."""
    who = rules.seats[seat] if seat is not None else "chance"
    return f"{who}: {notation}\n"


def lines_of(rules: Rules, steps: Iterable[tuple[int | None, str]]) -> str:
    """Moves and rolls in lines; those of one player, or of chance, that follow each other share one."""
    out: list[str] = []
    last: int | None = -1
    for seat, notation in steps:
        if out and seat == last and len(out[-1]) + len(notation) < MAX_LINE:
            out[-1] += f", {notation}"
        else:
            out.append(line_of(rules, seat, notation).rstrip("\n"))
        last = seat
    return "\n".join(out) + "\n" if out else ""
