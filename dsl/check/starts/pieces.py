"""Work out the first values that the lines of a kind of pieces give to some of them."""

from __future__ import annotations

from ... import syntax as ast
from ...source.diagnostics import did_you_mean
from ...symbols.symbols import FieldInfo, PieceInfo
from ...types.types import width
from ..scope.checking import Checker
from ..scope.scopes import Scopes
from .starts import slots_of


def starts_of_pieces(checker: Checker) -> None:
    """Work out the first values that lines of pieces give to fields; what is fixed has its values already."""
    for info in checker.scopes.symbols.components.pieces.values():
        fixed = {column.name for column in info.columns}
        lines = [(line, setting) for line in info.node.lines for setting in line.settings]
        for line, setting in lines:
            assert setting.column is not None, "the grammar asks for a name"
            if setting.column.name not in fixed:
                _starts(checker, info, line, setting, setting.column)


def _starts(checker: Checker, info: PieceInfo, line: ast.PieceLine, setting: ast.Setting, word: ast.Name) -> None:
    scopes = checker.scopes
    field = scopes.symbols.names.attributes.get((info.type.name, word.name))
    if not isinstance(field, FieldInfo):
        _no_part(scopes, info, word)
        return
    owners = 1 if info.type.owner is None else len(info.type.owner.members)
    for number, piece in enumerate(info.pieces):
        if piece.line is not line:
            continue
        # A line for several pieces may speak of what is different in each.
        with scopes.symbols.names.knowing(*piece.constants):
            slots = slots_of(checker, field, setting)
        if slots is not None:
            cells = slots * (width(field.type) // len(slots))
            # Pieces are numbered owner by owner, each owner's in the order of the lines.
            for owner in range(owners):
                scopes.typing.starts_at[field, owner * len(info.pieces) + number] = cells


def _no_part(scopes: Scopes, info: PieceInfo, word: ast.Name) -> None:
    if not scopes.symbols.names.may_declare(word.name):
        known = [name for owner, name in scopes.symbols.names.attributes if owner == info.type.name]
        scopes.complain("E201", f"{info.type} has no `{word.name}`", word.span, help=did_you_mean(
            word.name, known) or f"declare it: as `{word.name}: type` of the pieces, or of each {info.type}")
