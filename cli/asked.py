"""The choice at hand to the rows of tables that it is about."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ..dsl import ir
from ..dsl.conversion import bases_of
from ..dsl.types import EnumType, Scalar
from ..interpreter.notation import text_of
from ..interpreter.rules import CHANCE, Rules
from ..interpreter.state import State


def asked_about(rules: Rules, state: State) -> dict[str, tuple[int, ...]]:
    """The tables that the choice at hand is about, each with the rows that its question and its legal moves name."""
    point = rules.point(state)
    if point is None or point.player is None or rules.to_move(state) is CHANCE:
        return {}
    end = rules.program.blocks[point.block].end
    texts = [text_of(rules.program, point, number) for number in range(len(point.kinds))]
    if isinstance(end, ir.ChooseMove) and end.statement is not None:
        texts.append(rules.program.texts[end.statement])
    said = point.says(list(state.slots)) if point.says is not None else ""
    words = set(re.findall(r"\w+", " ".join([said, *(choice.notation for choice in rules.choices(state))])))
    tables = {table.name: table for text in texts for table in _tables(text)}
    found = {name: tuple(i for i, row in enumerate(table.members) if row in words) for name, table in tables.items()}
    return {name: rows for name, rows in found.items() if rows}


def _tables(text: ir.TextOf) -> Iterator[EnumType]:
    """The tables whose rows a text can name."""
    for part in text.parts:
        if isinstance(part, ir.TextPart) and isinstance(part.type, Scalar):
            yield from (base for base in bases_of(part.type) if isinstance(base, EnumType) and base.kind == "row")
