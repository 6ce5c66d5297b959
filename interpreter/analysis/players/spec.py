"""A text such as `random`, `ahead` or `mcts:500` to how a seat is played."""

from __future__ import annotations

import re
from typing import Literal, assert_never

from attrs import frozen

MOST_TRIES = 10_000_000
LEAST_SECONDS, MOST_SECONDS = 0.05, 86_400.0
FORMS = "random, ahead, mcts:500 (a number of tries), mcts:2s (a time for each move)"


class WrongSpec(ValueError):
    """A text that does not say how a seat is played; the message says why."""


@frozen
class Spec:
    """The player of a seat: `random`, one move `ahead` by an evaluation, or tree search (`mcts`).

    `tries` or `seconds` bound a search. `worth` names the evaluation of `ahead`, if it is named.
    """

    kind: Literal["random", "ahead", "mcts"]
    tries: int | None = None
    seconds: float | None = None
    worth: str | None = None

    def __str__(self) -> str:
        match self.kind:
            case "random":
                return self.kind
            case "ahead":
                return self.kind if self.worth is None else f"{self.kind}:{self.worth}"
            case "mcts":
                return f"mcts:{self.tries}" if self.seconds is None else f"mcts:{self.seconds:g}s"
            case _:
                assert_never(self.kind)


def spec_of(text: str) -> Spec:
    """Return how a seat is played by a text. Raises WrongSpec."""
    kind, colon, rest = text.strip().partition(":")
    match kind:
        case "random" if not colon:
            return Spec("random")
        case "ahead" if not colon or rest:
            return Spec("ahead", worth=rest or None)
        case "mcts" if not rest:
            raise WrongSpec(f"`{text}` does not say how long to think; write mcts:500 (tries) or mcts:2s (seconds)")
        case "mcts":
            return _search(text, rest)
        case _:
            raise WrongSpec(f"`{text}` is no player; there are {FORMS}")


def _search(text: str, rest: str) -> Spec:
    if re.fullmatch(r"[0-9]{1,9}", rest):
        if not 1 <= int(rest) <= MOST_TRIES:
            raise WrongSpec(f"`{text}`: a number of tries is 1 to {MOST_TRIES}")
        return Spec("mcts", tries=int(rest))
    if re.fullmatch(r"[0-9]{1,5}(\.[0-9]{1,3})?s", rest):
        seconds = float(rest[:-1])
        if not LEAST_SECONDS <= seconds <= MOST_SECONDS:
            raise WrongSpec(f"`{text}`: a time is {LEAST_SECONDS:g} to {MOST_SECONDS:g} seconds")
        return Spec("mcts", seconds=seconds)
    raise WrongSpec(f"`{text}`: `{rest}` is neither a number of tries, as in mcts:500, nor a time, as in mcts:2s")
