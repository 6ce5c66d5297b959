"""The symbol table: what the names of a rulebook stand for, filled by `resolve`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Literal

from attrs import field

from .. import syntax as ast
from ..boards.forms import DIRECTIONS
from ..boards.layout import Layout
from ..boards.outline import Outline
from ..source.clauses import Clause
from ..source.records import define, frozen
from ..source.span import Span
from ..syntax.alone import EffectWay
from ..types.shapes import ShapeName
from ..types.types import EnumType, Type, name_of

# What declares a name inside a rule. The value of a `var` changes, so no pass takes it for what it was.
LocalKind = Literal["parameter", "let", "var", "each", "roll", "space"]


@frozen(eq=False)
class Local:
    """A name inside a rule: a parameter, `let`, `var`, the value of a loop, choice or roll, or a space of a board."""

    name: str
    type: Type
    kind: LocalKind


@frozen(eq=False)
class Constant:
    """A value known when the rulebook is compiled: a constant, a parameter of the game, a member."""

    name: str
    type: Type
    value: int


@frozen(eq=False)
class FieldInfo:
    """A field of the state; `owner` is None for `state` itself. A history says the fields whose values it keeps."""

    name: str
    owner: EnumType | None
    type: Type
    node: ast.Field
    history: History | None = None


@frozen(eq=False)
class PackedSlot:
    """A number that a history keeps: the slot of a field, its least value, and the first of the bits that keep it."""

    of: FieldInfo
    slot: int
    low: int
    shift: int


@frozen(eq=False)
class History:
    """The numbers that a history keeps of each position, packed into words; at most `limit` positions."""

    words: tuple[tuple[PackedSlot, ...], ...]
    limit: int


@frozen(eq=False)
class ColumnInfo:
    """A column of a table or board: the slots of the value of each row or space, one after another.

    `given` says which rows have a value of their own; the others have the one that the column gives.
    """

    name: str
    owner: EnumType
    type: Type
    values: tuple[int, ...]
    given_rows: tuple[bool, ...] = ()


@frozen(eq=False)
class StockedPiece:
    """A piece of a kind for one owner: the line that says that it is there, and the values of that line's binders."""

    line: ast.PieceLine
    constants: tuple[Constant, ...]


@frozen(eq=False)
class PieceInfo:
    """A kind of pieces: those of one owner in their order, and what is fixed about each of all of them."""

    type: EnumType
    node: ast.Pieces
    pieces: tuple[StockedPiece, ...]
    columns: tuple[ColumnInfo, ...]


@frozen(eq=False)
class OwnedName:
    """The name by which an owner has a value of a type: the one with this number (from 0) of the `per_owner` that they have."""

    name: str
    type: EnumType
    number: int
    per_owner: int


@frozen(eq=False)
class EffectInfo:
    """An effect of a table: each row carries it out in its own way."""

    name: str
    owner: EnumType
    params: tuple[Local, ...]
    bodies: tuple[tuple[ast.Stmt, ...], ...]
    clauses: tuple[str, ...]
    node: ast.Effect


@frozen(eq=False)
class FunctionInfo:
    """A function of the rulebook."""

    name: str
    params: tuple[Local, ...]
    type: Type
    node: ast.Function


@frozen(eq=False)
class RuleInfo:
    """A rule or phase; `reacts_to` names the event it comes after, if any."""

    name: str
    params: tuple[Local, ...]
    node: ast.Rule
    reacts_to: str | None


@frozen(eq=False)
class EventInfo:
    """An event. `audiences` says of each value who sees it: None for all, or `nobody`, or the place
    of the player or side among the values.
    """

    name: str
    params: tuple[Local, ...]
    audiences: tuple[int | str | None, ...]
    node: ast.Event


@frozen(eq=False)
class BoardInfo:
    """A board: its spaces, and the type of the regions they merge into, if any.

    `outline` has the edges and corners of a board that names them; these are boards `of` this one.
    """

    name: str
    layout: Layout
    space: EnumType
    region: EnumType | None
    node: ast.Board
    outline: Outline | None = None
    of: BoardInfo | None = None

    @property
    def shape(self) -> ShapeName:
        """Ring, line, graph, square, hex; edges or corners of one of the last two."""
        return self.layout.shape

    @property
    def shape_phrase(self) -> str:
        """Its shape in a sentence."""
        return f"a {self.shape}" if self.of is None else f"the {self.shape} of `{self.of.name}`"


@frozen(eq=False)
class SpaceSet:
    """A set of spaces that a board names."""

    name: str
    space: EnumType
    spaces: tuple[int, ...]


# The function that shows a value to all, or to a player or side. It is not reserved as the names of
# other functions are: where it is no call, `open` is a name like any other.
OPEN = "open"


# How often a history has the position, and how many positions it has. `times` is not reserved either.
TIMES, REMEMBERED = "times", "remembered"

# What invariants of steps ask about a step. These are not reserved either.
BEFORE, APPLIED, DECIDER = "before", "applied", "decider"


@frozen(eq=False)
class Builtin:
    """A function of the language, by name."""

    name: str


@frozen(eq=False)
class DomainOf:
    """The name of a type, standing for all its values."""

    type: EnumType


@frozen(eq=False)
class Ambiguous:
    """A word of several types; the type that is expected tells which is meant."""

    name: str


@frozen(eq=False)
class FaultyName:
    """A name whose declaration has a mistake, which is reported there and only there."""

    name: str


Part = FieldInfo | ColumnInfo | EffectInfo | OwnedName
Meaning = (
    Local | Constant | Part | FunctionInfo | RuleInfo | EventInfo
    | BoardInfo | SpaceSet | Builtin | DomainOf | Ambiguous | FaultyName
)

# The directions of square and hex boards.
DIRECTION = EnumType("direction", DIRECTIONS)

# By how much a tile is turned clockwise: steps of a board whose spaces have as many sides as the type has words.
TURNS = (EnumType("quarter_turn", tuple(f"turn{90 * i}" for i in range(4))),
         EnumType("sixth_turn", tuple(f"turn{60 * i}" for i in range(6))))
# Types of the language that a rulebook does not declare.
OF_LANGUAGE: Mapping[str, EnumType] = {type_.name: type_ for type_ in (DIRECTION, *TURNS)}

# Functions of tiles and their sides.
OF_TILES = ("turned", "opposite", "side_of")

# Functions of edges and corners, whose names a rulebook may use for something else.
OF_RIMS = ("edges", "corners", "edge", "corner")

# Words of the language that a rulebook may use for something else.
WORDS: Mapping[str, Meaning] = {
    **{name: DomainOf(type_) for name, type_ in OF_LANGUAGE.items()},
    **{word: Constant(word, type_, i) for type_ in OF_LANGUAGE.values() for i, word in enumerate(type_.members)},
    **{word: Ambiguous(word) for word in TURNS[0].members if word in TURNS[1].members},
    **{name: Builtin(name) for name in (*OF_RIMS, *OF_TILES)}}


@define(eq=False)
class Seating:
    """The players: how many may and do play, the types of players and sides, and the side of each seat."""

    fewest: int
    most: int
    players: int
    player: EnumType
    side: EnumType
    side_of: tuple[int, ...]


@define(eq=False)
class NameTable:
    """The meanings of names: types, globals, and parts of things.

    `absent` says under which condition a name that this game lacks is there; `later` has the types that are not yet
    declared, `words` all words of types, `faulty` the declarations that do not parse. `row_values` has what names stand
    for in the clauses of rows.
    """

    types: dict[str, Type] = field(factory=dict)
    globals: dict[str, Meaning] = field(factory=dict)
    attributes: dict[tuple[str, str], Part] = field(factory=dict)
    absent: dict[str, str] = field(factory=dict)
    row_values: dict[str, tuple[Constant, ...]] = field(factory=dict)
    later: frozenset[str] = frozenset()
    used: set[str] = field(factory=set)
    words: list[ast.NamedType] = field(factory=list)
    faulty: tuple[ast.Faulty, ...] = ()

    def meaning(self, name: str) -> Meaning | None:
        """Return the meaning of a name outside rules; a name that a faulty declaration may declare is wrong."""
        meaning = self.globals.get(name)
        return FaultyName(name) if meaning is None and self.may_declare(name) else meaning or WORDS.get(name)

    @contextmanager
    def knowing(self, *known: Constant | None) -> Iterator[None]:
        """Let names stand for known values for a while."""
        names = {item.name: item for item in known if item is not None}
        before = {name: self.globals[name] for name in names if name in self.globals}
        self.globals.update(names)
        try:
            yield
        finally:
            for name in names:
                if name in before:
                    self.globals[name] = before[name]
                else:
                    self.globals.pop(name, None)

    def type_named(self, name: str) -> Type | None:
        """Return the type that a name stands for, as far as types are declared yet; `later` has those that are not."""
        return OF_LANGUAGE.get(name) or self.types.get(name)

    def may_declare(self, name: str) -> bool:
        """Return whether a declaration that does not parse, or a file that cannot be read, may declare a name."""
        return any(faulty.keyword == "use" or name in faulty.words for faulty in self.faulty)


@define(eq=False)
class Components:
    """The components on the table: boards, pieces, and the fields that hold the state."""

    fields: list[FieldInfo] = field(factory=list)
    boards: dict[str, BoardInfo] = field(factory=dict)
    pieces: dict[str, PieceInfo] = field(factory=dict)

    def board_of(self, space: EnumType) -> BoardInfo | None:
        """Return the board whose spaces (or regions) this type names."""
        for board in self.boards.values():
            if space in (board.space, board.region):
                return board
        return None

    def board_named(self, name: str) -> BoardInfo | None:
        """Return the board that has a name, or whose spaces have it."""
        return next((board for board in self.boards.values() if name in (board.name, board.space.name)), None)

    def rim_of(self, board: BoardInfo, shape: str) -> BoardInfo | None:
        """Return the edges or the corners of a board, where they are declared."""
        return next((rim for rim in self.boards.values() if rim.of is board and rim.shape == shape), None)


@define(eq=False)
class ClauseTable:
    """The clauses of a rulebook, and the texts in which it states them."""

    clauses: dict[str, Clause] = field(factory=dict)
    statements: list[tuple[str, ast.Text]] = field(factory=list)
    texts: dict[str, ast.Text] = field(factory=dict)


@define(eq=False)
class SymbolTable:
    """A rulebook for one number of players and one choice of values for its parameters, its names resolved."""

    name: str
    title: str
    span: Span
    seating: Seating
    names: NameTable = field(factory=NameTable)
    components: Components = field(factory=Components)
    wording: ClauseTable = field(factory=ClauseTable)
    functions: dict[str, FunctionInfo] = field(factory=dict)
    rules: dict[str, RuleInfo] = field(factory=dict)
    events: dict[str, EventInfo] = field(factory=dict)
    effects: list[EffectInfo] = field(factory=list)
    play: ast.Rule | None = None
    ends: list[ast.End] = field(factory=list)
    invariants: list[ast.Invariant] = field(factory=list)
    symmetries: list[ast.Symmetry] = field(factory=list)
    scores: list[ast.Score] = field(factory=list)
    parameters: list[ast.Parameter] = field(factory=list)
    constants: dict[str, ast.Constant] = field(factory=dict)

    def effect_of(self, way: EffectWay) -> EffectInfo:
        """Return the effect that a row carries out in a way."""
        effect = self.names.attributes[way.table, way.effect]
        assert isinstance(effect, EffectInfo), effect
        return effect

    @property
    def chosen(self) -> tuple[tuple[str, str], ...]:
        """The parameters with their values, in words."""
        out = []
        for parameter in self.parameters:
            known = self.names.globals[parameter.name]
            assert isinstance(known, Constant), known
            out.append((parameter.name, name_of(known.type, known.value)))
        return tuple(out)
