"""A rulebook checked without a mistake, and its files now -> the declarations that differ, if all that was found holds.

It holds where each declaration that differs can be checked alone, and is alike (`alike`), or else all passes behind the check
find what they found (`passes`). All else is left to a check of the whole rulebook.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, TypeGuard, assert_never

from attrs import frozen

from .. import ir
from .. import syntax as ast
from ..check import Typing
from ..check.rulebook import check_alone
from ..check.scope.typing import Unit
from ..load.loader import Files
from ..parse import items_of, parse_part, renumbered
from ..source.chunks import Chunk, cut
from ..source.diagnostics import Diagnostic, Diagnostics
from ..source.span import Source
from ..symbols.symbols import FunctionInfo, RuleInfo, SymbolTable
from ..syntax.walk import nodes_in
from ..variants import named
from . import environment
from .alike import Checked, are_alike, have_same_form, have_same_outline, have_same_rules

if TYPE_CHECKING:
    # Loading the rest of the compiler takes longer than a check of one declaration.
    from ..driver.compile import Compiled
    from .summaries import Summaries

Alone = ast.Function | ast.Rule | ast.End | ast.Invariant
# Of these declarations only the words of statements may differ.
Worded = ast.Note | ast.Table | ast.Event | ast.Enum | ast.Parameter | ast.Pieces
# Where a declaration stands: the name of its file, and the line on which it begins.
Place = tuple[str, int]


@frozen
class KeptRulebook:
    """A checked rulebook: the texts of its files by their names; its names and summaries for each number of players, as bytes.

    `main` is its first file, and `variants` are the headers of those that it is read with. `alone` are the places of the
    declarations that can be checked alone, as no variant changes them, and `worded` of those whose statements may have other
    words; `played` are those among the first on which its trial games may depend, if it was played, and `code` has its
    programs, as bytes.
    """

    main: str
    variants: tuple[ast.Variant, ...]
    texts: Mapping[str, str]
    alone: frozenset[Place]
    worded: frozenset[Place]
    played: frozenset[Place]
    tables: tuple[bytes, ...]
    code: tuple[bytes, ...]


@frozen
class Differing:
    """A declaration as it was checked, and as it is now."""

    old: Alone
    new: Alone


@frozen
class Reworded:
    """A declaration as it was checked, and as it is now, with other words in its statements."""

    old: Worded
    new: Worded


@frozen
class Program:
    """A program with declarations as they are now, and its names.

    `blocks` says how many a whole compilation makes, and `before` made: the length of trial games depends on it.
    """

    symbols: SymbolTable
    program: ir.Program
    blocks: int
    before: int


@frozen
class Found:
    """The declarations that differ, and the programs with them, if they may have other blocks or trial games: all or none.

    In those that are `reworded`, only words of statements differ.

    `is_played` says whether the trial games came to one of the declarations. If there are `mistakes`, nothing is played.
    """

    differing: tuple[Differing, ...]
    reworded: tuple[Reworded, ...]
    programs: tuple[Program, ...]
    is_played: bool
    mistakes: tuple[Diagnostic, ...] = ()


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
    written = [item for source in files.sources for item in items_of(source) if item in declared]
    alone = [item for item in written if _is_alone(item) and all(_is_meant(item, symbols) for symbols, _ in tables)]
    played = frozenset[ast.Node]() if called is None else frozenset(
        node for _, typing in tables for node in _depended_on(files.declarations, called, typing))
    return KeptRulebook(files.path, files.variants, {source.name: source.text for source in files.sources},
                        frozenset(map(_place, alone)), frozenset(_place(item) for item in written if _is_worded(item)),
                        frozenset(_place(item) for item in alone if item in played),
                        tuple(environment.written(symbols, one) for (symbols, _), one in zip(tables, summaries, strict=True)),
                        tuple(code))


def _place(item: Alone | Worded) -> Place:
    return item.span.source.name, item.span.line


def _depended_on(declarations: Iterable[ast.Declaration], called: frozenset[str], typing: Typing) -> set[ast.Node]:
    """Return the declarations that were called, and those that code of them was planned by: functions, and rules looked at.

    Declarations of which nobody knows whether they were called count as called.
    """
    edge: list[ast.Node] = [declaration for declaration in declarations if not _is_alone(declaration) or (
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


def ids_of(item: Alone) -> frozenset[str]:
    """Return the names by which clauses and code know a declaration, and what is named inside it."""
    return frozenset((*(inner.id for inner in named((item,))), _name(item)))


def _name(item: Alone) -> str:
    return "play" if isinstance(item, ast.Rule) and item.kind == "play" else item.name


def _is_alone(item: ast.Item) -> TypeGuard[Alone]:
    return isinstance(item, Alone)


def _is_worded(item: ast.Item) -> TypeGuard[Worded]:
    return isinstance(item, Worded)


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


def check_again(kept: KeptRulebook, texts: Mapping[str, str]) -> Found | None:
    """Check the declarations that differ if these files have other texts now; None where the rulebook has to be checked whole.

    Raises AttributeError where a check asks for more than is kept.
    """
    differing, reworded = list[Differing](), list[Reworded]()
    for name, text in texts.items():
        old, new = Source(name, kept.texts[name]), Source(name, text)
        for chunks in _pairs(old, new):
            both = None if chunks is None else _parsed(kept, old, new, *chunks)
            match both:
                case None:
                    return None
                case Reworded():
                    reworded.append(both)
                case Differing():
                    differing.append(both)
                case _:
                    assert_never(both)
    if not differing:
        return Found((), tuple(reworded), (), False)
    is_played = any(_place(both.old) in kept.played and not have_same_rules(both.old, both.new) for both in differing)
    programs: list[Program] = []
    mistakes, wrong = Diagnostics(), 0
    for table, code in zip(kept.tables, kept.code, strict=True):
        symbols, summaries = environment.read(table)
        here = Diagnostics()
        checked = [(both.old, both.new, check_alone(symbols, both.old), check_alone(symbols, both.new, here))
                   for both in differing]
        if here.failed:
            if not _are_all(here, summaries, symbols, checked):
                return None
            mistakes.extend(here.sorted())
            wrong += 1
            continue
        others = [one for one in checked if not _are_alike(*one)]
        if others and not _hold(summaries, symbols, others):
            return None
        # A rule that waits may have more blocks than before, or fewer.
        if is_played or (others and any(_waits(both.new, summaries) for both in differing)):
            from ..lower.again import lower_again  # as above

            # The code of what looks ahead has parts of what it looks at.
            if any(_name(both.new) in summaries.looked_at for both in differing):
                return None
            made = lower_again(environment.read_code(code), symbols, [(new, was, is_) for _, new, was, is_ in checked])
            if made is None:
                return None
            programs.append(Program(symbols, made.program, made.blocks, made.before))
    # Of mistakes with some numbers of players only, later passes look at the others.
    if wrong not in (0, len(kept.tables)):
        return None
    return Found(tuple(differing), tuple(reworded), tuple(programs), is_played, mistakes.sorted())


def _are_all(found: Diagnostics, summaries: Summaries, symbols: SymbolTable,
             checked: Sequence[tuple[Alone, Alone, Unit, Unit]]) -> bool:
    """Return whether a whole check finds these mistakes and no others."""
    from .passes import all_stop

    # A whole check comes to declarations in their order, and what it says of a name may depend on the types that it has seen.
    symbols.names.words.clear()
    again = Diagnostics()
    for _, new, _, _ in checked:
        check_alone(symbols, new, again)
    return again.sorted() == found.sorted() and all_stop(summaries, symbols, checked)


def _are_alike(old: Alone, new: Alone, was: Unit, is_: Unit) -> bool:
    return have_same_form(old, new) and are_alike(Checked(old, was), Checked(new, is_))


def _hold(summaries: Summaries, symbols: SymbolTable, pairs: Sequence[tuple[Alone, Alone, Unit, Unit]]) -> bool:
    """Return whether all passes find what they found; loading them takes longer than to compare declarations of one form."""
    from .passes import all_hold

    return all_hold(summaries, symbols, pairs)


def _waits(node: ast.Node, summaries: Summaries) -> bool:
    return isinstance(node, ast.Rule) and _name(node) in summaries.suspending


def _pairs(old: Source, new: Source) -> Iterator[tuple[Chunk, Chunk] | None]:
    """Yield the declarations of a file that have another text, as they were and as they are; None for any other difference."""
    diagnostics = Diagnostics()
    before, now = cut(old, diagnostics), cut(new, diagnostics)
    if diagnostics.sorted() or len(before) != len(now) or not now:
        yield None
        return
    yield from ((one, other) for one, other in zip(before, now, strict=True) if one.text != other.text)


def _parsed(kept: KeptRulebook, old: Source, new: Source, before: Chunk, now: Chunk) -> Differing | Reworded | None:
    """Return a declaration as it was and as it is, if it can be checked alone."""
    diagnostics = Diagnostics()
    ends = before.line + before.text.count("\n")
    was = tuple(item for item in items_of(old) if before.line <= item.span.line < ends)
    is_ = renumbered(was, before, now, new) or parse_part(new, now, diagnostics)
    if diagnostics.sorted() or len(was) != 1 or len(is_) != 1:
        return None
    one, other = was[0], is_[0]
    if _is_worded(one) and _is_worded(other):
        return Reworded(one, other) if _place(one) in kept.worded and have_same_rules(one, other) else None
    if not _is_alone(one) or not _is_alone(other) or _place(one) not in kept.alone or not have_same_outline(one, other):
        return None
    return Differing(one, other)

