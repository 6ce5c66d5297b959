"""A checked rulebook -> the part of it that is kept, so that declarations can be checked without the others."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, TypeGuard, assert_never

from attrs import frozen

from .. import syntax as ast
from ..check import Typing
from ..load.loader import Files
from ..parse import items_of
from ..symbols.symbols import FunctionInfo, RuleInfo, SymbolTable
from ..syntax.walk import nodes_in
from ..variants import named
from . import environment

if TYPE_CHECKING:
    # Loading the rest of the compiler takes longer than a check of one declaration.
    from ..driver.compile import Compiled

# These declarations can be checked alone.
Alone = ast.Function | ast.Rule | ast.End | ast.Invariant
# Of these the words of statements may differ.
Worded = (ast.Note | ast.Table | ast.Event | ast.Enum | ast.Parameter | ast.Pieces | ast.Constant | ast.Section | ast.Example)
# Of these the values may differ.
Valued = ast.Constant | ast.Parameter | ast.Table
# Where a declaration stands: the name of its file, and the line on which it begins.
Place = tuple[str, int]
# The form of a declaration, and its name.
Key = tuple[str, str]


@frozen
class KeptRulebook:
    """A checked rulebook: the texts of its files by their names; its names and summaries for each number of players, as bytes.

    `main` is its first file, and `variants` are the headers of those that it is read with. No variant changes the declarations
    at the `unchanged` places. `alone` are the declarations that can be checked alone, and `played` those among them on which
    its trial games may depend, if it was played. `code` has its programs, as bytes.
    """

    main: str
    variants: tuple[ast.Variant, ...]
    texts: Mapping[str, str]
    unchanged: frozenset[Place]
    alone: frozenset[Key]
    played: frozenset[Key]
    tables: tuple[bytes, ...]
    code: tuple[bytes, ...]


def keep(files: Files, found: Sequence[Compiled], called: frozenset[str] | None) -> KeptRulebook:
    """Return the part of a rulebook without mistakes that is kept, for each number of players.

    Its trial games, if it was played, came to the rules, functions and clauses that were `called`.
    """
    from ..lower.again import keep_code  # as above
    from .summaries import summaries_of

    tables = [(compiled.symbols, compiled.typing) for compiled in found
              if compiled.symbols is not None and compiled.typing is not None]
    summaries = [summaries_of(compiled) for compiled in found]
    code = [environment.written_code(keep_code(compiled.program, compiled.lowered)) for compiled in found
            if compiled.program is not None and compiled.lowered is not None]
    declared = set(files.declarations)
    alone = [item for item in files.declarations
             if is_alone(item) and all(_is_meant(item, symbols) for symbols, _ in tables)]
    played = frozenset[ast.Node]() if called is None else frozenset(
        node for _, typing in tables for node in _depended_on(files.declarations, called, typing))
    return KeptRulebook(files.path, files.variants, {source.name: source.text for source in files.sources},
                        frozenset(place(item) for source in files.sources for item in items_of(source) if item in declared),
                        frozenset(map(key_of, alone)), frozenset(key_of(item) for item in alone if item in played),
                        tuple(environment.written(symbols, one) for (symbols, _), one in zip(tables, summaries, strict=True)),
                        tuple(code))


def place(item: ast.Item) -> Place:
    """Return where a declaration stands."""
    return item.span.source.name, item.span.line


def key_of(item: Alone) -> Key:
    """Return the key of a declaration."""
    return type(item).__name__, name_of(item)


def name_of(item: Alone) -> str:
    """Return the name of a declaration; that of the first rule of a game is `play`."""
    return "play" if isinstance(item, ast.Rule) and item.kind == "play" else item.name


def is_alone(item: ast.Item) -> TypeGuard[Alone]:
    """Return whether a declaration can be checked alone."""
    return isinstance(item, Alone)


def is_worded(item: ast.Item) -> TypeGuard[Worded]:
    """Return whether the statements of a declaration may have other words."""
    return isinstance(item, Worded)


def is_valued(item: ast.Item) -> TypeGuard[Valued]:
    """Return whether a declaration may have other values."""
    return isinstance(item, Valued)


def ids_of(item: Alone) -> frozenset[str]:
    """Return the names by which clauses and code know a declaration, and what is named inside it."""
    return frozenset((*(inner.id for inner in named((item,))), name_of(item)))


def _depended_on(declarations: Iterable[ast.Declaration], called: frozenset[str], typing: Typing) -> set[ast.Node]:
    """Return the declarations that were called, and those that code of them was planned by: functions, and rules looked at.

    Declarations of which nobody knows whether they were called count as called.
    """
    edge: list[ast.Node] = [declaration for declaration in declarations if not is_alone(declaration) or (
        not called.isdisjoint(ids_of(declaration)))]
    out = set[ast.Node]()
    while edge:
        node = edge.pop()
        if node not in out:
            out.add(node)
            inner = tuple(nodes_in(node))
            meanings = [typing.meanings.get(part) for part in inner]
            edge += [meaning.node for meaning in meanings if isinstance(meaning, FunctionInfo)]
            if any(isinstance(part, ast.Supposed | ast.Can) for part in inner):
                edge += [meaning.node for meaning in meanings if isinstance(meaning, RuleInfo)]
    return out


def _is_meant(node: Alone, symbols: SymbolTable) -> bool:
    """Return whether a declaration is the one that its name stands for."""
    match node:
        case ast.Function():
            return node.name in symbols.functions and symbols.functions[node.name].node is node
        case ast.Rule(kind="play"):
            return symbols.play is node
        case ast.Rule():
            return node.name in symbols.rules and symbols.rules[node.name].node is node
        case ast.End():
            return node in symbols.ends
        case ast.Invariant():
            return node in symbols.invariants
        case _:
            assert_never(node)
