"""The contents of look files."""

from __future__ import annotations

from typing import Literal, get_args

from attrs import field, frozen

from ...dsl.source.span import Span

# Where a field may be drawn.
Place = Literal["board", "hand", "beside", "nowhere"]
PLACES: tuple[Place, ...] = get_args(Place)
# The outlines that a look file can name.
Outline = Literal["circle", "square", "diamond", "hexagon", "octagon", "shield", "star", "house", "tower", "card", "drop",
                  "triangle"]
SHAPES: tuple[Outline, ...] = get_args(Outline)
# What a field of a space may be: its owner, its ground, or pieces of an owner.
Role = Literal["owner", "ground", "pieces"]
ROLES: tuple[Role, ...] = get_args(Role)
# What a name in a look file has to be; a thing is anything that has a name.
NameKind = Literal["thing", "field", "board"]
# An empty place in a row of spaces.
EMPTY = "."


@frozen
class LookWord:
    """A word of a line, and where it stands."""

    text: str
    span: Span = field(eq=False, repr=False)


@frozen
class Symbol:
    """A symbol: an outline by name, letters on it, or the path of an outline in a box of 100 by 100."""

    shape: Outline | None = None
    letters: str | None = None
    path: str = ""


@frozen
class Look:
    """A look file: for each name of the rulebook how it is drawn.

    `colours`, `symbols` and `roles` go by names as the file writes them, `red` or `suit.red`; `places` by fields, `owners` says
    of a field which other field says whose its pieces are, `sizes` is the width of a space by board, `rows` are the spaces of a
    board as they lie, from above, with `.` for an empty place, `captions` go by language and name. `sentences` go by language
    and the clause of a row: no file gives them, they come from the texts of a rulebook.
    """

    colours: dict[str, str] = field(factory=dict)
    symbols: dict[str, Symbol] = field(factory=dict)
    places: dict[str, Place] = field(factory=dict)
    roles: dict[str, Role] = field(factory=dict)
    owners: dict[str, str] = field(factory=dict)
    sizes: dict[str, int] = field(factory=dict)
    gaps: dict[str, int] = field(factory=dict)
    rows: dict[str, list[tuple[str, ...]]] = field(factory=dict)
    captions: dict[tuple[str, str], str] = field(factory=dict)
    sentences: dict[tuple[str, str], str] = field(factory=dict)
    # Every name that the file speaks of, what it has to be, and where.
    named: list[tuple[NameKind, LookWord]] = field(factory=list)


NO_LOOK = Look()
