"""Tables -> what is printed of them: the informative columns, and what each row says.

A column is left out where all rows have its default, and where the sentence of every row that has another value states
it. What can only be so or not is one column for all. The sentences are a column of their own, unless the table would be
too wide with it.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Mapping

from attrs import evolve

from ...dsl import syntax as ast
from ...dsl.source.records import frozen
from ...dsl.symbols.symbols import ColumnInfo, SymbolTable
from ...dsl.types.types import EnumType, FlagType, ListType, PerType, Type, name_of, size, values, width
from ..facts.facts import ClauseFacts

# How a table shows that something is so, and that a row has nothing of something.
YES, NOTHING = "•", "–"
# How many columns can be read on a page beside sentences.
MOST_BESIDE = 8


@frozen
class PrintedRow:
    """The words of a row, its name first; its id, where it stands nowhere else; whether its sentence is in the language."""

    cells: tuple[str, ...]
    id: str
    worded: bool = True


@frozen
class PrintedTable:
    """A table: the names of its columns, and its rows. With `has_sentences` the last column is what each row says."""

    head: tuple[str, ...]
    rows: tuple[PrintedRow, ...]
    has_sentences: bool = False


@frozen(eq=False)
class TableRowText:
    """The text of a row, the names of the columns whose values it fills in, and whether it is in the language."""

    text: str
    states: frozenset[str]
    worded: bool


@frozen(eq=False)
class TableWriter:
    """Puts tables into words. `value_of` gives the values of expressions, `term` the words of names."""

    symbols: SymbolTable
    value_of: Callable[[ast.Expr], int | str | None]
    term: Callable[[str], str]

    def owner(self, clause: ClauseFacts) -> EnumType | None:
        """The rows of a table as a type; None for what is no table."""
        owner = self.symbols.names.types.get(clause.id)
        return owner if clause.kind == "table" and isinstance(owner, EnumType) else None

    def table(self, clause: ClauseFacts, worded_rows: Mapping[str, TableRowText],
              left_out: frozenset[str]) -> PrintedTable | None:
        """A table in print; `worded_rows` are the texts of its rows, by their names."""
        owner = self.owner(clause)
        if owner is None:
            return None
        shown = {column.name: self.without(cells, owner, column, left_out) for column in self.columns(owner.name)
                 if f"{owner.name}.{column.name}" not in left_out
                 and (cells := self.column(clause, column, owner, worded_rows))}
        shown = self.together({self.term(name): cells for name, cells in shown.items()})
        head = [self.term(owner.name), *shown]
        as_column = bool(worded_rows) and len(head) < MOST_BESIDE
        if not as_column and not shown:
            return None
        if as_column:
            head.append(self.term("description"))
        rows = []
        for i, name in enumerate(owner.members):
            words = (self.term(name), *(column[i] for column in shown.values()))
            worded_row = worded_rows.get(name)
            if as_column:
                words = (*words, "" if worded_row is None else worded_row.text)
            stands_below = worded_row is not None and not as_column
            rows.append(PrintedRow(words, "" if stands_below else f"{owner.name}.{name}",
                                   worded_row is None or worded_row.worded))
        return PrintedTable(tuple(head), tuple(rows), as_column)

    def without(self, cells: list[str], owner: EnumType, column: ColumnInfo, left_out: frozenset[str]) -> list[str]:
        """A column in which nothing stands in place of the values that are left out, by `table.row.column`."""
        return [NOTHING if f"{owner.name}.{row}.{column.name}" in left_out else cell
                for row, cell in zip(owner.members, cells, strict=True)]

    def together(self, columns: dict[str, list[str]]) -> dict[str, list[str]]:
        """Columns by their heads; if several say but that something is so, their heads stand in one."""
        marks = {head: cells for head, cells in columns.items() if {YES, ""} >= set(cells)}
        if len(marks) < 2:
            return columns
        others = {head: cells for head, cells in columns.items() if head not in marks}
        rows = zip(*marks.values(), strict=True)
        worded_rows = [", ".join(head for head, cell in zip(marks, row, strict=True) if cell) for row in rows]
        return {**others, self.term("properties"): worded_rows}

    def columns(self, table: str) -> list[ColumnInfo]:
        """The columns of a table."""
        return [info for (owner, _), info in self.symbols.names.attributes.items() if owner == table
                and isinstance(info, ColumnInfo)]

    def column(self, clause: ClauseFacts, column: ColumnInfo, owner: EnumType,
               worded_rows: Mapping[str, TableRowText]) -> list[str]:
        """The values of a column, row by row; none if the rows already say them."""
        node = clause.node
        declared = (other.value for other in node.columns if other.name == column.name) if isinstance(node, ast.Table) else ()
        default = next((value for value in declared if value is not None), None)
        # What is not printed needs no words.
        plain = evolve(self, term=str)
        usual = None if default is None else plain.written_word(str(self.value_of(default)))
        rows = range(len(owner.members))
        unusual = [owner.members[row] for row in rows if plain.cell(column, row) != usual]
        if len(rows) > 1 and all(row in worded_rows and column.name in worded_rows[row].states for row in unusual):
            return []
        return [NOTHING if cell == usual == "0" else cell for cell in (self.cell(column, row) for row in rows)]

    def cells(self, clause: ClauseFacts, columns: Container[str]) -> dict[str, str]:
        """The values of a row by the names of the columns that are wanted; nothing for what is no row."""
        table, _, row = clause.id.partition(".")
        owner = self.symbols.names.types.get(table)
        if clause.kind != "row" or not isinstance(owner, EnumType) or row not in owner.members:
            return {}
        index = owner.members.index(row)
        return {column.name: self.cell(column, index) for column in self.columns(owner.name) if column.name in columns}

    def cell(self, column: ColumnInfo, row: int) -> str:
        """The value of a row in a column, in words."""
        # The values of all rows stand in one tuple, and each takes as many places in it as its type is wide.
        wide = width(column.type)
        return self.written(column.type, column.values[row * wide : (row + 1) * wide])

    def written(self, type_: Type, cells: tuple[int, ...]) -> str:
        """A value in words: of amounts, the parts that are not nothing."""
        if isinstance(type_, PerType):
            wide = len(cells) // size(type_.index)
            parts = [(name_of(type_.index, key), self.written(type_.value, cells[i * wide : (i + 1) * wide]))
                     for i, key in enumerate(values(type_.index))]
            return ", ".join(f"{self.term(name)} {value}" for name, value in parts if value != "0") or NOTHING
        # The first place of a list is its length; those behind its last element are unused.
        if isinstance(type_, ListType):
            return ", ".join(self.written(type_.element, (entry,)) for entry in cells[1 : 1 + cells[0]]) or NOTHING
        if isinstance(type_, FlagType):
            return YES if cells[0] else ""
        return self.written_word(name_of(type_, cells[0]))

    def written_word(self, word: str) -> str:
        """The name of a value in words, of a set those of its members."""
        if word == "none":
            return NOTHING
        return ", ".join(self.term(text.strip()) for text in word.strip("{}").split(",")) or NOTHING
