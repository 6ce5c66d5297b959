"""A clause to a fingerprint of what it means: its own part of the rules and its statement.

What the clause says counts, not where it stands, how it is laid out, or what its numbers are just now; what is
named inside it does not count at all. So a wording that was written for the clause is known to be older
than a change of the clause, and a change elsewhere leaves it alone.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Literal

import attrs

from ...dsl import syntax as ast
from ...dsl.syntax.walk import parts_of
from ...dsl.variants import holder_of, name_of, named, with_columns

Notation = Literal["move", "roll"]
NOTATIONS: tuple[Notation, ...] = ("move", "roll")

DIGITS = 8
# Most clauses are the same node in every variant of a rulebook; the limit of the cache of fingerprints.
CACHE_SIZE = 4096
# The values of these are filled into wordings, which stay as they are when the values change.
_VALUES: dict[type[ast.Node], tuple[str, ...]] = {ast.Constant: ("columns", "values"), ast.Parameter: ("value",)}

# INVARIANT: fingerprints stand in texts and locks that people keep. What the syntax tree renames keeps its first name here.
_KINDS: dict[type[ast.Node], str] = {ast.ClauseMention: "Said", ast.PieceLine: "Stock"}
_PARTS: dict[tuple[type[ast.Node], str], str] = {
    (ast.Choose, "choosers"): "each", (ast.ExchangedPair, "first"): "one", (ast.ExchangedPair, "second"): "other",
    (ast.MadeWords, "binders"): "each", (ast.PieceLine, "binders"): "each", (ast.Pieces, "lines"): "stock",
    (ast.Row, "binders"): "each",
}


@lru_cache(maxsize=CACHE_SIZE)
def fingerprint(node: ast.Node) -> str:
    """The fingerprint of a clause, or of a text in it: eight hexadecimal digits."""
    return hashlib.sha256(repr(_shape(node, node, None)).encode()).hexdigest()[:DIGITS]


class OriginalRows:
    """The rows of a rulebook as they were before a variant set values in them that their statements fill in.

    A wording fills these values in too, so it fits as it did before.
    """

    def __init__(self, declarations: tuple[ast.Declaration, ...]) -> None:
        before = next((declaration.unchanged for declaration in declarations if isinstance(declaration, ast.Alterations)), ())
        tables = zip(before, with_columns(before), strict=True)
        self._rows = {f"{table.name}.{row.name}": (row, named) for table, with_names in tables
                      if isinstance(table, ast.Table) and isinstance(with_names, ast.Table)
                      for row, named in zip(table.rows, with_names.rows, strict=True)}

    def node(self, id: str, node: ast.Node) -> ast.Node:
        """A clause as its wording knows it."""
        known = self._rows.get(id)
        if known is None or not isinstance(node, ast.Row) or node.statement is None:
            return node
        row, with_names = known
        if node is row or node is with_names:
            return node
        filled = {part.name for part in node.statement.parts if isinstance(part, ast.Name)}
        values = {column for column, _ in _values(node) ^ _values(with_names)}
        return attrs.evolve(node, settings=row.settings) if values and values <= filled else node


def _values(row: ast.Row) -> set[tuple[str, str]]:
    """The values of a row by their columns, as fingerprints."""
    return {(setting.column.name, fingerprint(setting.value)) for setting in row.settings if setting.column is not None}


def notations(node: ast.Node, kind: str) -> tuple[ast.Text, ...]:
    """Return how the moves of a kind of move, or the rolls in a rule, are written; of a choice, its moves without a name."""
    if kind == "roll":
        rolls = (inner for inner in own_nodes(node) if isinstance(inner, ast.Roll))
        return tuple(roll.notation for roll in rolls if roll.notation is not None)
    moves = node.moves if isinstance(node, ast.Choose) else (node,) if isinstance(node, ast.Move) else ()
    return tuple(move.notation for move in moves if move.id is None or move is node)


def _shape(value: object, root: ast.Node, holder: ast.Node | None) -> object:
    """Return the meaning of a part of a clause, as nested tuples; a check of texts spends most of its time here."""
    if isinstance(value, tuple):
        return tuple([_shape(child, root, holder) for child in value if not _is_inner(child, root, holder)])
    if not isinstance(value, ast.Node):
        return value
    if isinstance(value, ast.Text):
        return _shape(value.parts, root, holder)
    kind, inner = type(value), holder_of(value, holder)
    left_out = _VALUES.get(kind, ())
    out: list[object] = [kind_name(kind)]
    for part in parts_of(kind):
        child = getattr(value, part)
        if _is_absent(child) or part in left_out:
            continue
        shape = _shape(child, root, inner) if isinstance(child, tuple | ast.Node) else child
        if shape != ():
            out.append((part_name(kind, part), shape))
    return tuple(out)


def kind_name(kind: type[ast.Node]) -> str:
    """The name that fingerprints have for a class of the syntax tree."""
    return _KINDS.get(kind, kind.__name__)


def part_name(kind: type[ast.Node], part: str) -> str:
    """The name that fingerprints have for a part of the nodes of a class."""
    return _PARTS.get((kind, part), part)


def _is_inner(value: object, root: ast.Node, holder: ast.Node | None) -> bool:
    """Return whether something is named inside the clause, and so has a meaning of its own."""
    return isinstance(value, ast.Node) and value is not root and name_of(value, holder) is not None


def _is_absent(value: object) -> bool:
    """Return whether a part is not there; it is left out, so that a new construct changes no clause that does without it."""
    return value is None or value is False or value == ()


@lru_cache(maxsize=CACHE_SIZE)
def own_nodes(node: ast.Node) -> tuple[ast.Node, ...]:
    """The nodes of a clause's own rules: without its texts, and without what is named inside it."""
    out: list[ast.Node] = []
    _add_below(node, node, None, out)
    return tuple(out)


def _add_below(value: object, root: ast.Node, holder: ast.Node | None, out: list[ast.Node]) -> None:
    """Add the nodes below a part of a clause, itself first. Generators within each other would take three times as long."""
    if isinstance(value, tuple):
        for child in value:
            _add_below(child, root, holder, out)
    elif isinstance(value, ast.Node) and not isinstance(value, ast.Text) and (value is root or name_of(value, holder) is None):
        out.append(value)
        inner = holder_of(value, holder)
        for part in parts_of(type(value)):
            child = getattr(value, part)
            if isinstance(child, tuple | ast.Node):
                _add_below(child, root, inner, out)


def has_words(text: ast.Text) -> bool:
    """Return whether a text says anything in letters of its own."""
    return any(isinstance(part, str) and any(map(str.isalpha, part)) for part in text.parts)


def written_notations(declarations: Iterable[ast.Declaration]) -> Iterator[tuple[Notation, str, ast.Text]]:
    """Return how moves and rolls are written where that has words, with the ids that their texts have."""
    for declaration in named(tuple(declarations)):
        for kind in NOTATIONS:
            for place, notation in enumerate(notations(declaration.node, kind), 1):
                if has_words(notation):
                    yield kind, declaration.id if place == 1 else f"{declaration.id}.{place}", notation
