"""Scenes: tokens, spaces, boards, cards, panels. No places yet, and nothing hidden."""

from __future__ import annotations

from attrs import frozen

from ...dsl.types.shapes import ShapeName
from ..look.syntax import Outline


@frozen
class Stands:
    """The meaning of a drawn thing, in the words of moves: a value of a type, and the field it is in, and whose."""

    type: str = ""
    value: str = ""
    field: str = ""
    of: str = ""


@frozen
class Appearance:
    """An appearance: fill (None: paper), outline by name (None: as a path), letters, and whether its edge is broken."""

    fill: str | None = None
    shape: Outline | None = "circle"
    path: str = ""
    letters: str = ""
    is_broken: bool = False


@frozen
class Token:
    """A piece, chip, mark or number.

    `says` is what it is in words, `name` what its sign means (empty if the sign says it), `count` how many, if that is said,
    `note` what else is so of it, in a few letters, `detail` what the rulebook says of it. A piece is there only once.
    """

    stands: Stands
    looks: Appearance
    says: str
    name: str = ""
    count: int | None = None
    note: str = ""
    detail: str = ""
    is_piece: bool = False
    is_hidden: bool = False
    is_changed: bool = False


@frozen
class Space:
    """A space, or spaces that have merged: `members` are their numbers, `label` how they are called.

    `is_badged` says whether the owner has a sign there: where tokens show whose it is, none is needed.
    An edge or corner has no members, but the points between which it lies, in parts of a column and row of the board.
    A link has none of these: it lies `between` two spaces, whose numbers these are.
    `sides` are those of a tile that lies there, in the order of directions.
    """

    stands: Stands
    members: tuple[int, ...]
    label: str
    says: str
    tokens: tuple[Token, ...] = ()
    ground: Appearance | None = None
    owner: Appearance | None = None
    is_badged: bool = True
    is_changed: bool = False
    points: tuple[tuple[int, int], ...] = ()
    sides: tuple[Appearance, ...] = ()
    between: tuple[int, ...] = ()


@frozen
class Board:
    """A board: its shape, the places of its spaces if it has some, what is next to what, and the spaces.

    `rows` are the columns and rows of the spaces, counted from 0 at the upper left, if the look file lays them out.
    """

    stands: Stands
    caption: str
    shape: ShapeName
    names: tuple[str, ...]
    places: tuple[tuple[int, int], ...]
    near: tuple[tuple[int, ...], ...]
    spaces: tuple[Space, ...]
    size: int | None = None
    gap: int | None = None
    rows: tuple[tuple[int, int], ...] = ()


@frozen
class PanelEntry:
    """A named value: in words, or as tokens, or (`rows`) as cards with what they say."""

    stands: Stands
    caption: str
    text: str = ""
    tokens: tuple[Token, ...] = ()
    is_changed: bool = False


@frozen
class Card:
    """A row of a table: its name, what it says, its fields, and what lies on it. `lies` says in which lists it lies."""

    stands: Stands
    caption: str
    says: str
    lies: str = ""
    entries: tuple[PanelEntry, ...] = ()
    tokens: tuple[Token, ...] = ()
    is_changed: bool = False


@frozen
class Panel:
    """The values of a player, a side, an enum or nobody. `score` is empty if there is none."""

    stands: Stands
    caption: str
    looks: Appearance | None = None
    score: str = ""
    is_to_move: bool = False
    note: str = ""
    entries: tuple[PanelEntry, ...] = ()
    is_changed: bool = False


@frozen
class CardGroup:
    """Cards of one table."""

    stands: Stands
    caption: str
    cards: tuple[Card, ...]


@frozen
class Scene:
    """All of a picture. `status` says who is to move or how the game ended; `key` explains the signs."""

    title: str
    language: str
    status: str
    boards: tuple[Board, ...]
    groups: tuple[CardGroup, ...]
    panels: tuple[Panel, ...]
    key: tuple[Token, ...] = ()
    changed_words: str = ""
