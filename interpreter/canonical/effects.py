"""A program to the rules that do something, and its operations to whether they do: what coverage counts.

A rule whose every `if` was false was applied, and had no effect. It does something when one of its own statements that
does is carried out: one that changes a field, reports an event, merges regions, asks a player or chance, carries out a rule,
tests a `must`, or ends the game. Names that live within a rule are no fields.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import assert_never

from ...dsl import ir
from ...dsl.source.clauses import Clause

# What is carried out statement by statement. A move is made, and a row is come to, whatever comes of it.
KINDS = ("rule", "phase", "exception")


def does(op: ir.Op, first_local: int) -> bool:
    """Return whether an operation does something by itself; those from `first_local` on are the slots of names of rules."""
    match op:
        case ir.Write(to) | ir.WriteList(to) | ir.Append(to) | ir.Remove(to):
            # INVARIANT: names of rules are laid out behind all fields, so one number tells them apart.
            return not isinstance(to, ir.Slot) or to.base < first_local
        case ir.Do() | ir.Happen() | ir.MergeRegions() | ir.Ensure():
            return True
        case ir.Let() | ir.If() | ir.For() | ir.Loop() | ir.Leave() | ir.Touch() | ir.CheckEnds() | ir.Reach():
            return False
        case _:
            assert_never(op)


def first_local_of(program: ir.Program) -> int:
    """Return the first slot that a name of a rule is kept in."""
    return min((local.base for local in program.locals), default=program.size)


def doers(program: ir.Program) -> frozenset[str]:
    """Return the rules, phases and exceptions that have a statement which does something."""
    first_local = first_local_of(program)
    doing = {clause for procedure in program.procedures for clause in _doing(procedure.body, "", first_local)}
    clauses = {clause.id: clause for clause in program.clauses}
    for block in program.blocks:
        match block.end:
            case ir.ChooseMove(clause=clause) | ir.RollValue(clause=clause):
                doing |= set(askers(clause, clauses))
            case ir.CallRule():
                doing.add(block.clause)
            case _:
                # Other ends only lead on.
                pass
        doing |= set(_doing(block.ops, block.clause, first_local))
    return frozenset(clause for clause in doing if clause in clauses and clauses[clause].kind in KINDS)


def askers(clause: str, clauses: Mapping[str, Clause]) -> Iterator[str]:
    """Yield the clause that asks for a decision, and the one that it is part of."""
    yield clause
    parent = clauses[clause].parent if clause in clauses else None
    if parent is not None:
        yield parent


def exercised(applied: Iterable[str], did: Iterable[str], program_doers: frozenset[str]) -> frozenset[str]:
    """Return the clauses that were applied, without those of which nothing came."""
    return frozenset(applied) - (program_doers - frozenset(did))


def _doing(ops: tuple[ir.Op, ...], clause: str, first_local: int) -> Iterator[str]:
    """Yield the clauses whose operations do something."""
    for op in ops:
        match op:
            case ir.Touch(own):
                clause = own
            case ir.If(_, then, otherwise):
                yield from _doing(then, clause, first_local)
                yield from _doing(otherwise, clause, first_local)
            case ir.For(body=body) | ir.Loop(body=body):
                yield from _doing(body, clause, first_local)
            case _ if does(op, first_local) or isinstance(op, ir.CheckEnds):
                yield clause
            case _:
                # What does nothing by itself applies no clause.
                pass
