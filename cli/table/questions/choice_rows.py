"""Find the rows of tables that the present choice is about."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ....dsl import ir
from ....dsl.types.conversion import bases_of
from ....dsl.types.types import EnumType, Scalar
from ....interpreter.game.call_stack import call_stack
from ....interpreter.game.moves.notation import text_of
from ....interpreter.game.state import State
from ....interpreter.game.table.decisions import CHANCE
from .vocabulary import named_types


def rows_in_question(state: State) -> dict[str, tuple[int, ...]]:
    """Return the tables that the present choice is about, with the rows.

    The question, the legal moves or the running rule names them.
    """
    rules = state.rules
    point = rules.decisions.point(state)
    if point is None or point.player is None or rules.decisions.to_move(state) is CHANCE:
        return {}
    end = rules.program.blocks[point.block].end
    texts = [text_of(rules.program, point, number) for number in range(len(point.kinds))]
    if isinstance(end, ir.ChooseMove) and end.statement is not None:
        texts.append(rules.program.texts[end.statement])
    tables = {table.name: table for text in texts for table in _tables(text)}
    question = rules.explainer.asks(state) if point.says is not None else ""
    # Whole words, as part of a word may be the name of a row by chance.
    words = set(re.findall(r"\w+", " ".join([question, *(choice.notation for choice in rules.decisions.choices(state))])))
    rows_of_table = {name: {i for i, row in enumerate(table.members) if row in words} for name, table in tables.items()}
    for table, row in _carried_out(state, point.clause):
        rows_of_table.setdefault(table.name, set()).add(row)
    return {name: tuple(sorted(rows)) for name, rows in rows_of_table.items() if rows}


def _carried_out(state: State, clause: str) -> Iterator[tuple[EnumType, int]]:
    """The rows whose effect is running, or that the running rules are about."""
    rules = state.rules
    tables = [type_ for type_ in named_types(rules.program).values() if type_.kind == "row"]
    parent = rules.clauses[clause].parent
    about = {value for level in call_stack(state) for _, value in level.arguments}
    for table in tables:
        for i, row in enumerate(table.members):
            if f"{table.name}.{row}" == parent or row in about:
                yield table, i


def _tables(text: ir.TextOf) -> Iterator[EnumType]:
    """The tables whose rows a text can name."""
    for part in text.parts:
        if isinstance(part, ir.TextPart) and isinstance(part.type, Scalar):
            yield from (base for base in bases_of(part.type) if isinstance(base, EnumType) and base.kind == "row")
