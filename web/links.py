"""Links that cannot be guessed: a token -> what it leads to."""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from typing import Generic, TypeVar

from attrs import define, field

# 24 random bytes: more than anybody can try.
BYTES = 24
LONGEST = 64

To = TypeVar("To")


def token() -> str:
    """A new token, of letters, digits, `-` and `_`."""
    return secrets.token_urlsafe(BYTES)


@define
class TokenLinks(Generic[To]):
    """Tokens with what they lead to."""

    _to: dict[str, To] = field(factory=dict)

    def new_token(self, to: To) -> str:
        """Return a new token that leads there."""
        new = token()
        self.put(new, to)
        return new

    def put(self, token: str, to: To) -> None:
        """Let a token lead there. It has to be one that cannot be guessed."""
        self._to[token] = to

    def find(self, token: str) -> To | None:
        """Return the thing that a token leads to, or None."""
        # A dict finds by a hash that each process keys differently, so the time says nothing about other tokens.
        return self._to.get(token) if len(token) <= LONGEST else None

    def revoke(self, old: str) -> None:
        """Let a token lead nowhere."""
        self._to.pop(old, None)

    def __iter__(self) -> Iterator[tuple[str, To]]:
        return iter(self._to.items())
