"""Games to text: a playthrough of what was played, in lines that `reader` reads back."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ...game.moves.notation import SECRETLY
from ...game.rules import Rules
from ...game.viewing.event_log import PlayedStep, Trace
from .head import Head, quoted

MAX_LINE = 100


def header(rules: Rules, game: str, variants: Sequence[str] = (), parameters: Sequence[tuple[str, str]] = (),
           seed: int | None = None, table: Sequence[tuple[str, str]] = ()) -> str:
    """The first lines: game, variants, players, parameters, settings of the table, seed, and the hash of the rules."""
    lines = [f"game {quoted(game)}", *(f"variant {quoted(name)}" for name in variants), f"players {', '.join(rules.seats)}"]
    lines += [f"set {name} = {value}" for name, value in parameters]
    lines += table_lines(table)
    if seed is not None:
        lines.append(f"seed {seed}")
    lines.append(f"rules {rules.analyses.hash}")
    return "\n".join(lines) + "\n\n"


def table_lines(table: Sequence[tuple[str, str]]) -> list[str]:
    """The lines of a head for the settings of a table."""
    return [f"table {name} = {value}" for name, value in table]


def with_table(text: str, head: Head, table: Sequence[tuple[str, str]]) -> str:
    """The text of a playthrough with this head, with these settings of its table in place of those that it has."""
    lines = text.split("\n")
    old = {entry.span.line for entry in head.entries if entry.word == "table"}
    last = max(entry.span.line for entry in head.entries if entry.word != "table")
    others = [(number, line) for number, line in enumerate(lines, 1) if number not in old]
    place = next(i for i, (number, _) in enumerate(others, 1) if number == last)
    return "\n".join([*(line for _, line in others[:place]), *table_lines(table), *(line for _, line in others[place:])])


def line_of(seats: list[str], played: PlayedStep) -> str:
    """One move or roll as a line of its own; after it a line for the secret choices that it revealed."""
    who = seats[played.seat] if played.seat is not None else "chance"
    secretly = "" if played.trace.choice is None else SECRETLY
    return f"{who}: {secretly}{played.notation}\n{reveal_line(played.trace)}"


def reveal_line(trace: Trace) -> str:
    """The line for the secret choices that a step revealed, if there are any."""
    return f"reveal {', '.join(choice.notation for choice in trace.revealed)}\n" if trace.revealed else ""


def lines_of(seats: list[str], steps: Iterable[PlayedStep]) -> str:
    """Moves and rolls in lines; those of one player, or of chance, that follow each other share one.

    What is chosen in secret stands on a line of its own.
    """
    out: list[str] = []
    last: int | None = -1
    for step in steps:
        if out and step.seat == last and step.trace.choice is None and len(out[-1]) + len(step.notation) < MAX_LINE:
            out[-1] += f", {step.notation}"
        else:
            out += line_of(seats, step).splitlines()
        last = step.seat if step.trace.choice is None else -1
    return "\n".join(out) + "\n" if out else ""
