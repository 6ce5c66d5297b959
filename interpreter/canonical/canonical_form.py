"""Parts of a program to sequences of words that are equal when the parts do the same.

Places, statements, messages, and what temporaries are called make no difference; messages and statements do
where all that is said counts too.
"""

from __future__ import annotations

import attrs

from ...dsl import ir

# What says where something stands in the rulebook, how it looks, or what it says, and not what happens. That a choice is
# private, and which conditions a notation relies on, follows from what these read, and from who sees that; `effective` is only
# asked by those who look on.
_PRESENTATION = ("site", "sites", "names", "pictures", "rim", "letters", "aside", "private", "relies", "effective", "is_sides")
# What is said in the course of play: these have the numbers of texts.
_MESSAGES: dict[type, tuple[str, ...]] = {
    ir.Bound: ("among",), ir.Guard: ("message",), ir.Ensure: ("message",), ir.ChooseMove: ("statement",)}
# The names of temporaries: what they are called, and how many there are before them, changes nothing.
TEMPORARIES: dict[type, str] = {
    ir.Temp: "name", ir.Let: "name", ir.Gather: "name", ir.For: "name", ir.Bound: "name", ir.Ending: "name", ir.Paths: "name",
    ir.Function: "params", ir.Procedure: "params",
}


class CanonicalWriter:
    """Writes parts of one program as words. The functions and tables that they use are `left` to be written.

    Words are added to one list and not handed on: a program has a million of them, and its hash is asked for in play.
    """

    def __init__(self, program: ir.Program, messages: bool = False) -> None:
        self.program, self.messages = program, messages
        self.temporaries: dict[str, int] = {}
        self.used: dict[str, object] = {}
        self.left: list[object] = []
        self.functions = {function.name: function for function in program.functions}
        self.tables = dict(program.tables)
        self.kinds: dict[type, tuple[str, ...] | None] = {}

    def of(self, value: object) -> list[str]:
        """The words of a part of the program."""
        out: list[str] = []
        self.add(value, out)
        return out

    def add(self, value: object, out: list[str]) -> None:
        """Add the words of a part of the program."""
        if isinstance(value, tuple):
            out.append(f"tuple {len(value)}")
            for record in value:
                # Tables have many numbers.
                if type(record) is int:
                    out.append(str(record))
                else:
                    self.add(record, out)
            return
        parts = self.parts_that_count(type(value))
        if parts is None:
            out.append(repr(value))
            return
        out.append(type(value).__name__)
        for part in parts:
            self.add_part(value, part, out)

    def add_part(self, value: object, name: str, out: list[str]) -> None:
        """Add the words of an attribute; what it names by number or name is given by what it says or does."""
        inside = getattr(value, name)
        if TEMPORARIES.get(type(value)) == name:
            out += [self.temporary(inside)] if isinstance(inside, str) else map(self.temporary, inside)
        elif name == "notation" or name in _MESSAGES.get(type(value), ()):
            self.add(self.text_numbered(inside), out)
        elif isinstance(value, ir.Lookup) and name == "table":
            out.append(self.table(inside))
        elif isinstance(value, ir.CallFunction | ir.Supposed) and name == "function":
            out.append(self.function(inside))
        else:
            self.add(inside, out)

    def text_numbered(self, text: int | None) -> ir.TextOf | None:
        """A text by its number, if there is one."""
        return None if text is None else self.program.texts[text]

    def temporary(self, name: str) -> str:
        """A temporary by its place among all that are named."""
        return f"temporary {self.temporaries.setdefault(name, len(self.temporaries))}"

    def table(self, name: str) -> str:
        """A table that is looked up."""
        return self.use(f"table {name}", self.tables[name])

    def function(self, name: str) -> str:
        """A function that is called."""
        return self.use(f"function {name}", self.functions[name])

    def use(self, name: str, what: object) -> str:
        """A function or table that is used; what it is comes later, once."""
        if name not in self.used:
            self.used[name] = what
            self.left.append(what)
        return name

    def parts_that_count(self, kind: type) -> tuple[str, ...] | None:
        """The attributes of a kind of part that make a difference; None for what is no part, but a value."""
        if kind not in self.kinds:
            left_out = {*_PRESENTATION, *(() if self.messages else _MESSAGES.get(kind, ()))}
            self.kinds[kind] = (
                tuple(field.name for field in attrs.fields(kind) if field.name not in left_out) if attrs.has(kind) else None)
        return self.kinds[kind]
