"""Walk the syntax tree: every statement of a body, every node below a node."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, islice
from typing import assert_never, get_args
from weakref import WeakKeyDictionary

import attrs

from .. import syntax as ast

# Places, and what is kept for messages only.
_NO_NODES = ("span", "id_span", "name_span", "path_span", "shape_span", "players_span", "set_by", "changes", "unchanged")
_PARTS: dict[type[ast.Node], tuple[str, ...]] = {}
# What attributes of these types hold is no node, so nothing is looked for below them. Types are texts here, because no module
# of the tree evaluates its annotations.
_PLAIN = frozenset(("str", "int", "bool", "str | None", "int | None", "bool | None"))
# What attributes of these types hold has no word of its own.
_WORDLESS = frozenset(("int", "bool", "int | None", "bool | None", "Expr", "Expr | None", "Text", "Text | None", "Name",
                       "Name | None", "TypeNode", "Binder", "tuple[Name, ...]", "tuple[Stmt, ...]", "tuple[Expr, ...]",
                       "tuple[Binder, ...]", "tuple[int, ...]"))
_WORDS: dict[type[ast.Node], tuple[str, ...]] = {}
# Last first: the walk puts the parts on a stack, which gives them back in the order in which they are written.
_BRANCHES: dict[type[ast.Node], tuple[str, ...]] = {}
# Most passes go through the same declarations, for each number of players. The nodes below one are kept as long as it is there.
# INVARIANT: nodes never change, and count by identity; so what is kept here stays true, also while variants share nodes.
_DECLARED: frozenset[type] = frozenset(get_args(ast.Declaration))
_BELOW: WeakKeyDictionary[ast.Node, tuple[ast.Node, ...]] = WeakKeyDictionary()


def blocks(nodes: tuple[ast.Stmt, ...]) -> Iterator[tuple[ast.Stmt, ...]]:
    """Yield every run of statements that follow each other, among these and inside them."""
    yield nodes
    for node in nodes:
        match node:
            case ast.If():
                yield from blocks(node.then)
                yield from blocks(node.otherwise)
            case ast.ForEach() | ast.Repeat():
                yield from blocks(node.body)
            case ast.Choose():
                for move in node.moves:
                    yield from blocks(move.body)
                yield from blocks(node.otherwise or ())
            case (ast.Let() | ast.Var() | ast.Change() | ast.Transfer() | ast.Do() | ast.Announce() | ast.Roll() | ast.Throw()
                  | ast.Check() | ast.Merge() | ast.Remember() | ast.Leave() | ast.Must()):
                pass
            case _:
                assert_never(node)


def statements(nodes: tuple[ast.Stmt, ...]) -> Iterator[ast.Stmt]:
    """Return every statement among these and inside them."""
    return (node for block in blocks(nodes) for node in block)


def set_by(node: ast.Stmt) -> ast.Expr | None:
    """Return the place that a statement gives a value whatever stood there; None where it gives none."""
    match node:
        case ast.Change(kind="becomes"):
            return node.place
        case (ast.Change() | ast.Let() | ast.Var() | ast.Transfer() | ast.Do() | ast.If() | ast.ForEach() | ast.Repeat()
              | ast.Roll() | ast.Throw() | ast.Announce() | ast.Check() | ast.Merge() | ast.Remember() | ast.Leave()
              | ast.Must() | ast.Choose()):
            return None
        case _:
            assert_never(node)


def nodes_in(root: object) -> Iterator[ast.Node]:
    """Yield every node below a node or a tuple of nodes, itself included, in the order they are written."""
    if isinstance(root, ast.Node) and type(root) in _DECLARED:
        below = _BELOW.get(root)
        if below is None:
            below = _BELOW[root] = tuple(islice(_walked(root), 1, None))
        return chain((root,), below)
    if isinstance(root, tuple) and any(type(node) in _DECLARED for node in root):
        return chain.from_iterable(map(nodes_in, root))
    return _walked(root)


def _walked(root: object) -> Iterator[ast.Node]:
    stack = [root]
    while stack:
        node = stack.pop()
        if isinstance(node, ast.Node):
            yield node
            stack += [getattr(node, name) for name in _BRANCHES.get(type(node)) or _branches_of(type(node))]
        elif isinstance(node, tuple):
            stack += reversed(node)


def _branches_of(kind: type[ast.Node]) -> tuple[str, ...]:
    """Return the names of a node's attributes that may hold nodes, the last first."""
    if kind not in _BRANCHES:
        parts = {field.name: field.type for field in attrs.fields(kind)}
        _BRANCHES[kind] = tuple(name for name in reversed(parts_of(kind)) if parts[name] not in _PLAIN)
    return _BRANCHES[kind]


def children(node: ast.Node) -> list[ast.Node]:
    """Return the nodes right below a node, in the order they are written."""
    out: list[ast.Node] = []
    for part in reversed(_BRANCHES.get(type(node)) or _branches_of(type(node))):
        value = getattr(node, part)
        if isinstance(value, ast.Node):
            out.append(value)
        elif isinstance(value, tuple):
            _add_nodes(value, out)
    return out


def _add_nodes(records: tuple[object, ...], out: list[ast.Node]) -> None:
    """Add the nodes in a tuple, and in tuples in it. Generators within each other would take twice as long."""
    for record in records:
        if isinstance(record, ast.Node):
            out.append(record)
        elif isinstance(record, tuple):
            _add_nodes(record, out)


def parts_of(kind: type[ast.Node]) -> tuple[str, ...]:
    """Return the names of a node's attributes that are not places."""
    if kind not in _PARTS:
        _PARTS[kind] = tuple(field.name for field in attrs.fields(kind) if field.name not in _NO_NODES)
    return _PARTS[kind]


def words_of(node: ast.Node) -> Iterator[str]:
    """Yield the words that a node itself holds, such as a name; not those of the nodes below it."""
    for name in _worded_parts_of(type(node)):
        value = getattr(node, name)
        if isinstance(value, str):
            yield value
        elif isinstance(value, tuple):
            yield from (part for part in value if isinstance(part, str))


def _worded_parts_of(kind: type[ast.Node]) -> tuple[str, ...]:
    """Return the names of a node's attributes that may hold words."""
    if kind not in _WORDS:
        parts = {field.name: field.type for field in attrs.fields(kind)}
        _WORDS[kind] = tuple(name for name in parts_of(kind) if parts[name] not in _WORDLESS)
    return _WORDS[kind]
