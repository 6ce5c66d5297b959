"""A rulebook and all its variants: a thing with a name -> all places where it is named in them."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from ....dsl.source import disk
from ....dsl.source.search_path import NoSuchRulebook, find_variant, head_of, rulebook_below
from ....dsl.source.span import Span
from .names import DeclaredName
from .rulebooks import OpenRulebook, RulebookKey, variants_beside


def family_of(key: RulebookKey) -> list[RulebookKey]:
    """Return a rulebook with all variants beside it, and what is asked for; the rulebook is first."""
    main = rulebook_below(key.main) or key.main
    return list(dict.fromkeys((RulebookKey(main), *variants_beside(main), key)))


def rulebook_beside(variant: Path) -> Path | None:
    """Return the rulebook that a variant lies beside, which finds it by its name; None for any other file."""
    below = None if head_of(variant) is None else rulebook_below(variant)
    try:
        is_below = below is not None and disk.resolved(find_variant(below, variant.stem)) == disk.resolved(variant)
    except NoSuchRulebook:
        return None
    return below if is_below else None


def named_in(family: Sequence[OpenRulebook], declared: DeclaredName) -> list[Span]:
    """Return the places where a thing of one of the rulebooks is named in all of them, in the order of the texts.

    A variant that replaces a thing declares it again, under the same id.
    """
    first = family[0].names.declared.get(declared.id, declared)
    spans: set[Span] = set()
    for opened in family:
        again = not declared.is_local and first.span is not None and opened.source(Path(first.span.source.name)) is not None
        spans |= {use.span for use in opened.names.uses
                  if use.of.span == declared.span or (again and not use.of.is_local and use.of.id == declared.id)}
    return sorted(spans, key=lambda span: (span.source.name, span.line, span.column))
