"""A text such as `random`, `ahead` or `mcts:500` to how a seat is played."""

from __future__ import annotations

import re
from typing import Literal, assert_never

from attrs import frozen

MOST_TRIES, MOST_DIGITS = 10_000_000, 9
LEAST_SECONDS, MOST_SECONDS = 0.05, 86_400.0
KINDS = ("random", "ahead", "mcts")
FORMS = "random, ahead, mcts:500 (a number of tries), mcts:2s (a time for each move), mcts:500:NAME (by an evaluation)"


class WrongSpec(ValueError):
    """A text that does not say how a seat is played; the message says why."""


@frozen
class Spec:
    """The player of a seat: `random`, one move `ahead` by an evaluation, or tree search (`mcts`).

    `tries` or `seconds` bound a search. `evaluation` names one, if one is named; `ahead` needs one, a search may have one.
    """

    kind: Literal["random", "ahead", "mcts"]
    tries: int | None = None
    seconds: float | None = None
    evaluation: str | None = None

    def __str__(self) -> str:
        match self.kind:
            case "random":
                return self.kind
            case "ahead":
                return self.kind if self.evaluation is None else f"{self.kind}:{self.evaluation}"
            case "mcts":
                bound = f"{self.tries}" if self.seconds is None else f"{self.seconds:g}s"
                return f"mcts:{bound}" if self.evaluation is None else f"mcts:{bound}:{self.evaluation}"
            case _:
                assert_never(self.kind)


def spec_of(text: str) -> Spec:
    """Return how a seat is played by a text. Raises WrongSpec."""
    kind, colon, rest = text.strip().partition(":")
    match kind:
        case "random" if not colon:
            return Spec("random")
        case "ahead" if not colon or rest:
            return Spec("ahead", evaluation=rest or None)
        case "mcts" if not rest.partition(":")[0]:
            raise WrongSpec(f"`{text}` does not say how long to think; write mcts:500 (tries) or mcts:2s (seconds)")
        case "mcts":
            return _search(text, rest)
        case _:
            raise WrongSpec(f"`{text}` is not a player; there are {FORMS}")


def _search(text: str, rest: str) -> Spec:
    bound, colon, name = rest.partition(":")
    if colon and not name:
        raise WrongSpec(f"`{text}` names no evaluation after the last colon; write mcts:500 or mcts:500:NAME")
    if re.fullmatch(r"[0-9]+", bound):
        # A number of many digits is not converted: Python refuses to.
        if len(bound) > MOST_DIGITS or not 1 <= int(bound) <= MOST_TRIES:
            raise WrongSpec(f"`{text}`: a number of tries is 1 to {MOST_TRIES}")
        return Spec("mcts", tries=int(bound), evaluation=name or None)
    if re.fullmatch(r"[0-9]+(\.[0-9]{1,3})?s", bound):
        seconds = float(bound[:-1])
        if not LEAST_SECONDS <= seconds <= MOST_SECONDS:
            raise WrongSpec(f"`{text}`: a time is {LEAST_SECONDS:g} to {MOST_SECONDS:g} seconds")
        return Spec("mcts", seconds=seconds, evaluation=name or None)
    raise WrongSpec(f"`{text}`: `{bound}` is neither a number of tries, as in mcts:500, nor a time, as in mcts:2s")
