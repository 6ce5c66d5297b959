"""Resolve the lines of a board about its spaces: names for some, sets they are in, a value for each column."""

from __future__ import annotations

from .. import syntax as ast
from ..boards.marks import marked, values_at
from ..source.diagnostics import did_you_mean
from ..symbols.symbols import BoardInfo, ColumnInfo, Constant, SpaceSet
from ..types.types import Type, width
from .columns import column_type, value_in
from .names import Names


def named_spaces(names: Names, board: BoardInfo) -> None:
    """Declare the names that a board gives to single spaces and to sets of spaces."""
    sets: dict[str, dict[int, None]] = {}
    words: dict[str, ast.Name] = {}
    for mark in board.node.marks:
        for word in mark.spaces:
            if board.layout.number(word.name) is None:
                names.diagnostics.add("E201", f"`{word.name}` is not a space of `{board.name}`", word.span,
                                help=did_you_mean(word.name, board.layout.names))
        if mark.single is not None:
            _single(names, board, mark, mark.single)
        for word in mark.sets:
            words.setdefault(word.name, word)
            sets.setdefault(word.name, {}).update(dict.fromkeys(space for space, _ in marked(board.layout, mark)))
    for name, spaces in sets.items():
        names.define(name, words[name].span, SpaceSet(name, board.space, tuple(sorted(spaces))))


def _single(names: Names, board: BoardInfo, mark: ast.Mark, word: ast.Name) -> None:
    # In the order of the text, so that the first space that a reader meets is the one that keeps the name.
    spaces = sorted(marked(board.layout, mark), key=lambda pair: (pair[1].span.line, pair[1].span.column))
    for _, again in spaces[1:]:
        names.diagnostics.add("E202", f"`{word.name}` names one space, and this is a second", again.span,
                        related=(("it is named here", word.span),), help=f"`in {word.name}` makes a set of spaces")
    if spaces:
        names.define(word.name, word.span, Constant(word.name, board.space, spaces[0][0]))
    else:
        names.wrong(word.name)


# ---- Columns -------------------------------------------------------------------------------------


def space_columns(names: Names) -> None:
    """Declare the fixed values of each space of the boards."""
    for board in names.symbols.components.boards.values():
        known: set[str] = set()
        for column in board.node.columns:
            if column.name in known:
                names.diagnostics.add("E202", f"the column `{column.name}` exists already", column.name_span)
                continue
            known.add(column.name)
            type_ = column_type(names, column)
            info = ColumnInfo(column.name, board.space, type_, values_of_spaces(names, board, column, type_))
            names.symbols.names.attributes.setdefault((board.space.name, column.name), info)


def values_of_spaces(names: Names, board: BoardInfo, column: ast.Column, type_: Type) -> tuple[int, ...]:
    """Return the value of a column for each space."""
    first = (0,) * width(type_) if column.value is None else value_in(names, column.value, type_)
    settings = values_at(board.layout, board.node.marks, column.name, names.diagnostics)
    # Once for each setting and not for each space: a letter of a map stands for many spaces, and its mistake is one mistake.
    values = {setting: value_in(names, setting.value, type_) for setting in settings.values()}
    if column.value is None:
        _check_complete(names, board, column, [i for i in range(len(board.layout.names)) if i not in settings])
    cells = (values[settings[space]] if space in settings else first for space in range(len(board.layout.names)))
    return tuple(number for value in cells for number in value)


def _check_complete(names: Names, board: BoardInfo, column: ast.Column, missing: list[int]) -> None:
    """Record the gaps in a column: letters of the legend without a value, or else the first space."""
    else_ = f"give the column a value of its own; what changes in play stands below `each {board.space} has`"
    letters = {board.layout.letters[space].name for space in missing} if board.layout.letters else set()
    for mark in board.node.marks:
        if mark.letter is not None and mark.letter.name in letters:
            names.diagnostics.add("E207", f"`{mark.letter.name}` has no `{column.name}`", mark.letter.span,
                            help=f"add `: {column.name} = ...`, or {else_}")
    if missing and not letters:
        name = board.layout.names[missing[0]]
        names.diagnostics.add("E207", f"`{name}` has no `{column.name}`", column.name_span,
                        help=f"set it, as in `at {name}: {column.name} = ...`, or {else_}")
