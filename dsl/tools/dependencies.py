"""A compiled rulebook to its dependencies: for each id, the ids that it uses."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import zip_longest

from attrs import frozen

from .. import syntax as ast
from ..driver.compile import Compiled
from ..symbols.symbols import (
    BoardInfo,
    Builtin,
    ColumnInfo,
    Constant,
    DomainOf,
    EffectInfo,
    EventInfo,
    FieldInfo,
    FunctionInfo,
    Meaning,
    SpaceSet,
    SymbolTable,
)
from ..syntax.walk import parts_of
from ..types.types import EnumType
from ..variants import holder_of, name_of, named

# What is only said, and names that stand for no value: a column that is set, what an exception goes before.
_NO_USE = ("statement", "message", "shown_as", "column", "over", "letter", "single", "sets", "spaces", "links", "names", "ends")


Uses = Mapping[str, frozenset[str]]
"""For each id of a rulebook, the ids of what it uses."""
ENDS = "ends"
"""The id of all ends together, in their order."""
_TYPES = (ast.Enum, ast.Table, ast.Board, ast.Sides, ast.Pieces)


def uses(declarations: Iterable[ast.Declaration], compiled: Compiled) -> Uses:
    """For each id of a rulebook, the ids of what it uses itself; what stands inside it by its own name is left out.

    A requirement and a function use their exceptions, and a table its rows, which decide with them. What only the first
    value of a field uses stands under `FIELD =`: a rule that reads the field later does not use it.
    """
    everything = tuple(named(declarations))
    finder = _Finder(compiled, frozenset((declaration.id, type(declaration.node)) for declaration in everything))
    out: dict[str, set[str]] = {declaration.id: set() for declaration in everything}
    for declaration in everything:
        out[declaration.id].update(finder.used_in(declaration.node))
        if isinstance(declaration.node, ast.Field) and declaration.node.value is not None:
            out.setdefault(first_value_of(declaration.id), set()).update(finder.used_in(declaration.node.value))
        deciding = isinstance(declaration.node, ast.RequireException | ast.FunctionException | ast.Row)
        if deciding and declaration.parent is not None:
            out.setdefault(declaration.parent, set()).add(declaration.id)
    # A use of itself says nothing: whatever has changed is among what is looked for anyway.
    return {id: frozenset(used - {id}) for id, used in out.items()}


def first_value_of(field: str) -> str:
    """Return the name under which it stands what the first value of a field uses."""
    return f"{field} ="


@frozen(eq=False)
class _Finder:
    """Finds the ids that the nodes of a rulebook use. `declared` maps ids to kinds; one may be the id of two things."""

    compiled: Compiled
    declared: frozenset[tuple[str, type[ast.Node]]]

    @property
    def symbols(self) -> SymbolTable:
        assert self.compiled.symbols is not None, "a rulebook that compiles has its names"
        return self.compiled.symbols

    def used_in(self, root: ast.Node) -> Iterator[str]:
        """Return the ids that a node uses, without those used by what is named inside it."""
        return self._used(root, root, None)

    def _used(self, value: object, root: ast.Node, holder: ast.Node | None) -> Iterator[str]:
        if isinstance(value, tuple):
            for record in value:
                yield from self._used(record, root, holder)
        elif isinstance(value, ast.Node) and (value is root or name_of(value, holder) is None):
            yield from self._meant(value)
            for part in parts_of(type(value)):
                if part not in _NO_USE and not (part == "value" and isinstance(value, ast.Field)):
                    yield from self._used(getattr(value, part), root, holder_of(value, holder))

    def _meant(self, node: ast.Node) -> Iterator[str]:
        """Yield the ids of what a node stands for by itself."""
        assert self.compiled.typing is not None, "a rulebook that compiles has its types"
        if isinstance(node, ast.NamedType):
            type_ = self.symbols.names.type_named(node.name)
            yield from self._type(type_) if isinstance(type_, EnumType) else ()
            return
        if isinstance(node, ast.Check) and not node.ends:
            yield ENDS
        meaning = self.compiled.typing.meanings.get(node)
        if meaning is None and isinstance(node, ast.Name):
            # Outside rules, where values are worked out before the game, every name is one of the rulebook.
            meaning = self.symbols.names.meaning(node.name)
        if meaning is not None:
            yield from self._ids(meaning)

    def _ids(self, meaning: Meaning) -> Iterator[str]:
        match meaning:
            case FieldInfo():
                owner = "state" if meaning.owner is None else meaning.owner.name
                yield from self._declared(f"{owner}.{meaning.name}", ast.Field)
            case ColumnInfo():
                yield from self._type(meaning.owner)
            case EffectInfo():
                yield from meaning.clauses
            case FunctionInfo():
                yield meaning.name
            case EventInfo():
                yield meaning.name
            case BoardInfo():
                yield from self._declared(meaning.name, ast.Board)
            case Constant():
                yield from self._declared(meaning.name, ast.Constant, ast.Parameter)
                if isinstance(meaning.type, EnumType):
                    yield from self._type(meaning.type)
            case DomainOf():
                yield from self._type(meaning.type)
            case SpaceSet():
                yield from self._type(meaning.space)
            case Builtin(name="side"):
                yield from self._declared("sides", ast.Sides)
            case _:
                # Rules are found by their calls; local names and other built-ins are declared nowhere.
                pass

    def _type(self, type_: EnumType) -> Iterator[str]:
        """Yield the id of what declares a type: an enum, a table, a board, or the sides."""
        board = self.symbols.components.board_of(type_)
        own = "sides" if type_ == self.symbols.seating.side else type_.name
        yield from self._declared(own if board is None else (board.of or board).name, *_TYPES)

    def _declared(self, id: str, *kinds: type[ast.Node]) -> Iterator[str]:
        if any((id, kind) in self.declared for kind in kinds):
            yield id


def conditions_mean_alike(a: Iterable[ast.Declaration], b: Iterable[ast.Declaration]) -> bool:
    """Return whether any condition means the same in two rulebooks: they differ in rules only, or in what functions give.

    Both are made of the same declarations but for those that differ.
    """
    return all(before is after or _is_only_carried_out(before, after) for before, after in zip_longest(a, b))


def _is_only_carried_out(a: ast.Declaration | None, b: ast.Declaration | None) -> bool:
    match a, b:
        case ast.Rule() | ast.End() | ast.Invariant(), ast.Rule() | ast.End() | ast.Invariant():
            return True
        case ast.Function(), ast.Function():
            return (a.name, a.params, a.type) == (b.name, b.params, b.type)
        case _:
            # Conditions may read what any other declaration declares.
            return False
