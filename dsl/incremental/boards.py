"""Boards with another drawing of the same spaces -> names with what lies on the spaces, and programs that begin with it.

A drawing says which spaces are in a set, what the name of one space stands for, and which values columns and fields have there.
What uses such a set, name or column is checked with those of before and with those of now. First values of fields are part of
no other declaration.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from attrs import evolve

from .. import syntax as ast
from ..check.rulebook import check_start_alone
from ..resolve.again import with_drawing
from ..symbols.symbols import ColumnInfo, Constant, Meaning, SpaceSet, SymbolTable
from ..syntax.walk import nodes_in, words_of
from .alike import are_the_same, have_same_rules
from .values import Word

if TYPE_CHECKING:
    # Loading the rest of the compiler takes longer than a check of one declaration.
    from .. import ir


def differ_in_drawing(old: ast.Item, new: ast.Item) -> bool:
    """Return whether two boards differ in the letters of their drawings alone."""
    return isinstance(old, ast.Board) and isinstance(new, ast.Board) and have_same_rules(
        old, new, {ast.DrawnRow: "text"}) and are_the_same(old.statement, new.statement)


def with_drawings(symbols: SymbolTable, boards: Iterable[ast.Board]) -> SymbolTable | None:
    """Return the names of a rulebook with the drawings that boards have now; None where one has other spaces, or a mistake."""
    current: SymbolTable | None = symbols
    for board in boards:
        current = None if current is None else with_drawing(current, board)
    return current


def words_of_drawings(before: SymbolTable, current: SymbolTable) -> frozenset[Word]:
    """Return the names that mean something else with other drawings: sets, single spaces and columns."""
    names = {name for name, meaning in current.names.globals.items()
             if _numbers(meaning) != _numbers(before.names.globals[name])}
    columns = {name for (owner, name), part in current.names.attributes.items()
               if _numbers(part) != _numbers(before.names.attributes[owner, name])}
    return frozenset((*(("word", name) for name in names), *(("part", name) for name in columns)))


def _numbers(meaning: Meaning) -> tuple[int, ...]:
    """Return the spaces that a name stands for, or the values that a column has."""
    match meaning:
        case Constant():
            return (meaning.value,)
        case SpaceSet():
            return meaning.spaces
        case ColumnInfo():
            return meaning.values
        case _:
            # A drawing says nothing of other names.
            return ()


def without_own(board: ast.Board, words: frozenset[Word]) -> ast.Board | None:
    """Return a board without what it says itself of these words: sets, names of spaces, and first values of fields.

    Return None where such a value names one of them.
    """
    values = [setting for mark in board.marks for setting in mark.settings
              if setting.column is not None and ("setting", setting.column.name) in words]
    plain = {word for _, word in words}
    if any(not plain.isdisjoint(words_of(node)) for setting in values for node in nodes_in(setting.value)):
        return None
    return evolve(board, marks=tuple(evolve(
        mark, sets=(), single=None, settings=tuple(setting for setting in mark.settings if setting not in values))
        for mark in board.marks))


def program_with_drawings(program: ir.Program, symbols: SymbolTable, boards: Sequence[ast.Board],
                          fields: Sequence[ast.Fields]) -> ir.Program:
    """Return a program with the letters of drawings, which begins with what they give to fields: these are in `fields`."""
    from ..lower.program import first_values_of

    nodes = {(item.owner.name, field.name): field for item in fields if item.owner is not None for field in item.fields}
    start, bases = list(program.start), {(slots.name, slots.owner): slots.base for slots in program.fields}
    columns = {setting.column.name for board in boards for mark in board.marks for setting in mark.settings
               if setting.column is not None}
    for known in symbols.components.fields:
        node = None if known.owner is None else nodes.get((known.owner.name, known.name))
        if node is None or known.name not in columns:
            continue
        info = evolve(known, node=node)
        typing = check_start_alone(symbols, info, boards)
        assert typing is not None, "what a board gives has been checked"
        base, values = bases[known.name, known.owner], first_values_of(info, typing)
        start[base:base + len(values)] = values
    letters = {board.name: tuple(letter.name for letter in symbols.components.boards[board.name].layout.letters)
               for board in boards}
    return evolve(program, start=tuple(start), boards=tuple(
        evolve(shape, letters=letters.get(shape.name, shape.letters)) for shape in program.boards))
