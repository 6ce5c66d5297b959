"""A statement in other words -> whether a check of texts asks of its texts what it asked before, and reports nothing in it."""

from __future__ import annotations

from ...dsl import syntax as ast
from ...dsl.statements.glossary import Glossary
from ..facts.statements import concepts_in, counted_in


def asks_the_same(old: ast.Text, new: ast.Text, english: Glossary | None) -> bool:
    """Return whether a check of all texts finds the same of a clause with either statement, but for the age of its texts.

    Both have the same expressions and the same lines below them. `english` is the glossary in which their terms stand.
    """
    if english is None:
        return True
    # A text must name those concepts alone that a number counts, or a line below the statement asks for.
    counts = bool(new.says) or any(not isinstance(part, str) for part in new.parts)
    return (not counts or _terms(old, english) == _terms(new, english)) and not is_forbidden(new, english)


def _terms(text: ast.Text, english: Glossary) -> tuple[tuple[str, ...], list[str | None]]:
    """Return the concepts that a statement names, and those that its numbers count."""
    return concepts_in(text, english), [counted.concept for counted in counted_in(text, english)]


def is_forbidden(text: ast.Text, english: Glossary) -> bool:
    """Return whether a statement has a term in it that the glossary forbids."""
    words = " . ".join(part for part in text.parts if isinstance(part, str))
    return any(occurrence.term.status == "forbidden" for occurrence in english.matches_in(words))
