"""The errors of play: a choice that is refused, and a rulebook that fails."""

from __future__ import annotations

from ...dsl.source.span import Span


class IllegalChoice(ValueError):
    """A choice that the rules refuse.

    `clause` is the id of the first clause that refuses it, `message` says why in the rulebook's
    words, `span` is where the clause stands (None for what is no move of the game at all).
    """

    def __init__(self, clause: str, message: str, span: Span | None) -> None:
        super().__init__(f"{message} [{clause}]")
        self.clause = clause
        self.message = message
        self.span = span

    def __reduce__(self) -> tuple[type[IllegalChoice], tuple[str, str, Span | None]]:
        """Return the parts to make it from in another process; an exception is made from its text otherwise."""
        return type(self), (self.clause, self.message, self.span)


class RulebookFault(RuntimeError):
    """A fault of the rulebook in play: a number out of range, a choice without a legal move.

    `span` is the place in the rulebook, `clauses` the clauses being applied, outermost first.
    """

    def __init__(self, message: str, span: Span, clauses: tuple[str, ...]) -> None:
        super().__init__(message, span, clauses)
        self.message = message
        self.span = span
        self.clauses = clauses

    def __str__(self) -> str:
        # Not before it is asked for: the place of a fault may have to be found first.
        return f"{self.message}\n  --> {self.span}\n  in {' > '.join(self.clauses)}"


class BrokenInvariant(RulebookFault):
    """A position in which a declared invariant, the last of the clauses, does not hold."""


class Fault(Exception):
    """A fault inside generated code, before it is known in which clauses it happened."""

    def __init__(self, site: int, detail: str = "", other: int | None = None) -> None:
        super().__init__(site, detail)
        self.site = site
        self.detail = detail
        self.other = other


class GameOver(Exception):
    """Leaves the rules being applied when an end of the game has come; its number is given."""

    def __init__(self, end: int) -> None:
        super().__init__(end)
        self.end = end


class TooLong(Fault):
    """A transition makes more passes of loops than the limit allows."""

    def __init__(self) -> None:
        super().__init__(-1)
