"""Rows of tables to Python text that notes their use, for machines that note which clauses they apply.

A row is exercised when the game comes to this row, and not merely to all rows of the table. So a value of it that is
read counts, but not where the row is just one of all that a loop or aggregate goes through, nor where moves or outcomes
are listed. A condition that asks for more than what the table says picks rows out; what is read of these counts.

    the x.price                                     row_read(T1, s[7], 'stall', 1)
    sum x in stall: x.price                         sum([T1[x] for x in range(0, 4)])
    sum x in stall where x in p.seen: x.price       sum([row_read(T1, x, 'stall', 1) for x in range(0, 4) if ...])
    sum x in stall: price_of(x)                     sum([_0_for_all_f_price_of(s, x) for x in range(0, 4)])
"""

from __future__ import annotations

from collections.abc import Iterator

from .....dsl import ir
from .....dsl.types.types import EnumType, ListType, PerType, SetType, Type, UnionType
from . import naming
from .scope import ANY, Scope


class RowCode:
    """Writes the notes of rows; nothing at all where clauses are not noted. `scope` says what stands for one row or for all."""

    def __init__(self, program: ir.Program, record: bool, scope: Scope) -> None:
        self.scope = scope
        self.clauses = rows_of_tables(program) if record else {}
        # A large board has very many tables, and most code notes no rows.
        self._cells = {name: len(cells) // len(self.clauses[table]) for name, cells in program.tables
                       if (table := _table_of(name)) in self.clauses} if self.clauses else {}
        # The owner and the type of what begins at a slot.
        self._fields: dict[int, tuple[EnumType | None, Type | None]] = {
            local.base: (None, local.type) for local in program.locals
        }
        self._fields |= {field.base: (field.owner, field.type) for field in program.fields}
        self._uses: dict[tuple[str, str], bool] = {}
        self._made: dict[tuple[str, tuple[tuple[str, int], ...]], str] = {}
        # The functions that are still to be written for all rows.
        self.asked_for: list[tuple[str, tuple[tuple[str, int], ...]]] = []

    # -- what is noted ---------------------------------------------------------------------------

    def read(self, table: str, index: ir.Expr, column: str, cell: str) -> str:
        """The value in a cell of a column."""
        plain = f"{column}[{cell}]"
        if table not in self._cells or self._is_all(self._row(table, index), _table_of(table)):
            return plain
        return f"row_read({column}, {cell}, {_table_of(table)!r}, {self._cells[table]})"

    def calls(self, name: str, function: str, arguments: tuple[ir.Expr, ...]) -> str:
        """The function to call for a function or rule: one of its own where an argument is a row that is one of all."""
        if not self.scope.all:
            return function
        params = zip(self.scope.bodies[name][0], arguments, strict=True)
        all_of = tuple((param, self.scope.many(argument)) for param, argument in params if self.scope.many(argument) > 1)
        if not any(self._uses_row(name, param) for param, _ in all_of):
            return function
        key = (name, all_of)
        if key not in self._made:
            self._made[key] = naming.for_all_rows(len(self._made), function)
            self.asked_for.append(key)
        return self._made[key]

    def wanted(self) -> Iterator[tuple[str, str]]:
        """The functions and rules that are called for all rows, by their names and those to write them under.

        While one is written, its parameters stand for all rows. Writing one may ask for more.
        """
        while self.asked_for:
            key = self.asked_for.pop()
            with self.scope.binding(dict(key[1])):
                yield key[0], self._made[key]

    def met(self, value: str, type_: Type | None) -> Iterator[str]:
        """Note the row that a value is."""
        for table, shift in self._tables_in(type_):
            yield f"row_met({value}, {table!r}, {shift})"

    def searched(self, node: ir.Gather, value: str) -> str:
        """A value that a loop looks for by a condition: if it is a row, it is met."""
        table = self._table_looked_in(node)
        return value if table is None else f"row_matched({value}, {table!r})"

    def decides(self, node: ir.Gather) -> str:
        """Note the row that decides where a quantifier ends early: its condition is met, or not."""
        table = self._table_looked_in(node)
        return "" if table is None else f"row_met({node.name}, {table!r}); "

    def _table_looked_in(self, node: ir.Gather) -> str | None:
        """The table whose rows a loop goes through, if its condition asks for more than what the table says."""
        with self.scope.through(node):
            if self.clauses and self.scope.asks((node.condition, node.body)):
                return next(self._tables_read((node.condition, node.body), node.name), None)
        return None

    def _tables_read(self, node: object, name: str) -> Iterator[str]:
        if isinstance(node, ir.Lookup) and node.table in self._cells and self._row(node.table, node.index) == ir.Temp(name):
            yield _table_of(node.table)
        for part in ir.parts_of(node):
            yield from self._tables_read(part, name)

    def changed(self, to: ir.Slot) -> Iterator[tuple[ir.Expr, Type | None]]:
        """The values, with their types, that say which place of the state is written to: their rows are met."""
        owner, type_ = self._fields.get(to.base, (None, None))
        types: list[Type] = [] if owner is None else [owner]
        while isinstance(type_, PerType):
            types.append(type_.index)
            type_ = type_.value
        for step, step_type in zip(to.steps, types, strict=False):
            yield from self._single(step.index, step_type)

    def placed(self, to: ir.Slot, value: ir.Expr) -> Iterator[tuple[ir.Expr, Type | None]]:
        """The values, with their types, that are put into a place of the state, or taken out of it: their rows are met."""
        _, type_ = self._fields.get(to.base, (None, None))
        while isinstance(type_, PerType):
            type_ = type_.value
        match type_, value:
            case SetType(element), ir.SetArith(_, _, ir.MakeSet(items)):
                for item in items:
                    yield from self._single(item, element)
            case SetType(), _:
                return
            case ListType(element), _:
                yield from self._single(value, element)
            case _:
                # Scalars are single values.
                yield from self._single(value, type_)

    def _single(self, value: ir.Expr, type_: Type | None) -> Iterator[tuple[ir.Expr, Type | None]]:
        """The value, if its type has rows and it is not one of all of them."""
        tables = self._tables_in(type_)
        if tables and not any(self._is_all(value, table) for table, _ in tables):
            yield value, type_

    def _is_all(self, row: ir.Expr, table: str) -> bool:
        """Return whether a row is one of all rows of its table."""
        return self.scope.many(row) >= max(2, len(self.clauses[table]))

    def _row(self, table: str, index: ir.Expr) -> ir.Expr:
        """The row in the index of a cell; of several cells of a row the index is `row * cells + place`."""
        if self._cells[table] > 1 and isinstance(index, ir.Arith) and isinstance(index.left, ir.Arith):
            return index.left.left
        return index

    def _tables_in(self, type_: Type | None) -> list[tuple[str, int]]:
        """The tables whose rows are values of a type, and where these begin."""
        match type_:
            case EnumType(name) if name in self.clauses:
                return [(name, 0)]
            case UnionType():
                return [(base.name, shift) for base, shift in type_.shifts()
                        if isinstance(base, EnumType) and base.name in self.clauses]
            case _:
                # Values of other types are no rows.
                return []

    def _uses_row(self, called: str, param: str) -> bool:
        """Return whether a function or rule reads a value of the row that a parameter is."""
        key = (called, param)
        if key not in self._uses:
            with self.scope.binding({param: ANY}):
                self._uses[key] = self._reads_row(self.scope.bodies[called][1])
        return self._uses[key]

    def _reads_row(self, node: object) -> bool:
        match node:
            case ir.Lookup(table, index) if table in self._cells and self.scope.many(self._row(table, index)) > 1:
                return True
            case ir.CallFunction(called, arguments) | ir.Do(called, arguments):
                params = zip(self.scope.bodies[called][0], arguments, strict=True)
                if any(self.scope.many(argument) > 1 and self._uses_row(called, param) for param, argument in params):
                    return True
            case _:
                # Whether any other node reads a row is for its parts to show.
                pass
        return any(self._reads_row(part) for part in ir.parts_of(node))


def rows_of_tables(program: ir.Program) -> dict[str, tuple[str, ...]]:
    """The clauses of the rows of each table, in their order."""
    out: dict[str, tuple[str, ...]] = {}
    for clause in program.clauses:
        if clause.kind == "row" and clause.parent is not None:
            out[clause.parent] = (*out.get(clause.parent, ()), clause.id)
    return out


def _table_of(column: str) -> str:
    return column.partition(".")[0]
