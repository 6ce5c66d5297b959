"""Two programs to the clauses that do something else in the one than in the other, and what each clause writes.

A clause whose source is as it was may do something else, because a number that it uses is another one; and one whose
source has changed may do the same. What is compared here is what is carried out.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import attrs
from attrs import frozen

from ....dsl import ir
from .clause_words import ClauseWords, field_id, slot_names

Doing = dict[str, list[tuple[str, ...]]]


@frozen
class ChangedClauses:
    """The clauses that two programs carry out differently.

    `clauses` are the ids of those that do something else, or that only one of them has; `fields` those whose first
    values or types differ; `writes` are the fields that a clause changes, or that rules change that it carries out.
    """

    clauses: frozenset[str]
    fields: frozenset[str]
    writes: Mapping[str, frozenset[str]]


def changed_clauses(a: ir.Program, b: ir.Program) -> ChangedClauses:
    """Compare two programs of one number of players: the clauses that they carry out differently."""
    record, other = _doing(a), _doing(b)
    # Compared in words and not as nodes: slots, temporaries and numbers of texts differ between two compilations although the
    # rules do the same.
    clauses = {id for id in record.keys() | other.keys() if record.get(id) != other.get(id)}
    for program in (a, b):
        parents = {clause.id: clause.parent for clause in program.clauses}
        # What is done inside a clause is done by it: a change of a part is a change of the whole, in the one program or in the
        # other.
        clauses |= {above for id in tuple(clauses) for above in _around(id, parents)}
    # No clause writes the first values of fields, so a difference in them is a cause of its own.
    starts = [{field_id(program, field): (field.type, field.merge, program.start[field.base : field.base + field.width])
               for field in program.fields} for program in (a, b)]
    fields = {id for id in starts[0].keys() & starts[1].keys() if starts[0][id] != starts[1][id]}
    writes = [_writes(program) for program in (a, b)]
    return ChangedClauses(frozenset(clauses), frozenset(fields), {
        id: writes[0].get(id, frozenset()) | writes[1].get(id, frozenset()) for id in writes[0].keys() | writes[1].keys()})


def _around(id: str, parents: Mapping[str, str | None]) -> Iterator[str]:
    above = parents.get(id)
    while above is not None:
        yield above
        above = parents.get(above)


# ---- What clauses do -----------------------------------------------------------------------------


def _doing(program: ir.Program) -> Doing:
    """Return the behaviour of each clause, in words."""
    slots = slot_names(program)
    out: Doing = {}
    for ids, value in _parts(program):
        words = ClauseWords(program, slots).whole(value)
        for id in ids:
            out.setdefault(id, []).append(words)
    return out


def _parts(program: ir.Program) -> Iterator[tuple[tuple[str, ...], object]]:
    """The parts of a program, each with the clauses that it belongs to."""
    for procedure in program.procedures:
        # A body belongs to each clause that is touched inside it, such as an exception: to which part of a body an operation
        # belongs is not known in the IR.
        yield _touched(procedure.body, procedure.name), (procedure.params, procedure.body)
    for function in program.functions:
        yield (function.name,), function.value
        yield from (((exception.id,), exception) for exception in _exceptions(function.value))
    for block in program.blocks:
        yield _touched(block.ops, block.clause), (block.ops, block.end)
        if isinstance(block.end, ir.ChooseMove):
            for move in block.end.moves:
                yield (move.id,), move
                yield from (((guard.id,), guard) for top in move.guards for guard in _guards(top))
    yield from (((end.id,), end) for end in program.ends)


def _touched(ops: tuple[ir.Op, ...], clause: str) -> tuple[str, ...]:
    """The clauses that operations belong to."""
    return tuple(dict.fromkeys((clause, *(node.clause for node in _inside(ops) if isinstance(node, ir.Touch)))))


def _exceptions(value: ir.Value) -> Iterator[ir.ValueException]:
    for exception in value.exceptions:
        yield exception
        yield from _exceptions(exception.value)


def _guards(guard: ir.Guard) -> Iterator[ir.Guard]:
    yield guard
    for exception in guard.exceptions:
        yield from _guards(exception)


# ---- What clauses write --------------------------------------------------------------------------


def _writes(program: ir.Program) -> dict[str, frozenset[str]]:
    """The fields that each clause changes, itself or by the rules that it carries out."""
    fields = {slot: field_id(program, field) for field in program.fields
              for slot in range(field.base, field.base + field.width)}
    parents = {clause.id: clause.parent for clause in program.clauses}
    own: dict[str, set[str]] = {}
    carried_out: dict[str, set[str]] = {}
    for ids, value in _parts(program):
        written, rules = set(_written(value, fields, program)), set(_carried_out(value))
        # A clause writes what its inner clauses write, as `changed_clauses` counts a change of a part for the whole.
        for id in {above for part in ids for above in (part, *_around(part, parents))}:
            own.setdefault(id, set()).update(written)
            carried_out.setdefault(id, set()).update(rules)
    return {id: frozenset(_closure(id, own, carried_out)) for id in own}


def _written(value: object, fields: Mapping[int, str], program: ir.Program) -> Iterator[str]:
    for node in _inside(value):
        if isinstance(node, ir.Write | ir.WriteList | ir.Append | ir.Remove) and node.to.base in fields:
            yield fields[node.to.base]
        elif isinstance(node, ir.MergeRegions):
            board = next(shape for shape in program.boards if shape.name == node.board)
            # A merge changes which region each space lies in, which no field holds: the board's name stands for it.
            yield board.name
            yield from (field_id(program, field) for field in program.fields if field.owner == board.region)


def _carried_out(value: object) -> Iterator[str]:
    for node in _inside(value):
        if isinstance(node, ir.Do | ir.CallRule):
            yield node.rule


def _closure(id: str, own: Mapping[str, set[str]], carried_out: Mapping[str, set[str]]) -> set[str]:
    edge, visited = {id}, {id}
    while edge:
        edge = {rule for text in edge for rule in carried_out.get(text, ())} - visited
        visited |= edge
    return {field for text in visited for field in own.get(text, ())}


def _inside(value: Any) -> Iterator[object]:
    """A part of a program and all that it is made of."""
    if isinstance(value, tuple):
        for record in value:
            yield from _inside(record)
    elif attrs.has(type(value)):
        yield value
        for field in attrs.fields(type(value)):
            yield from _inside(getattr(value, field.name))
