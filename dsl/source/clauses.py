"""Clauses: the smallest named rules, each with an id that refusals, tests and variants speak of."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Literal

from attrs import frozen

from .span import Span

# What clauses can be: mypy reports a kind that is none of these wherever one is made or compared.
ClauseKind = Literal[
    "play", "rule", "phase", "choice", "move", "requirement", "exception", "end", "event", "function", "invariant",
    "parameter", "constant", "table", "row", "board", "pieces", "section", "example", "note",
]


@frozen(eq=False)
class Clause:
    """The smallest named rule: its kind, where it stands, what it says, and what it is part of.

    `statement` is in the authors' own words, with the numbers of this game filled in, and nouns for what
    only play decides. `pieces` is the same in parts: words, and between them, at the odd places,
    expressions that play fills in; `placeholders` are those that stand for these. `given` are the names of the values that
    are filled in already. `in_number` lets nouns agree with the numbers that are filled in before them.
    """

    id: str
    kind: ClauseKind
    span: Span
    statement: str
    parent: str | None = None
    assumed: str | None = None
    pieces: tuple[str, ...] = ()
    placeholders: tuple[str, ...] = ()
    bound_names: tuple[str, ...] = ()
    in_number: Callable[[str], str] | None = None

    def filled(self, names: Mapping[str, str]) -> str:
        """Return the statement with these names filled in, and nouns for other expressions."""
        placeholders = self.placeholders or self.pieces[1::2]
        out = ""
        for i, piece in enumerate(self.pieces):
            # Where nothing stands for an expression, only one of the blanks around it is left.
            follows_blank = i and not i % 2 and not placeholders[i // 2 - 1] and out.endswith(" ")
            out += names.get(piece, placeholders[i // 2]) if i % 2 else piece.removeprefix(" ") if follows_blank else piece
        return out if self.in_number is None else self.in_number(out)

    def as_written(self) -> str:
        """Return the statement with the expressions that play fills in as the rulebook writes them, in braces."""
        out = "".join(f"{{{piece}}}" if i % 2 else piece for i, piece in enumerate(self.pieces)) or self.statement
        return out if self.in_number is None else self.in_number(out)
