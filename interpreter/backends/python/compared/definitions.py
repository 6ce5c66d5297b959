"""A script to what it defines by name; two scripts to the names that stand for something else in the one than in the other."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import cached_property
from types import CodeType

import attrs

from .....dsl import ir
from ...backend import GeneratedProgram
from .. import naming
from ..rows import rows_of_tables
from ..script import Script
from ..written import Written

# Every top-level statement of a script defines one name.
STATEMENT = re.compile(r"\n(?=\S)")
DEFINES = re.compile(r"(?:def )?(\w+)")
# Names that the generator numbers through a whole script.
NUMBERED = re.compile(r"\b(v|picked_)(\d+)\b")
# Parts of a program that say nothing of what is carried out, or that only conditions may ask for.
ONLY_ASKED_FOR = frozenset(("functions", "clauses", "sites", "title", "columns"))
ROWS = ("row_met", "row_read", "row_found")


class Definitions:
    """The text that defines each name of a script."""

    def __init__(self, program: ir.Program, script: Script) -> None:
        self.program = program
        self.texts: dict[str, str] = {}
        for statement in STATEMENT.split(script.text.rstrip("\n")):
            named = DEFINES.match(statement)
            assert named is not None, "each statement of a script defines a name"
            self.texts[named[1]] = statement

    @cached_property
    def users(self) -> Mapping[str, list[str]]:
        """For each word the names in whose definitions it stands."""
        found: dict[str, list[str]] = {}
        for name, text in self.texts.items():
            for word in set(re.findall(r"\w+", text)):
                found.setdefault(word, []).append(name)
        return found

    def changed_in(self, other: Definitions) -> frozenset[str]:
        """The names that stand for something else in another script, or use such a name."""
        names = {name for name in self.texts.keys() | other.texts.keys()
                 if not _is_same(self.texts.get(name), other.texts.get(name))}
        names |= _changed_tables(self.program, other.program)
        if rows_of_tables(self.program) != rows_of_tables(other.program):
            names |= set(ROWS)
        # What is defined alike in both uses the same in both.
        left = list(names)
        while left:
            new = [user for user in self.users.get(left.pop(), ()) if user not in names]
            names.update(new)
            left += new
        return frozenset(names)


class Uses:
    """The functions of a program that anything but functions uses, directly or not."""

    def __init__(self, program: ir.Program) -> None:
        self.program = program

    def changed_in(self, other: ir.Program) -> frozenset[str] | None:
        """The names of the generated functions that differ in another program, where nothing but functions uses them.

        None where more differs than these. Neither program needs to be written for it.
        """
        differing = {part.name for part in attrs.fields(ir.Program)
                     if getattr(self.program, part.name) != getattr(other, part.name)}
        if not differing <= ONLY_ASKED_FOR or len(self.program.functions) != len(other.functions):
            return None
        pairs = zip(self.program.functions, other.functions, strict=True)
        changed = {function.name for function, changed in pairs if function != changed}
        while more := {name for name, uses in self._by_functions.items() if not uses.isdisjoint(changed)} - changed:
            changed |= more
        # What only pictures say is filled in by functions of its own.
        texts = {number for number, uses in self._by_texts.items() if not uses.isdisjoint(changed)}
        if changed & self._by_others or texts & self._texts_of_blocks:
            return None
        return frozenset((*map(naming.function, changed), *map(naming.text, texts)))

    @cached_property
    def _by_functions(self) -> Mapping[str, frozenset[str]]:
        return {function.name: _called_in(function) for function in self.program.functions}

    @cached_property
    def _by_others(self) -> frozenset[str]:
        program = self.program
        return _called_in((program.straights, program.blocks, program.ends, program.invariants, program.step_invariants,
                           program.scores))

    @cached_property
    def _by_texts(self) -> Mapping[int, frozenset[str]]:
        return {number: _called_in(text) for number, text in enumerate(self.program.texts)}

    @cached_property
    def _texts_of_blocks(self) -> frozenset[int]:
        """The texts that blocks refer to by their numbers."""
        return frozenset(number for node in ir.inside(self.program.blocks) for number in _texts_of(node))


def _called_in(value: object) -> frozenset[str]:
    return frozenset(node.function for node in ir.inside(value) if isinstance(node, ir.CallFunction))


def _texts_of(node: object) -> Iterable[int]:
    match node:
        case ir.ChooseMove():
            yield from () if node.statement is None else (node.statement,)
        case ir.MoveOption() | ir.RollValue():
            yield node.notation
        case ir.Guard():
            yield from () if node.message is None else (node.message,)
        case ir.Bound():
            yield from (number for number in (node.among, node.meets) if number is not None)
        case _:
            # Nothing else refers to texts.
            pass


def definitions_of(generated: GeneratedProgram) -> Definitions:
    """The definitions of what notes what it applies."""
    assert isinstance(generated, Written), "the generator of Python is the reference"
    return Definitions(generated.program, generated.recording)


def _is_same(text: str | None, other: str | None) -> bool:
    return text == other or (text is not None and other is not None and _renumbered(text) == _renumbered(other))


def _renumbered(text: str) -> str:
    """A text in which the names that are numbered through a script are numbered anew."""
    known: dict[str, str] = {}
    return NUMBERED.sub(lambda hit: known.setdefault(hit[0], f"{hit[1]}#{len(known)}"), text)


def _changed_tables(a: ir.Program, b: ir.Program) -> set[str]:
    """The tables that are others; all of them where their names are."""
    names = {naming.table(i) for i in range(max(len(a.tables), len(b.tables)))}
    if [name for name, _ in a.tables] != [name for name, _ in b.tables]:
        return names
    pairs = zip(a.tables, b.tables, strict=True)
    return {naming.table(i) for i, ((_, values), (_, others)) in enumerate(pairs) if values != others}


def names_in(code: CodeType) -> Iterable[str]:
    """The names that compiled code refers to, also in functions inside it."""
    yield from code.co_names
    for part in code.co_consts:
        if isinstance(part, CodeType):
            yield from names_in(part)
