"""The events of a step, and how much of them each viewer sees."""

from __future__ import annotations

from ....dsl.source.clauses import Clause
from ....dsl.source.records import frozen
from .observation import SecretChoice, Viewer

HIDDEN_VALUE = "?"


@frozen
class EventRecord:
    """An event: its name, its values in words, for each who sees it (None: all), and what the values are called."""

    name: str
    values: tuple[str, ...]
    audiences: tuple[frozenset[int] | None, ...]
    names: tuple[str, ...] = ()

    def __str__(self) -> str:
        return f"{self.name}({', '.join(self.values)})"

    def seen_by(self, viewer: Viewer) -> str:
        """The event as a viewer sees it; what is hidden from them is `?`."""
        return f"{self.name}({', '.join(self.words_for(viewer))})"

    def words_for(self, viewer: Viewer | None) -> tuple[str, ...]:
        """The values as a viewer sees them; without a viewer, all of them."""
        return tuple(word if viewer is None or audience is None or viewer in audience else HIDDEN_VALUE
                     for word, audience in zip(self.values, self.audiences, strict=True))

    def sentence(self, clause: Clause, viewer: Viewer | None) -> str:
        """The event in words: its statement, and behind it the values that this does not name, as far as they are seen."""
        words = dict(zip(self.names, self.words_for(viewer), strict=True))
        if not clause.statement:
            return f"{self.name}({', '.join(words.values())})"
        # Expressions stand at the odd places of the pieces, and plain text at the even ones.
        named = clause.pieces[1::2]
        rest = [f"{name} {word}" if word.isdecimal() or word in ("yes", "no") else word
                for name, word in words.items() if name not in named and word != HIDDEN_VALUE]
        statement = clause.filled(words) if clause.pieces else clause.statement
        return f"{statement.rstrip('.')}: {', '.join(rest)}." if rest else statement


@frozen
class ShownValue:
    """A value that the rules showed: the place where they did, and the seats that it was shown to (None: all)."""

    site: int
    value: object
    to: frozenset[int] | None


@frozen
class Trace:
    """The record of a step.

    `clauses` are the ids of those that were applied, `did` those of rules that did something, as
    `effects` says, `broken` the declared invariants that do not hold afterwards. `audience` are the
    seats that ever see what was decided (None: all), `made` is what was chosen in a secret choice,
    `revealed` the secret choices that the step revealed, `opened` the values that the rules showed,
    `about` what a roll was for, where the rules say it.
    """

    happened: tuple[EventRecord, ...] = ()
    clauses: frozenset[str] = frozenset()
    broken: tuple[str, ...] = ()
    audience: frozenset[int] | None = None
    choice: SecretChoice | None = None
    revealed: tuple[SecretChoice, ...] = ()
    opened: tuple[ShownValue, ...] = ()
    about: str = ""
    did: frozenset[str] = frozenset()

    def written(self, choice: object) -> str:
        """Return how a choice or roll that was made is written; what is chosen secretly without the word for it."""
        return str(choice) if self.choice is None else self.choice.notation

    @property
    def events(self) -> tuple[str, ...]:
        """The events with all their values."""
        return tuple(map(str, self.happened))

    def events_seen_by(self, viewer: Viewer) -> tuple[str, ...]:
        """The events as a viewer sees them."""
        return tuple(happened.seen_by(viewer) for happened in self.happened)


@frozen
class PlayedStep:
    """A choice or roll of a game: who (None for chance), how it is written, what happened."""

    seat: int | None
    notation: str
    trace: Trace
