"""A fault in generated code to the place in the rulebook, and the clauses that were being applied."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ...dsl import ir
from ..backends.python.effort import MAX_PASSES
from ..backends.python.rows import plain_name
from ..runtime.faults import Fault, RulebookFault, TooLong


def told(program: ir.Program, names: Mapping[str, Any], fault: Fault) -> RulebookFault:
    """A fault with its place and the clauses; `names` are those of the generated code."""
    applied = _applied(program, names, fault)
    if isinstance(fault, TooLong):
        return told_at(program, applied, f"more than {MAX_PASSES:,} passes of loops in one transition")
    site = program.sites[fault.site]
    message = said(site, fault)
    if fault.other is not None:
        other = program.sites[fault.other]
        message += f" (`{site.clause}`, and `{other.clause}` at {other.span})"
    return RulebookFault(message, site.span, _with_parents(program, (*applied, site.clause)))


def told_at(program: ir.Program, applied: tuple[str, ...], message: str) -> RulebookFault:
    """A fault of the last of these clauses as a whole; of the whole game where there is none."""
    last = applied[-1] if applied else program.blocks[program.entry].clause
    found = next(clause for clause in program.clauses if clause.id == last)
    return RulebookFault(message, found.span, _with_parents(program, (*applied, last)))


def written_alike(program: ir.Program, clause: str, text: str) -> RulebookFault:
    """The fault of a choice that offers two moves which differ, and are written the same; the clause is a move's."""
    return told_at(program, (clause,), f"two moves that are not the same are both written `{text}`")


def said(site: ir.Site, fault: Fault) -> str:
    """What went wrong at a place, and with which value."""
    return f"{site.what}: {fault.detail}" if fault.detail else site.what


def _applied(program: ir.Program, names: Mapping[str, Any], fault: Fault) -> tuple[str, ...]:
    """The clauses whose functions were called, the innermost last."""
    clauses = dict(_functions(program))
    out: list[str] = []
    trace = fault.__traceback__
    while trace is not None:
        name = plain_name(trace.tb_frame.f_code.co_name)
        if name in clauses and trace.tb_frame.f_globals is names:
            out.append(clauses[name])
        trace = trace.tb_next
    return tuple(out)


def _functions(program: ir.Program) -> dict[str, str]:
    """The clauses that the generated functions belong to, by their names."""
    out = {f"r{i}": straight.name for i, straight in enumerate(program.straights)}
    out |= {f"f_{function.name}": function.name for function in program.functions}
    out |= {f"e{i}": end.id for i, end in enumerate(program.ends)}
    out |= {f"w{i}": end.id for i, end in enumerate(program.ends)}
    out |= {f"i{i}": id for i, (id, _) in enumerate(program.invariants)}
    out |= {f"j{i}": id for i, (id, _) in enumerate(program.step_invariants)}
    for block in program.blocks:
        out[f"b{block.id}"] = block.clause
        if isinstance(block.end, ir.ChooseMove):
            out |= {f"{kind}{block.id}_{i}": move.id for i, move in enumerate(block.end.moves) for kind in "og"}
        elif isinstance(block.end, ir.RollValue):
            out |= {f"o{block.id}_0": block.end.clause, f"c{block.id}": block.end.clause}
    return out


def _with_parents(program: ir.Program, applied: tuple[str, ...]) -> tuple[str, ...]:
    """The clauses, with those around the first of them, each once."""
    parents = {item.id: item.parent for item in program.clauses}
    around: list[str] = []
    clause = parents.get(applied[0])
    while clause is not None:
        around.insert(0, clause)
        clause = parents.get(clause)
    return tuple(dict.fromkeys((*around, *applied)))
