"""The result of one playthrough file: failures, checks, and the clauses that it exercised."""

from __future__ import annotations

from collections.abc import Mapping

from attrs import frozen

from ...interpreter.playthroughs.difference import Difference
from ...interpreter.playthroughs.results import Failure


@frozen
class FileResult:
    """What came of one file: failures, how much was checked, the clauses exercised and all there are with their kinds.

    `difference` says how the rules differ from those it was written for.
    """

    file: str
    failures: tuple[Failure, ...]
    checks: int = 0
    moves: int = 0
    game: str | None = None
    covered: frozenset[str] = frozenset()
    clauses: Mapping[str, str] = {}
    difference: Difference | None = None
    cut_off: bool = False

    @property
    def note(self) -> str | None:
        """What else is to be said of the file."""
        if self.difference is not None:
            more = "; `rulewright migrate` takes the new ones over" if self.difference.kind == "valid" else ""
            return f"{self.difference}{more}"
        return "the last line has no end; the file may have been cut off" if self.cut_off and self.failures else None
