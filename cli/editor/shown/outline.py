"""A rulebook file -> its outline (what is declared in it, nested), its folds, and the kinds of its words."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import frozen

from ....dsl.source.chunks import cut
from ....dsl.source.diagnostics import Diagnostics
from ....dsl.source.span import Source, Span
from ....dsl.syntax import Item
from ....dsl.syntax.walk import children
from ....dsl.variants import Named, named
from ..files.names import Names


@frozen
class Entry:
    """A line of the outline: a thing with a name, the lines it takes, and the things in it."""

    name: str
    kind: str
    whole: Span
    span: Span
    inside: tuple[Entry, ...]


def outline(items: tuple[Item, ...]) -> tuple[Entry, ...]:
    """Return the outline of the items of a file."""
    return tuple(entry for item in items for entry in _entries(item))


def _entries(item: Item) -> Iterator[Entry]:
    things = tuple(named((item,)))
    outer = [thing for thing in things if thing.parent is None or thing.parent not in {other.id for other in things}]
    yield from (_entry(thing, things) for thing in outer)


def _entry(thing: Named, things: tuple[Named, ...]) -> Entry:
    inside = tuple(_entry(other, things) for other in things if other.parent == thing.id and other is not thing)
    return Entry(thing.id.rpartition(".")[2], thing.kind, thing.node.span, thing.span, inside)


def folds(source: Source) -> Iterator[tuple[int, int]]:
    """Yield the first and last line of each declaration that takes several lines, and of each block of comments; from 1."""
    for chunk in cut(source, Diagnostics()):
        last = chunk.line + len(chunk.text.rstrip().split("\n")) - 1
        if last > chunk.line:
            yield chunk.line, last
    yield from comments(source)


def comments(source: Source) -> Iterator[tuple[int, int]]:
    """Yield the first and last line of each block of comments, from 1."""
    begin = None
    for number, line in enumerate((*source.lines, ""), 1):
        is_comment = line.startswith("#")
        if is_comment and begin is None:
            begin = number
        elif not is_comment and begin is not None:
            if number - 1 > begin:
                yield begin, number - 1
            begin = None


# The kinds of names, as editors colour them.
KINDS = {
    "function": "function", "function of the language": "function", "rule": "method", "phase": "method", "play": "method",
    "event": "event", "field": "property", "column": "property", "effect": "method", "constant": "variable",
    "parameter": "parameter", "enum": "enum", "table": "class", "kind of pieces": "class", "spaces": "class",
    "regions": "class", "board": "class", "word": "enumMember", "row": "enumMember", "space": "enumMember",
    "seat": "enumMember", "value": "parameter",
}
TOKENS = tuple(sorted({*KINDS.values(), "variable", "label", "keyword", "string"}))


def tokens(names: Names, source: Source) -> Iterator[tuple[Span, str, bool]]:
    """Yield the place, the kind, and whether it is a declaration, of each name in a file, in the order of the text."""
    for use in names.uses_in(source):
        kind = "variable" if use.of.kind.startswith("`") else KINDS.get(use.of.kind, "label")
        if use.span.line == use.span.end_line:
            yield use.span, kind, use.is_declaration


def enclosing(items: tuple[Item, ...], line: int, column: int) -> Iterator[Span]:
    """Yield the spans of the nodes around a place, from the outermost in."""
    nodes = list(items)
    while nodes:
        inner = next((node for node in nodes if _holds(node.span, line, column)), None)
        if inner is None:
            return
        yield inner.span
        nodes = list(children(inner))  # type: ignore[arg-type]  # children of an item are nodes, which is all that is asked


def _holds(span: Span, line: int, column: int) -> bool:
    return (span.line, span.column) <= (line, column) <= (span.end_line, span.end_column)
