"""Draw positions as text: boards, the players' fields, and the fields of nobody.

A picture shows what `observe` lets a player see; without a player it shows everything.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from enum import IntEnum
from itertools import groupby
from typing import assert_never, cast

from attrs import evolve
from rich.console import Console, RenderableType
from rich.table import Table

from ....dsl import ir
from ....dsl.boards.forms import CORNERS, PARTS_OF_STEP
from ....dsl.types.conversion import converted
from ....dsl.types.types import EnumType, FlagType, IntType, Scalar, Type, UnionType, values
from ....interpreter.game.rules import Rules
from ....interpreter.game.state import State
from ....interpreter.game.viewing.observation import Viewer
from ....interpreter.runtime.cells import Cell, names_of, write
from ....pictures.in_use import AROUND, shown
from ....pictures.rows import in_words
from ....pictures.visible_state import VisibleState
from ..text.colours import coloured
from ..text.paragraphs import Owners, Paragraph
from .cards import Cards, counted_pieces, fixed_of, is_list_of_rows, owner_of
from .grids import Grid
from .lattices import Lattice, LatticeSpot
from .layout import LayoutPart, PictureLayout
from .letters import in_letters, plain_text
from .tracks import Track

# Who has fields that are shown in a table of their own.
OWNERS = ("player", "side", "lone side", "enum")
# The length of texts that may be of any length.
UNBOUNDED = 40
# No more different pieces are named of which nothing is said but that they are there.
MOST_WITHOUT_STATE = 12
# The shapes of boards whose spaces follow one another.
TRACKS = ("ring", "line")
# How a value is written that is not seen.
UNSEEN = "?"
# More rows than these in which nothing stands are one row.
MOST_EMPTY = 2
# Columns and rows around the part of a large board that is in use, where there is little room.
LEAST_AROUND = 1
# Lines of texts below a board, where there is hardly any room.
LEAST_BELOW = 3


class Rank(IntEnum):
    """The order in which parts become shorter: constant parts first, boards and the fields of players last."""

    LINES = 1
    ASKED_LINES = 2
    NAMES = 3
    BOARD = 4
    STILL_NAMES = 5
    ASKED_NAMES = 6
    NOTHING = 7
    BRIEF = 8
    ASKED_NOTHING = 9
    OTHERS = 10
    OWNERS = 11
    LEAST = 12


def console(width: int | None = None) -> Console:
    """The terminal; colours only where it has them."""
    return Console(highlight=False, width=width, soft_wrap=False)


def picture(rules: Rules, state: State, viewer: Viewer | None = None, whole: bool = False,
            rows_in_question: Mapping[str, tuple[int, ...]] | None = None, room: int | None = None) -> PictureLayout:
    """Draw a position: boards, rows on the table, rows that the present choice is about, and the fields of players.

    With `whole`, draw the fields that are aside too. `rows_in_question` are those that the choice is about, `room`
    is the number of lines.
    """
    visible = VisibleState(rules, state, viewer, whole)
    cards = Cards(visible, rows_in_question or {})
    parts = [LayoutPart(f"the {board.shape} of {board.name}", (_track(visible, board, None), None), (Rank.LINES,))
             for board in rules.program.boards if board.shape in TRACKS and board.region is not None and board.pictures]
    parts += [_board(visible, board) for board in rules.program.boards if board.rim is None or not any(board.rim.points)]
    regions = ((board, _regions(visible, board)) for board in rules.program.boards if board.places and board.region is not None)
    parts += [LayoutPart(f"the regions of {board.name}", (part, None), (Rank.OTHERS,)) for board, part in regions
              if part is not None]
    # Sorting keeps the order of equal ones: what the choice is about comes last, next to the question.
    parts += [_table(cards, table) for table in sorted(cards.tables(), key=cards.is_asked)]
    others = (("the middle", _middle(visible)), *(("pieces", piece) for piece in _pieces(visible, cards)))
    parts += [LayoutPart(name, (part, None), (Rank.OTHERS,)) for name, part in others if part is not None]
    parts += [LayoutPart(name, (part, None), (Rank.OWNERS,)) for name, part in _owners(visible)]
    return PictureLayout(tuple(parts), room)


def _board(visible: VisibleState, board: ir.BoardShape) -> LayoutPart:
    """A board: one with places as a picture, perhaps without lines between its rows; any other as a table or a paragraph."""
    if not board.places:
        table, brief = _spaces(visible, board)
        whole = _track(visible, board, table) if _says_all(visible, board) else None
        return LayoutPart(board.name, (whole or table, brief), (Rank.BRIEF,))
    rims = [rim for rim in visible.rules.program.boards if rim.rim is not None and rim.rim.of == board.name]
    if rims:
        return LayoutPart(board.name, (_lattice(visible, board, rims),), (Rank.BOARD,))
    grid, small = _grid(visible, board), _grid(visible, board, LEAST_AROUND)
    brief = evolve(small, dense=True, brief=True)
    drawings = grid, evolve(grid, dense=True), brief, evolve(brief, most_below=LEAST_BELOW)
    return LayoutPart(board.name, drawings, (Rank.BOARD, Rank.BRIEF, Rank.LEAST))


def _table(cards: Cards, table: EnumType) -> LayoutPart:
    """The drawings of the rows of a table: whole, in one line each, by name, or (if the choice is not about them) none."""
    drawings = (cards.drawn(table, False), cards.drawn(table, True), cards.in_short(table))
    if not cards.is_asked(table):
        return LayoutPart(in_words(table.name), (*drawings, None), (Rank.LINES, Rank.NAMES, Rank.NOTHING))
    names = Rank.STILL_NAMES if cards.is_still(table) else Rank.ASKED_NAMES
    return LayoutPart(in_words(table.name), (*drawings, None), (Rank.ASKED_LINES, names, Rank.ASKED_NOTHING))


def boards(rules: Rules, state: State, viewer: Viewer | None) -> list[list[str]]:
    """The pieces on the spaces of the boards that are drawn."""
    visible = VisibleState(rules, state, viewer)
    return [[_on_space(visible, board, space) for space in range(len(board.space.members))]
            for board in rules.program.boards if board.places]


def _grid(visible: VisibleState, board: ir.BoardShape, around: int = AROUND) -> Grid:
    """A board with places, as a picture."""
    part = shown(visible, board, around)
    names = tuple(board.space.members[space] for space in part.spaces)
    texts = tuple(_on_space(visible, board, space) for space in part.spaces)
    short, key = in_letters(visible, board, part.spaces) if board.pictures else ((), "")
    return Grid(names, part.places, texts, _is_staggered(board), _longest(visible, board), short=short, key=key)


def _is_staggered(board: ir.BoardShape) -> bool:
    """Return whether every second row of a drawn board is set off by half a space."""
    match board.shape:
        case "hex":
            return True
        case "square" | "ring" | "line" | "graph" | "edges" | "corners":
            return False
        case _:
            assert_never(board.shape)


def _lattice(visible: VisibleState, board: ir.BoardShape, rims: list[ir.BoardShape]) -> Lattice:
    """A board with its edges and corners, as a picture: corners last, for edges end in them."""
    part = shown(visible, board)
    left, down = ((board.places[part.spaces[0]][axis] - part.places[0][axis]) * PARTS_OF_STEP for axis in (0, 1))
    spots = [LatticeSpot(tuple((x - left, y - down) for x, y in points), _on_space(visible, rim, number))
             for rim in sorted(rims, key=lambda rim: rim.shape == CORNERS) if rim.rim is not None
             for number, (points, bounds) in enumerate(zip(rim.rim.points, rim.rim.spaces, strict=True))
             if not set(part.spaces).isdisjoint(bounds)]
    names = tuple(board.space.members[space] for space in part.spaces)
    texts = tuple(_on_space(visible, board, space) for space in part.spaces)
    return Lattice(names, part.places, texts, _is_staggered(board), tuple(spots))


def _on_space(visible: VisibleState, board: ir.BoardShape, space: int) -> str:
    """Return the text of a space: the rulebook's own, or its letter and its first field."""
    if board.pictures:
        number = visible.text_case(board, space)
        return "" if number is None else plain_text(visible, number, space)
    fields = visible.fields_of(board.space)
    value = visible.text(fields[0], space) if fields and not visible.is_empty(fields[0], space) else ""
    return " ".join(part for part in (board.letters[space] if board.letters else "", value) if part)


def _longest(visible: VisibleState, board: ir.BoardShape) -> int:
    """The maximum length of the text of a space."""
    if board.pictures:
        # For any values, and not for those of this position: a board keeps its width from move to move.
        return max(_longest_text(visible, case.text) for case in board.pictures)
    types = [field.type for field in visible.rules.program.fields if field.owner == board.space][:1]
    return bool(board.letters) + sum(1 + _longest_value(type_, visible.rules.seats) for type_ in types)


def _longest_text(visible: VisibleState, number: int) -> int:
    """The maximum length of a text for any values."""
    return sum(len(part.replace(ir.VALUE, "")) if isinstance(part, str) else _longest_value(part.type, visible.rules.seats)
               for part in visible.rules.program.texts[number].parts)


def _longest_value(type_: Type, seats: list[str]) -> int:
    """The maximum length of a value of a type, written out."""
    match type_:
        case IntType() | FlagType() | EnumType() | UnionType():
            return max(len(write(type_, value, seats)) for value in values(type_))
        case _:
            # A set or list is written in as many words as it has elements.
            return UNBOUNDED


def _spaces(visible: VisibleState, board: ir.BoardShape) -> tuple[RenderableType, RenderableType]:
    """Any other board as a table of its spaces, or of its regions with their spaces; and as a paragraph."""
    s = visible.state.slots
    fields = [field for type_ in (board.region, board.space) if type_ is not None for field in visible.fields_of(type_)]
    # What the rulebook's own text of a space says needs no column of its own. The spaces of a region have no text together.
    own = board.region is None and bool(board.pictures)
    fields = [field for field in fields if not own or field.base not in _bases_in(visible, board)]
    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column((board.region or board.space).name)
    if own:
        table.add_column("")
    for field in fields:
        table.add_column(field.name)
    near = _next_to(visible, board)
    if near:
        table.add_column("next to")
    table.add_column("")
    names_on_spaces = _fields_on_board(visible, board)
    rows: list[tuple[str, list[str], str]] = []
    for i, name in enumerate(board.space.members):
        root = i if board.roots is None else s[board.roots + i]
        if root != i:
            continue
        spaces = [i] if board.roots is None else [
            j for j in range(len(board.space.members)) if s[board.roots + j] == i]
        label = " ".join(board.space.members[j] for j in spaces) if len(spaces) > 1 else name
        values = [_on_space(visible, board, i)] if own else []
        values += ["" if text in ("none", "0", "-") else text for text in (visible.text(field, i) for field in fields)]
        marks = ", ".join(word for j in spaces for word in names_on_spaces.get(j, ()))
        rows.append((label, [*values, *near[i : i + 1]], marks))
    shown = list(_folded(rows)) if board.region is None else rows
    for label, values, marks in shown:
        table.add_row(label, *map(coloured, values), marks)
    names = [""] * own + [f"{in_words(field.name)} " if isinstance(field.type, IntType) else "" for field in fields]
    return table, Paragraph((board.region or board.space).name, tuple(_in_short(names, *row) for row in shown))


def _says_all(visible: VisibleState, board: ir.BoardShape) -> bool:
    """Return whether the rulebook's own texts of the spaces of a ring or line say all that a table of them does."""
    has_texts = board.region is None and bool(board.pictures) and not _next_to(visible, board)
    bases = {field.base for field in visible.fields_of(board.space)}
    return board.shape in TRACKS and has_texts and bases <= _bases_in(visible, board)


def _track(visible: VisibleState, board: ir.BoardShape, otherwise: RenderableType | None) -> Track:
    """A ring or line, with the texts of its spaces and what stands on them."""
    on_spaces, spaces = _fields_on_board(visible, board), range(len(board.space.members))
    texts = (tuple(filter(None, (_on_space(visible, board, space), *on_spaces.get(space, ())))) for space in spaces)
    roots = spaces if board.roots is None else visible.state.slots[board.roots : board.roots + len(spaces)]
    joined = frozenset(space for space in spaces if roots[space] == roots[(space + 1) % len(spaces)])
    return Track(tuple(board.space.members), tuple(texts), board.shape == "ring", otherwise, joined)


def _bases_in(visible: VisibleState, board: ir.BoardShape) -> set[int]:
    """The first slots of the fields that the texts of a board's spaces write."""
    parts = (part.value for case in board.pictures for part in visible.rules.program.texts[case.text].parts
             if isinstance(part, ir.TextPart))
    return {part.base for value in parts for part in ir.inside(value) if isinstance(part, ir.Slot)}


def _regions(visible: VisibleState, board: ir.BoardShape) -> RenderableType | None:
    """The regions of a board that is drawn, with the fields of each that hold something; None where there are none."""
    assert board.region is not None, "it has regions"
    assert board.roots is not None, "they are kept"
    roots = visible.state.slots[board.roots : board.roots + len(board.space.members)]
    fields = visible.fields_of(board.region)
    parts = []
    for root in dict.fromkeys(roots):
        texts = [f"{in_words(field.name)} {visible.text(field, root)}" for field in fields if not visible.is_empty(field, root)]
        if texts:
            spaces = [name for name, own in zip(board.space.members, roots, strict=True) if own == root]
            parts.append(f"{' '.join(spaces)} ({'; '.join(texts)})")
    return Paragraph(board.region.name, tuple(parts)) if parts else None


def _in_short(names: list[str], label: str, values: list[str], marks: str) -> str:
    """A space in a few words: its values, numbers with their names, and what stands on it; not what it borders on."""
    named_values = [f"{name}{value}" for name, value in zip(names, values, strict=False) if value]
    inside = "; ".join([*named_values, *([marks] if marks else [])])
    return f"{label} ({inside})" if inside else label


def _folded(rows: list[tuple[str, list[str], str]]) -> Iterator[tuple[str, list[str], str]]:
    """Rows in which nothing stands, if several follow each other, as one row."""
    for empty, run in groupby(rows, lambda row: not any(row[1]) and not row[2]):
        same = list(run)
        if empty and len(same) > MOST_EMPTY:
            yield f"{same[0][0]} to {same[-1][0]}", same[0][1], ""
        else:
            yield from same


def _next_to(visible: VisibleState, board: ir.BoardShape) -> list[str]:
    """The neighbours of each space of a graph; nothing for other boards."""
    if board.shape != "graph":
        return []
    near = dict(visible.rules.program.tables)[f"near.{board.name}"]
    return [", ".join(board.space.members[other] for other in others)
            for others in cast("tuple[tuple[int, ...], ...]", near)]


def _fields_on_board(visible: VisibleState, board: ir.BoardShape) -> dict[int, list[str]]:
    """The fields outside the board that name one of its spaces, by space."""
    out: dict[int, list[str]] = defaultdict(list)
    board_fields = _kept_by_boards(visible)
    for field in visible.fields:
        if field.owner in (board.space, board.region) or field.name in board_fields:
            continue
        for owner in range(len(field.owner.members)) if field.owner else (None,):
            for cell in visible.cells(field, owner):
                space = _space_of(visible, board, cell)
                if cell.name not in visible.hidden and space is not None:
                    out[space].append(_called(cell))
    return out


def _kept_by_boards(visible: VisibleState) -> set[str]:
    """The fields that say which space belongs to which region; a board shows that by itself."""
    return {f"{board.region.name} of {board.space.name}" for board in visible.rules.program.boards if board.region is not None}


def _space_of(visible: VisibleState, board: ir.BoardShape, cell: Cell) -> int | None:
    """The space that a cell names, if it names one of this board or its regions."""
    if not isinstance(cell.type, Scalar):
        return None
    value = visible.state.slots[cell.base]
    space = converted(value, cell.type, board.region or board.space)
    return space if space is not None or board.region is None else converted(value, cell.type, board.space)


def _called(cell: Cell) -> str:
    """The pieces on a space, by the field that names it: `P1`, `P1 left`, `dragon`."""
    name, _, key = cell.name.partition("[")
    return f"{name.split('.')[0]} {key.removesuffix(']').replace('][', ' ')}".rstrip()


def _owners(visible: VisibleState) -> Iterator[tuple[str, RenderableType]]:
    """The fields of players, sides and members of enums; without those that are empty or hidden for all of them."""
    program = visible.rules.program
    scores = visible.scores()
    for owner in dict.fromkeys(field.owner for field in visible.fields if field.owner is not None
                               and field.owner.kind in OWNERS):
        names = names_of(owner, visible.rules.seats)
        fields = [
            field
            for field in visible.fields_of(owner)
            if visible.whole
            or any(
                not visible.is_empty(field, i) or (owner.kind != "enum" and isinstance(field.type, IntType))
                for i in range(len(names))
            )
        ]
        fields = [field for field in fields if visible.whole or any(visible.text(field, i) != UNSEEN
                                                                    for i in range(len(names)))]
        score = [str(number) for number in scores] if scores is not None and owner == program.player else []
        if any(score == [visible.text(field, i) for i in range(len(names))] for field in fields if field.name == "score"):
            score = []
        rows = [(name, *score[i : i + 1], *(visible.text(field, i) for field in fields)) for i, name in enumerate(names)]
        if score or fields:
            headings = (owner.name, *(["score"] if score else []), *(field.name for field in fields))
            yield in_words(owner.name), Owners(tuple(map(in_words, headings)), tuple(rows))


def _pieces(visible: VisibleState, cards: Cards) -> Iterator[RenderableType]:
    """Pieces of each kind that stand on no row of a table: those of an owner by their state."""
    for shape in visible.rules.program.pieces:
        groups: dict[str, dict[str, list[str]]] = {}
        for piece in range(len(shape.numbers)):
            if (shape.type.name, piece) not in cards.placed:
                alike = groups.setdefault(owner_of(visible, shape, piece), {}).setdefault(_all_so(visible, shape, piece), [])
                alike.append(fixed_of(visible, shape, piece))
        rows = tuple((owner, "; ".join(f"{so} {_listed(visible, so, pieces)}".strip() for so, pieces in places.items()))
                     for owner, places in groups.items())
        if groups:
            yield Owners((in_words(" ".join([shape.type.name, *(part.name for part in shape.distinguishing)])), ""), rows)


def _listed(visible: VisibleState, so: str, pieces: list[str]) -> str:
    """The pieces that are in one state; of many different ones of which nothing is said only how many there are."""
    many = len(pieces) > MOST_WITHOUT_STATE and len(set(pieces)) == len(pieces)
    return f"{len(pieces)} different ones" if many and not so and not visible.whole else counted_pieces(pieces)


def _all_so(visible: VisibleState, shape: ir.PieceShape, piece: int) -> str:
    """The state of a piece, without empty fields."""
    fields = visible.fields_of(shape.type)
    return " ".join(_is_so(visible, field, piece) for field in fields if not visible.is_empty(field, piece))


def _is_so(visible: VisibleState, field: ir.FieldSlots, piece: int) -> str:
    """One field of a piece as text: a word by itself, a number with the name of the field."""
    text = visible.text(field, piece)
    return text if isinstance(field.type, EnumType | UnionType) else f"{field.name} {text}"


def _middle(visible: VisibleState) -> RenderableType | None:
    """The fields that belong to nobody and hold something; lists of rows are shown with their tables."""
    board_fields = _kept_by_boards(visible)
    parts = [f"{in_words(field.name)} {visible.text(field, None)}" for field in visible.fields
             if field.owner is None and field.name not in board_fields and not is_list_of_rows(field.type)
             and (visible.whole or not visible.is_empty(field, None))]
    return Paragraph("", tuple(parts)) if parts else None
