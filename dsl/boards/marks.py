"""Read lines `legend` and `at`: the spaces that each names, and the values that it sets there."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from .. import syntax as ast
from ..source.diagnostics import Diagnostics
from .layout import Layout


def marked(layout: Layout, mark: ast.Mark) -> Iterator[tuple[int, ast.Name]]:
    """Yield the spaces that a line speaks of, each with its place in the drawing or in the line."""
    if mark.letter is not None:
        for space in layout.drawn_as(mark.letter.name):
            yield space, layout.letters[space]
    for word in mark.spaces:
        number = layout.number(word.name)
        if number is not None:
            yield number, word


def values_at(layout: Layout, marks: tuple[ast.Mark, ...], name: str, diagnostics: Diagnostics) -> Mapping[int, ast.Setting]:
    """Return the values under a name of each space; those of a space itself go before those of its letter.

    What is said twice is recorded.
    """
    by_letter: dict[int, ast.Setting] = {}
    by_name: dict[int, ast.Setting] = {}
    for mark in marks:
        settings = [setting for setting in mark.settings if setting.column is not None and setting.column.name == name]
        for again in settings[1:]:
            diagnostics.add("E202", f"there is a value of `{name}` already", again.span)
        for space, word in marked(layout, mark) if settings else ():
            if mark.letter is None and space in by_name:
                diagnostics.add("E202", f"`{word.name}` has a value of `{name}` already", word.span)
            (by_name if mark.letter is None else by_letter)[space] = settings[0]
    # A letter stands for many spaces and a name for one: the one that says more goes first.
    return {**by_letter, **by_name}
