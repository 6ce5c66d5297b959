"""Grow the labels that are kept from one walk over a rule to the next, and note the rules to walk again for them."""

from __future__ import annotations

from typing import Protocol, TypeVar

from ... import syntax as ast
from ...symbols.symbols import Local
from .secrets import OPEN, Label, lasting, merged

K = TypeVar("K", Local, str, ast.Node)


class LabelReceiver(Protocol):
    """A receiver of what is added to labels that are kept: of names, of rules that are carried out, of loops that are left."""

    def grow(self, labels: dict[K, Label], key: K, label: Label) -> None:
        """Add to a label."""


class Growth:
    """Labels of a whole rulebook: where one grows, the rules that read it are `due`.

    `readers` are the rules that know each name as a parameter, `current` is the rule that is walked.
    """

    def __init__(self, readers: dict[Local, tuple[str, ...]]) -> None:
        self.readers = readers
        self.current = ""
        self.due: set[str] = set()

    def grow(self, labels: dict[K, Label], key: K, label: Label) -> None:
        """Add to a label; where it grows, what reads it is walked again."""
        before = labels.get(key, OPEN)
        # `lasting` forgets whose a secret is where that is read from a field or a variable: later they may name another player.
        labels[key] = merged(before, lasting(label))
        if len(labels[key]) > len(before):
            self.due.update(self._reading(key))

    def _reading(self, key: Local | str | ast.Node) -> tuple[str, ...]:
        """Return the rules that read a label: that of a parameter, of a rule that is carried out, or of a name or loop here."""
        if isinstance(key, str):
            return (key,)
        return self.readers.get(key, (self.current,)) if isinstance(key, Local) else (self.current,)
