"""A place where a name is about to be typed -> its role in the language, the names in scope there, the type that is expected.

The editor puts a name that nobody writes at the place. The checker finds that it stands for nothing, and notes what is around.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum, auto

from attrs import frozen

from ....dsl import syntax as ast
from ....dsl.check import Typing
from ....dsl.parse.grammar import AcceptedWords, accepted_at
from ....dsl.source.chunks import cut
from ....dsl.source.diagnostics import Diagnostics
from ....dsl.source.span import Source
from ....dsl.symbols.symbols import Local
from ....dsl.syntax.walk import children, nodes_in
from ....dsl.types.types import Type
from ..files.names import RulebookNames

# A name that nobody writes.
UNWRITTEN = "unwritten__"


class NameRole(Enum):
    """The role of a name, by what is around it."""

    VALUE = auto()
    # Values to go through: behind `for each x in`, and behind `in`.
    DOMAIN = auto()
    # Values to go through that are players or sides: behind `winners p in`, and in a score.
    SEATS = auto()
    # Behind a dot.
    PART = auto()
    TYPE = auto()
    # What a statement begins with.
    STATEMENT = auto()
    RULE = auto()
    END = auto()
    EVENT = auto()
    HISTORY = auto()


# The roles of what is called, by what is around the call.
_CALLED: Mapping[type[ast.Node] | type[None], NameRole] = {
    ast.Do: NameRole.STATEMENT, ast.Supposed: NameRole.RULE, ast.Can: NameRole.RULE, ast.Announce: NameRole.EVENT}


@frozen
class RulebookPlace:
    """A place: its role, if that is known, what the grammar accepts there, the names in scope, the type that is expected.

    `subject` is the type of what stands before a dot.
    """

    role: NameRole | None
    accepted: AcceptedWords | None
    scope: Mapping[str, Local] | None = None
    expected: Type | None = None
    subject: Type | None = None

    @property
    def known(self) -> tuple[Local, ...]:
        """The names in scope, the last first."""
        return () if self.scope is None else tuple(reversed([*self.scope.values()]))


def place_at(names: RulebookNames, source: Source, line: int, accepted: AcceptedWords | None) -> RulebookPlace:
    """Return the place on a line where the name that nobody writes stands in a rulebook."""
    path = _path(names, source, line)
    typings = [compiled.typing for compiled in names.rulebooks if compiled.typing is not None]
    return RulebookPlace(None, accepted) if path is None else place_of(path, typings, accepted)


def place_of(path: tuple[ast.Node, ...], typings: list[Typing], accepted: AcceptedWords | None) -> RulebookPlace:
    """Return the place of a node, by the nodes around it, the innermost first, and what the checker has found."""
    node = path[0]
    around = next((typing.unknown[node] for typing in typings if node in typing.unknown), None)
    subject = next((typing.types.get(node.subject) for typing in typings), None) if isinstance(node, ast.Attribute) else None
    role: NameRole | None = _role(path)
    if role is NameRole.VALUE and around is None:
        role = None
    scope, expected = (None, None) if around is None else (around.scope, around.expected)
    return RulebookPlace(role, accepted, scope, expected, subject)


def path_to(root: ast.Node) -> tuple[ast.Node, ...] | None:
    """Return the name that nobody writes below a node, and the nodes around it, the innermost first."""
    if isinstance(root, ast.Name | ast.NamedType) and root.name == UNWRITTEN:
        return (root,)
    for child in children(root):
        below = path_to(child)
        if below is not None:
            return (*below, root)
    return (root,) if isinstance(root, ast.Attribute) and root.name == UNWRITTEN else None


def _path(names: RulebookNames, source: Source, line: int) -> tuple[ast.Node, ...] | None:
    """Return the name that nobody writes, and the nodes around it; a variant may have put it into a declaration elsewhere."""
    around = [declaration for declaration in names.declarations if declaration.span.source.name == source.name
            and declaration.span.line <= line <= declaration.span.end_line]
    for declaration in (*around, *names.declarations):
        if any(getattr(node, "name", "") == UNWRITTEN for node in nodes_in(declaration)):
            path = path_to(declaration)
            if path is not None:
                return path
    return None


def accepted_in(source: Source, line: int, column: int) -> AcceptedWords | None:
    """Return the words that the grammar accepts at a place of a rulebook, or in the braces of a text."""
    chunk = next((chunk for chunk in reversed(cut(source, Diagnostics())) if chunk.line <= line), None)
    accepted = None if chunk is None else accepted_at(chunk.text, UNWRITTEN, "declaration")
    before = source.line(line)[: column - 1]
    if accepted is None and before.count('"') % 2 and "{" in before:
        return accepted_at(f"{before.rpartition('{')[2]}{UNWRITTEN}", UNWRITTEN, "expression")
    return accepted


def _role(path: tuple[ast.Node, ...]) -> NameRole:
    """Return the role of a name, by the nodes around it."""
    node, around, above = path[0], path[1] if len(path) > 1 else None, path[2] if len(path) > 2 else None
    if isinstance(node, ast.Attribute):
        return NameRole.PART
    if isinstance(node, ast.NamedType):
        return NameRole.TYPE
    match around:
        case ast.Binder() if around.domain is node:
            return NameRole.SEATS if isinstance(above, ast.End | ast.Score) else NameRole.DOMAIN
        case ast.Binary(operator="in" | "not in") if around.right is node:
            return NameRole.DOMAIN
        case ast.Check():
            return NameRole.END
        case ast.Remember():
            return NameRole.HISTORY
        case ast.Happening() | ast.Reaction() | ast.Announce() if around.event is node:
            return NameRole.EVENT
        case ast.Do():
            return NameRole.STATEMENT
        case ast.Change() if around.place is node:
            return NameRole.STATEMENT
        case ast.Call() if around.subject is node:
            return _CALLED.get(type(above), NameRole.VALUE)
        case _:
            # In all other nodes a name is a part of a value.
            return NameRole.VALUE
