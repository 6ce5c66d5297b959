"""Positions, choices, refusals and outcomes: the values that programs with games in them hold."""

from __future__ import annotations

from .rules import State
from .table.values import Choice, Outcome, Refusal

__all__ = ["Choice", "Outcome", "Refusal", "State"]
