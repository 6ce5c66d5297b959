"""Index declarations: clauses, fields and rows by id, and what each is part of."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Literal, get_args

from attrs import frozen

from .. import syntax as ast
from ..source.span import Span
from ..syntax.walk import children, parts_of

# Each variant asks a declaration again what is named in it; this number of answers is kept.
NODES_KEPT = 4096
# Nodes that have no id, and nothing in them that has one: nothing is looked for in them.
WITHOUT_NAMED: frozenset[type[ast.Node]] = frozenset((
    *get_args(ast.Expr), *get_args(ast.TypeNode), ast.Text, ast.Binder, ast.Setting, ast.Param, ast.Audience, ast.Let, ast.Var,
    ast.Change, ast.Transfer, ast.Do, ast.Announce, ast.Roll, ast.Throw, ast.Check, ast.Remember, ast.Merge, ast.Leave,
    ast.Must))
# What can be named, in the words of messages.
NamedKind = Literal[
    "parameter", "enum", "constant", "sides", "board", "field", "table", "column", "row", "kind of pieces", "event",
    "otherwise part", "symmetry", "function", "exception", "rule", "phase", "play", "choice", "move", "requirement", "end",
    "invariant", "note", "score", "section", "example",
]
_KINDS: dict[type[ast.Node], NamedKind] = {
    ast.Parameter: "parameter", ast.Enum: "enum", ast.Constant: "constant", ast.Sides: "sides", ast.Board: "board",
    ast.Field: "field", ast.Table: "table", ast.Column: "column", ast.Row: "row", ast.Pieces: "kind of pieces",
    ast.Event: "event", ast.Otherwise: "otherwise part", ast.Symmetry: "symmetry",
    ast.Function: "function", ast.FunctionException: "exception", ast.Rule: "rule", ast.RuleException: "exception",
    ast.Choose: "choice", ast.Move: "move", ast.Require: "requirement", ast.RequireException: "exception",
    ast.LooseException: "exception", ast.End: "end", ast.Invariant: "invariant", ast.Note: "note", ast.Score: "score",
    ast.Section: "section", ast.Example: "example",
}


@frozen(eq=False)
class NamedNode:
    """A node that can be named, the place of its name, and the id of what it is part of."""

    id: str
    node: ast.Node
    span: Span
    parent: str | None

    @property
    def kind(self) -> NamedKind:
        """Its kind, in the words of messages."""
        return kind_of(self.node)


def kind_of(node: ast.Node) -> NamedKind:
    """Return the kind of a node that can be named, in the words of messages."""
    return node.kind if isinstance(node, ast.Rule) else _KINDS[type(node)]


def a(kind: str) -> str:
    """Return a kind with its article."""
    return f"an {kind}" if kind[0] in "aeiou" else f"a {kind}"


def name_of(node: ast.Node, holder: ast.Node | None) -> tuple[str, Span] | None:
    """Return the id of a node and its place, or None when it has none; `holder` is the declaration around it."""
    if type(node) not in _KINDS:
        return None
    match node:
        case ast.Field():
            return f"{_owner(holder)}.{node.name}", node.name_span
        case ast.Row() | ast.Column():
            return (f"{holder.name}.{node.name}", node.name_span) if isinstance(holder, ast.Table) else None
        case ast.Move():
            return None if node.id is None else (node.id.name, node.id.span)
        case ast.Table(continues=True):
            return None
        case ast.Symmetry():
            return node.name, node.name_span
        case ast.Sides():
            return "sides", node.span
        case ast.Score():
            return "score", node.span
        case (ast.RuleException() | ast.FunctionException() | ast.RequireException() | ast.LooseException()
              | ast.Choose() | ast.Require()):
            return node.id, node.id_span
        case (ast.Parameter() | ast.Enum() | ast.Constant() | ast.Board() | ast.Table() | ast.Pieces() | ast.Event()
              | ast.Function() | ast.Rule() | ast.End() | ast.Invariant() | ast.Note() | ast.Section() | ast.Example()):
            return node.name, node.name_span
        case _:
            # An `otherwise` part is spoken of by the name of its choice.
            return None


def _owner(holder: ast.Node | None) -> str:
    match holder:
        case ast.Fields(owner=ast.Name(name=name)):
            return name
        case _:
            # Fields of nobody are those of the state.
            return "state"


_HOLDERS = {ast.Fields, ast.Table}


def holder_of(node: ast.Node, holder: ast.Node | None) -> ast.Node | None:
    """Return the declaration whose fields or rows the parts of a node are."""
    return node if type(node) in _HOLDERS else holder


def named(nodes: Iterable[ast.Node]) -> Iterator[NamedNode]:
    """Everything among these nodes and inside them that can be named, in the order it is written."""
    for node in nodes:
        yield from _named_in(node)


@lru_cache(maxsize=NODES_KEPT)
def _named_in(node: ast.Node) -> tuple[NamedNode, ...]:
    out: list[NamedNode] = []
    _add_named(node, None, None, out)
    return tuple(out)


def _add_named(node: ast.Node, parent: str | None, holder: ast.Node | None, out: list[NamedNode]) -> None:
    """Add all nodes with names in a node, itself first. Generators within each other would take longer."""
    own = name_of(node, holder)
    if own is not None:
        out.append(NamedNode(own[0], node, own[1], parent))
        parent = own[0]
    elif isinstance(node, ast.Table):
        parent = node.name
    holder = holder_of(node, holder)
    for child in children(node):
        if type(child) not in WITHOUT_NAMED:
            _add_named(child, parent, holder, out)


def used_names(declaration: NamedNode) -> set[str]:
    """Return the names that what can be named uses, without those used by what is named inside it."""
    return set(_used(declaration.node, declaration.node, None))


def _used(value: object, root: ast.Node, holder: ast.Node | None) -> Iterator[str]:
    if isinstance(value, tuple):
        for record in value:
            yield from _used(record, root, holder)
    elif isinstance(value, ast.Node) and (value is root or name_of(value, holder) is None):
        if isinstance(value, ast.Name | ast.Attribute | ast.NamedType):
            yield value.name
        for part in parts_of(type(value)):
            yield from _used(getattr(value, part), root, holder_of(value, holder))


class NodeIndex:
    """The nodes of a rulebook that can be named."""

    def __init__(self, declarations: Iterable[ast.Node]) -> None:
        everything = tuple(declarations)
        self.by_id: dict[str, NamedNode] = {}
        self.second: dict[str, NamedNode] = {}
        for declaration in named(everything):
            if self.by_id.setdefault(declaration.id, declaration) is not declaration:
                self.second.setdefault(declaration.id, declaration)
        self.faulty = tuple(node for node in everything if isinstance(node, ast.Faulty))

    def may_hold(self, id: str) -> bool:
        """Return whether a declaration that does not parse, or a file that cannot be read, may hold what has this id."""
        return any(faulty.keyword == "use" or set(id.split(".")) & faulty.words for faulty in self.faulty)
