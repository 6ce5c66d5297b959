"""Declare pieces: the type that they make, the owner of each, and what is fixed about it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping

from .. import syntax as ast
from ..symbols.symbols import ColumnInfo, Constant, DomainOf, PieceInfo, StockedPiece, Wrong
from ..types.types import UNKNOWN, EnumType, IntType, Scalar, Type, name_of, values, width
from .columns import column_type, value_in
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
        names.wrong(node.name)
        names.symbols.names.types.setdefault(node.name, UNKNOWN)
        return
    stock = tuple(piece for item in node.stock for piece in _stocked(names, item))
    owners = 1 if owner is None else len(owner.members)
    if len(stock) * owners > MAX_PIECES:
        names.diagnostics.add("E106", f"{len(stock) * owners} pieces of a kind; at most {MAX_PIECES} are allowed",
                        node.name_span)
        stock = ()
    own = tuple(f"{node.name}{i + 1}" for i in range(len(stock))) if not node.shown else shown_names(names, node, stock)
    type_ = EnumType(node.name, own if owner is None else members_of(owner, own), "piece", owner)
    if not names.define_type(ast.Name(node.name_span, node.name), type_, DomainOf(type_)):
        return
    names.clause(node.name, "pieces", node.name_span, node.statement)
    spans = (node.name_span,) * len(own)
    whose = () if owner is None else (owned(names, type_, own, spans),)
    columns = whose + _columns(names, node, type_, stock, owners)
    names.symbols.components.pieces[node.name] = PieceInfo(type_, node, stock, columns)
    for column in columns:
        names.symbols.names.attributes.setdefault((type_.name, column.name), column)
    if owner is None:
        names.members(type_, spans)


# ---- How many, and with which values -------------------------------------------------------------


def _stocked(names: Names, node: ast.Stock) -> list[StockedPiece]:
    """Return the pieces of a line, for one owner: the line, and the value of its binder for each."""
    out: list[StockedPiece] = []
    for given in _all(names, node.each):
        with names.symbols.names.knowing(*given):
            count = names.reader.constant_value(node.count, IntType(0, MAX_PIECES))
        out += [StockedPiece(node, given)] * (count or 0)
    return out


def _all(names: Names, binders: tuple[ast.Binder, ...]) -> list[tuple[Constant, ...]]:
    """Return the values of binders together; a later one may speak of those before it."""
    out: list[tuple[Constant, ...]] = [()]
    for binder in binders:
        longer: list[tuple[Constant, ...]] = []
        for given in out[:MAX_PIECES]:
            with names.symbols.names.knowing(*given):
                longer += ((*given, known) for known in _each(names, binder))
        out = longer
    return out


def _each(names: Names, binder: ast.Binder) -> list[Constant]:
    """Return the values that a line with `for` goes through."""
    type_ = _domain(names, binder.domain)
    if binder.key is not None:
        names.diagnostics.add("E206", "pieces have the order of their lines", binder.key.span)
    out: list[Constant] = []
    if type_ is None:
        return out
    for value in values(type_):
        known = Constant(binder.name, type_, value)
        with names.symbols.names.knowing(known):
            if names.holds(binder.condition):
                out.append(known)
    return out


def _domain(names: Names, node: ast.Expr) -> IntType | EnumType | None:
    """Return a type or a range by its name, known before play."""
    if isinstance(node, ast.RangeOf):
        low, high = names.reader.constant_value(node.low), names.reader.constant_value(node.high)
        return None if low is None or high is None else IntType(low, min(high, low + MAX_PIECES))
    meaning = names.reader.lookup(node) if isinstance(node, ast.Name) else None
    if isinstance(meaning, DomainOf):
        return meaning.type
    if not isinstance(meaning, Wrong):
        names.diagnostics.add("E304", "pieces are made for all values of a type, or for a range", node.span,
                        help="as in `for t in unit_type`, or `for n in 1..3`")
    return None


# ---- What is fixed -------------------------------------------------------------------------------


def _columns(names: Names, node: ast.Pieces, type_: EnumType, stock: tuple[StockedPiece, ...],
             owners: int) -> tuple[ColumnInfo, ...]:
    known = {"owner"} if type_.owner is not None else set[str]()
    out: list[ColumnInfo] = []
    for column in node.columns:
        if column.name in known:
            names.diagnostics.add("E202", f"a {type_} has `{column.name}` already", column.name_span)
            continue
        known.add(column.name)
        kind = column_type(names, column)
        cells = tuple(number for piece in stock for number in _cell(names, piece, column, kind))
        out.append(ColumnInfo(column.name, type_, kind, cells * owners))
    for line in node.stock:
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
    with names.symbols.names.knowing(*piece.given):
        return value_in(names, value, type_)


def shown_names(names: Names, node: ast.Pieces, stock: tuple[StockedPiece, ...]) -> tuple[str, ...]:
    """Return the name of each piece of an owner by the text that shows it; those with one text are counted."""
    for again in node.shown[1:]:
        names.diagnostics.add("E202", f"it is said already how a {node.name} is shown", again.span)
    kinds = {column.name: column_type(names, column) for column in node.columns}
    texts = [_shown(names, node, piece, kinds) for piece in stock]
    wrong = next((text for text in texts if text and not re.fullmatch(r"[^\W\d]\w*", text)), None)
    if wrong is not None:
        names.diagnostics.add("E206", f"`{wrong}` is no name", node.shown[0].span,
                              help="a name has letters, digits and `_`, and begins with a letter")
    if wrong is not None or not all(texts):
        return tuple(f"{node.name}{i + 1}" for i in range(len(stock)))
    seen: Counter[str] = Counter()
    out = []
    for text in texts:
        seen[text] += 1
        out.append(text if texts.count(text) == 1 else f"{text}{seen[text]}")
    return tuple(out)


def _shown(names: Names, node: ast.Pieces, piece: StockedPiece, kinds: Mapping[str, Type]) -> str:
    """Return the text that shows a piece: its words, and what is fixed about it; nothing where that is wrong."""
    fixed = [Constant(column.name, kinds[column.name], _cell(names, piece, column, kinds[column.name])[0])
             for column in node.columns if isinstance(kinds[column.name], Scalar)]
    with names.symbols.names.knowing(*piece.given, *fixed):
        parts = [part if isinstance(part, str) else _written(names, part) for part in node.shown[0].parts]
    return "".join(parts) if all(parts) else ""


def _written(names: Names, part: ast.Expr) -> str:
    known = names.reader.constant(part)
    return "" if known is None else name_of(*known)


def _check_settings(names: Names, line: ast.Stock) -> None:
    seen: set[str] = set()
    for setting in line.settings:
        assert setting.column is not None, "the grammar asks for a name"
        if setting.column.name in seen:
            names.diagnostics.add("E202", f"these pieces have a value for `{setting.column.name}` already", setting.column.span)
        seen.add(setting.column.name)
