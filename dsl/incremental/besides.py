"""Declarations that are new, or gone -> the names of a rulebook with them, or without them.

No other declaration may mean something else by them. So no name in them may stand anywhere else in the files of the rulebook.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import TypeGuard

from .. import syntax as ast
from ..check.rulebook import check_own_text, check_text_alone
from ..resolve.again import with_and_without
from ..source.diagnostics import Diagnostics
from ..symbols.symbols import Constant, SymbolTable
from ..syntax.walk import nodes_in
from ..types.types import EnumType
from ..variants import named

# Of all other declarations more is read than a name and a head, or others are made of them.
Besides = (ast.Function | ast.Rule | ast.Invariant | ast.Constant | ast.Parameter | ast.Note | ast.Section | ast.Event)
# The parts of the value of a new constant or parameter, and of its type, with names of constants and words.
_PLAIN = (ast.Integer, ast.Flag, ast.Binary, ast.Unary, ast.Conditional, ast.Name, ast.FlagType, ast.RangeType, ast.NamedType)


def is_besides(item: ast.Item) -> TypeGuard[Besides]:
    """Return whether a declaration may be new or gone."""
    match item:
        case ast.Rule():
            # What a reaction hangs on is not called by its name.
            return item.kind != "play" and item.after is None
        case ast.Parameter():
            return item.condition is None and item.set_by is None
        case ast.Section():
            return item.within is None
        case ast.Event():
            # Where something is announced to some alone, all is followed to where it is shown.
            return all(param.audience is None for param in item.params)
        case _:
            return isinstance(item, Besides)


def are_by_themselves(items: Sequence[Besides], texts: Iterable[str]) -> bool:
    """Return whether no name of declarations, or of a clause inside them, stands in any of these texts."""
    ids = sorted({re.escape(inner.id) for inner in named(items)})
    words = re.compile(rf"\b(?:{'|'.join(ids)})\b")
    return not ids or not any(words.search(text) for text in texts)


def names_with(symbols: SymbolTable, new: Sequence[Besides], gone: Sequence[Besides]) -> SymbolTable | None:
    """Return the names of a rulebook with declarations and without others; None where something is wrong with one.

    What is declared last may use all names. A constant is declared before others, and may use plain values alone.
    """
    if not all(_is_plain(symbols, value) for node in new for value in _values_in(node)):
        return None
    diagnostics = Diagnostics()
    now = with_and_without(symbols, new, gone, diagnostics)
    words = {word.name for word in now.names.words[len(symbols.names.words):]}
    return None if diagnostics.sorted() or words - {"none"} or not all(_says_well(now, node) for node in new) else now


def _values_in(node: Besides) -> tuple[ast.Node, ...]:
    """Return the parts of a declaration that have to be known before others are declared."""
    match node:
        case ast.Constant():
            return node.values
        case ast.Parameter():
            return node.type, node.value
        case _:
            return ()


def _is_plain(symbols: SymbolTable, value: ast.Node) -> bool:
    """Return whether a value, or a type, is made of numbers, constants, parameters and words of enums."""
    known = {*symbols.constants, *(parameter.name for parameter in symbols.parameters)}

    def is_known(name: str) -> bool:
        meaning = symbols.names.globals.get(name)
        return name in known or (isinstance(meaning, Constant) and isinstance(meaning.type, EnumType)
                                 and meaning.type.kind == "enum")

    # Of a type that is declared only behind parameters no word is known, and no number is a value.
    return all(isinstance(node, _PLAIN) and (not isinstance(node, ast.Name) or is_known(node.name))
               for node in nodes_in(value))


def _says_well(symbols: SymbolTable, node: Besides) -> bool:
    """Return whether the statement of a declaration has no mistake."""
    if node.statement is None:
        return True
    if isinstance(node, ast.Function | ast.Rule | ast.Event | ast.Invariant):
        return check_own_text(symbols, node)
    return check_text_alone(symbols, node.name, node.statement)
