"""Makers of lark's trees -> the same makers, which note where a tree begins and ends in less time than lark's do.

Most words of a rulebook pass through the fifteen levels of an expression, each of which only hands on what it gets.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from operator import itemgetter
from typing import Any

from attrs import define
from lark import Token, Tree
from lark.parse_tree_builder import ExpandSingleChild, PropagatePositions


def hasten(makers: dict[Any, Any]) -> None:
    """Put faster makers, which do the same, in the place of those of lark for the rules of a grammar."""
    for rule, make in makers.items():
        if type(make) is PropagatePositions and make.node_filter is None:
            only = len(rule.expansion) == 1 and type(make.node_builder) is ExpandSingleChild
            makers[rule] = itemgetter(0) if only else _Placed(make.node_builder)


@define(eq=False)
class _Placed:
    """Makes a node of a tree, and notes where it stands: from where its first part begins to where its last part ends."""

    make: Any

    def __call__(self, parts: Sequence[Any]) -> Any:
        node = self.make(parts)
        # A part that is handed on stays where it stands.
        if isinstance(node, Tree) and not (len(parts) == 1 and node is parts[0]):
            _place(node.meta, parts)
        return node


def _place(meta: Any, parts: Sequence[Any]) -> None:
    """Note where a node stands. What surrounds it, such as brackets that are left out of the tree, is its container."""
    first = _nearest(parts)
    if first is None:
        return
    last = _nearest(reversed(parts))
    begin = ((first.line, first.column, first.start_pos) if isinstance(first, Token)
             else (first.container_line, first.container_column, first.container_start_pos))
    end = ((last.end_line, last.end_column, last.end_pos) if isinstance(last, Token)
           else (last.container_end_line, last.container_end_column, last.container_end_pos))
    if meta.empty:
        meta.line, meta.column, meta.start_pos = begin
        meta.end_line, meta.end_column, meta.end_pos = end
        meta.empty = False
    meta.container_line, meta.container_column, meta.container_start_pos = begin
    meta.container_end_line, meta.container_end_column, meta.container_end_pos = end


def _nearest(parts: Iterable[Any]) -> Any:
    """Return the first word, or the place of the first node, that takes up space in the text."""
    for part in parts:
        if isinstance(part, Token):
            return part
        if isinstance(part, Tree) and not part.meta.empty:
            return part.meta
    return None
