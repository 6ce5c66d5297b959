"""A compiled rulebook -> the names in it: where each is declared, where it is used, and its meaning.

The checker gives each node of a use its meaning. Names in types, bounds and heads have none. They can only name declarations
of the whole rulebook, so their text is enough.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from typing import Literal, assert_never

from attrs import frozen

from ....dsl import syntax as ast
from ....dsl.driver.compile import Compiled
from ....dsl.source.span import Source, Span
from ....dsl.symbols.symbols import (
    Ambiguous,
    BoardInfo,
    Builtin,
    ColumnInfo,
    Constant,
    DomainOf,
    EffectInfo,
    EventInfo,
    FaultyName,
    FieldInfo,
    FunctionInfo,
    Local,
    LocalKind,
    Meaning,
    OwnedName,
    RuleInfo,
    SpaceSet,
)
from ....dsl.syntax.walk import nodes_in
from ....dsl.types.shapes import ShapeName
from ....dsl.types.types import EnumType, Type
from ....dsl.variants import NamedKind, named
from .targets import Target

# The kinds of names within a rule, as messages write them.
LocalName = Literal["`parameter`", "`let`", "`var`", "`each`", "`roll`", "`space`"]
_LOCALS: dict[LocalKind, LocalName] = {
    "parameter": "`parameter`", "let": "`let`", "var": "`var`", "each": "`each`", "roll": "`roll`", "space": "`space`"}
# The kinds of named things, in the words of messages.
DeclaredKind = NamedKind | ShapeName | LocalName | Literal[
    "word", "seat", "spaces", "regions", "space", "effect", "value", "function of the language"]
# The kinds of things that are named behind a dot.
OWNED: tuple[DeclaredKind, ...] = ("column", "effect")
# The kinds of declarations that the language names.
_UNNAMED: tuple[DeclaredKind, ...] = ("play", "score", "sides")


@frozen
class DeclaredName:
    """A named thing: its kind in the words of messages, the place of its name, and its node.

    `span` is None for what the language itself has. `id` is the name with its owner before it, as `player.score`.
    """

    kind: DeclaredKind
    id: str
    name: str
    span: Span | None
    node: ast.Node | None = None

    @property
    def is_local(self) -> bool:
        """Whether only the rule or function around it knows the name."""
        return self.kind.startswith("`") or self.kind == "value"

    @property
    def has_owner(self) -> bool:
        """Whether it belongs to each thing of a kind, and is named behind a dot."""
        return self.kind in OWNED or (self.kind == "field" and not self.id.startswith("state."))

    @property
    def has_name(self) -> bool:
        """Whether an author has chosen the name; else it is a word of the language."""
        return self.span is not None and self.kind not in _UNNAMED


@frozen
class NameUse:
    """A place where a name stands, and the thing that it names.

    `type` is that of the expression, where it is one, for the fewest players that have it; `node` is this expression.
    """

    span: Span
    of: DeclaredName
    type: Type | None = None
    node: ast.Node | None = None

    @property
    def is_declaration(self) -> bool:
        """Whether this is the place where the name is declared."""
        return self.span == self.of.span


class RulebookNames:
    """The names of a rulebook, from its declarations and from their compilation for each number of players.

    `targets` are the names of what its variants change.
    """

    def __init__(self, declarations: Iterable[ast.Declaration], rulebooks: Iterable[Compiled],
                 targets: Iterable[Target] = ()) -> None:
        self.declarations = tuple(declarations)
        self.rulebooks = tuple(rulebooks)
        self.targets = tuple(targets)
        self.declared: dict[str, DeclaredName] = {}
        self.by_name: dict[str, DeclaredName] = {}
        self.locals: dict[Local, DeclaredName] = {}
        declared_names = tuple(_declared(self.declarations))
        self.declared.update((declared.id, declared) for declared in reversed(declared_names))
        # What has an owner is only named behind a dot, so a name that stands alone is that of something else first.
        for declared in (*(declared for declared in declared_names if not declared.has_owner), *declared_names):
            self.by_name.setdefault(declared.name, declared)
        self.behind_dot: dict[str, DeclaredName] = {}
        for declared in (*(declared for declared in declared_names if declared.has_owner), *declared_names):
            self.behind_dot.setdefault(declared.name, declared)
        for compiled in self.rulebooks:
            self._note_locals(compiled)

    @cached_property
    def uses(self) -> tuple[NameUse, ...]:
        """All places where names stand, declarations included, each once."""
        use_at: dict[Span, NameUse] = {}
        for declared in self.declared.values():
            if declared.span is not None:
                use_at[declared.span] = NameUse(declared.span, declared)
        for local in self.locals.values():
            if local.span is not None:
                use_at.setdefault(local.span, NameUse(local.span, local, _type_of_local(local, self.locals)))
        for declaration in self.declarations:
            for word in _words_of_columns(declaration):
                column = self.declared.get(f"{getattr(declaration, 'name', '')}.{word.name}")
                if column is not None:
                    use_at.setdefault(word.span, NameUse(word.span, column))
            for node in nodes_in(declaration):
                use = self._use(node)
                if use is not None:
                    use_at.setdefault(use.span, use)
        for id, span in self.targets:
            changed = self.declared.get(id) or self._below.get(id)
            if changed is not None:
                use_at.setdefault(span, NameUse(span, changed))
        return tuple(use_at.values())

    @cached_property
    def _below(self) -> Mapping[str, DeclaredName]:
        """The things of the rulebook without its variants, by id: a variant may take one away."""
        changes = next((declaration for declaration in self.declarations if isinstance(declaration, ast.Alterations)), None)
        return {declared.id: declared for declared in _declared(() if changes is None else changes.unchanged)}

    @cached_property
    def _by_line(self) -> Mapping[tuple[str, int], list[NameUse]]:
        lines: dict[tuple[str, int], list[NameUse]] = {}
        for use in self.uses:
            lines.setdefault((use.span.source.name, use.span.line), []).append(use)
        return lines

    def at(self, file: str, line: int, column: int) -> NameUse | None:
        """Return the use at a place, if a name stands there; the shortest of several."""
        uses = [use for use in self._by_line.get((file, line), ()) if use.span.column <= column <= use.span.end_column]
        return min(uses, key=lambda use: use.span.end_column - use.span.column, default=None)

    def uses_of(self, declared: DeclaredName) -> tuple[NameUse, ...]:
        """Return all uses of a thing, the place of its declaration included."""
        return tuple(use for use in self.uses if use.of == declared)

    def uses_in(self, source: Source) -> tuple[NameUse, ...]:
        """Return the uses in a file, in the order of the text."""
        return tuple(sorted((use for use in self.uses if use.span.source.name == source.name),
                            key=lambda use: (use.span.line, use.span.column)))

    def known_at(self, file: str, line: int) -> Iterator[tuple[DeclaredName, Local]]:
        """Yield the names that rules and functions declare in the declaration that a line belongs to."""
        around = next((declaration for declaration in self.declarations if declaration.span.source.name == file
                       and declaration.span.line <= line <= declaration.span.end_line), None)
        for local, declared in self.locals.items():
            if around is not None and declared.span is not None and declared.span.source.name == file and (
                    around.span.line <= declared.span.line <= around.span.end_line):
                yield declared, local

    # -- meanings ------------------------------------------------------------------------------

    def _use(self, node: ast.Node) -> NameUse | None:
        span = _name_span(node)
        if span is None:
            return None
        for compiled in self.rulebooks:
            if compiled.typing is None:
                continue
            meaning = compiled.typing.meanings.get(node)
            if meaning is not None:
                declared = self._declared_name(meaning, node)
                type_ = compiled.typing.types.get(node)
                return None if declared is None else NameUse(span, declared, type_, node)
        declared = self.by_name.get(span.text) if isinstance(node, ast.Name | ast.NamedType) else None
        return None if declared is None or isinstance(node, ast.Call) else NameUse(span, declared)

    def _declared_name(self, meaning: Meaning, node: ast.Node) -> DeclaredName | None:
        match meaning:
            case Local():
                return self.locals.get(meaning)
            case Constant(name, EnumType(name=owner)):
                return self.declared.get(f"{owner}.{name}") or self.by_name.get(name)
            case Constant(name=name) | SpaceSet(name=name):
                return self.by_name.get(name)
            case FieldInfo(name, owner):
                return self.declared.get(f"{'state' if owner is None else owner.name}.{name}")
            case ColumnInfo(name, owner) | EffectInfo(name, owner):
                return self.declared.get(f"{owner.name}.{name}")
            case FunctionInfo(name) | RuleInfo(name) | EventInfo(name) | BoardInfo(name):
                return self.by_name.get(name)
            case DomainOf(type_):
                return self.by_name.get(type_.name)
            case OwnedName(name=name):
                return self.by_name.get(name)
            case Builtin(name):
                return DeclaredName("function of the language", name, name, None)
            case Ambiguous() | FaultyName():
                return None
            case _:
                assert_never(meaning)

    def _note_locals(self, compiled: Compiled) -> None:
        """Note where the names inside rules and functions are declared."""
        if compiled.typing is None or compiled.symbols is None:
            return
        # In the domain of a chain or an amount its name stands for the parts before, and is the same name.
        several: dict[ast.Node, ast.Node] = {node.domain: node for node in compiled.typing.locals
                   if isinstance(node, ast.Binder) and isinstance(node.domain, ast.Chain | ast.AmountOf)}
        for node, local in compiled.typing.locals.items():
            place = several.get(node, node)
            span = getattr(place, "name_span", place.span)
            self.locals.setdefault(local, DeclaredName(_LOCALS[local.kind], local.name, local.name, span, place))
        # In the text that shows a space of a board, the name of its spaces stands for that space.
        self.locals.update((local, self.by_name[local.name]) for local in compiled.typing.shown.values())
        symbols = compiled.symbols
        infos: tuple[FunctionInfo | RuleInfo | EventInfo | EffectInfo, ...] = (
            *symbols.functions.values(), *symbols.rules.values(), *symbols.events.values(), *symbols.effects)
        for info in infos:
            for local, param in zip(info.params, info.node.params, strict=False):
                self.locals.setdefault(local, DeclaredName("value", local.name, local.name, param.name_span, param))


def _type_of_local(local_name: DeclaredName, known: Mapping[Local, DeclaredName]) -> Type | None:
    return next((local.type for local, declared in known.items() if declared is local_name), None)


def _declared(declarations: Iterable[ast.Declaration]) -> Iterator[DeclaredName]:
    """Yield the declarations of a rulebook outside rules."""
    everything = tuple(declarations)
    for node in named(everything):
        short = node.id.rpartition(".")[2]
        yield DeclaredName(node.kind, node.id, short, node.span, node.node)
    for declaration in everything:
        yield from _words(declaration)


def _words(declaration: ast.Declaration) -> Iterator[DeclaredName]:
    """Yield the words, spaces and effects that a declaration declares."""
    match declaration:
        case ast.Enum(name=owner, members=members):
            yield from (DeclaredName("word", f"{owner}.{word.name}", word.name, word.span, word) for word in members)
        case ast.Board():
            yield DeclaredName("spaces", declaration.space.name, declaration.space.name, declaration.space.span, declaration)
            if declaration.region is not None:
                region = declaration.region
                yield DeclaredName("regions", region.name, region.name, region.span, declaration)
            for rim in declaration.rims:
                yield DeclaredName(rim.shape, rim.name, rim.name, rim.name_span, rim)
                yield from _words_of_spaces(rim)
            yield from _words_of_spaces(declaration)
        case ast.Pieces(name=owner, columns=columns):
            yield from (_part("column", owner, column) for column in columns)
        case ast.Table(name=owner, effects=effects):
            yield from (_part("effect", owner, effect) for effect in effects)
        case ast.Rulebook(seats=seats):
            yield from (DeclaredName("seat", f"player.{seat.name}", seat.name, seat.span, seat) for seat in seats)
        case _:  # other declarations declare nothing but themselves
            return


def _words_of_columns(declaration: ast.Declaration) -> Iterator[ast.Name]:
    """Yield the names that stand for columns without a dot: of the values of rows and pieces, and in the texts of rows."""
    match declaration:
        case ast.Table(rows=rows):
            yield from (setting.column for row in rows for setting in row.settings if setting.column is not None)
            texts = (row.statement for row in rows if row.statement is not None)
            yield from (node for text in texts for node in nodes_in(text) if isinstance(node, ast.Name))
        case ast.Pieces(lines=lines):
            yield from (setting.column for line in lines for setting in line.settings if setting.column is not None)
        case _:  # other declarations have no columns
            return


def _words_of_spaces(board: ast.Board) -> Iterator[DeclaredName]:
    """Yield the names that a board, or its edges or corners, give to spaces, and their columns."""
    owner = board.space.name
    for mark in board.marks:
        for word in (*([mark.single] if mark.single else []), *mark.sets):
            yield DeclaredName("space", f"{owner}.{word.name}", word.name, word.span, mark)
    yield from (_part("column", owner, column) for column in board.columns)


def _part(kind: Literal["column", "effect"], owner: str, node: ast.Column | ast.Effect) -> DeclaredName:
    return DeclaredName(kind, f"{owner}.{node.name}", node.name, node.name_span, node)


def _name_span(node: ast.Node) -> Span | None:
    """Return the place of the name in a node that is one, or ends in one."""
    match node:
        case ast.Name() | ast.NamedType():
            return node.span
        case ast.Attribute(name=name):
            span = node.span
            begin = span.end_column - len(name)
            return Span(span.source, span.end_line, begin, span.end_line, span.end_column)
        case ast.Call(subject=subject):
            return _name_span(subject)
        case ast.Happening(event=event):
            return event.span
        case _:  # a node without a name of its own
            return None
