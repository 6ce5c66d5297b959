"""The clauses of a program that play can exercise."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from ...dsl import ir
from ...dsl.source.clauses import Clause

NEVER = ("note", "section", "example", "parameter", "constant", "board", "table", "pieces", "invariant", "play")


def coverable(program: ir.Program) -> dict[str, str]:
    """The clauses that play can exercise, with their kinds.

    Notes, numbers, tables and invariants are none of them, nor is what only a picture of the board or the message of a
    requirement needs.
    """
    clauses = {clause.id: clause for clause in program.clauses}
    drawn = _drawn_only(program)
    return {clause.id: clause.kind for clause in program.clauses
            if clause.kind not in NEVER and not drawn & set(_around(clause, clauses))}


def _around(clause: Clause | None, clauses: Mapping[str, Clause]) -> Iterator[str]:
    """A clause and those it is part of, by their ids."""
    while clause is not None:
        yield clause.id
        clause = None if clause.parent is None else clauses.get(clause.parent)


def _drawn_only(program: ir.Program) -> set[str]:
    """The functions that nothing but `shown as` and the messages of requirements need."""
    bodies = {function.name: function.value for function in program.functions}
    drawn = {text for board in program.boards for picture in board.pictures for text in (picture.text, picture.when)}
    other = drawn | set(_messages(program.blocks))
    played = [text for i, text in enumerate(program.texts) if i not in other]
    needed: set[str] = set()
    invariants = (program.invariants, program.step_invariants)
    # All that play may come to, by the calls from its roots. What is left over only draws, or speaks of a refusal.
    left = list(_called((program.blocks, program.procedures, program.ends, invariants, program.scores, played)))
    while left:
        name = left.pop()
        if name not in needed:
            needed.add(name)
            left += _called(bodies[name])
    return set(bodies) - needed


def _called(node: object) -> list[str]:
    """The functions that a part of a program calls; not those of a position that a rule would leave, which leave no notes."""
    return [call.function for call in ir.nodes_inside(node) if isinstance(call, ir.CallFunction)]


def _messages(node: object) -> list[int]:
    """The texts that say why a requirement refuses something."""
    return [guard.message for guard in ir.nodes_inside(node) if isinstance(guard, ir.Guard) and guard.message is not None]
