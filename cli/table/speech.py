"""What is said at the table: lines that fit the terminal, moves that were made, choices, how a game ended."""

from __future__ import annotations

import re
import shutil
import textwrap
from collections.abc import Iterable, Iterator
from itertools import groupby

from ...interpreter.game.event_log import ViewedStep
from ...interpreter.game.rules import Rules

WIDEST = 100
# Lines below a longer beginning do not stand below its end.
LONGEST_NAME = 20
# So wide is the column of commands in what `help` tells.
COMMAND = 13
# Of more rolls together it is not told what each has brought.
FEW_ROLLS = 2
UNBROKEN = "\N{NO-BREAK SPACE}"


def width() -> int:
    """How many columns there are to write in."""
    return min(WIDEST, shutil.get_terminal_size((WIDEST, 24)).columns)


def wrapped(text: str, indent: int = 0, hanging: int = 0) -> str:
    """A text in lines that fit, all indented, those after the first a little more."""
    return filled(text, width(), indent, hanging)


def filled(text: str, wide: int, indent: int = 0, hanging: int = 0) -> str:
    """A text in lines of this width, as `wrapped` makes them."""
    lines = textwrap.fill(text, wide, initial_indent=" " * indent, subsequent_indent=" " * (indent + hanging),
                          break_long_words=False, break_on_hyphens=False)
    return lines.replace(UNBROKEN, " ")


def explained(commands: Iterable[tuple[str, str]]) -> Iterator[str]:
    """What can be typed, each with what it does."""
    for typed, does in commands:
        yield wrapped(f"{typed.ljust(COMMAND).replace(' ', UNBROKEN)}{does}", indent=2, hanging=COMMAND)


def question_to(name: str, says: str, which: str = "") -> str:
    """What a player is asked, behind their name if it does not begin with it, and `which` of several such choices it is."""
    begins = re.match(rf"{re.escape(name)}\b", says) is not None
    return wrapped((says if begins else f"{name}: {says}") + (f" ({which})" if which else ""), hanging=len(name) + 2)


def height(lines: Iterable[str]) -> int:
    """How many lines of a terminal these take."""
    return sum(line.count("\n") + 1 for line in lines)


def unbroken(text: str) -> str:
    """A text that `wrapped` keeps on one line."""
    return text.replace(" ", UNBROKEN)


def told(rules: Rules, steps: Iterable[ViewedStep], indent: int = 0) -> Iterator[str]:
    """Moves and rolls, those of one player together, and below them what was revealed, and what happened by them."""
    for (seat, about), group in groupby(steps, lambda step: (step.seat, _short(step))):
        moves = list(group)
        who = (rules.seats[seat] if seat is not None else "chance") + (f" ({about})" if about else "")
        hanging = len(who) + 2 if len(who) < LONGEST_NAME else 4
        yield wrapped(f"{who}: {', '.join(unbroken(step.notation) for step in moves)}", indent, hanging)
        for made in (step.revealed for step in moves if step.revealed):
            choices = (unbroken(f"{rules.seats[item.player]} {item.notation}") for item in made)
            yield wrapped(f"revealed: {', '.join(choices)}", indent, hanging=4)
        for row, says in _drawn(rules, moves):
            yield wrapped(f"{row}: {says}", indent + 4, hanging=2)
        events = [event for step in moves for event in step.sentences]
        if events:
            yield wrapped(f"-> {' '.join(_counted(events))}", indent + 4, hanging=3)


def _drawn(rules: Rules, rolls: list[ViewedStep]) -> Iterator[tuple[str, str]]:
    """The rows of tables that a roll has brought, with what they say; nothing where many rolls are told together."""
    if rolls[0].seat is None and len(rolls) <= FEW_ROLLS:
        rows = {
            id.partition(".")[2]: clause for id, clause in rules.clauses.items() if clause.kind == "row" and clause.statement
        }
        words = dict.fromkeys(word for step in rolls for word in re.findall(r"\w+", step.notation))
        yield from ((word, rows[word].statement) for word in words if word in rows)


def _short(step: ViewedStep) -> str:
    """What a roll was for, up to the first stop; nothing where the roll says as much itself."""
    about = re.split(r"[.;:]", step.about)[0]
    words = set(re.findall(r"\w+", step.notation)) & set(re.findall(r"\w+", about))
    return "" if any(not word.isdecimal() and word != "roll" for word in words) else about


def _counted(events: list[str]) -> Iterator[str]:
    """Events; one that happened several times in a row once, with how often."""
    for event, times in groupby(events):
        count = sum(1 for _ in times)
        yield event if count == 1 else f"{event.rstrip('.')} ({count} times)."


def points(rules: Rules, scores: tuple[int, ...]) -> str:
    """Who has how many points."""
    return ", ".join(f"{rules.seats[seat]} {score}" for seat, score in enumerate(scores))
