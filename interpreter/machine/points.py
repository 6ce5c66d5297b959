"""Points where the machine waits, with their kinds of move; hooks for callers while a game is played out."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from ...dsl import ir
from ...dsl.source.records import frozen
from ..backends.backend import Vector
from ..runtime.chance import Dice


@frozen(eq=False)
class MoveKind:
    """One kind of move at a point: codes from `first` on, `count` of them.

    `legal(s)` lists the legal codes, `enter(s, code - first)` carries one out and gives the next
    block, `refused(s, code - first)` the places of the requirements that fail (below 0: an open value that
    does not fit, see `codes.out_of_domain_place`),
    `lifting(s, code - first, place)` the exceptions to exceptions by which one of them counts again
    (None: there are none), `written(s, code - first)` its notation, or raises RulebookFault. What is computed in a
    notation makes sense only for a code that is refused at no place below `sense`. `possible(s)` says whether `legal(s)` lists
    any; it is there where the rules say what comes when there is no legal move. `looked(s, code - first)` lists the
    requirements and exceptions that are looked at; machines with a watch have it.
    """

    id: str
    first: int
    count: int
    legal: Callable[[Vector], list[int]]
    enter: Callable[[Vector, int], int]
    written: Callable[[Vector, int], str]
    refused: Callable[[Vector, int], list[int]] | None
    messages: tuple[Callable[[Vector, int], str], ...]
    guards: tuple[ir.Guard, ...]
    note: Callable[[Vector, int], None] | None
    lifting: Callable[[Vector, int, int], list[str]] | None = None
    sense: int = 0
    possible: Callable[[Vector], bool] | None = None
    looked: Callable[[Vector, int], list[tuple[str, int, bool]]] | None = None


@frozen(eq=False)
class DecisionPoint:
    """A block that waits. `player` is None for chance; `weight` None for equal chances.

    `says` is what the choice is about, with its values filled in; `secret` is given where all
    players choose before any choice is seen; `audience` gives the seats that ever see what is
    decided here, and is None where all do; what is offered at a `private` choice depends on something
    that not all see. `listed(s)` gives what `legal(s)` of each kind does, where that is faster.
    """

    block: int
    label: str
    clause: str
    kinds: tuple[MoveKind, ...]
    player: Callable[[Vector], int] | None
    weight: Callable[[Vector, int], int] | None
    otherwise: int | None
    secret: ir.SecretRound | None
    site: int
    says: Callable[[Vector], str] | None = None
    audience: Callable[[Vector], frozenset[int]] | None = None
    private: bool = False
    listed: Callable[[Vector], list[list[int]]] | None = None

    def legal(self, s: Vector) -> list[int]:
        """The codes of all that may come here, in the rulebook's order."""
        # Most points have one kind of move: no list of lists is built for them.
        if len(self.kinds) == 1:
            return self.kinds[0].legal(s)
        return [code for codes in self.by_kind(s) for code in codes]

    def by_kind(self, s: Vector) -> list[list[int]]:
        """The codes of all that may come here, for each kind."""
        return [kind.legal(s) for kind in self.kinds] if self.listed is None else self.listed(s)

    def has_legal(self, s: Vector) -> bool:
        """Return whether any move is legal here, at a point with an `otherwise`."""
        return any(kind.possible is not None and kind.possible(s) for kind in self.kinds)

    def kind_of(self, code: int) -> MoveKind:
        """The kind of move a code belongs to."""
        for kind in self.kinds:
            # INVARIANT: kinds lie one behind the other from code 0 on, so the first that ends behind a code has it.
            if code < kind.first + kind.count:
                return kind
        raise AssertionError(f"{code} is no code of {self.label}")


Chosen = tuple[int, int, MoveKind]


@frozen(eq=False)
class Hooks:
    """Functions of a caller that take part while a game is played out; None leaves a step to the machine.

    `watch` is shown every position, `note` every position with the kind of move, its code, and the seat that makes it (None:
    chance). `choose` gives what `RandomPlay.choice` does, `enter` carries out what is chosen and rolled. With `compare`,
    moves of some choices are compared, as two of them may be written alike.
    """

    watch: Callable[[Vector], None] | None = None
    note: Callable[[Vector, MoveKind, int, int | None], None] | None = None
    choose: Callable[[Vector, DecisionPoint, Dice], Chosen] | None = None
    enter: Callable[[Vector, MoveKind, int], None] | None = None
    compare: bool = True

    @property
    def are_none(self) -> bool:
        """Whether everything is left to the machine."""
        return self.watch is None and self.note is None and self.choose is None and self.enter is None


NO_HOOKS, NO_COMPARISON = Hooks(), Hooks(compare=False)


class PlayedOut(NamedTuple):
    """A game that was played out, or cut off: where it stopped, and how many choices were made.

    `offered` is how many moves were legal in all choices together, `widest` how many in the widest.
    """

    state: Vector
    choices: int
    offered: int
    widest: int
