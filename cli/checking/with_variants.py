"""Errors in lines of a rulebook -> the same errors with the variants that it was checked with."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from attrs import evolve

from ...dsl.source import disk
from ...dsl.source.diagnostics import Diagnostic
from ...dsl.source.read_limited import exact_text_in
from ...dsl.source.search_path import find, find_variant, head_of
from ...dsl.source.span import Source, Span, code_of
from .paths import file_of
from .result import CheckedFile


def with_variants(file: CheckedFile, diagnostics: tuple[Diagnostic, ...]) -> tuple[Diagnostic, ...]:
    """Return the diagnostics of a file, with the headers of its variants beside each error in another rulebook file.

    So the author of a variant sees which one brings an error in a line that they did not write.
    """
    files = {disk.resolved(path): path for path in _variants(file)}
    related = tuple(("with this variant", _header(path)) for path in files.values())
    return tuple(evolve(diagnostic, related=(*diagnostic.related, *related))
                 if diagnostic.level == "error" and _is_below(diagnostic.span.source.name, files) else diagnostic
                 for diagnostic in diagnostics)


def _variants(checked_file: CheckedFile) -> Iterator[Path]:
    """Yield the files of the variants that a file is, or is checked with."""
    file = file_of(checked_file.path)
    if head_of(file) is not None:
        yield file
    yield from (find_variant(find(checked_file.path), name) for name in checked_file.variants)


def _is_below(name: str, variants: dict[Path, Path]) -> bool:
    """Return whether a file is a rulebook file, and none of these variants."""
    path = Path(name)
    return bool(variants) and path.suffix == ".rules" and disk.resolved(path) not in variants


def _header(path: Path) -> Span:
    source = Source(str(path), exact_text_in(path, errors="replace"))
    number = next((number for number, line in enumerate(source.lines, 1) if code_of(line)), 1)
    return Span(source, number, 1, number, len(code_of(source.line(number))) + 1)
