"""The result of one playthrough file: failures, checks, and the clauses that it exercised."""

from __future__ import annotations

from collections.abc import Mapping

from attrs import frozen

from ...interpreter.playthroughs.difference import Difference
from ...interpreter.playthroughs.running.results import Failure


@frozen
class FileResult:
    """The result of one file: failures, numbers of checks and moves, exercised clauses, and all clauses with their kinds.

    `difference` compares the rules with those that the file was written for.
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
        """A note on the file."""
        if self.difference is not None:
            more = "; `rulewright migrate` updates the file" if self.difference.kind == "valid" else ""
            return f"{self.difference}{more}"
        return "the last line is incomplete; the file may have been cut off" if self.cut_off and self.failures else None
