"""Clauses: the smallest named rules, each with an id that refusals, tests and variants speak of."""

from __future__ import annotations

from attrs import frozen

from .spans import Span


@frozen(eq=False)
class Clause:
    """The smallest named rule: its kind, where it stands, what it says, and what it is part of.

    `statement` is in the authors' own words, with the numbers of this game filled in.
    """

    id: str
    kind: str
    span: Span
    statement: str
    parent: str | None = None
    assumed: str | None = None
