"""Compare two rulebooks, clause by clause: added, removed, changed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from typing import Literal

import attrs
from attrs import frozen

from .. import syntax as ast
from ..load.loader import Files
from ..parse import items_of
from ..source.clauses import Clause
from ..source.span import Span
from ..syntax.walk import nodes_in, parts_of
from ..variants import NamedNode, holder_of, name_of, named, with_columns
from .dependencies import ENDS, Uses, first_value_of

ChangeKind = Literal["added", "removed", "changed"]


@frozen(eq=False)
class ClauseSide:
    """A clause as one of the two rulebooks has it: what it says, its own lines of the rulebook, and where."""

    statement: str
    code: tuple[str, ...]
    span: Span
    reason: str | None


@frozen(eq=False)
class ClauseChange:
    """A clause, field, table or number that differs. `a` or `b` is None where a rulebook does not have it.

    `what` says what kind of thing it is, `differs` which of `statement` and `code` are not the same.
    """

    id: str
    kind: ChangeKind
    what: str
    a: ClauseSide | None
    b: ClauseSide | None
    differs: tuple[str, ...] = ()


def difference(a: Files, b: Files, clauses_a: Iterable[Clause], clauses_b: Iterable[Clause]) -> tuple[ClauseChange, ...]:
    """Return the differences between two rulebooks, in the order of the first, then those only in the second.

    The clauses are those of the compiled rulebooks, whose statements have the numbers of a game in them.
    A clause is compared without the clauses that stand inside it: a change is reported where it is made.
    """
    sides = _Sides(a, clauses_a), _Sides(b, clauses_b)
    out = list(_header(a, b))
    shared_ids = {id for id, _ in sides[0].named} & {id for id, _ in sides[1].named}
    for key, declaration in sides[0].named.items():
        other = sides[1].named.get(key)
        if other is None:
            out.append(ClauseChange(declaration.id, "removed", declaration.kind, sides[0].side(declaration, b.reasons), None))
            continue
        differs = _differs(declaration, other, shared_ids)
        if differs:
            old_side, new_side = sides[0].side(declaration), sides[1].side(other)
            if isinstance(declaration.node, ast.Row) and isinstance(other.node, ast.Row):
                old_side, new_side = _values_apart((old_side, declaration.node), (new_side, other.node), shared_ids)
            out.append(ClauseChange(declaration.id, "changed", declaration.kind, old_side, new_side, differs))
    out += [ClauseChange(declaration.id, "added", declaration.kind, None, sides[1].side(declaration, a.reasons))
            for key, declaration in sides[1].named.items() if key not in sides[0].named]
    out += _orders(*sides)
    return tuple(out)


def _header(a: Files, b: Files) -> Iterator[ClauseChange]:
    """Yield a change of the number of players or of the seats."""
    heads = [
        next(declaration for declaration in files.declarations if isinstance(declaration, ast.Rulebook)) for files in (a, b)
    ]
    headers = [(head.fewest, head.most, tuple(seat.name for seat in head.seats)) for head in heads]
    if headers[0] != headers[1]:
        sides = [ClauseSide("", (f"players {head.fewest}..{head.most}", *(["seats " + ", ".join(
            seat.name for seat in head.seats)] if head.seats else [])), head.players_span, None) for head in heads]
        yield ClauseChange("rulebook", "changed", "header", sides[0], sides[1], ("code",))


def _orders(a: _Sides, b: _Sides) -> Iterator[ClauseChange]:
    """Changes of the orders of declarations that matter: of the ends that `check ends` tests, and of reactions."""
    groups = a.ordered(), b.ordered()
    for id in (id for id in groups[0] if id in groups[1]):
        old_order, new_order = groups[0][id], groups[1][id]
        # Only what both rulebooks have: an end that is added or removed is a change of its own, and moves no other.
        orders = [text for text in old_order if text in new_order], [text for text in new_order if text in old_order]
        if orders[0] != orders[1]:
            sides = [ClauseSide("", (", ".join(order),), nodes[order[0]].span, None)
                     for order, nodes in zip(orders, (old_order, new_order), strict=True)]
            what = "order of the ends" if id == ENDS else "order of the reactions"
            yield ClauseChange(id, "changed", what, sides[0], sides[1], ("code",))


def touched(a: Uses, b: Uses, changed: Iterable[str]) -> dict[str, tuple[str, ...]]:
    """Return the ids of what has changed, or uses in one of the rulebooks what has, each with the ids of what has.

    What uses a function, field, number or type uses what that uses; a rule that carries out another does not.
    """
    users: dict[str, dict[str, None]] = {}
    for id, used in (*a.items(), *b.items()):
        for text in sorted(used):
            users.setdefault(text, {})[id] = None
    roots: dict[str, list[str]] = {}
    for root in dict.fromkeys(changed):
        # Breadth first, from each root on: time grows with the roots times
        # the uses. Dictionaries keep the order, which sets would not.
        edge = visited = {root: None}
        while edge:
            edge = {user: None for id in edge for user in users.get(id, ()) if user not in visited}
            visited = visited | edge
        for id in visited:
            roots.setdefault(id, []).append(root)
    for id in (*a, *b):
        # Last of all, and nothing goes on from here: a changed first value is no change for the rules that read the field.
        first = roots.pop(first_value_of(id), [])
        if first:
            roots[id] = list(dict.fromkeys((*roots.get(id, ()), *first)))
    return {id: tuple(changed_ids) for id, changed_ids in roots.items()}


# ---- Comparing -----------------------------------------------------------------------------------


def _differs(a: NamedNode, b: NamedNode, shared_ids: Set[str]) -> tuple[str, ...]:
    """Return which of statement and code differ between two nodes of one name; `shared_ids` are those in both rulebooks."""
    out = []
    texts = [getattr(declaration.node, "statement", None) for declaration in (a, b)]
    if _Shape(None, shared_ids).reduced(texts[0]) != _Shape(None, shared_ids).reduced(texts[1]):
        out.append("statement")
    if a.kind != b.kind or _Shape(a.node, shared_ids).reduced(a.node) != _Shape(b.node, shared_ids).reduced(b.node):
        out.append("code")
    return tuple(out)


@frozen
class _Shape:
    """A node without its places and its statement.

    What is named inside it is there by its name only, and not at all where one rulebook does not have it.
    """

    root: ast.Node | None
    shared_ids: Set[str]

    def reduced(self, value: object, holder: ast.Node | None = None) -> object:
        if isinstance(value, tuple):
            return tuple(self.reduced(record, holder) for record in value if self._stays(record, holder))
        if not isinstance(value, ast.Node):
            return value
        # What is named inside is compared by its own key, and its change is reported there. Here only its name counts.
        own = None if value is self.root else name_of(value, holder)
        if own is not None:
            return own[0]
        return (type(value).__name__, *((part, self.reduced(getattr(value, part), holder_of(value, holder)))
                                        for part in parts_of(type(value)) if part != "statement" or value is not self.root))

    def _stays(self, value: object, holder: ast.Node | None) -> bool:
        own = name_of(value, holder) if isinstance(value, ast.Node) else None
        return own is None or own[0] in self.shared_ids


# ---- Showing -------------------------------------------------------------------------------------


class _Sides:
    """The named things of a rulebook, each with its own lines. Two things of different kinds may have one name."""

    def __init__(self, files: Files, clauses: Iterable[Clause]) -> None:
        self.named: dict[tuple[str, type[ast.Node]], NamedNode] = {}
        for declaration in named(with_columns(files.declarations)):
            self.named.setdefault((declaration.id, type(declaration.node)), declaration)
        self.checks_all_ends = any(isinstance(node, ast.Check) and not node.ends for node in nodes_in(files.declarations))
        self.statements = {clause.id: clause.statement for clause in clauses}
        self.reasons = files.reasons
        parsed = {source: items_of(source) for source in files.sources}
        self.blocks = {source: tuple(declaration.node.span for declaration in named(items)) for source, items in parsed.items()}
        edits = [node for items in parsed.values() for node in nodes_in(items)]
        self.additions = [edit for edit in edits if isinstance(edit, ast.AddStatements | ast.AddWords | ast.AddParts)]
        self.removals = [edit.target.name for edit in edits if isinstance(edit, ast.Remove)]

    def ordered(self) -> dict[str, dict[str, ast.Node]]:
        """Return the declarations whose order matters, by id: the ends together, and the reactions to each event."""
        out: dict[str, dict[str, ast.Node]] = {}
        for declaration in self.named.values():
            if isinstance(declaration.node, ast.End) and self.checks_all_ends:
                out.setdefault(ENDS, {})[declaration.id] = declaration.node
            elif isinstance(declaration.node, ast.Rule) and declaration.node.after is not None:
                out.setdefault(declaration.node.after.event.name, {})[declaration.id] = declaration.node
        return out

    def side(self, declaration: NamedNode, others: Mapping[str, str] | None = None) -> ClauseSide:
        """Return a clause as it is here; `others` are the reasons of the rulebook that does not have it."""
        span = declaration.node.span
        lines = self._lines(declaration.node, declaration.node)
        for node in _foreign(declaration.node, declaration.node):
            lines += [line for line in self._added(node, declaration.node) if line not in lines]
        if isinstance(declaration.node, ast.Enum | ast.Choose):
            lines += [f"remove {target}" for target in self.removals if target.rpartition(".")[0] == declaration.id]
        reason = self.reasons.get(declaration.id) or (others or {}).get(declaration.id)
        return ClauseSide(self.statements.get(declaration.id, ""), tuple(lines), span, reason)

    def _lines(self, node: ast.Node, root: ast.Node) -> list[str]:
        return _own_lines(node.span, self.blocks.get(node.span.source, ()), isinstance(root, ast.Board))

    def _added(self, node: ast.Node, root: ast.Node) -> list[str]:
        """Return the lines of a part that a variant added, below the line that says where."""
        lines = self._lines(node, root)
        source = node.span.source
        edit = next(
            (
                addition.span
                for addition in self.additions
                if addition.span.source is source and _within(node.span, addition.span)
            ),
            None,
        )
        # The part stands where it was written in the rulebook, so no line of a variant says where it belongs.
        if edit is None:
            return lines
        head = source.line(edit.line).strip()
        return [head] if node.span.line == edit.line else [head, *(f"    {line}" for line in lines)]


def _values_apart(a: tuple[ClauseSide, ast.Row], b: tuple[ClauseSide, ast.Row], shared_ids: Set[str]
                  ) -> tuple[ClauseSide, ClauseSide]:
    """Return both sides of a row, with the values that are not the same instead of their lines where nothing else differs."""
    rows = a[1], b[1]
    if len({_Shape(None, shared_ids).reduced((row.condition, row.effects)) for row in rows}) > 1:
        return a[0], b[0]
    values = [{setting.column.name: _value(setting) for setting in row.settings if setting.column is not None} for row in rows]
    apart = [column for column in dict.fromkeys((*values[0], *values[1])) if values[0].get(column) != values[1].get(column)]
    codes = [tuple(f"{column} = {known[column]}" for column in apart if column in known) for known in values]
    old_side, new_side = (attrs.evolve(side, code=code, span=_set_at(row, apart))
                   for (side, row), code in zip((a, b), codes, strict=True))
    return old_side, new_side


def _set_at(row: ast.Row, columns: Sequence[str]) -> Span:
    """Return where a variant sets the first of these values that it sets, or the row."""
    spans = (setting.span for setting in row.settings if setting.column is not None and setting.column.name in columns)
    return next((span for span in spans if span.source is not row.span.source), row.span)


def _value(setting: ast.Setting) -> str:
    return setting.value.span.text + (f' assumed "{setting.assumed}"' if setting.assumed else "")


def _own_lines(span: Span, blocks: tuple[Span, ...], drawn: bool) -> list[str]:
    """Return the lines of a node that belong to no named node inside it, without comments, its own indentation taken off.

    Texts on lines of their own are left out, unless they are `drawn`: the rows of a map.
    """
    hidden = {line for block in blocks if _within(block, span) for line in range(block.line, block.end_line + 1)}
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
    """Yield the parts of a node that a variant has put there from elsewhere: statements, words, columns, values."""
    for name in parts_of(type(node)):
        value = getattr(node, name)
        for child in value if isinstance(value, tuple) else (value,):
            if not isinstance(child, ast.Node) or name_of(child, holder_of(node, None)) is not None:
                continue
            if child.span.source is not root.span.source or not _within(child.span, root.span):
                yield child
            else:
                yield from _foreign(child, root)
