"""Tables of codes that turn each other round -> the rows of the codes that a sentence has, in the order of the table."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import count

from ...decisions.findings import Rule

# Pairs of codes of which one turns the other round, by the rule of their findings.
Opposed = Sequence[tuple[Rule, Sequence[tuple[str, str]]]]
# For each code its rows: the place in the table, the rule, the code, and the one that turns it round.
ByCode = Mapping[str, Sequence[tuple[int, Rule, str, str]]]


def by_code(opposed: Opposed) -> ByCode:
    """The rows of each code: a sentence has few codes, and a table has many."""
    out: dict[str, list[tuple[int, Rule, str, str]]] = {}
    places = count()
    for rule, pairs in opposed:
        for code, contrary in pairs:
            for text, turned in ((code, contrary), (contrary, code)):
                out.setdefault(text, []).append((next(places), rule, text, turned))
    return out


def rows_of(table: ByCode, codes: Collection[str]) -> Iterator[tuple[Rule, str, str]]:
    """The rows of some codes, in the order of the table: the rule, the code, and the one that turns it round.

    >>> [*rows_of(by_code([("pair/order", [("first", "last"), ("before", "after")])]), ["after", "first", "far"])]
    [('pair/order', 'first', 'last'), ('pair/order', 'after', 'before')]
    """
    return (row[1:] for row in sorted([row for code in codes for row in table.get(code, ())]))
