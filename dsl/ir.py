"""The compiled rules: the contract between the compiler and the machine.

A program is a control-flow graph over one vector of small integers. Slot 0 says which block
comes next, slot 1 how the game ended (0 while it goes on); then come the fields and, after them,
what rules that wait for a choice have to remember. There is no recursion, so every rule has its
slots for good, and a return address is a value in a slot.

A block is a run of *operations* and a *terminator*. Whatever cannot hand control out of the
machine (assignments, loops, calls of rules without a choice) is an operation, and the machine
turns it into straight code; only choices, chance, and the flow around them make blocks.
"""

from __future__ import annotations

from attrs import frozen

from .clauses import Clause
from .spans import Span
from .types import EnumType, Type

BLOCK_SLOT = 0
ENDED_SLOT = 1
FIRST_FIELD = 2

# ---- Expressions ---------------------------------------------------------------------------


@frozen
class Const:
    """A known value."""

    value: int


@frozen
class Values:
    """A known list."""

    values: tuple[int, ...]


@frozen
class Temp:
    """A name that lives within one run of operations."""

    name: str


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

    at: Slot


@frozen
class Lookup:
    """An entry of a constant table."""

    table: str
    index: Expr


@frozen
class Arith:
    """`left operator right` on whole numbers; `div` and `mod` round down."""

    operator: str
    left: Expr
    right: Expr


@frozen
class Negate:
    """`-operand`."""

    operand: Expr


@frozen
class Compare:
    """`left operator right`, on numbers, on other values with `=` and `!=`, or on tuples."""

    operator: str
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

    operator: str
    left: Expr
    right: Expr


@frozen
class SizeOf:
    """How many values a set (`set`) or list (`list`) has."""

    kind: str
    of: Expr


@frozen
class ItemAt:
    """The entry of a list at a place counted from 1."""

    of: Expr
    place: Expr
    site: int


@frozen
class Member:
    """Whether a value is in a domain."""

    value: Expr
    domain: Domain


@frozen
class RegionOf:
    """The region that a space lies in now."""

    board: str
    space: Expr


@frozen
class Present:
    """A value that must not be a word such as `none`; a fault at `site` if it is."""

    value: Expr
    site: int


@frozen
class PickException:
    """Which of several exceptions applies, by its place, or -1.

    Each has a condition and the places of those it goes before. More than one is a fault.
    """

    conditions: tuple[Expr, ...]
    over: tuple[tuple[int, ...], ...]
    sites: tuple[int, ...]


@frozen
class Gather:
    """A quantifier or comprehension over a domain.

    `kind` is every, some, no, count, sum, max, min, first, set or list; `low` is for sets.
    """

    kind: str
    name: str
    domain: Domain
    condition: Expr | None
    key: Expr | None
    descending: bool
    body: Expr | None
    low: int = 0


Expr = (
    Const | Values | Temp | Slot | ReadList | Lookup | Arith | Negate | Compare | Both | Either | Not
    | IfElse | CallFunction | Primitive | Tuple | MakeSet | MakeList | SetArith | SizeOf | ItemAt | Member
    | RegionOf | Present | PickException | Gather
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


Domain = RangeDomain | SetDomain | ListDomain | RegionDomain | WordDomain | RotatedDomain

# ---- Operations ----------------------------------------------------------------------------


@frozen
class Let:
    """Name a value; a range is checked when it is given."""

    name: str
    value: Expr
    low: int | None = None
    high: int | None = None
    site: int = 0


@frozen
class Write:
    """Put a value into a slot; a range is checked when it is given."""

    to: Slot
    value: Expr
    low: int | None = None
    high: int | None = None
    site: int = 0


@frozen
class WriteList:
    """Put a list into the slots from `to` on."""

    to: Slot
    value: Expr
    limit: int
    site: int


@frozen
class Append:
    """Add an entry at the end of a list."""

    to: Slot
    value: Expr
    limit: int
    site: int


@frozen
class Remove:
    """Take the first entry with this value out of a list; nothing happens if there is none."""

    to: Slot
    value: Expr
    limit: int


@frozen
class If:
    """One of two runs of operations."""

    condition: Expr
    then: tuple[Op, ...]
    otherwise: tuple[Op, ...]


@frozen
class For:
    """Operations for each value of a domain; the domain is fixed at the start."""

    name: str
    domain: Domain
    condition: Expr | None
    key: Expr | None
    descending: bool
    body: tuple[Op, ...]


@frozen
class Loop:
    """Operations again and again: while a condition holds, at most so many times."""

    condition: Expr | None
    times: Expr | None
    body: tuple[Op, ...]
    site: int


@frozen
class Leave:
    """`stop` or `skip` in the nearest loop."""

    kind: str


@frozen
class Do:
    """Carry out a rule that asks for nothing."""

    rule: str
    arguments: tuple[Expr, ...]
    site: int


@frozen
class Happen:
    """Record an event."""

    event: int
    values: tuple[Expr, ...]


@frozen
class CheckEnds:
    """End the game by the first of these ends whose condition holds."""

    ends: tuple[int, ...]


@frozen
class MergeRegions:
    """Merge two regions of a board."""

    board: str
    first: Expr
    second: Expr
    site: int


@frozen
class Ensure:
    """A fault at `site` unless the condition holds."""

    condition: Expr
    site: int
    message: int | None


@frozen
class Touch:
    """Record that a clause is applied."""

    clause: str


Op = (
    Let | Write | WriteList | Append | Remove | If | For | Loop | Leave | Do | Happen | CheckEnds | MergeRegions
    | Ensure | Touch
)

# ---- Control flow --------------------------------------------------------------------------


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
    """Carry out a rule that asks for something, and come back to a block."""

    rule: str
    arguments: tuple[Expr, ...]
    back: int


@frozen
class Return:
    """Go back to where the rule was called."""

    rule: str


@frozen
class Bound:
    """A value that a move or a roll leaves open: its name, domain and type."""

    name: str
    domain: Domain
    condition: Expr | None
    type: Type


@frozen
class Guard:
    """A requirement or exception: a condition, and the exceptions under it."""

    id: str
    condition: Expr
    exceptions: tuple[Guard, ...]
    message: int | None
    level: int


@frozen
class MoveOption:
    """One kind of move: values left open, requirements, how it is written, the block it leads to.

    `first` is the code of its first combination of values; `count` how many there are.
    """

    id: str
    bound: tuple[Bound, ...]
    guards: tuple[Guard, ...]
    notation: int
    to: int
    first: int
    count: int


@frozen
class ChooseMove:
    """A player chooses a move; `otherwise` is where to go when there is none."""

    clause: str
    player: Expr
    moves: tuple[MoveOption, ...]
    otherwise: int | None
    secret: bool
    site: int


@frozen
class RollValue:
    """Chance chooses a value; `weight` is None when all are equally likely."""

    clause: str
    bound: Bound
    weight: Expr | None
    notation: int
    to: int
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
class Routine:
    """A rule that asks for something: where it begins, its parameters' slots, its return slot."""

    name: str
    entry: int
    params: tuple[tuple[str, int, Type], ...]
    back: int


@frozen
class Straight:
    """A rule that asks for nothing."""

    name: str
    params: tuple[str, ...]
    body: tuple[Op, ...]


@frozen
class Value:
    """The value of a function: names on the way, and the exceptions that replace it."""

    lets: tuple[Let, ...]
    gives: Expr
    exceptions: tuple[ValueException, ...]


@frozen
class ValueException:
    """A value that replaces another when a condition holds."""

    id: str
    condition: Expr
    over: tuple[int, ...]
    value: Value
    site: int


@frozen
class Function:
    """A pure function."""

    name: str
    params: tuple[str, ...]
    value: Value


@frozen
class TextPart:
    """A value written into a text."""

    value: Expr
    type: Type


@frozen
class TextOf:
    """A text with values in it; `names` are the names it may use."""

    parts: tuple[str | TextPart, ...]
    names: tuple[str, ...]


@frozen
class Ending:
    """A way to end: its condition, and how the players or sides stand then.

    `kind` is winners, ranking or drawn; for winners, `value` is a condition, for a ranking a key.
    """

    id: str
    condition: Expr
    kind: str
    of: str
    name: str
    value: Expr | None
    descending: bool
    site: int


@frozen
class FieldSlots:
    """A field: where it begins, what indexes it, and who sees it."""

    name: str
    owner: EnumType | None
    type: Type
    base: int
    width: int
    seen_by: str | None
    merge: str | None


@frozen
class LocalSlots:
    """What a waiting rule remembers."""

    rule: str
    name: str
    type: Type
    base: int
    width: int


@frozen
class BoardShape:
    """A board, for the functions that need it and for its picture."""

    name: str
    shape: str
    space: EnumType
    region: EnumType | None
    roots: int | None
    columns: int
    rows: int
    picture: int | None


@frozen
class EventShape:
    """An event and the types of its values."""

    name: str
    params: tuple[tuple[str, Type], ...]


@frozen
class Site:
    """A place in the rulebook that can go wrong in play, and the clause it belongs to."""

    span: Span
    clause: str
    what: str


@frozen
class Program:
    """A rulebook compiled for one number of players and one choice of options."""

    name: str
    title: str
    fewest: int
    most: int
    players: int
    player: EnumType
    side: EnumType
    side_of: tuple[int, ...]
    options: tuple[tuple[str, str], ...]
    fields: tuple[FieldSlots, ...]
    locals: tuple[LocalSlots, ...]
    size: int
    start: tuple[int, ...]
    entry: int
    tables: tuple[tuple[str, tuple[object, ...]], ...]
    functions: tuple[Function, ...]
    straights: tuple[Straight, ...]
    routines: tuple[Routine, ...]
    blocks: tuple[Block, ...]
    loops: tuple[LoopFrame, ...]
    texts: tuple[TextOf, ...]
    ends: tuple[Ending, ...]
    invariants: tuple[tuple[str, Expr], ...]
    scores: tuple[tuple[str, str, Expr], ...]
    boards: tuple[BoardShape, ...]
    events: tuple[EventShape, ...]
    sites: tuple[Site, ...]
    clauses: tuple[Clause, ...]
