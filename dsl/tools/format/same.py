"""Compare two texts: the place where they say something else, if there is one."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import zip_longest

from ... import syntax as ast
from ...parse import parse
from ...source.diagnostics import Diagnostics
from ...source.span import Source, Span
from ...syntax.walk import parts_of
from .lines import comments_of


def difference(before: Source, after: Source) -> Span | None:
    """Return the first place in `before` that says something else in `after`, or None if all is the same.

    Places are no difference; comments are. `before` parses.
    """
    diagnostics = Diagnostics()
    # `zip_longest`: where one file has more declarations, the first of these is paired with None and differs.
    trees = zip_longest(parse(before, Diagnostics()), parse(after, diagnostics))
    if diagnostics.failed:
        line = diagnostics.sorted()[0].span.line
        return Span(before, line, 1, line, 1)
    start = Span(before, 1, 1, 1, 1)
    return next((span for tree, other in trees if (span := _difference(tree, other, start))), _other_comment(before, after))


def _difference(node: object, other: object, place: Span) -> Span | None:
    """Return where two parts of trees differ, within `place`."""
    parts: Iterable[tuple[object, object]]
    place = node.span if isinstance(node, ast.Node) else place
    match node, other:
        case ast.Node(), ast.Node() if type(node) is type(other):
            names = parts_of(type(node))
            parts = zip([getattr(node, name) for name in names], [getattr(other, name) for name in names], strict=True)
        case tuple(), tuple() if len(node) == len(other):
            parts = zip(node, other, strict=True)
        case _:
            # Words and numbers, or parts of two classes or lengths, are compared as they are.
            return None if node == other else place
    return next((span for a, b in parts if (span := _difference(a, b, place))), None)


def _other_comment(before: Source, after: Source) -> Span | None:
    """Return where a comment stands that is not there, or not in its place among the others, in the other text."""
    pairs = zip_longest(comments_of(before).items(), comments_of(after).values())
    for (line, text), other in ((pair or (len(before.lines), None), other) for pair, other in pairs):
        if text != other:
            return Span(before, line, 1, line, 1)
    return None
