"""Parse a whole file: its items, each on its own."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache

from .. import syntax as ast
from ..source.chunks import Chunk, cut
from ..source.diagnostics import Diagnostic, Diagnostics
from ..source.span import Source, Span
from .cache import cached_items, cached_parts, keep_items

FILES_KEPT = 256


def parse_file(name: str, text: str, diagnostics: Diagnostics) -> tuple[Source, tuple[ast.Item, ...]]:
    """Return a file and its items; one that was parsed a moment ago, with the same text, is not parsed again."""
    source, items, problems = _parsed(name, text)
    diagnostics.extend(problems)
    return source, items


def items_of(source: Source) -> tuple[ast.Item, ...]:
    """Return the items of a file that was read before, whatever is wrong with them."""
    return _parsed(source.name, source.text)[1]


@lru_cache(maxsize=FILES_KEPT)
def source_of(name: str, text: str) -> Source:
    """Return a file with this text: the same each time, because files count by identity."""
    return Source(name, text)


@lru_cache(maxsize=FILES_KEPT)
def _parsed(name: str, text: str) -> tuple[Source, tuple[ast.Item, ...], tuple[Diagnostic, ...]]:
    source, diagnostics = source_of(name, text), Diagnostics()
    items = cached_items(source)
    if items is None:
        chunks = cut(source, diagnostics)
        parts = [(chunk, items) for chunk, items in _parts(source, chunks, cached_parts(source, chunks), diagnostics)]
        items = tuple(item for _, part in parts for item in part)
        if not diagnostics.sorted():
            keep_items(source, parts)
    return source, items, diagnostics.sorted()


def parse(source: Source, diagnostics: Diagnostics) -> list[ast.Item]:
    """Return the items of one file; in place of one that does not parse, a `Faulty` one."""
    return [item for _, items in _parts(source, cut(source, diagnostics), {}, diagnostics) for item in items]


def _parts(source: Source, chunks: Sequence[Chunk], known: Mapping[Chunk, tuple[ast.Item, ...]], diagnostics: Diagnostics
           ) -> Iterator[tuple[Chunk, tuple[ast.Item, ...]]]:
    """Yield the declarations of a file with their items; those that are known are not parsed."""
    for chunk in chunks:
        yield chunk, known[chunk] if chunk in known else parse_part(source, chunk, diagnostics)


def parse_part(source: Source, chunk: Chunk, diagnostics: Diagnostics) -> tuple[ast.Item, ...]:
    """Return the items of one declaration of a file; in place of one that does not parse, a `Faulty` one."""
    # Loading lark and its tables takes longer than most commands need; files that are kept do not ask for them.
    from .grammar import tree_of
    from .variants import VariantBuilder

    items: list[ast.Item] = []
    own_diagnostics = Diagnostics()
    tree = tree_of(chunk.text, "declaration", source, chunk.line, 1, own_diagnostics) if chunk.sound else None
    if tree is not None:
        items += VariantBuilder(source, chunk.line, 1, own_diagnostics).items(tree.children[0])
    if tree is None or own_diagnostics.failed:
        items.append(_faulty(chunk, source, parsed=tree is not None))
    diagnostics.extend(own_diagnostics.sorted())
    return tuple(items)


def _faulty(chunk: Chunk, source: Source, parsed: bool) -> ast.Faulty:
    keyword, *words = chunk.words or ("",)
    span = Span(source, chunk.line, 1, chunk.line, len(source.line(chunk.line)) + 1)
    return ast.Faulty(span, "" if parsed else keyword, frozenset(words))
