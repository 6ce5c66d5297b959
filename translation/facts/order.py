"""Declarations to the order of the printed rules: everything with an id, by sections.

The order is that of the files as they are used. A section goes on to the next one. What a variant replaces
keeps its place. What it adds comes last: in sections of its own, or else in that of what it changes just before.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from attrs import frozen

from ...dsl import syntax as ast
from ...dsl.load.loader import Files
from ...dsl.parse import items_of
from ...dsl.source.span import Span
from ...dsl.variants import NamedNode, name_of, named


@frozen(eq=False)
class SectionMember:
    """Something with an id, and the section it stands in."""

    named: NamedNode
    section: str | None


def printed(files: Files) -> Iterator[SectionMember]:
    """Everything with an id, in the order of the printed rules; sections too."""
    added = added_in(files)
    own = [
        declaration
        for declaration in files.declarations
        if not isinstance(declaration, ast.Alterations) and declaration not in added
    ]
    placed = tuple(_in_sections(own, {}))
    # What a variant adds is placed by what it changes just before, so that the sections of all else are known first.
    yield from placed
    neighbour_sections = _neighbour_sections(files, {place.named.id: place.section for place in placed})
    yield from _in_sections([declaration for declaration in files.declarations if declaration in added], neighbour_sections)


def _in_sections(declarations: Sequence[ast.Declaration],
                 neighbour_sections: Mapping[Span, str | None]) -> Iterator[SectionMember]:
    """Declarations in their sections; before the first one, in those that are given for their places."""
    section: str | None = None
    for declaration in declarations:
        if isinstance(declaration, ast.Section):
            section = declaration.name
        for item in named((declaration,)):
            yield SectionMember(item, section or neighbour_sections.get(declaration.span))


def added_in(files: Files) -> frozenset[ast.Declaration]:
    """The declarations that variants add; what they replace keeps its place."""
    variants = {variant.span.source for variant in files.variants}
    if not variants:
        return frozenset()
    own = {declaration.id for source in files.sources if source not in variants for declaration in named(items_of(source))}
    return frozenset(declaration for declaration in files.declarations if declaration.span.source in variants
                     and not own & {inside.id for inside in named((declaration,))})


def _neighbour_sections(files: Files, sections: Mapping[str, str | None]) -> dict[Span, str | None]:
    """The sections of what variants change just before each declaration that they write, by its place."""
    out: dict[Span, str | None] = {}
    for header in files.variants:
        section: str | None = None
        for item in _parts(items_of(header.span.source)):
            changed = _changed(item)
            section = next((sections[text] for text in changed if text in sections), section)
            out[item.span] = section
    return out


def _parts(items: tuple[ast.Item, ...]) -> Iterator[ast.Item]:
    for item in items:
        yield from item.parts if isinstance(item, ast.Because) else (item,)


def _changed(item: ast.Item) -> tuple[str, ...]:
    """The id of what an edit changes, and of what that is part of."""
    match item:
        case ast.Replace(parts=parts):
            return tuple(known[0] for part in parts if (known := name_of(part, None)) is not None)
        case ast.SetValue() | ast.Remove() | ast.AddParts() | ast.AddWords() | ast.AddStatements():
            name = item.target.name
            return tuple(name.rsplit(".", cut)[0] for cut in range(name.count(".") + 1))
        case _:
            # Declarations and headings change nothing that is there.
            return ()
