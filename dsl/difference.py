"""Two rulebooks to what differs between them, clause by clause: added, removed, changed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Set
from typing import Literal

from attrs import frozen

from . import syntax as ast
from .clauses import Clause
from .diagnostics import Diagnostics
from .library import Files
from .parse import parse
from .spans import Source, Span
from .variants import Index, Named, holder_of, name_of, named, used_names, with_columns
from .walk import parts_of

ChangeKind = Literal["added", "removed", "changed"]


@frozen(eq=False)
class Side:
    """A clause as one of the two rulebooks has it: what it says, its own lines of the rulebook, and where."""

    statement: str
    code: tuple[str, ...]
    span: Span
    reason: str | None


@frozen(eq=False)
class Change:
    """A clause, field, table or number that differs. `a` or `b` is None where a rulebook does not have it.

    `what` says what kind of thing it is, `differs` which of `statement` and `code` are not the same.
    """

    id: str
    kind: ChangeKind
    what: str
    a: Side | None
    b: Side | None
    differs: tuple[str, ...] = ()


def difference(a: Files, b: Files, clauses_a: Iterable[Clause], clauses_b: Iterable[Clause]) -> tuple[Change, ...]:
    """What differs between two rulebooks, in the order of the first, then what only the second has.

    The clauses are those of the compiled rulebooks, whose statements have the numbers of a game in them.
    A clause is compared without the clauses that stand inside it: a change is told where it is made.
    """
    sides = _Sides(a, clauses_a), _Sides(b, clauses_b)
    out = list(_header(a, b))
    for id, one in sides[0].index.by_id.items():
        other = sides[1].index.by_id.get(id)
        if other is None:
            out.append(Change(id, "removed", one.kind, sides[0].side(one), None))
        else:
            differs = _differs(one, other, sides[0].index.by_id.keys() & sides[1].index.by_id.keys())
            if differs:
                out.append(Change(id, "changed", one.kind, sides[0].side(one), sides[1].side(other), differs))
    out += [Change(id, "added", one.kind, None, sides[1].side(one))
            for id, one in sides[1].index.by_id.items() if id not in sides[0].index.by_id]
    return tuple(out)


def _header(a: Files, b: Files) -> Iterator[Change]:
    """A change of the number of players or of the seats."""
    heads = [next(one for one in files.declarations if isinstance(one, ast.Rulebook)) for files in (a, b)]
    said = [(one.fewest, one.most, tuple(seat.name for seat in one.seats)) for one in heads]
    if said[0] != said[1]:
        sides = [Side("", (f"players {one.fewest}..{one.most}", *(["seats " + ", ".join(
            seat.name for seat in one.seats)] if one.seats else [])), one.players_span, None) for one in heads]
        yield Change("rulebook", "changed", "header", sides[0], sides[1], ("code",))


def touched(a: Files, b: Files, changes: Iterable[Change]) -> dict[str, tuple[str, ...]]:
    """The clauses that differ, or use a name of what differs, each with the ids of what does.

    A use inside a function counts for the clauses that use the function; a rule that carries out another
    does not use what that one uses.
    """
    roots: dict[str, dict[str, None]] = {one.id: {one.id: None} for one in changes}
    everything = (*Index(a.declarations).by_id.values(), *Index(b.declarations).by_id.values())
    uses: dict[str, set[str]] = {}
    for one in everything:
        uses.setdefault(one.id, set()).update(used_names(one))
    sources = dict.fromkeys(one.id for one in everything if not isinstance(one.node, ast.Rule))
    grown = True
    while grown:
        grown = False
        for source in [one for one in sources if one in roots]:
            name = source.rpartition(".")[2]
            for id in (one for one, names in uses.items() if name in names and one != source):
                missing = roots[source].keys() - roots.get(id, {}).keys()
                grown = grown or bool(missing)
                roots.setdefault(id, {}).update(dict.fromkeys(sorted(missing)))
    return {id: tuple(found) for id, found in roots.items()}


# ---- Comparing -----------------------------------------------------------------------------------


def _differs(a: Named, b: Named, both: Set[str]) -> tuple[str, ...]:
    """Which of statement and code differ between two nodes of one name; `both` are the ids that both rulebooks have."""
    out = []
    texts = [getattr(one.node, "statement", None) for one in (a, b)]
    if _Shape(None, both).of(texts[0]) != _Shape(None, both).of(texts[1]):
        out.append("statement")
    if a.kind != b.kind or _Shape(a.node, both).of(a.node) != _Shape(b.node, both).of(b.node):
        out.append("code")
    return tuple(out)


@frozen
class _Shape:
    """A node without its places and its statement.

    What is named inside it is there by its name only, and not at all where one rulebook does not have it.
    """

    root: ast.Node | None
    both: Set[str]

    def of(self, value: object, holder: ast.Node | None = None) -> object:
        if isinstance(value, tuple):
            return tuple(self.of(one, holder) for one in value if self._stays(one, holder))
        if not isinstance(value, ast.Node):
            return value
        own = None if value is self.root else name_of(value, holder)
        if own is not None:
            return own[0]
        return (type(value).__name__, *((part, self.of(getattr(value, part), holder_of(value, holder)))
                                        for part in parts_of(type(value)) if part != "statement" or value is not self.root))

    def _stays(self, value: object, holder: ast.Node | None) -> bool:
        own = name_of(value, holder) if isinstance(value, ast.Node) else None
        return own is None or own[0] in self.both


# ---- Showing -------------------------------------------------------------------------------------


class _Sides:
    """What can be named in a rulebook, each with its own lines."""

    def __init__(self, files: Files, clauses: Iterable[Clause]) -> None:
        self.index = Index(with_columns(files.declarations))
        self.statements = {one.id: one.statement for one in clauses}
        self.reasons = files.reasons
        self.blocks = {source: tuple(_blocks(source)) for source in files.sources}

    def side(self, one: Named) -> Side:
        span = one.node.span
        drawn = isinstance(one.node, ast.Board)
        lines = _own_lines(span, self.blocks.get(span.source, ()), drawn)
        for node in _foreign(one.node, one.node):
            lines += [line for line in _own_lines(node.span, self.blocks.get(node.span.source, ()), drawn) if line not in lines]
        return Side(self.statements.get(one.id, ""), tuple(lines), span, self.reasons.get(one.id))


def _blocks(source: Source) -> Iterator[Span]:
    """The places of everything that can be named in a file, as it is written there."""
    for one in named(parse(source, Diagnostics())):
        yield one.node.span


def _own_lines(span: Span, blocks: tuple[Span, ...], drawn: bool) -> list[str]:
    """The lines of a node that belong to no named node inside it, without comments, its own indentation taken off.

    Texts on lines of their own are left out, unless they are `drawn`: the rows of a map.
    """
    hidden = {line for one in blocks if _within(one, span) for line in range(one.line, one.end_line + 1)}
    first = span.source.line(span.line)
    depth = len(first) - len(first.lstrip())
    lines = [first[span.column - 1 :]]
    lines += [span.source.line(line)[depth:] for line in range(span.line + 1, span.end_line + 1) if line not in hidden]
    hidden_words = ("#",) if drawn else ("#", '"')
    return [line.rstrip() for line in lines if line.strip() and not line.lstrip().startswith(hidden_words)]


def _within(inner: Span, outer: Span) -> bool:
    return (outer.line, outer.column) < (inner.line, inner.column) and (
        (inner.end_line, inner.end_column) <= (outer.end_line, outer.end_column))


def _foreign(node: ast.Node, root: ast.Node) -> Iterator[ast.Node]:
    """The parts of a node that a variant has put there from elsewhere: statements, words, columns, values."""
    for name in parts_of(type(node)):
        value = getattr(node, name)
        for child in value if isinstance(value, tuple) else (value,):
            if not isinstance(child, ast.Node) or name_of(child, holder_of(node, None)) is not None:
                continue
            if child.span.source is not root.span.source or not _within(child.span, root.span):
                yield child
            else:
                yield from _foreign(child, root)
