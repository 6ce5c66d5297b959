"""A rulebook to the values of its constant expressions, for each number of players."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from functools import cache, cached_property

from attrs import evolve

from ...dsl import syntax as ast
from ...dsl.load.loader import Files
from ...dsl.parse.text_expressions import written_expression
from ...dsl.resolve import MAX_PLAYERS, resolve
from ...dsl.source.diagnostics import Diagnostics
from ...dsl.symbols.constants import NotKnown, fold
from ...dsl.symbols.symbols import SymbolTable
from ...dsl.symbols.type_reader import TypeReader
from ...dsl.types.types import IntType, name_of

# A rulebook is looked at with its variants, one after the other.
WORLDS_KEPT = 4
_Asked = tuple[Files, tuple[tuple[str, type, str | int], ...]]
_known: OrderedDict[_Asked, dict[int, SymbolTable]] = OrderedDict()


def symbol_tables_of(files: Files, parameters: Mapping[str, str | int] | None = None) -> dict[int, SymbolTable]:
    """The names of a rulebook for each number of players it allows; worked out once for files that are asked for again."""
    # With the type, since `True` and `1` are equal keys and not the same value.
    question = files, tuple((name, type(value), value) for name, value in (parameters or {}).items())
    if question not in _known:
        tables = {count: resolve(files.declarations, count, parameters or {}, Diagnostics()) for count in _counts(files)}
        _keep(question, {count: symbols for count, symbols in tables.items() if symbols is not None})
    _known.move_to_end(question)
    return _known[question]


def take_symbol_tables(files: Files, tables: Iterable[SymbolTable | None]) -> None:
    """Take the names of a rulebook from where it was compiled, if that was for each number of players that it allows."""
    by_players = {symbols.seating.players: symbols for symbols in tables if symbols is not None}
    # Half of them would pass for all: the facts would lack the clauses of the other numbers of players.
    if by_players and list(by_players) == list(_counts(files)):
        # What texts ask for is no use by the rules.
        _keep((files, ()), {count: evolve(symbols, names=evolve(symbols.names, used=set(symbols.names.used)))
                            for count, symbols in by_players.items()})


def _counts(files: Files) -> range:
    header = next((declaration for declaration in files.declarations if isinstance(declaration, ast.Rulebook)), None)
    return range(0) if header is None else range(max(1, header.fewest), min(header.most, MAX_PLAYERS) + 1)


def _keep(question: _Asked, tables: dict[int, SymbolTable]) -> None:
    _known[question] = tables
    while len(_known) > WORLDS_KEPT:
        _known.popitem(last=False)


class KnownValues:
    """The values of expressions that are known before play; `columns` are those that stand for values of a row just now."""

    def __init__(self, symbol_tables: Mapping[int, SymbolTable]) -> None:
        self.symbol_tables = symbol_tables
        self.columns: frozenset[str] = frozenset()
        # The rows whose columns have values just now: within a row the same words stand for other values.
        self._inside: tuple[str, ...] = ()
        self._worked_out: dict[tuple[tuple[str, ...], str, int], int | str | None] = {}
        self.lookups = {count: TypeReader(symbols, Diagnostics()).lookup for count, symbols in symbol_tables.items()}

    @cached_property
    def _rows(self) -> frozenset[str]:
        """The clauses that are rows, with any number of players."""
        return frozenset(row for symbols in self.symbol_tables.values() for row in symbols.names.row_values)

    @contextmanager
    def inside(self, clause: str) -> Iterator[None]:
        """While the names of columns stand for the values of a row, if the clause is one."""
        before = self.columns, self._inside
        if clause not in self._rows:
            yield
            return
        self._inside += (clause,)
        with ExitStack() as stack:
            for symbols in self.symbol_tables.values():
                own = symbols.names.row_values.get(clause)
                if own:
                    stack.enter_context(symbols.names.knowing(*own))
                    self.columns |= {known.name for known in own}
            yield
        self.columns, self._inside = before

    def number(self, node: ast.Expr, players: int) -> int | None:
        """The number that an expression is with this number of players, or None if it is none."""
        value = self.value(node, players)
        return value if isinstance(value, int) else None

    def value(self, node: ast.Expr, players: int) -> int | str | None:
        """The number or word that an expression is with this number of players, or None if it is not known before play."""
        try:
            type_, value = fold(node, self.lookups[players])
        except NotKnown:
            return None
        return value if isinstance(type_, IntType) else name_of(type_, value)

    def values_for(self, players: int) -> Callable[[str], int | str | None]:
        """The values of expressions as they are written, for a number of players."""
        return cache(lambda written: self._written(written, players))

    def _written(self, written: str, players: int) -> int | str | None:
        question = self._inside, written, players
        if question not in self._worked_out:
            self._worked_out[question] = self._value_of(written, players)
        return self._worked_out[question]

    def _value_of(self, written: str, players: int) -> int | str | None:
        node = written_expression(written)
        return None if node is None else self.value(node, players)
