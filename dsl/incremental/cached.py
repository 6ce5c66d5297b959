"""A checked rulebook -> the part of it that is kept, so that declarations can be checked without the others."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, TypeGuard, assert_never

from attrs import field, frozen

from .. import syntax as ast
from ..check import Typing
from ..load.loader import Files
from ..parse import items_of
from ..symbols.symbols import FunctionInfo, RuleInfo, SymbolTable
from ..syntax.alone import Alone, EffectWay, Key, key_of, name_of, ways_of
from ..syntax.walk import nodes_in, words_of
from ..variants import named
from . import environment
from .alike import are_the_same

if TYPE_CHECKING:
    # Loading the rest of the compiler takes longer than a check of one declaration.
    from ..driver.compile import Compiled

# Of these the words of statements may differ.
Worded = (ast.Note | ast.Board | ast.Table | ast.Event | ast.Enum | ast.Parameter | ast.Pieces | ast.Constant | ast.Section
          | ast.Example | ast.Symmetry)
# Of these the values may differ.
Valued = ast.Constant | ast.Parameter | ast.Table
# Of these the types may differ in ranges of numbers.
Headed = ast.Fields | ast.Table | ast.Event
# The warnings that stay as long as the check finds of a declaration what it found, and nothing more is read.
LASTING = frozenset({"W401", "W402", "W403", "W404", "W405", "W501"})
# Where a declaration stands: the name of its file, and the line on which it begins.
Place = tuple[str, int]


@frozen
class AlteredItem:
    """A declaration as the variants leave it, as bytes; `words` are all that it has in it, but for those of texts."""

    words: frozenset[str]
    item: bytes


@frozen
class CachedRulebook:
    """A checked rulebook: the texts of its files by their names; its names and summaries for each number of players, as bytes.

    `main` is its first file, and `variants` are the headers of those that it is read with. No variant changes the declarations
    at the `unchanged` places; `altered` are all others as the variants leave them. `alone` are the declarations that
    can be checked alone, and `played` those among them on which its short games may depend, if it was played. `code` has its
    programs, as bytes. If it is `warned`, something is reported of its declarations: warnings that last (`LASTING`).
    `columns` are those of which a variant sets a value: that nothing reads it is reported. `chosen` are the parameters that
    were set to a value when it was checked. `worded` are digests of what its check asks of glossaries and of texts that it
    does not look at, by the names of their files.
    """

    main: str
    variants: tuple[ast.Variant, ...]
    texts: Mapping[str, str]
    unchanged: frozenset[Place]
    altered: tuple[AlteredItem, ...]
    alone: frozenset[Key]
    played: frozenset[Key]
    tables: tuple[bytes, ...]
    code: tuple[bytes, ...]
    warned: bool = False
    columns: frozenset[str] = frozenset()
    chosen: frozenset[str] = frozenset()
    worded: Mapping[str, str] = field(factory=dict)


def cached_rulebook(files: Files, compilations: Sequence[Compiled], called: frozenset[str] | None, chosen: Iterable[str] = ()
                    ) -> CachedRulebook:
    """Return the part of a rulebook without errors that is kept, for each number of players.

    Its short games, if it was played, came to the rules, functions and clauses that were `called`. Parameters that are `chosen`
    were set to a value.
    """
    from ..analyses.unused import set_by_variants  # as above
    from ..lower.again import cached_code
    from .summaries import summaries_of

    tables = [(compiled.symbols, compiled.typing) for compiled in compilations
              if compiled.symbols is not None and compiled.typing is not None]
    summaries = [summaries_of(compiled) for compiled in compilations]
    code = [environment.written_code(cached_code(compiled.program, compiled.lowered)) for compiled in compilations
            if compiled.program is not None and compiled.lowered is not None]
    declared, declared_at = set(files.declarations), {place(item): item for item in files.declarations}
    alone = [part for item in files.declarations for part in parts_alone(item)
             if all(_is_meant(part, symbols) for symbols, _ in tables)]
    played = frozenset[ast.Node]() if called is None else frozenset(
        node for _, typing in tables for node in _depended_on(files.declarations, alone, called, typing))
    # A variant puts all tables together once more, also those that it leaves as they are.
    unchanged = frozenset(key for source in files.sources for item in items_of(source) for key in (place(item),)
                          if item in declared or (key in declared_at and are_the_same(item, declared_at[key])))
    altered = [item for item in files.declarations if place(item) not in unchanged and not isinstance(item, ast.Alterations)]
    return CachedRulebook(files.path, files.variants, {source.name: source.text for source in files.sources},
                          unchanged, tuple(AlteredItem(frozenset(word for node in nodes_in(item) for word in words_of(node)),
                                                       environment.written_item(item)) for item in altered),
                          frozenset(map(key_of, alone)), frozenset(key_of(part) for part in alone if part in played),
                          tuple(environment.written(symbols, summary)
                                for (symbols, _), summary in zip(tables, summaries, strict=True)),
                          tuple(code), any(compiled.diagnostics for compiled in compilations),
                          frozenset(column.name for item in files.declarations if isinstance(item, ast.Table)
                                    for _, column in set_by_variants(item)), frozenset(chosen))


def place(item: ast.Item) -> Place:
    """Return where a declaration stands."""
    return item.span.source.name, item.span.line


def parts_alone(item: ast.Item) -> tuple[Alone, ...]:
    """Return the parts of a declaration that can be checked alone: itself, or the ways of the rows of a table."""
    match item:
        case ast.Function() | ast.Rule() | ast.End() | ast.Invariant():
            return (item,)
        case ast.Table():
            return ways_of(item)
        case _:
            # Of all other declarations others depend on more than their bodies.
            return ()


def is_there(node: Alone, symbols: SymbolTable) -> bool:
    """Return whether a part is there with this number of players: a row may not be."""
    return not isinstance(node, EffectWay) or node.row in symbols.effect_of(node).owner.members


def is_worded(item: ast.Item) -> TypeGuard[Worded]:
    """Return whether the statements of a declaration may have other words."""
    return isinstance(item, Worded)


def is_valued(item: ast.Item) -> TypeGuard[Valued]:
    """Return whether a declaration may have other values."""
    return isinstance(item, Valued)


def is_headed(item: ast.Item) -> TypeGuard[Headed]:
    """Return whether types in a declaration without a body may have other ranges."""
    return isinstance(item, Headed)


def ids_of(part: Alone) -> frozenset[str]:
    """Return the names by which clauses and code know a declaration or a way, and what is named inside it."""
    return frozenset((*(inner.id for inner in named((part,))), name_of(part)))


def _depended_on(declarations: Iterable[ast.Declaration], alone: Iterable[Alone], called: frozenset[str], typing: Typing
                 ) -> set[ast.Node]:
    """Return the parts that were called, and those that code of them was planned by: functions, and rules looked at.

    Declarations of which nobody knows whether they were called count as called: so do ends, because a rule that checks one asks
    for its condition itself.
    """
    edge: list[ast.Node] = [declaration for declaration in declarations
                            if isinstance(declaration, ast.Table) or not parts_alone(declaration)]
    edge += (part for part in alone if isinstance(part, ast.End) or not called.isdisjoint(ids_of(part)))
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
        case EffectWay():
            # Of two rows with one name none is checked alone: there is a mistake in them.
            return True
        case _:
            assert_never(node)
