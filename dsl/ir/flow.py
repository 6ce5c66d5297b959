"""The compiled rules: blocks, and the terminators that choose, roll, branch and return."""

from __future__ import annotations

from typing import Literal

from ..source.records import frozen
from ..types.types import Type
from .expressions import Domain, Expr
from .operations import Op


@frozen
class Jump:
    """Go on with a block."""

    to: int


@frozen
class Branch:
    """Go on with one of two blocks."""

    condition: Expr
    then: int
    otherwise: int


@frozen
class CallRule:
    """Carry out a rule that asks for something, and come back to a block.

    `arguments` go to the parameters that take one slot; lists are in their slots already.
    """

    rule: str
    arguments: tuple[Expr, ...]
    back: int


@frozen
class Return:
    """Go back to where the rule was called."""

    rule: str


@frozen
class Bound:
    """A value that a move or a roll leaves open: its name, domain and type.

    `among` is the number of the text that says which domain it is.
    """

    name: str
    domain: Domain
    condition: Expr | None
    type: Type
    among: int | None = None


@frozen
class Guard:
    """A requirement or exception: a condition, and the exceptions under it."""

    id: str
    condition: Expr
    exceptions: tuple[Guard, ...]
    message: int | None
    level: int


# The code of a combination is `first` plus the places of its values in mixed radix, the last value counted fastest
# (`runtime.move_codes`). All values of the types have codes, not only those that can be chosen now: a code means the same move
# in every position.
@frozen
class MoveOption:
    """One kind of move: values left open, requirements, how it is written, the block it leads to.

    `first` is the code of its first combination of values; `count` how many there are. `named` has the
    names of pieces, kept in slots, that what the move does speaks of: their first slots and types. The notation
    relies on the first `relies` conditions: those of the open values, and then the guards. A kind of move that is not
    `effective` is not expected to change a field: it is a pass, or it sets a variable.
    """

    id: str
    bound: tuple[Bound, ...]
    guards: tuple[Guard, ...]
    notation: int
    to: int
    first: int
    count: int
    named: tuple[tuple[int, Type], ...] = ()
    relies: int = 0
    effective: bool = True


@frozen
class SecretRound:
    """The slots that keep the players of a secret choice, and the choice of each, until all have chosen.

    `order` is the slot of the list of players, `place` that of the place of the player who is
    asked, counted from 0, `player` that of the player; there are at most `most` of them.
    Slot `kinds` and those after it hold a number for each place: 0 while nothing is chosen, then
    the number of the kind of move from 1, and one more when there was nothing to choose. `values`
    has the first slot for each open value of each kind of move.
    """

    order: int
    place: int
    player: int
    most: int
    kinds: int
    values: tuple[tuple[int, ...], ...]


@frozen
class Audience:
    """The audience of a decision: one `player`, a `side`, or `nobody` (`of` is None)."""

    kind: Literal["player", "side", "nobody"]
    of: Expr | None


# INVARIANT: a block that ends in a choice or a roll has no operations. A machine may come back to it, list its moves and go on
# from there as often as it likes, and nothing happens twice.
@frozen
class ChooseMove:
    """A player chooses a move; `otherwise` is where to go when there is none.

    `statement` is the number of the text that says what the choice is about. `secret` is given
    where all players choose before any choice is seen, `audience` where not all ever see it. What is
    offered at a `private` choice depends on something that not all see.
    """

    clause: str
    player: Expr
    statement: int | None
    moves: tuple[MoveOption, ...]
    otherwise: int | None
    secret: SecretRound | None
    audience: Audience | None
    site: int
    private: bool = False


@frozen
class RollValue:
    """Chance chooses a value; `weight` is None when all are equally likely, `audience` when all see it."""

    clause: str
    bound: Bound
    weight: Expr | None
    notation: int
    to: int
    audience: Audience | None
    site: int


@frozen
class RunOut:
    """The end of `play` is reached, and no end has come."""

    site: int


Terminator = Jump | Branch | CallRule | Return | ChooseMove | RollValue | RunOut


@frozen
class Block:
    """Operations, and what comes after them.

    `label` says where in the rulebook it stands; `enters` is the index of the move of a choice
    (or 0 for a roll) whose open values the block begins with, together with the block it is in.
    """

    id: int
    label: str
    clause: str
    ops: tuple[Op, ...]
    end: Terminator
    enters: tuple[int, int] | None
    loops: tuple[int, ...]


# Play itself does without frames. They are for positions that are written by hand, which may begin inside a loop: its `setup`
# is the block that lists the values.
@frozen
class LoopFrame:
    """A loop around a choice: its value's slot, and where its fixed order is kept, if it is.

    `index` counts through the order from 0; `order` is the slot of the list. For `repeat` the
    value is how many rounds are left, and there is no name.
    """

    rule: str
    name: str
    type: Type | None
    value: int
    index: int | None
    order: int | None
    setup: int


@frozen
class SuspendingProcedure:
    """A rule that asks for something: where it begins, its parameters' slots, its return slot.

    It is left and entered again at every choice, so it is no function but blocks, and all that it knows is in slots. A rule
    that asks for nothing is a `Procedure`.
    `hidden` names the parameters whose values not all may know.
    """

    name: str
    entry: int
    params: tuple[tuple[str, int, Type], ...]
    back: int
    hidden: tuple[str, ...] = ()
