"""The compiled rules: expressions over the slots of the state, and domains to go through."""

from __future__ import annotations

from typing import Literal

from ..source.records import frozen
from .leaves import Applied, Const, Decider, Temp, Values

# Closed: mypy reports a comparison with a kind that there is not, in the compiler and in each backend.
ArithOperator = Literal["+", "-", "*", "div", "mod"]
Comparison = Literal["=", "!=", "<", "<=", ">", ">="]
SetOperator = Literal["+", "-"]
CollectionKind = Literal["set", "list"]
StepQuantifier = Literal["every", "some", "no", "count", "sum", "max", "min"]
GatherKind = Literal["every", "some", "no", "count", "sum", "max", "min", "first", "last", "set", "list", "pairs"]
PathKind = Literal["reachable", "distance"]
# What holds where a comparison does not; and the comparison that holds with its sides exchanged.
OPPOSITE: dict[Comparison, Comparison] = {"=": "!=", "!=": "=", "<": ">=", "<=": ">", ">": "<=", ">=": "<"}
MIRRORED: dict[Comparison, Comparison] = {"=": "=", "!=": "!=", "<": ">", "<=": ">=", ">": "<", ">=": "<="}


# The index lies within its size: the type of what is written says so, or the index stands in a `Within`.
@frozen
class Step:
    """One index of a field: it moves (`index` - `low`) times `stride` slots on."""

    index: Expr
    low: int
    size: int
    stride: int


@frozen
class Slot:
    """A slot of the state: `base`, and steps from there."""

    base: int
    steps: tuple[Step, ...] = ()


@frozen
class ReadList:
    """The list that begins at a slot."""

    slot: Slot


# Words such as `none` are kept below 0. A table by a type that has words therefore ends with the cells of its words, -1 last
# (`lower.unions`).
@frozen
class Lookup:
    """An entry of a constant table; an index below 0 counts from its end."""

    table: str
    index: Expr


@frozen
class Arith:
    """`left operator right` on whole numbers; `div` and `mod` round down."""

    operator: ArithOperator
    left: Expr
    right: Expr


@frozen
class Negate:
    """`-operand`."""

    operand: Expr


@frozen
class Compare:
    """`left operator right`, on numbers, on other values with `=` and `!=`, or on tuples."""

    operator: Comparison
    left: Expr
    right: Expr


@frozen
class Both:
    """`left and right`."""

    left: Expr
    right: Expr


@frozen
class Either:
    """`left or right`."""

    left: Expr
    right: Expr


@frozen
class Not:
    """`not operand`."""

    operand: Expr


@frozen
class IfElse:
    """`this if condition else that`."""

    condition: Expr
    this: Expr
    that: Expr


@frozen
class CallFunction:
    """A function of the rulebook."""

    function: str
    arguments: tuple[Expr, ...]


# `foremost` takes pairs and a flag: 0 for those with the lowest key, 1 for those with the highest. `roll ... by` draws among
# them.
@frozen
class Primitive:
    """A function of the machine: `min`, `max`, `abs`, and those that need the state of a board."""

    name: str
    arguments: tuple[Expr, ...]
    board: str = ""


@frozen
class Tuple:
    """Values side by side."""

    items: tuple[Expr, ...]


@frozen
class MakeSet:
    """A set of these values; the value `low` is the first bit."""

    items: tuple[Expr, ...]
    low: int


@frozen
class MakeList:
    """A list of these values."""

    items: tuple[Expr, ...]


@frozen
class SetArith:
    """`+` (either has it) or `-` (the left has it, the right has not)."""

    operator: SetOperator
    left: Expr
    right: Expr


@frozen
class SizeOf:
    """The number of values of a set (`set`) or list (`list`)."""

    kind: CollectionKind
    of: Expr


# Here and everywhere else, `site` is the place in `Program.sites` that a fault in play names.
@frozen
class ItemAt:
    """The entry of a list at a place counted from 1."""

    of: Expr
    place: Expr
    site: int


@frozen
class Member:
    """The test that a value is in a domain."""

    value: Expr
    domain: Domain


@frozen
class RegionOf:
    """The region that a space lies in now."""

    board: str
    space: Expr


@frozen
class Within:
    """A number that must lie from `low` to `high`; a fault at `site` if it does not."""

    value: Expr
    low: int
    high: int
    site: int


@frozen
class EntriesWithin:
    """A list whose entries must lie from `low` to `high`, where these are given; a fault at `site` if one does not."""

    value: Expr
    low: int | None
    high: int | None
    site: int


@frozen
class Present:
    """A value that must not be a word such as `none`; a fault at `site` if it is."""

    value: Expr
    site: int


# To play, this is its value. Only machines that record note what is shown to whom.
@frozen
class Opened:
    """A value that the rules show here: to a `player`, a `side`, or to `all` (`to` is None)."""

    value: Expr
    kind: Literal["player", "side", "all"]
    to: Expr | None
    site: int


@frozen
class PickException:
    """The first of several exceptions that applies, by its place, or -1.

    Each has a condition and the places of those it goes before. More than one is a fault.
    """

    conditions: tuple[Expr, ...]
    over: tuple[tuple[int, ...], ...]
    sites: tuple[int, ...]


@frozen
class Gather:
    """A quantifier or comprehension over a domain.

    `kind` is every, some, no, count, sum, max, min, first, last, set or list, or pairs (of a value and what the body
    is for it); `low` is for sets. A set or list with a body holds what the body is for each value.
    """

    kind: GatherKind
    name: str
    domain: Domain
    condition: Expr | None
    key: Expr | None
    descending: bool
    body: Expr | None
    low: int = 0


@frozen
class Ranked:
    """The place of a value `among` pairs of a value and its key, from 1; or its part of the prizes, if there are any."""

    of: Expr
    among: Gather
    descending: bool
    prizes: tuple[Expr, ...]


@frozen
class Paths:
    """Paths from neighbour to neighbour on a board, from the space `start`.

    `kind` is reachable (the spaces to which a path of at most `goal` steps leads) or distance (the steps of
    the shortest path to the space `goal`, or `nowhere`). Spaces on the way, under `name`, must be `among` a
    domain and meet a condition; entering a space costs a step, or its `cost`.
    """

    kind: PathKind
    board: str
    start: Expr
    goal: Expr
    nowhere: int
    name: str
    among: Domain | None
    condition: Expr | None
    cost: Expr | None


@frozen
class Supposed:
    """The value of a function in the position that a rule would leave; both are given their arguments before."""

    rule: str
    arguments: tuple[Expr, ...]
    function: str
    tested: tuple[Expr, ...]


@frozen
class Before:
    """The value of an expression in the position before the step."""

    value: Expr


@frozen
class Happened:
    """A quantifier over the events of a step that have this number, their values under `names`, in their order.

    `kind` is every, some, no, count, sum, max or min.
    """

    kind: StepQuantifier
    event: int
    names: tuple[str, ...]
    condition: Expr | None
    body: Expr | None


Expr = (
    Const | Values | Temp | Slot | ReadList | Lookup | Arith | Negate | Compare | Both | Either | Not
    | IfElse | CallFunction | Primitive | Tuple | MakeSet | MakeList | SetArith | SizeOf | ItemAt | Member
    | RegionOf | Within | EntriesWithin | Present | Opened | PickException | Gather | Ranked | Paths
    | Supposed | Before | Happened | Applied | Decider
)


# ---- Domains -------------------------------------------------------------------------------


@frozen
class RangeDomain:
    """The whole numbers from `low` to `high`."""

    low: Expr
    high: Expr


@frozen
class SetDomain:
    """The values of a set, from the lowest up."""

    of: Expr
    low: int


@frozen
class ListDomain:
    """The entries of a list or constant table, in order."""

    of: Expr


@frozen
class RegionDomain:
    """The regions of a board as they are now, each under its first space."""

    board: str


@frozen
class WordDomain:
    """The values of a domain, and then these words."""

    of: Domain
    words: tuple[int, ...]


@frozen
class RotatedDomain:
    """The values of a domain, beginning with one of them."""

    of: Domain
    start: Expr


@frozen
class JointDomain:
    """The values of a domain, and then those of another, each `shift` greater."""

    of: Domain
    more: Domain
    shift: int


Domain = RangeDomain | SetDomain | ListDomain | RegionDomain | WordDomain | RotatedDomain | JointDomain
