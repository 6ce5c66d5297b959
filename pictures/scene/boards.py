"""Boards, with what lies on their spaces; spaces that have merged are one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import cast

from attrs import evolve

from ...dsl import ir
from ...dsl.boards.forms import CORNERS, PARTS_OF_STEP
from ...dsl.types.types import EnumType, FlagType, Type
from ...interpreter.runtime.cells import BadValue, read
from ..in_use import BoardPart, shown
from .model import Appearance, Board, Space, Stands, Token
from .pieces import Placement
from .tiles import sides_of
from .values import Drawer


def boards(drawer: Drawer, placement: Placement) -> tuple[Board, ...]:
    """The boards of a position."""
    return tuple(_board(drawer, placement, board) for board in drawer.visible.rules.program.boards if board.rim is None)


def _board(drawer: Drawer, placement: Placement, board: ir.BoardShape) -> Board:
    tables = dict(drawer.visible.rules.program.tables)
    near = cast("tuple[tuple[int, ...], ...]", tables.get(f"near.{board.name}", ()))
    part = shown(drawer.visible, board)
    number = {space: i for i, space in enumerate(part.spaces)}
    # A large board is drawn in part; then its spaces are counted from 1 again.
    spaces = tuple(_space(drawer, placement, board, members) for members in _members(drawer, board) if members[0] in number)
    spaces = tuple(evolve(space, members=tuple(number[member] for member in space.members)) for space in spaces)
    rims = tuple(_rims(drawer, placement, board, part))
    look, names = drawer.look, tuple(board.space.members[space] for space in part.spaces)
    return Board(
        Stands("board", board.name),
        drawer.words.caption(board.name),
        board.shape,
        names,
        part.places,
        near if board.shape == "graph" else (),
        (*spaces, *rims),
        look.sizes.get(board.name),
        look.gaps.get(board.name),
        # Edges and corners lie between spaces of their shape, so a look file does not lay these spaces out.
        () if rims and part.places else _rows(look.rows.get(board.name, ()), names),
    )


def _rims(drawer: Drawer, placement: Placement, board: ir.BoardShape, part: BoardPart) -> Iterator[Space]:
    """The edges, and then the corners, of the spaces of a board that are shown."""
    own = [rim for rim in drawer.visible.rules.program.boards if rim.rim is not None and rim.rim.of == board.name]
    if not own:
        return
    shown_spaces = set(part.spaces)
    first = part.spaces[0]
    number = {space: place for place, space in enumerate(part.spaces)}
    # Links lie between spaces, and not at places that are counted in columns and rows.
    left, down = (0, 0)
    if board.places:
        left, down = ((board.places[first][axis] - part.places[0][axis]) * PARTS_OF_STEP for axis in (0, 1))
    # Edges first: what is drawn later covers the ends of edges that meet in a corner.
    for rim in sorted(own, key=lambda rim: rim.shape == CORNERS):
        assert rim.rim is not None, "edges and corners lie somewhere"
        for place, (points, bounds) in enumerate(zip(rim.rim.points, rim.rim.spaces, strict=True)):
            if shown_spaces.intersection(bounds):
                moved = tuple((x - left, y - down) for x, y in points)
                between = () if points else tuple(number[space] for space in bounds)
                yield evolve(_space(drawer, placement, rim, (place,)), members=(), points=moved, between=between)


def _rows(rows: Sequence[Sequence[str]], names: Sequence[str]) -> tuple[tuple[int, int], ...]:
    """The column and row of each space, as a look file lays them out; those that it leaves out stand in a row below."""
    if not rows:
        return ()
    placed = {name: (column, row) for row, line in enumerate(rows) for column, name in enumerate(line)}
    others = iter(range(len(names)))
    return tuple(placed[name] if name in placed else (next(others), len(rows)) for name in names)


def _members(drawer: Drawer, board: ir.BoardShape) -> Iterator[tuple[int, ...]]:
    """The spaces, or those of each region together; the first says which region it is."""
    count = len(board.space.members)
    if board.roots is None:
        yield from ((space,) for space in range(count))
        return
    roots = drawer.visible.slots[board.roots : board.roots + count]
    for root in range(count):
        # Each space has the number of the space that stands for its region; that one has its own.
        if roots[root] == root:
            yield (root, *(space for space in range(count) if roots[space] == root and space != root))


def _space(drawer: Drawer, placement: Placement, board: ir.BoardShape, members: tuple[int, ...]) -> Space:
    first = members[0]
    fields = _fields(drawer, board)
    owner = _owner(drawer, board, fields, members)
    tokens = list(_tokens_of_text(drawer, board, first)) if board.pictures and (board.places or board.rim) else []
    is_shown = False
    for field, field_owner in _contents(drawer, fields):
        for member in members if field_owner == board.space else (first,):
            whose = _whose(drawer, board, field, member)
            field_tokens = list(drawer.tokens(field, member, whose))
            is_shown = is_shown or (whose is not None and bool(field_tokens))
            tokens += field_tokens
    if board.region is not None:
        tokens += placement.on.get((board.region.name, first), ())
    for member in members:
        tokens += placement.on.get((board.space.name, member), ())
    of_type = board.region or board.space
    label = " ".join(board.space.members[member] for member in members)
    says = drawer.in_words(tokens) or drawer.words.word("empty")
    if owner is not None:
        says = f"{drawer.words.word('owner', who=owner[1])}; {says}"
    return Space(
        Stands(of_type.name, of_type.members[first]),
        members,
        label,
        says,
        tuple(tokens),
        _ground(drawer, board, fields, first),
        None if owner is None else owner[0],
        not is_shown,
        sides=sides_of(drawer, board, first) if board.places else (),
    )


Fields = list[tuple[ir.FieldSlots, EnumType]]


def _fields(drawer: Drawer, board: ir.BoardShape) -> Fields:
    """The fields of the spaces and regions of a board that are drawn.

    These are all, or where the rulebook says what a picture says, those that the look file wants on the board.
    """
    says = bool(board.pictures and (board.places or board.rim))
    out: Fields = []
    for owner in (owner for owner in (board.region, board.space) if owner is not None):
        for field in drawer.visible.fields_of(owner):
            place = drawer.shown(field)
            role = drawer.of_field(field, drawer.look.roles)
            if place == "board" or (place is None and (not says or role is not None)):
                out.append((field, owner))
    return out


def _contents(drawer: Drawer, fields: Fields) -> Fields:
    """The fields whose values lie on the spaces: all but those of owners and grounds."""
    owners = _owners(drawer, fields)
    return [entry for entry in fields if entry not in owners and drawer.of_field(entry[0], drawer.look.roles) != "ground"]


def _owners(drawer: Drawer, fields: Fields) -> Fields:
    """The fields that say whose a space is: as the look file says; else the only field of that type, if there are others."""
    by_look = [entry for entry in fields if drawer.of_field(entry[0], drawer.look.roles) == "owner"]
    seats = [entry for entry in fields if drawer.is_seat(entry[0].type) and not drawer.of_field(entry[0], drawer.look.roles)]
    others = [entry for entry in fields if entry not in seats and not isinstance(entry[0].type, FlagType)]
    # Where a field of an owner is all that a space has, it is what lies there, and not whose the space is.
    return by_look or (seats if len(seats) == 1 and others else [])


def _owner(drawer: Drawer, board: ir.BoardShape, fields: Fields, members: tuple[int, ...]) -> tuple[Appearance, str] | None:
    """The appearance of the owner of a space, and the owner in words."""
    for field, _ in _owners(drawer, fields):
        for token in drawer.tokens(field, members[0]):
            return token.looks, token.says
    return None


def _whose(drawer: Drawer, board: ir.BoardShape, field: ir.FieldSlots, space: int) -> Appearance | None:
    """The appearance of the owner of a field's pieces, if another field of the space names the owner."""
    name = drawer.of_field(field, drawer.look.owners)
    for owner in (board.region, board.space):
        for other in drawer.visible.rules.program.fields if name and owner is not None else ():
            if other.owner == owner and other.name == name:
                return next((token.looks for token in drawer.tokens(other, space)), None)
    return None


def _ground(drawer: Drawer, board: ir.BoardShape, fields: Fields, space: int) -> Appearance | None:
    """The appearance of the ground of a space: by a field, by a column, or by the space itself, as the look file says."""
    for field, _ in fields:
        if drawer.of_field(field, drawer.look.roles) == "ground":
            return next((token.looks for token in drawer.tokens(field, space)), None)
    name, colours = board.space.members[space], drawer.look.colours
    named_colours = (colours[key] for key in (f"{board.space.name}.{name}", name, board.space.name) if key in colours)
    colour = next(named_colours, None)
    if colour is not None:
        return Appearance(colour)
    for column in drawer.visible.rules.program.columns:
        if column.owner == board.space and drawer.look.roles.get(column.name) == "ground":
            words = drawer.written(column.type, column.values[space])
            return drawer.wardrobe.dressed(Appearance(), words)
    return None


def _tokens_of_text(drawer: Drawer, board: ir.BoardShape, space: int) -> Iterator[Token]:
    """The tokens of what the rulebook says that a picture says of a space; what stands there in the colour of whose it is."""
    number = drawer.visible.text_case(board, space)
    if number is None:
        return
    types = [part.type for part in drawer.visible.rules.program.texts[number].parts if isinstance(part, ir.TextPart)]
    # The mark stands before and after each value, so every second part is one.
    values = drawer.visible.text_of(number, space).split(ir.VALUE)[1::2]
    tokens = list[tuple[bool, Token]]()
    for place, (type_, text) in enumerate(zip(types, values, strict=True)):
        key = board.name, number, place, text
        if key not in drawer.of_texts:
            drawer.of_texts[key] = tuple(_of_text(drawer, board, type_, text))
        tokens += ((drawer.is_seat(type_), token) for token in drawer.of_texts[key])
    yield from _owned(drawer, tokens)


def _owned(drawer: Drawer, tokens: list[tuple[bool, Token]]) -> Iterator[Token]:
    """Tokens in which those that follow a seat take its colour and outline; a seat that others follow is left out."""
    owner: Token | None = None
    for i, (is_seat, token) in enumerate(tokens):
        if is_seat:
            owner = token
            if not any(not follows for follows, _ in tokens[i + 1 :]):
                yield token
        elif owner is None or not token.stands.type:
            yield token
        else:
            yield evolve(token, looks=drawer.wardrobe.owned(token.looks, owner.looks), says=f"{token.says} ({owner.says})")


def _of_text(drawer: Drawer, board: ir.BoardShape, type_: Type, text: str) -> Iterator[Token]:
    """The token of a value in a text."""
    try:
        value = read(type_, text, drawer.seats)
    except BadValue:
        return
    fields = [field for field in drawer.visible.fields_of(board.space) if field.type == type_]
    field = fields[0] if len(fields) == 1 else None
    yield from drawer.of_value(type_, value, Stands("", "", field.name if field else "", ""), field)
