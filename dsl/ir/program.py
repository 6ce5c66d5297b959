"""The compiled rules: a whole program, with its state, functions, texts and places."""

from __future__ import annotations

from typing import Literal

from ..source.clauses import Clause
from ..source.records import frozen
from ..source.span import Span
from ..types.shapes import ShapeName
from ..types.types import EnumType, Type
from .expressions import Expr
from .flow import Block, LoopFrame, SuspendingProcedure
from .operations import Let, Op
from .symmetries import Symmetry

BLOCK_SLOT = 0
ENDED_SLOT = 1
FIRST_FIELD = 2


@frozen
class Procedure:
    """A rule that asks for nothing: straight code, which runs from its first operation to its last like a function.

    A rule that asks is a `SuspendingProcedure`. The compiler decides which a rule is by what it carries out, at any depth.
    """

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
    """A value written into a text; the words of enums are `spoken` in what is said and never typed."""

    value: Expr
    type: Type
    spoken: bool = False


@frozen
class TextOf:
    """A text with values in it; `names` are the names it may use."""

    parts: tuple[str | TextPart, ...]
    names: tuple[str, ...]


@frozen
class Ending:
    """A way to end: its condition, and how the players or sides stand then.

    `kind` is winners, ranking or drawn; for winners, `value` is a condition, for a ranking a key. With `drawn_when_tied`
    nobody wins where several players or sides would.
    """

    id: str
    condition: Expr
    kind: Literal["winners", "ranking", "drawn"]
    of: str
    name: str
    value: Expr | None
    descending: bool
    site: int
    drawn_when_tied: bool = False


# A field of each thing of a type has `width` slots for all of them together, those of the first thing first.
@frozen
class FieldSlots:
    """A field: where it begins, what indexes it, and who sees it; one that is `aside` is left out of pictures."""

    name: str
    owner: EnumType | None
    type: Type
    base: int
    width: int
    seen_by: str | None
    merge: str | None
    aside: bool = False


@frozen
class LocalSlots:
    """The slots in which a waiting rule remembers its values."""

    rule: str
    name: str
    type: Type
    base: int
    width: int


# Stands before and after each value in a text of a picture: values that are not there are left out by it.
VALUE = "\x1f"


@frozen
class Picture:
    """The number of a text that a picture says of a space, and that of one that is `yes` where it does; None for always."""

    text: int
    when: int | None


@frozen
class RimShape:
    """The places of the edges or corners of a board, for pictures: the ends of each edge, or each corner.

    Points are in parts of a column and row (PARTS_OF_STEP); `spaces` are those of the board that each bounds. `others`
    are further names, by another space, each with the name that it stands for. A link of a board without places has no points.
    """

    of: str
    points: tuple[tuple[tuple[int, int], ...], ...]
    spaces: tuple[tuple[int, ...], ...]
    others: tuple[tuple[str, str], ...]


@frozen
class BoardShape:
    """A board, for the functions that need it and for its picture.

    `places` are the columns and rows of the spaces of a square or hex board, from 1; `towards` the
    columns and rows that a step in each direction goes, where there is such a step. `letters` are those
    a drawn board is drawn with. `pictures` say of a space what a picture does: the first whose condition holds.
    Edges and corners have a `rim` and no places.
    """

    name: str
    shape: ShapeName
    space: EnumType
    region: EnumType | None
    roots: int | None
    places: tuple[tuple[int, int], ...]
    towards: tuple[tuple[int, int] | None, ...]
    letters: tuple[str, ...]
    pictures: tuple[Picture, ...]
    rim: RimShape | None = None


@frozen
class FixedPart:
    """A fixed column of the pieces of a kind: `values` has the slots of the first piece, then of the next."""

    name: str
    type: Type
    values: tuple[int, ...]


@frozen
class PieceShape:
    """Pieces of a kind. Those with the same number have the same owner, and the same is fixed about them."""

    type: EnumType
    numbers: tuple[int, ...]
    fixed: tuple[FixedPart, ...]

    @property
    def distinguishing(self) -> tuple[FixedPart, ...]:
        """The fixed fields that differ between pieces of this kind."""
        return tuple(part for part in self.fixed if len(part.values) == len(self.numbers) and len(set(part.values)) > 1)


@frozen
class ColumnShape:
    """A column of a table or board: `values` has the slots of the first row or space, then of the next.

    `given` says which rows have a value of their own (empty: all); the others have the one that the column gives.
    """

    owner: EnumType
    name: str
    type: Type
    values: tuple[int, ...]
    given_rows: tuple[bool, ...] = ()

    def is_given(self, row: int) -> bool:
        """Return whether a row has a value of its own."""
        return not self.given_rows or self.given_rows[row]


@frozen
class EventShape:
    """An event and the types of its values.

    `audiences` says of each value who sees it: None for all, `nobody`, or the place of the player
    or side among the values.
    """

    name: str
    params: tuple[tuple[str, Type], ...]
    audiences: tuple[int | str | None, ...]


@frozen
class Site:
    """A place in the rulebook where a fault can occur in play, and the clause it belongs to."""

    span: Span
    clause: str
    what: str


# INVARIANT: the number of a block, text, end, event or place is its index here. States and compiled modules hold such numbers.
@frozen
class Program:
    """A rulebook compiled for one number of players and one choice of values for its parameters.

    `invariants` hold in every position, `step_invariants` of every step.
    `columns` are for those who look at a position; nothing that is played depends on them.
    """

    name: str
    title: str
    fewest: int
    most: int
    players: int
    player: EnumType
    side: EnumType
    side_of: tuple[int, ...]
    parameters: tuple[tuple[str, str], ...]
    fields: tuple[FieldSlots, ...]
    locals: tuple[LocalSlots, ...]
    size: int
    start: tuple[int, ...]
    entry: int
    tables: tuple[tuple[str, tuple[object, ...]], ...]
    functions: tuple[Function, ...]
    procedures: tuple[Procedure, ...]
    suspending: tuple[SuspendingProcedure, ...]
    blocks: tuple[Block, ...]
    loops: tuple[LoopFrame, ...]
    texts: tuple[TextOf, ...]
    ends: tuple[Ending, ...]
    invariants: tuple[tuple[str, Expr], ...]
    step_invariants: tuple[tuple[str, Expr], ...]
    symmetries: tuple[Symmetry, ...]
    scores: tuple[tuple[str, str, Expr], ...]
    boards: tuple[BoardShape, ...]
    pieces: tuple[PieceShape, ...]
    events: tuple[EventShape, ...]
    sites: tuple[Site, ...]
    clauses: tuple[Clause, ...]
    columns: tuple[ColumnShape, ...] = ()


@frozen
class ConditionPart:
    """One of the parts that `and` joins; for a comparison, its left side with its type.

    For `every` and `no`, `against` is the list of the values, of that type, for which it does not hold.
    """

    text: str
    value: Expr
    left_text: str
    operator: str
    left: Expr | None
    type: Type | None
    against: Expr | None = None


@frozen
class Condition:
    """A condition on a position that is no part of the program, with the tables it uses.

    `sites` are the places of the program, and then its own.
    """

    value: Expr
    parts: tuple[ConditionPart, ...]
    tables: tuple[tuple[str, tuple[object, ...]], ...]
    sites: tuple[Site, ...]
