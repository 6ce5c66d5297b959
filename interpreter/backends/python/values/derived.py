"""Tables of a program -> tables that generated code makes of them once, so that play does not work out the same again."""

from __future__ import annotations

from .expressions import Names


class DerivedTables:
    """Names tables made of others, and adds the lines that make them to `lines`. A table is known by what it says."""

    def __init__(self, names: Names, lines: list[str]) -> None:
        self.names, self.lines = names, lines

    def moved(self, table: str, by: int) -> str:
        """A table of lists of lists of places, with a number added to each place."""
        said, of = f"{table} + {by}", self.names.tables[table]
        name = f"{of}_{by}"
        rows = f"[tuple([place + {by} for place in row]) for row in rows]"
        return self._made(said, table, name, f"{name} = [{rows} for rows in {of}]")

    def without_own(self, table: str) -> str:
        """A table of lists of lists of places, in which each place is left out of the lists that it has."""
        said, of = f"{table} without its own", self.names.tables[table]
        name = f"{of}_others"
        rows = "[tuple([place for place in row if place != own]) for row in rows]"
        return self._made(said, table, name, f"{name} = [{rows} for own, rows in enumerate({of})]")

    def added(self, table: str, by: int) -> str:
        """A table of numbers, with a number added to each."""
        said, of = f"{table} plus {by}", self.names.tables[table]
        name = f"{of}_{'plus' if by >= 0 else 'less'}_{abs(by)}"
        return self._made(said, table, name, f"{name} = [number + {by} for number in {of}]")

    def _made(self, said: str, table: str, name: str, line: str) -> str:
        if said not in self.names.tables:
            self.names.tables[said], self.names.cells[said] = name, self.names.cells[table]
            self.lines.append(line)
        return said


def has_own(cells: tuple[object, ...]) -> bool:
    """Return whether the list at each place of a table has lists, and the place just once in each of them."""
    return any(cells) and all(isinstance(rows, tuple) and all(isinstance(row, tuple) and row.count(own) == 1 for row in rows)
                              for own, rows in enumerate(cells))
