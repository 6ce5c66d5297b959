"""Actions that are not possible at a table, and their causes."""

from __future__ import annotations

from ..choices.reasons import Reason


class ActionRefused(Exception):
    """An action that is not possible now; the text is the cause. `reason` is there if clauses refuse it."""

    def __init__(self, message: str, reason: Reason | None = None) -> None:
        super().__init__(message)
        self.reason = reason
