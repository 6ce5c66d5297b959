"""Work out the first values that a board gives to some of its spaces."""

from __future__ import annotations

from ...boards.marks import values_at
from ...source.diagnostics import did_you_mean
from ...symbols.symbols import BoardInfo, FieldInfo
from ...types.types import width
from ..scope.checking import Checker
from .starts import slots_of


def starts_of_spaces(checker: Checker) -> None:
    """Work out the first values that lines `legend` and `at` give to fields; columns have theirs already."""
    scopes = checker.scopes
    for board in scopes.symbols.components.boards.values():
        columns = {column.name for column in board.node.columns}
        words = {setting.column.name: setting.column for mark in board.node.marks for setting in mark.settings
                 if setting.column is not None and setting.column.name not in columns}
        for word in words.values():
            info = scopes.symbols.names.attributes.get((board.space.name, word.name))
            if isinstance(info, FieldInfo):
                starts_on(checker, board, info)
            elif not scopes.symbols.names.may_declare(word.name):
                known = [name for owner, name in scopes.symbols.names.attributes if owner == board.space.name]
                scopes.complain("E201", f"{board.space} has no `{word.name}`", word.span, help=did_you_mean(
                    word.name, known) or f"declare it: as `{word.name}: type` of the board, or of each {board.space}")


def starts_on(checker: Checker, board: BoardInfo, info: FieldInfo) -> None:
    """Work out the first values that lines of a board give to a field of its spaces."""
    for space, setting in values_at(board.layout, board.node.marks, info.name, checker.scopes.diagnostics).items():
        slots = slots_of(checker, info, setting)
        if slots is not None:
            checker.scopes.typing.starts_at[info, space] = slots * (width(info.type) // len(slots))
