"""A move whose open value is out of its domain: name the value, and the values that are in it."""

from __future__ import annotations

import re
from collections.abc import Mapping

from ....dsl import ir
from ....dsl.source.clauses import Clause
from ...machine.machine import DecisionPoint, Machine
from ...runtime.cells import write
from ...runtime.move_codes import decode, out_of_domain_at

# No more values than these are named.
MOST_NAMED = 12


def out_of_domain(machine: Machine, seats: list[str], clauses: Mapping[str, Clause], point: DecisionPoint, s: list[int],
                  code: int, place: int, typed: str) -> str:
    """Return why a code is refused whose open value at this place (below 0, as `MoveKind.refused` gives it) does not fit.

    `typed` is the move as it was given.
    """
    program = machine.program
    end = program.blocks[point.block].end
    assert isinstance(end, ir.ChooseMove), "only choices are refused"
    move = next(move_option for move_option in end.moves if move_option.first <= code < move_option.first + move_option.count)
    numbers = decode(move.bound, code - move.first)
    number, is_condition = out_of_domain_at(place, len(numbers))
    bound = move.bound[number]
    if not _is_written(program, move, bound.name):
        # The value stands in the notation by what follows from it, so it is the whole that was typed.
        return not_here(clauses, point, s, move.id, typed)
    word = write(bound.type, numbers[number], seats)
    values = dict(zip((bound.name for bound in move.bound), numbers, strict=True))
    phrase = None
    if bound.among is not None and not is_condition:
        phrase = in_words(machine.text(bound.among, s, *(values[name] for name in program.texts[bound.among].names)))
    fitting = (decode(move.bound, value - move.first) for value in point.kind_of(code).legal(s))
    # Values that go with the values before it: those that are legal after another beginning would be refused again.
    words = dict.fromkeys(write(bound.type, pair[number], seats) for pair in fitting if pair[:number] == numbers[:number])
    message = not_here(clauses, point, s, move.id, word) if phrase is None else f"{word} is not among {phrase}"
    named = _named(list(words))
    return f"{message.rstrip('.')}{named}" if named else message


def not_here(clauses: Mapping[str, Clause], point: DecisionPoint, s: list[int], id: str, what: str) -> str:
    """Say that something is not possible here, with the sentence of the kind of move, or else the question that is asked."""
    clause = clauses[id]
    statement = clause.statement if clause.kind == "move" else ""
    if not statement:
        statement = clauses[point.clause].statement if point.says is None else point.says(s)
    return f"{what} is not possible here: {statement}".removesuffix(": ")


def _is_written(program: ir.Program, move: ir.MoveOption, name: str) -> bool:
    """Return whether an open value stands in the notation of a move as it is."""
    parts = program.texts[move.notation].parts
    return any(isinstance(part, ir.TextPart) and isinstance(part.value, ir.Temp) and part.value.name == name for part in parts)


def in_words(written: str) -> str | None:
    """Return a domain in words, with its values filled in: `neighbours(f1)` as `the neighbours of f1`.

    None for what only authors of rulebooks read, such as a list with a condition.
    """
    name = r"[^\W\d]\w*"
    if (called := re.fullmatch(rf"({name})\(([^\W_]\w*)\)", written)) is not None:
        return f"the {called[1].replace('_', ' ')} of {called[2]}"
    if (field := re.fullmatch(rf"({name})\.({name})", written)) is not None:
        return f"the {field[2].replace('_', ' ')} of {field[1]}"
    numbers = re.fullmatch(r"(-?\d+)\.\.(-?\d+)", written)
    return None if numbers is None else f"the numbers {numbers[1]} to {numbers[2]}"


def _named(words: list[str]) -> str:
    # What is left out is written as nothing: a step that is not made, none of a kind.
    words = [word for word in words if word]
    more = ", ..." if len(words) > MOST_NAMED else ""
    return f"; possible: {', '.join(words[:MOST_NAMED])}{more}" if words else ""
