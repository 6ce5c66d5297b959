"""Declare pieces: the type that they make, the owner of each, and what is fixed about it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from .. import syntax as ast
from ..symbols.symbols import ColumnInfo, Constant, DomainOf, PieceInfo, StockedPiece
from ..types.types import EnumType, IntType, Scalar, Type, width
from .columns import column_type, value_in
from .made_words import all_values, are_names, named
from .names import Names
from .owners import members_of, owned, owner_named

MAX_PIECES = 1000
OWNERS = ("player", "side", "lone side", "enum", "row", "space")


def pieces(names: Names, declarations: tuple[ast.Declaration, ...]) -> None:
    """Declare the kinds of pieces; tables have their columns by now, so that stocks may use them."""
    for declaration in declarations:
        if isinstance(declaration, ast.Pieces):
            _declare(names, declaration)


def _declare(names: Names, node: ast.Pieces) -> None:
    owner = None if node.owner is None else owner_named(names, node.owner, OWNERS, "pieces")
    if node.owner is not None and owner is None:
        names.wrong_type(node.name)
        return
    pieces = tuple(piece for item in node.lines for piece in _stocked(names, item))
    owners = 1 if owner is None else len(owner.members)
    if len(pieces) * owners > MAX_PIECES:
        names.diagnostics.add("E106", f"{len(pieces) * owners} pieces of a kind; at most {MAX_PIECES} are allowed",
                        node.name_span)
        # Without pieces the later passes go on, and none of them makes tables of such a size.
        pieces = ()
    own = tuple(f"{node.name}{i + 1}" for i in range(len(pieces))) if not node.shown else shown_names(names, node, pieces)
    type_ = EnumType(node.name, own if owner is None else members_of(owner, own), "piece", owner)
    if not names.define_type(ast.Name(node.name_span, node.name), type_, DomainOf(type_)):
        return
    names.clause(node.name, "pieces", node.name_span, node.statement)
    spans = (node.name_span,) * len(own)
    whose = () if owner is None else (owned(names, type_, own, spans),)
    columns = whose + _columns(names, node, type_, pieces, owners)
    names.symbols.components.pieces[node.name] = PieceInfo(type_, node, pieces, columns)
    for column in columns:
        names.symbols.names.attributes.setdefault((type_.name, column.name), column)
    # Each owner has a piece with the same name: only `owner.name` tells owned pieces apart.
    if owner is None:
        names.members(type_, spans)


# ---- How many, and with which values -------------------------------------------------------------


def _stocked(names: Names, node: ast.PieceLine) -> list[StockedPiece]:
    """Return the pieces of a line, for one owner: the line, and the value of its binder for each."""
    out: list[StockedPiece] = []
    for values in all_values(names, node.binders, "pieces"):
        with names.symbols.names.knowing(*values):
            count = names.reader.constant_value(node.count, IntType(0, MAX_PIECES))
        out += [StockedPiece(node, values)] * (count or 0)
    return out


# ---- What is fixed -------------------------------------------------------------------------------


def _columns(names: Names, node: ast.Pieces, type_: EnumType, pieces: tuple[StockedPiece, ...],
             owners: int) -> tuple[ColumnInfo, ...]:
    known = {"owner"} if type_.owner is not None else set[str]()
    out: list[ColumnInfo] = []
    for column in node.columns:
        if column.name in known:
            names.diagnostics.add("E202", f"a {type_} has `{column.name}` already", column.name_span)
            continue
        known.add(column.name)
        kind = column_type(names, column)
        cells = tuple(number for piece in pieces for number in _cell(names, piece, column, kind))
        # INVARIANT: pieces are numbered owner by owner (`members_of`), so the cells of one owner repeat for the next.
        out.append(ColumnInfo(column.name, type_, kind, cells * owners))
    for line in node.lines:
        _check_settings(names, line)
    return tuple(out)


def _cell(names: Names, piece: StockedPiece, column: ast.Column, type_: Type) -> tuple[int, ...]:
    value = next(
        (setting.value for setting in piece.line.settings if setting.column and setting.column.name == column.name),
        column.value,
    )
    if value is None:
        names.diagnostics.add("E207", f"these pieces have no `{column.name}`", piece.line.span,
                        help=f"add `with {column.name} = ...`", related=(("it is declared here", column.name_span),))
        return (0,) * width(type_)
    with names.symbols.names.knowing(*piece.constants):
        return value_in(names, value, type_)


def shown_names(names: Names, node: ast.Pieces, pieces: tuple[StockedPiece, ...]) -> tuple[str, ...]:
    """Return the name of each piece of an owner by the text that shows it; those with one text are counted."""
    for again in node.shown[1:]:
        names.diagnostics.add("E202", f"a {node.name} has `shown as` already", again.span)
    kinds = {column.name: column_type(names, column) for column in node.columns}
    texts = [_shown(names, node, piece, kinds) for piece in pieces]
    if not are_names(names, node.shown[0], texts):
        return tuple(f"{node.name}{i + 1}" for i in range(len(pieces)))
    counts: Counter[str] = Counter()
    out = []
    for text in texts:
        counts[text] += 1
        out.append(text if texts.count(text) == 1 else f"{text}{counts[text]}")
    return tuple(out)


def _shown(names: Names, node: ast.Pieces, piece: StockedPiece, kinds: Mapping[str, Type]) -> str:
    """Return the text that shows a piece: its words, and what is fixed about it; nothing where that is wrong."""
    fixed = [Constant(column.name, kinds[column.name], _cell(names, piece, column, kinds[column.name])[0])
             for column in node.columns if isinstance(kinds[column.name], Scalar)]
    return named(names, node.shown[0], *piece.constants, *fixed)


def _check_settings(names: Names, line: ast.PieceLine) -> None:
    columns: set[str] = set()
    for setting in line.settings:
        assert setting.column is not None, "the grammar asks for a name"
        if setting.column.name in columns:
            names.diagnostics.add("E202", f"these pieces have a value for `{setting.column.name}` already", setting.column.span)
        columns.add(setting.column.name)
