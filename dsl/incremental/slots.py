"""A program, and names with other heads -> its fields with the slots, first values and types that they have now."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import evolve

from .. import ir
from .. import syntax as ast
from ..check.rulebook import check_start_alone
from ..lower.program import columns_of, first_values_of, slots_of
from ..symbols.symbols import SymbolTable
from ..types.types import PerType
from .alike import have_same_rules
from .cached import Headed


def program_with_starts(program: ir.Program, symbols: SymbolTable, headed: Sequence[tuple[Headed, Headed]],
                        boards: Sequence[ast.Board]) -> ir.Program:
    """Return a program that begins with the first values that fields have now; pictures leave out what they say now.

    Some of these values are given by `boards`. A field of more or fewer numbers stands behind all others.
    """
    changed = {("" if new.owner is None else new.owner.name, current.name): (was, current) for old, new in headed
               if isinstance(old, ast.Fields) and isinstance(new, ast.Fields)
               for was, current in zip(old.fields, new.fields, strict=True)}
    infos = {("" if info.owner is None else info.owner.name, info.name): info for info in symbols.components.fields}
    start, fields = list(program.start), list(program.fields)
    for number, slots in enumerate(program.fields):
        key = "" if slots.owner is None else slots.owner.name, slots.name
        if key not in changed:
            continue
        was, current = changed[key]
        info = evolve(infos[key], node=current)
        fields[number] = evolve(slots, aside=current.aside or info.history is not None)
        if not have_same_rules(was.value, current.value) or isinstance(info.type, PerType):
            typing = check_start_alone(symbols, info, boards)
            assert typing is not None, "a first value has been checked"
            values = first_values_of(info, typing)
            if len(values) != slots.width:
                fields[number] = evolve(fields[number], base=len(start), width=len(values))
                start += values
            start[fields[number].base:fields[number].base + len(values)] = values
    return evolve(program, start=tuple(start), fields=tuple(fields), size=len(start))


def program_with_fields(program: ir.Program, symbols: SymbolTable) -> ir.Program:
    """Return a program with all fields and columns of its names: fields that are new stand behind all other slots."""
    known = {(slots.name, slots.owner) for slots in program.fields}
    start, fields = list(program.start), list(program.fields)
    for info in symbols.components.fields:
        if (info.name, info.owner) not in known:
            typing = check_start_alone(symbols, info)
            assert typing is not None, "a first value has been checked"
            values = first_values_of(info, typing)
            fields.append(slots_of(info, typing, len(start), len(values)))
            start += values
    return evolve(program, fields=tuple(fields), start=tuple(start), size=len(start), columns=tuple(columns_of(symbols)))


def program_with_types(program: ir.Program, symbols: SymbolTable) -> ir.Program:
    """Return a program whose fields, and the values that rules and ways of effects keep, have the types of its names now."""
    types = {(info.name, info.owner): info.type for info in symbols.components.fields}
    fields = tuple(evolve(slots, type=types.get((slots.name, slots.owner), slots.type)) for slots in program.fields)
    of_params = {(f"{effect.owner.name}.{row}.{effect.name}", param.name): param.type
                 for effect in symbols.effects for row in effect.owner.members for param in effect.params}
    of_params |= {(rule.name, param.name): param.type for rule in symbols.rules.values() for param in rule.params}
    suspending = tuple(evolve(procedure, params=tuple(
        (name, slot, of_params.get((procedure.name, name), type_)) for name, slot, type_ in procedure.params))
        for procedure in program.suspending)
    return evolve(program, fields=fields, suspending=suspending, locals=tuple(
        evolve(slots, type=of_params.get((slots.rule, slots.name), slots.type)) for slots in program.locals))
