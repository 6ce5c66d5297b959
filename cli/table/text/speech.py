"""Format the texts of the table: lines that fit the terminal, moves, questions, scores."""

from __future__ import annotations

import re
import shutil
import textwrap
from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby

from ....dsl.source.clauses import Clause
from ....interpreter.game.game_log import ViewedStep
from ....interpreter.game.rules import Rules
from ....interpreter.game.viewing.observation import UNSEEN

WIDEST = 100
# Lines below a longer beginning do not stand below its end.
LONGEST_NAME = 20
# So wide is the column of commands in what `help` tells.
COMMAND = 13
# Rows are shown for at most this many rolls together.
FEW_ROLLS = 2
UNBROKEN = "\N{NO-BREAK SPACE}"


def width() -> int:
    """The number of columns of the terminal."""
    return min(WIDEST, shutil.get_terminal_size((WIDEST, 24)).columns)


def wrapped(text: str, indent: int = 0, hanging: int = 0) -> str:
    """Fold a text into lines that fit, indented, those after the first a little more."""
    return filled(text, width(), indent, hanging)


def filled(text: str, wide: int, indent: int = 0, hanging: int = 0) -> str:
    """Fold a text into lines of this width, as `wrapped` does."""
    lines = textwrap.fill(text, wide, initial_indent=" " * indent, subsequent_indent=" " * (indent + hanging),
                          break_long_words=False, break_on_hyphens=False)
    # Spaces that must not be broken are a character of their own while lines are filled, and plain spaces in what is printed.
    return lines.replace(UNBROKEN, " ")


def explained(commands: Iterable[tuple[str, str]]) -> Iterator[str]:
    """List the commands with their effects."""
    for typed, does in commands:
        yield wrapped(f"{typed.ljust(COMMAND).replace(' ', UNBROKEN)}{does}", indent=2, hanging=COMMAND)


def question_to(name: str, says: str, which: str = "") -> str:
    """Return the question to a player, after their name, with `which` of several such choices it is."""
    begins = re.match(rf"{re.escape(name)}\b", says) is not None
    return wrapped((says if begins else f"{name}: {says}") + (f" ({which})" if which else ""), hanging=len(name) + 2)


def height(lines: Iterable[str]) -> int:
    """Return the number of terminal lines of these texts."""
    return sum(line.count("\n") + 1 for line in lines)


def unbroken(text: str) -> str:
    """Return a text that `wrapped` keeps on one line."""
    return text.replace(" ", UNBROKEN)


def render_steps(rules: Rules, steps: Iterable[ViewedStep], indent: int = 0) -> Iterator[str]:
    """Render moves and rolls, those of one player together, with the revealed choices and the events below."""
    for (seat, about), group in groupby(steps, lambda step: (step.seat, _short(step))):
        moves = list(group)
        who = (rules.seats[seat] if seat is not None else "chance") + (f" ({about})" if about else "")
        hanging = len(who) + 2 if len(who) < LONGEST_NAME else 4
        yield wrapped(f"{who}: {', '.join(map(unbroken, _unseen_counted(moves)))}", indent, hanging)
        for secret_choice in (step.revealed for step in moves if step.revealed):
            choices = (unbroken(f"{rules.seats[choice.player]} {choice.notation}") for choice in secret_choice)
            yield wrapped(f"revealed: {', '.join(choices)}", indent, hanging=4)
        for row, says in _drawn(rules.clauses, moves):
            yield wrapped(f"{row}: {says}", indent + 4, hanging=2)
        events = [event for step in moves for event in step.sentences]
        if events:
            yield wrapped(f"-> {' '.join(_counted(events))}", indent + 4, hanging=3)


def _drawn(clauses: Mapping[str, Clause], rolls: list[ViewedStep]) -> Iterator[tuple[str, str]]:
    """The rows of tables that rolls have drawn, with their statements; nothing for more than FEW_ROLLS rolls."""
    if rolls[0].seat is None and len(rolls) <= FEW_ROLLS:
        rows = {
            id.partition(".")[2]: clause for id, clause in clauses.items() if clause.kind == "row" and clause.statement
        }
        words = dict.fromkeys(word for step in rolls for word in re.findall(r"\w+", step.notation))
        yield from ((word, rows[word].statement) for word in words if word in rows)


def _short(step: ViewedStep) -> str:
    """The purpose of a roll, up to the first stop; empty if its notation names it."""
    about = re.split(r"[.;:]", step.about)[0]
    words = set(re.findall(r"\w+", step.notation)) & set(re.findall(r"\w+", about))
    return "" if any(not word.isdecimal() and word != "roll" for word in words) else about


def _unseen_counted(moves: list[ViewedStep]) -> Iterator[str]:
    """The notations of moves; those in a row that are not seen once, with their number."""
    for notation, alike in groupby(step.notation for step in moves):
        same = list(alike)
        yield from [f"{notation} {len(same)} times"] if notation == UNSEEN and len(same) > 1 else same


def _counted(events: list[str]) -> Iterator[str]:
    """The events; equal ones in a row once, with their number."""
    for event, times in groupby(events):
        count = sum(1 for _ in times)
        yield event if count == 1 else f"{event.rstrip('.')} ({count} times)."


def points(seats: list[str], scores: tuple[int, ...]) -> str:
    """The points of each player."""
    return ", ".join(f"{seats[seat]} {score}" for seat, score in enumerate(scores))
