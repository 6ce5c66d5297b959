"""A module described in a custom section of it, so that a program that knows nothing of Rulewright can use it.

`docs/wasm.md` says what stands in it; its number changes when what programs rely on does.
"""

from __future__ import annotations

import json
from pathlib import PurePath

from ....dsl import ir
from ....dsl.source.span import Span
from ....dsl.types.types import (
    BETWEEN,
    EnumType,
    FlagType,
    IntType,
    ListType,
    SetType,
    Type,
    UnionType,
    name_of,
    size,
    values,
    width,
)
from ...canonical.fingerprint import fingerprint
from ...runtime.cells import cells
from ...runtime.move_codes import word_of
from ..backend import phases
from ..low.layout import memory as places
from ..low.writing import building
from .binary import custom

INTERFACE = 2
SECTION = "rulewright"
# The most values of a type that are listed by name; of larger types only the range is given.
MOST_WORDS = 4096


def section(program: ir.Program, memory: places.MemoryLayout) -> bytes:
    """The custom section of the module of a program."""
    content = json.dumps(described(program, memory), ensure_ascii=False, separators=(",", ":"))
    return custom(SECTION, content.encode())


def described(program: ir.Program, memory: places.MemoryLayout) -> dict[str, object]:
    """A module as data."""
    seats = list(program.player.members)
    return {
        "interface": INTERFACE,
        "name": program.name,
        "title": program.title,
        "hash": fingerprint(program),
        "players": program.players,
        "seats": seats,
        "sides": [program.side.members[side] for side in program.side_of],
        "options": dict(program.parameters),
        "memory": _memory(memory),
        "wrong": {"fault": building.FAULT, "too_long": building.TOO_LONG, "beyond": building.BEYOND, "round": building.ROUND},
        "cells": [{"name": cell.name, "at": cell.base, "slots": width(cell.type), "type": str(cell.type),
                   **_words(cell.type.element if isinstance(cell.type, SetType | ListType) else cell.type)}
                  for cell in cells(program, seats)],
        "points": [_point(block, program) for block in program.blocks
                   if isinstance(block.end, ir.ChooseMove | ir.RollValue)],
        "ends": [end.id for end in program.ends],
        "phases": list(phases(program)),
        "sites": [{"at": _place(site.span), "clause": site.clause, "what": site.what} for site in program.sites],
    }


def _place(span: Span) -> str:
    """A place in a file of the rulebook, wherever that lies."""
    return f"{PurePath(span.source.name).name}:{span.line}:{span.column}"


def _memory(memory: places.MemoryLayout) -> dict[str, int]:
    """The addresses of what programs read and write, in bytes."""
    return {
        "state": memory.state, "slots": memory.slots, "slot_bytes": memory.width,
        "codes": memory.codes, "code_bytes": memory.code_width,
        "results": memory.results, "result_bytes": memory.record, "most_results": memory.games_kept,
        "phases": memory.entries + 8 * memory.phases, "most_codes": memory.codes_kept, "most_kinds": memory.most_kinds,
        "wrong": places.KIND, "site": places.SITE, "detail": places.DETAIL, "other": places.OTHER,
        "stop": places.STOP, "done": places.DONE, "playing": places.PLAYED, "uniform": places.UNIFORM,
    }


def _point(block: ir.Block, program: ir.Program) -> dict[str, object]:
    """Return where the rules wait: `block` is what slot 0 holds then."""
    match block.end:
        case ir.ChooseMove(clause, moves=moves):
            kinds = [{"clause": move.id, "first": move.first, "count": move.count,
                      "open": [_open(bound) for bound in move.bound],
                      "written": _written(program.texts[move.notation], move.bound)} for move in moves]
            return {"block": block.id, "clause": clause, "chance": False, "kinds": kinds}
        case ir.RollValue(clause, bound, _, notation):
            kind = {"clause": clause, "first": 0, "count": size(bound.type), "open": [_open(bound)],
                    "written": _written(program.texts[notation], (bound,))}
            return {"block": block.id, "clause": clause, "chance": True, "kinds": [kind]}
        case _:
            # Other blocks are no points.
            raise AssertionError("a point waits for a choice or a roll")


def _open(bound: ir.Bound) -> dict[str, object]:
    """A value that a move leaves open: its name, and how many values it can have; the last one turns fastest in a code."""
    return {"name": word_of(bound), "count": size(bound.type), **_words(bound.type)}


def _words(type_: Type) -> dict[str, object]:
    """The words for the values of a type in their order, or the least of its numbers."""
    match type_:
        case IntType(low):
            return {"least": low}
        case FlagType() | EnumType() | UnionType() if size(type_) <= MOST_WORDS:
            return {"words": [name_of(type_, value) for value in values(type_)]}
        case _:
            # Other types have too many values, or values of several slots.
            return {}


def _written(text: ir.TextOf, bounds: tuple[ir.Bound, ...]) -> list[object] | None:
    """Return how a move is written: texts, the places of open values, and those of parts that are written together.

    None where more than that is needed.
    """
    places = {bound.name: place for place, bound in enumerate(bounds)}
    parts: list[object] = []
    between: str | None = None
    for part in text.parts:
        match part:
            case str():
                parts.append(part)
            case ir.TextPart(_, EnumType(kind=kind, members=(_, sign))) if kind == BETWEEN:
                between = sign
            case ir.TextPart(ir.Temp(name)) if name in places and between is None:
                parts.append(places[name])
            case ir.TextPart(ir.Temp(name)) if name in places and "words" in _words(bounds[places[name]].type):
                parts[-1] = _together(parts[-1], places[name], between or "")
                between = None
            case _:
                # Other parts are computed, or stand for what no open value is.
                return None
    return parts


def _together(before: object, place: int, between: str) -> dict[str, object]:
    """A part of a chain or an amount, with the parts before it: those that are there, with a text between them."""
    known = before["parts"] if isinstance(before, dict) else [before]
    return {"parts": [*known, place], "between": between}
