"""Warn of what nothing reads: settings of variants, and fields of the state."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from weakref import WeakKeyDictionary

from attrs import frozen

from .. import syntax as ast
from ..check import Typing
from ..source.diagnostics import Diagnostics
from ..symbols.symbols import OPEN, Builtin, ColumnInfo, Constant, FieldInfo, Meaning, SymbolTable
from ..syntax.walk import nodes_in
from ..types.types import EnumType


@frozen
class Places:
    """The places that a declaration writes to, with the calls that compute what it writes; and its other names."""

    written: frozenset[ast.Node]
    computed: tuple[tuple[ast.Expr, tuple[ast.Call, ...]], ...]
    others: tuple[ast.Name | ast.Attribute, ...]


# A declaration is the same for each number of players, and mostly in each variant.
# INVARIANT: nodes never change, and count by identity, as in `syntax/walk`.
_PLACES: WeakKeyDictionary[ast.Declaration, Places] = WeakKeyDictionary()


def unread(declarations: Iterable[ast.Declaration], symbols: SymbolTable, typing: Typing, diagnostics: Diagnostics) -> None:
    """Warn of fields that nothing reads, and of values in rows of tables that a variant sets and nothing reads there."""
    everything = tuple(declarations)
    _fields(everything, symbols, typing, diagnostics)
    read: _ColumnReads | None = None
    for table in everything:
        if isinstance(table, ast.Table):
            for row, column in set_by_variants(table):
                read = read or _ColumnReads(everything, typing)
                rows = None if row.binders else row.name
                if not read.reads(symbols.names.types.get(table.name), rows, column.name):
                    _tell(table, row, column, diagnostics)


def set_by_variants(table: ast.Table) -> Iterator[tuple[ast.Row, ast.Name]]:
    """Yield the rows of which a variant sets a value, and the columns of these values."""
    for row in table.rows:
        for setting in row.settings:
            # A value from another file than its row is one that a variant sets.
            if setting.column is not None and setting.span.source is not row.span.source:
                yield row, setting.column


def _tell(table: ast.Table, row: ast.Row, column: ast.Name, diagnostics: Diagnostics) -> None:
    diagnostics.add("W401", f"nothing reads `{column.name}` of `{row.name}`, so this line has no effect", column.span,
              clause=f"{table.name}.{row.name}", help=f"`rulewright show --clause {table.name}.{row.name}` shows what it does")


def _fields(declarations: tuple[ast.Declaration, ...], symbols: SymbolTable, typing: Typing, diagnostics: Diagnostics) -> None:
    """Warn of fields that are only written, or not even that."""
    written: set[ast.Node] = set()
    # Names in parts that are not there with this number of players have no meaning, and may be those of fields.
    names: set[str] = set()
    # What rules lay open of a secret is there for people, such as the number of cards in a hand.
    laid_open: set[Meaning | None] = set()
    for declaration in declarations:
        places = _places(declaration)
        written |= places.written
        names |= {node.name for node in places.others if node not in typing.meanings}
        laid_open |= {typing.meanings.get(base) for base, calls in places.computed if lays_open(calls, typing)}
    read = {meaning for node, meaning in typing.meanings.items() if isinstance(meaning, FieldInfo) and node not in written}
    for info in symbols.components.fields:
        if info not in read and info not in laid_open and info.name not in names:
            report_unread(info, diagnostics)


def report_unread(info: FieldInfo, diagnostics: Diagnostics) -> None:
    """Record that nothing reads a field."""
    diagnostics.add("W404", f"nothing reads `{info.name}`", info.node.name_span,
                    help="remove it, or use it where the rules depend on it")


def _places(declaration: ast.Declaration) -> Places:
    """Return the places of a declaration; kept as long as the declaration is there."""
    if declaration not in _PLACES:
        _PLACES[declaration] = places_in(nodes_in(declaration))
    return _PLACES[declaration]


def places_in(nodes: Iterable[ast.Node]) -> Places:
    """Return the places among the nodes of a part of the rulebook, in the order in which they are written."""
    written: set[ast.Node] = set()
    computed: list[tuple[ast.Expr, tuple[ast.Call, ...]]] = []
    others: list[ast.Name | ast.Attribute] = []
    for node in nodes:
        if isinstance(node, ast.Change):
            written.add(_base(node.place))
            if calls := tuple(part for part in nodes_in(node.value) if isinstance(part, ast.Call)):
                computed.append((_base(node.place), calls))
        # INVARIANT: `nodes_in` yields a change before the place in it, so a place that is only written is known as such here.
        elif isinstance(node, ast.Name | ast.Attribute) and node not in written:
            others.append(node)
    return Places(frozenset(written), tuple(computed), tuple(others))


def lays_open(calls: tuple[ast.Call, ...], typing: Typing) -> bool:
    """Return whether one of these calls shows what only some players see."""
    meanings = map(typing.meanings.get, calls)
    return any(isinstance(meaning, Builtin) and meaning.name == OPEN for meaning in meanings)


def _base(place: ast.Expr) -> ast.Expr:
    """Return the field, or part of a thing, that a change of a place writes to."""
    while isinstance(place, ast.Index):
        place = place.subject
    return place


class _ColumnReads:
    """The columns of rows that are read anywhere."""

    def __init__(self, declarations: tuple[ast.Declaration, ...], typing: Typing) -> None:
        self.columns = {column for declaration in declarations for column in columns_read(nodes_in(declaration), typing)}

    def reads(self, table: object, row: str | None, column: str) -> bool:
        """Return whether a column is read of this row, or of any one for None."""
        if not isinstance(table, EnumType):
            return True
        rows = table.members if row is None else (row,)
        return not self.columns.isdisjoint(
            ((column,), (column, table.name), *((column, table.name, member) for member in rows)))


def columns_read(nodes: Iterable[ast.Node], typing: Typing) -> Iterator[tuple[str, ...]]:
    """Yield the columns that nodes read: a column of any table, if that is not known; of any row of a table; or of one row."""
    for node in nodes:
        if isinstance(node, ast.Attribute):
            column, subject = typing.meanings.get(node), typing.meanings.get(node.subject)
            if column is None:
                yield (node.name,)
            elif isinstance(column, ColumnInfo):
                is_row = isinstance(subject, Constant) and subject.type == column.owner
                row = (column.owner.members[subject.value],) if is_row and isinstance(subject, Constant) else ()
                yield column.name, column.owner.name, *row
