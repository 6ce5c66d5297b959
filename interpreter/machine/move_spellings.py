"""The kinds of move of a choice and their notations -> whether two moves could be written alike."""

from __future__ import annotations

from ...dsl import ir


def names_all(bounds: tuple[ir.Bound, ...], text: ir.TextOf) -> bool:
    """Return whether each open value of a kind of move stands in its notation as it is, so that no two are written alike."""
    named = {part.value.name for part in text.parts if not isinstance(part, str) and isinstance(part.value, ir.Temp)}
    return all(bound.name in named for bound in bounds)


def are_distinct(moves: tuple[ir.MoveOption, ...], texts: tuple[ir.TextOf, ...]) -> bool:
    """Return whether no two moves of a choice can be written alike: they differ within a kind, and kinds begin otherwise."""
    written = [texts[move.notation] for move in moves]
    if not all(names_all(move.bound, text) for move, text in zip(moves, written, strict=True)):
        return False
    heads = [text.parts[0] if text.parts and isinstance(text.parts[0], str) else "" for text in written]
    return not any(head.startswith(other) for i, head in enumerate(heads) for j, other in enumerate(heads) if i != j)
