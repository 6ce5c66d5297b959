"""Parts of a program to sequences of words that are equal when the parts do the same.

Places, statements, messages, and what temporaries are called make no difference.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import attrs

from ..dsl import ir

# What says where something stands in the rulebook, how it looks, or what it says, and not what happens. That a choice is
# private follows from what its requirements read, and from who sees that.
_SAID = ("site", "sites", "message", "statement", "names", "picture", "letters", "aside", "among",
         "meets", "private")
# The names of temporaries: what they are called, and how many there are before them, changes nothing.
_TEMPORARIES: dict[type, str] = {
    ir.Temp: "name", ir.Let: "name", ir.Gather: "name", ir.For: "name", ir.Bound: "name", ir.Ending: "name", ir.Paths: "name",
    ir.Function: "params", ir.Straight: "params",
}


class Words:
    """Writes parts of one program as words. The functions and tables that they use are `left` to be written."""

    def __init__(self, program: ir.Program) -> None:
        self.program = program
        self.temporaries: dict[str, int] = {}
        self.used: dict[str, object] = {}
        self.left: list[object] = []
        self.functions = {one.name: one for one in program.functions}
        self.tables = dict(program.tables)

    def of(self, value: Any) -> Iterator[str]:
        """The words of a part of the program."""
        if isinstance(value, tuple):
            yield f"tuple {len(value)}"
            for one in value:
                yield from self.of(one)
        elif attrs.has(type(value)):
            yield type(value).__name__
            for field in attrs.fields(type(value)):
                if field.name not in _SAID:
                    yield from self.part(value, field.name)
        else:
            yield repr(value)

    def part(self, value: object, name: str) -> Iterator[str]:
        """The words of an attribute; what it names by number or name is given by what it says or does."""
        inside = getattr(value, name)
        if _TEMPORARIES.get(type(value)) == name:
            yield from ([self.temporary(inside)] if isinstance(inside, str) else map(self.temporary, inside))
        elif name == "notation":
            yield from self.of(self.program.texts[inside])
        elif isinstance(value, ir.Lookup) and name == "table":
            yield from self.table(inside)
        elif isinstance(value, ir.CallFunction) and name == "function":
            yield from self.use(f"function {inside}", self.functions[inside])
        else:
            yield from self.of(inside)

    def temporary(self, name: str) -> str:
        """A temporary by its place among all that are named."""
        return f"temporary {self.temporaries.setdefault(name, len(self.temporaries))}"

    def table(self, name: str) -> Iterator[str]:
        """A table that is looked up."""
        return self.use(f"table {name}", self.tables[name])

    def use(self, name: str, what: object) -> Iterator[str]:
        """A function or table that is used; what it is comes later, once."""
        if name not in self.used:
            self.used[name] = what
            self.left.append(what)
        yield name
