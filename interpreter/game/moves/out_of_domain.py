"""A move whose open value is out of its domain: name the value, and the values that are in it."""

from __future__ import annotations

import re

from ....dsl import ir
from ...machine.machine import DecisionPoint
from ...runtime.cells import write
from ...runtime.move_codes import decode, out_of_domain_at
from ..table.table import Table

# No more values than these are named.
MOST_NAMED = 12


def out_of_domain(table: Table, point: DecisionPoint, s: list[int], code: int, place: int, typed: str) -> str:
    """Return why a code is refused whose open value at this place (below 0, as `MoveKind.refused` gives it) does not fit.

    `typed` is the move as it was given.
    """
    end = table.program.blocks[point.block].end
    assert isinstance(end, ir.ChooseMove), "only choices are refused"
    move = next(move_option for move_option in end.moves if move_option.first <= code < move_option.first + move_option.count)
    given = decode(move.bound, code - move.first)
    number, is_condition = out_of_domain_at(place, len(given))
    bound = move.bound[number]
    clause = table.clauses[move.id]
    statement = clause.statement if clause.kind == "move" else ""
    if not _is_written(table, move, bound.name):
        # The value stands in the notation by what follows from it, so it is the whole that was typed.
        return f"{typed} is not possible here{': ' if statement else ''}{statement}"
    word = write(bound.type, given[number], table.seats)
    text = bound.meets if is_condition else bound.among
    if text is None:
        return f"{word} is not possible here"
    values = dict(zip((bound.name for bound in move.bound), given, strict=True))
    phrase = table.text(text, s, *(values[name] for name in table.program.texts[text].names))
    if is_condition:
        return f"{word} is not possible here: {statement or phrase}"
    fitting = (decode(move.bound, value - move.first) for value in point.kind_of(code).legal(s))
    words = dict.fromkeys(write(bound.type, pair[number], table.seats) for pair in fitting if pair[:number] == given[:number])
    if "(" not in _phrase(phrase):
        what = f"not among {_phrase(phrase)}"
    else:
        # A phrase with functions in it is for authors, not for players.
        what = f"not possible here: {statement}" if statement else "not possible here"
    return f"{word} is {what.rstrip('.')}{_named(list(words))}"


def _is_written(table: Table, move: ir.MoveOption, name: str) -> bool:
    """Return whether an open value stands in the notation of a move as it is."""
    parts = table.program.texts[move.notation].parts
    return any(isinstance(part, ir.TextPart) and isinstance(part.value, ir.Temp) and part.value.name == name for part in parts)


def _phrase(text: str) -> str:
    """A domain in words: `neighbours(f1)` as `the neighbours of f1`."""
    called = re.fullmatch(r"(\w+)\(([\w.]+)\)", text)
    return text if called is None else f"the {called[1].replace('_', ' ')} of {called[2]}"


def _named(words: list[str]) -> str:
    # What is left out is written as nothing: a step that is not made, none of a kind.
    words = [word for word in words if word]
    more = ", ..." if len(words) > MOST_NAMED else ""
    return f"; possible: {', '.join(words[:MOST_NAMED])}{more}" if words else ""
