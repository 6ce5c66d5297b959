"""The items of a file of a variant -> the names of what it changes, by the ids that these have in the rulebook below."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ....dsl import syntax as ast
from ....dsl.source.span import Source, Span

# An id, and the place where a variant names what has it.
Target = tuple[str, Span]


def targets(items: Iterable[ast.Item]) -> Iterator[Target]:
    """Yield the names of what edits change, each part of a name with dots for itself."""
    for item in items:
        match item:
            case ast.Because(parts=parts):
                yield from targets(parts)
            case ast.SetValue(target=target):
                yield from _path(target) if target.span.text == target.name else _in_column(target)
            case ast.Remove(target=target):
                yield from _path(target)
            case ast.AddParts(target=target, parts=parts, before=before):
                yield from _flat(target, before)
                yield from _over(parts)
            case ast.AddWords(target=target) | ast.AddStatements(target=target):
                yield from _flat(target)
            case ast.Replace(parts=parts):
                yield from _over(parts)
                yield from _heads(parts)
            case _:  # a declaration is added; its names are in the rulebook that comes out
                pass


def _flat(*names: ast.Name | None) -> Iterator[Target]:
    yield from ((name.name, name.span) for name in names if name is not None)


def _path(target: ast.Name) -> Iterator[Target]:
    """Yield the parts of `table.row.column` or a shorter name."""
    span, first, before = target.span, target.name.partition(".")[0], ""
    column = span.column
    for part in target.name.split("."):
        # A column belongs to the table, and not to the row before it.
        ids = (part,) if not before else dict.fromkeys((f"{before}.{part}", f"{first}.{part}"))
        yield from ((id, Span(span.source, span.line, column, span.line, column + len(part))) for id in ids)
        before, column = f"{before}.{part}".lstrip("."), column + len(part) + 1


def _in_column(target: ast.Name) -> Iterator[Target]:
    """Yield the names of a row below `set table.column`, and those of that line."""
    table, _, rest = target.name.partition(".")
    row, _, column = rest.partition(".")
    span = target.span
    yield f"{table}.{row}", span
    head = _line_above(span.source, span.line, f"set {table}.{column}")
    if head is not None:
        begin = span.source.line(head).index(f"{table}.{column}") + 1
        name = ast.Name(Span(span.source, head, begin, head, begin + len(table) + len(column) + 1), f"{table}.{column}")
        yield from _path(name)


def _line_above(source: Source, line: int, text: str) -> int | None:
    return next((number for number in range(line - 1, 0, -1) if source.line(number).split("#")[0].strip() == text), None)


def _over(parts: Iterable[ast.Node]) -> Iterator[Target]:
    """Yield the names of what exceptions are exceptions to."""
    for part in parts:
        if isinstance(part, ast.LooseException):
            yield from _flat(part.over)
            yield from _over(part.exceptions)


def _heads(parts: Iterable[ast.Node]) -> Iterator[Target]:
    """Yield the names of what the fields, rows and columns of a replacement belong to."""
    for part in parts:
        match part:
            case ast.Fields(owner=owner):
                yield from _flat(owner)
            case ast.Table(name=name, name_span=span, continues=True):
                yield name, span
            case _:  # other replacements are named by themselves
                pass
