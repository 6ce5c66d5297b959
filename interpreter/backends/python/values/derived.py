"""Tables of a program -> tables that generated code makes of them once, so that play does not work out the same again."""

from __future__ import annotations

from .....dsl import ir
from .expressions import CodeNames


class DerivedTables:
    """Names tables made of others, and adds the lines that make them to `lines`. A table is known by what it says."""

    def __init__(self, names: CodeNames, lines: list[str]) -> None:
        self.names, self.lines = names, lines

    def moved(self, table: str, by: int) -> str:
        """A table of lists of lists of places, with a number added to each place."""
        key, values = f"{table} + {by}", self.names.tables[table]
        name = f"{values}_{by}"
        rows = f"[tuple([place + {by} for place in row]) for row in rows]"
        return self._noted(key, table, name, f"{name} = [{rows} for rows in {values}]")

    def without_own(self, table: str) -> str:
        """A table of lists of lists of places, in which each place is left out of the lists that it has."""
        key, values = f"{table} without its own", self.names.tables[table]
        name = f"{values}_others"
        rows = "[tuple([place for place in row if place != own]) for row in rows]"
        return self._noted(key, table, name, f"{name} = [{rows} for own, rows in enumerate({values})]")

    def number(self, node: ir.Expr) -> str | None:
        """The entry of a table and a number added to it, as an entry of another table; None for other expressions."""
        match node:
            case ir.Arith("+" | "-" as sign, ir.Lookup(table, ir.Temp(index)), ir.Const(by)):
                by, cells = by if sign == "+" else -by, self.names.cells[table]
            case _:
                # Others are worked out in play.
                return None
        numbers = [cell + by for cell in cells if isinstance(cell, int)]
        if len(numbers) < len(cells):
            return None
        if numbers == list(range(len(numbers))):
            return index
        return f"{self.names.tables[self._added(table, by)]}[{index}]"

    def _added(self, table: str, by: int) -> str:
        """A table of numbers, with a number added to each."""
        key, values = f"{table} plus {by}", self.names.tables[table]
        name = f"{values}_{'plus' if by >= 0 else 'less'}_{abs(by)}"
        return self._noted(key, table, name, f"{name} = [number + {by} for number in {values}]")

    def _noted(self, key: str, table: str, name: str, line: str) -> str:
        if key not in self.names.tables:
            self.names.tables[key], self.names.cells[key] = name, self.names.cells[table]
            self.lines.append(line)
        return key


def has_own(cells: tuple[object, ...]) -> bool:
    """Return whether the list at each place of a table has lists, and the place just once in each of them."""
    return any(cells) and all(isinstance(rows, tuple) and all(isinstance(row, tuple) and row.count(own) == 1 for row in rows)
                              for own, rows in enumerate(cells))
