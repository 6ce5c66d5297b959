"""A rulebook file -> its outline (what is declared in it, nested), its folds, and the kinds of its words."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, assert_never, get_args

from attrs import frozen

from ....dsl.source.chunks import cut
from ....dsl.source.diagnostics import Diagnostics
from ....dsl.source.span import Source, Span
from ....dsl.syntax import Item
from ....dsl.syntax.walk import children
from ....dsl.variants import NamedKind, NamedNode, named
from ..files.names import DeclaredKind, RulebookNames

# The kinds of words, as editors colour them.
Colour = Literal["function", "method", "event", "property", "variable", "parameter", "enum", "class", "enumMember", "label",
                 "keyword", "string"]
# All of them, in the order in which they are numbered for an editor.
TOKENS: tuple[Colour, ...] = tuple(sorted(get_args(Colour)))
# The kinds of lines of an outline: of a rulebook, or of a playthrough.
EntryKind = NamedKind | Literal["position", "branch", "mark"]


@frozen
class OutlineEntry:
    """A line of the outline: a thing with a name, the lines it takes, and the things in it."""

    name: str
    kind: EntryKind
    whole: Span
    span: Span
    inside: tuple[OutlineEntry, ...]


def outline(items: tuple[Item, ...]) -> tuple[OutlineEntry, ...]:
    """Return the outline of the items of a file."""
    return tuple(entry for item in items for entry in _entries(item))


def _entries(item: Item) -> Iterator[OutlineEntry]:
    nodes = tuple(named((item,)))
    outer = [node for node in nodes if node.parent is None or node.parent not in {other.id for other in nodes}]
    yield from (_entry(node, nodes) for node in outer)


def _entry(node: NamedNode, nodes: tuple[NamedNode, ...]) -> OutlineEntry:
    inside = tuple(_entry(other, nodes) for other in nodes if other.parent == node.id and other is not node)
    return OutlineEntry(node.id.rpartition(".")[2], node.kind, node.node.span, node.span, inside)


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


def coloured(kind: DeclaredKind) -> Colour | None:
    """The colour of the names of a kind; None for those without one of their own."""
    match kind:
        case "function" | "function of the language":
            return "function"
        case "rule" | "phase" | "play" | "effect":
            return "method"
        case "event" | "enum":
            return kind
        case "field" | "column":
            return "property"
        case "constant" | "`parameter`" | "`let`" | "`var`" | "`each`" | "`roll`" | "`space`":
            return "variable"
        case "parameter" | "value":
            return "parameter"
        case "table" | "kind of pieces" | "spaces" | "regions" | "board":
            return "class"
        case "word" | "row" | "space" | "seat":
            return "enumMember"
        case ("sides" | "otherwise part" | "symmetry" | "exception" | "choice" | "move" | "requirement" | "end" | "invariant"
              | "note" | "score" | "section" | "example" | "square" | "hex" | "ring" | "line" | "graph" | "edges" | "corners"):
            return None
        case _:
            assert_never(kind)


def tokens(names: RulebookNames, source: Source) -> Iterator[tuple[Span, Colour, bool]]:
    """Yield the place, the kind, and whether it is a declaration, of each name in a file, in the order of the text."""
    for use in names.uses_in(source):
        if use.span.line == use.span.end_line:
            yield use.span, coloured(use.of.kind) or "label", use.is_declaration


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
