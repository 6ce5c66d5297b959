"""Faults of generated code to faults of the rulebook: with the place, and the clauses that were being applied."""

from __future__ import annotations

from ...dsl import ir
from ..runtime.faults import Fault, RulebookFault, TooLong
from ..runtime.step_counter import MAX_PASSES


def fault_at(program: ir.Program, applied: tuple[str, ...], fault: Fault) -> RulebookFault:
    """A fault with its place; `applied` are the clauses that were being applied, the innermost last."""
    if isinstance(fault, TooLong):
        return fault_of_clause(program, applied, f"more than {MAX_PASSES:,} passes of loops in one transition")
    site = program.sites[fault.site]
    message = message_of(site, fault)
    if fault.other is not None:
        other = program.sites[fault.other]
        message += f" (`{site.clause}`, and `{other.clause}` at {other.span})"
    return RulebookFault(message, site.span, _with_parents(program, (*applied, site.clause)))


def fault_of_clause(program: ir.Program, applied: tuple[str, ...], message: str) -> RulebookFault:
    """A fault of the last of these clauses as a whole; of the whole game where there is none."""
    # The budget of loops can run out before any clause is noted: then the game's first clause stands for the whole.
    last = applied[-1] if applied else program.blocks[program.entry].clause
    clause = next(clause for clause in program.clauses if clause.id == last)
    return RulebookFault(message, clause.span, _with_parents(program, (*applied, last)))


def written_alike(program: ir.Program, clause: str, text: str) -> RulebookFault:
    """The fault of a choice that offers two moves which differ, and are written the same; the clause is a move's."""
    return fault_of_clause(program, (clause,), f"two moves that are not the same are both written `{text}`")


def message_of(site: ir.Site, fault: Fault) -> str:
    """Return the message of a fault at a place, with its value."""
    return f"{site.what}: {fault.detail}" if fault.detail else site.what


def _with_parents(program: ir.Program, applied: tuple[str, ...]) -> tuple[str, ...]:
    """The clauses, with those around the first of them, each once."""
    parents = {clause.id: clause.parent for clause in program.clauses}
    around: list[str] = []
    clause = parents.get(applied[0])
    while clause is not None:
        around.insert(0, clause)
        clause = parents.get(clause)
    # The place of a fault mostly lies in the clause that was applied last: each clause is named once.
    return tuple(dict.fromkeys((*around, *applied)))
