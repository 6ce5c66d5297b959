"""Playthroughs written for other rules: where the rules now differ from what is written, and by which clause."""

from __future__ import annotations

from typing import Literal

from attrs import frozen

from ..game.rules import Rules
from .running.results import Failure, PlaythroughResult


@frozen
class Difference:
    """The differences of rules from those that a playthrough was written for, as far as it shows them.

    `kind` is the verdict: it is `valid` still; or a move is `refused`; or it is written in a way that no
    move is written in now (`notation`); or the moves can be made, and the position or outcome is `changed`.
    `failure` is the first that shows it.
    """

    kind: Literal["valid", "refused", "notation", "changed"]
    failure: Failure | None = None

    @property
    def clauses(self) -> tuple[str, ...]:
        """Those that refuse the move, the deciding one first; or those applied since the last line of moves."""
        if self.failure is None:
            return ()
        if self.failure.refused is None:
            return self.failure.applied
        if not self.failure.refused.known:
            return ()
        return tuple(refusal.clause for refusal in self.failure.refused.refusals)

    def __str__(self) -> str:
        if self.failure is None:
            return "written for other rules: still valid"
        place, message = f"line {self.failure.line}", self.failure.message
        refused = self.failure.refused
        if refused is not None and not refused.known:
            near = f"; nearest are: {', '.join(refused.nearest)}" if refused.nearest else ""
            return f"written for other rules: no move is written like `{refused.text}` any more, first at {place}{near}"
        if refused is None:
            since = ", ".join(self.clauses) or "none"
            return (f"written for other rules: outcome or position changed; first failing expectation at {place}: {message}; "
                    f"clauses applied since the last move: {since}")
        by = "; ".join(f"{refusal.clause} ({refusal.message})" for refusal in refused.refusals[:1])
        move = f"{refused}, by {by}" if str(refused) else f"{message}, by {by}"
        return f"written for other rules: first refused at {place}: {move}"

    def as_json(self) -> dict[str, object]:
        """As `test --json` reports it."""
        failure = self.failure
        refused = failure.refused if failure is not None else None
        first = refused.refusals[0] if refused is not None and refused.known and refused.refusals else None
        return {
            "kind": self.kind, "file": failure.file if failure else None, "line": failure.line if failure else None,
            "message": failure.message if failure else None, "move": str(refused) if refused is not None else None,
            "clause": first.clause if first else None, "statement": first.message if first else None,
            "clauses": list(self.clauses), "says": str(self),
        }


def difference(result: PlaythroughResult, current: Rules) -> Difference | None:
    """Return how the rules as they are `current` differ from those a playthrough was written for.

    None if they are the same, or it does not say for which it was written.
    """
    written_for = result.playthrough.head.rules
    if written_for is None or written_for == current.analyses.hash:
        return None
    if not result.failures:
        return Difference("valid")
    # Later failures may follow from the first one, so they say nothing of the rules.
    first = result.failures[0]
    if first.refused is None:
        return Difference("changed", first)
    return Difference("refused" if first.refused.known else "notation", first)
