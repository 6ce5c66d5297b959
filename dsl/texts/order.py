"""Declarations to the order of the printed rules: everything with an id, by sections.

The order is that of the files as they are used. A section goes on to the next one. What a variant replaces
keeps its place; what it adds comes last, and stands in no section but those of the variant itself.
"""

from __future__ import annotations

from collections.abc import Iterator

from attrs import frozen

from .. import syntax as ast
from ..library import Files
from ..parse import items_of
from ..variants import Named, named


@frozen(eq=False)
class Placed:
    """Something with an id, and the section it stands in."""

    named: Named
    section: str | None


def printed(files: Files) -> Iterator[Placed]:
    """Everything with an id, in the order of the printed rules; sections too."""
    added = added_in(files)
    sections: dict[bool, str | None] = {False: None, True: None}
    for declaration in files.declarations:
        if isinstance(declaration, ast.Alterations):
            continue
        new = declaration in added
        if isinstance(declaration, ast.Section):
            sections[new] = declaration.name
        for one in named((declaration,)):
            yield Placed(one, sections[new])


def added_in(files: Files) -> frozenset[ast.Declaration]:
    """The declarations that variants add; what they replace keeps its place."""
    variants = {one.span.source for one in files.variants}
    if not variants:
        return frozenset()
    own = {one.id for source in files.sources if source not in variants for one in named(items_of(source))}
    return frozenset(one for one in files.declarations if one.span.source in variants
                     and not own & {inside.id for inside in named((one,))})
