"""Check symmetries: what they relabel is there, and a board stays the same when it is turned or mirrored."""

from __future__ import annotations

from collections.abc import Iterator
from typing import assert_never

from .. import syntax as ast
from ..boards.symmetry import MIRRORED, PARTS, TURNED, WITH_DIRECTIONS, Motion, mirror, mirrors, torn_apart, turns
from ..source.diagnostics import counted, did_you_mean
from ..source.fixes import in_place
from ..source.span import Span
from ..symbols.symbols import BoardInfo, Constant, SymbolTable
from ..types.types import EnumType
from .scope.scopes import Scopes

MOST_NAMED = 4


def symmetry(scopes: Scopes, node: ast.Symmetry) -> None:
    """Check a symmetry: its parts can be relabelled, each once, and the rules outside are rules."""
    history = next((info for info in scopes.symbols.components.fields if info.history is not None), None)
    if history is not None:
        scopes.complain("E408", f"the numbers of the history `{history.name}` cannot be relabelled", node.name_span,
                        help="a rulebook with a history declares no symmetry")
    first_spans: dict[str, Span] = {}
    for part in node.parts:
        what = "seats" if isinstance(part, ast.SeatsRotated) else part.of.name
        if what in first_spans:
            scopes.complain("E202", f"`{what}` is already in this symmetry", part.span)
        first_spans.setdefault(what, part.span)
        _part(scopes, part)
    _check_directions(scopes, node)
    for name in node.outside:
        if name.name not in scopes.symbols.rules and not scopes.symbols.names.may_declare(name.name):
            scopes.complain("E201", f"there is no rule or phase `{name.name}`", name.span,
                            did_you_mean(name.name, scopes.symbols.rules))


def _part(scopes: Scopes, part: ast.Relabelled) -> None:
    match part:
        case ast.SeatsRotated():
            _seats(scopes, part)
        case ast.Renamed():
            _type(scopes, part.of, ("enum",), "not an enum", "the members of an enum can be renamed")
        case ast.Exchanged():
            _exchanged(scopes, part)
        case ast.Turned() | ast.Mirrored():
            board = _board(scopes, part)
            motions = _turned(scopes, part, board) if isinstance(part, ast.Turned) else _mirrored(scopes, part, board)
            if board is not None and motions:
                scopes.typing.motions[part] = _those_that_fit(scopes, part, board, motions)
        case _:
            assert_never(part)


def _seats(scopes: Scopes, part: ast.SeatsRotated) -> None:
    """The number of seats is one that leads to other seats, and keeps sides together; where none is named, some number does."""
    symbols = scopes.symbols
    players = symbols.seating.players
    shifts = range(1, players)
    if part.by is None:
        if shifts and not any(_keeps_sides(symbols, shift) for shift in shifts):
            scopes.complain("E408", f"with {counted(players, 'player')}, no turn of the seats "
                            "keeps the players of each side together", part.span, "restrict the symmetry with `when`")
    elif part.by.value not in shifts:
        scopes.complain(
            "E303",
            f"a turn by {counted(part.by.value, 'seat')}, with {counted(players, 'player')}",
            part.by.span,
            f"from 1 to {players - 1} are possible" if players > 1 else None,
            (in_place(part.by.span, str(min(max(part.by.value, 1), players - 1))),) if players > 1 else (),
        )
    elif not _keeps_sides(symbols, part.by.value):
        scopes.complain("E408", f"a turn by {counted(part.by.value, 'seat')} separates players of one side", part.by.span)


def _keeps_sides(symbols: SymbolTable, shift: int) -> bool:
    """Return whether players of one side are still on one side when all move on by `shift` seats."""
    seating = symbols.seating
    moved = {(side, seating.side_of[(seat + shift) % seating.players]) for seat, side in enumerate(seating.side_of)}
    # Pairs of a side and a side that one of its players would be of: as many as sides where each side stays together.
    return len(moved) == len(seating.side.members)


def _type(scopes: Scopes, name: ast.Name, kinds: tuple[str, ...], not_so: str, help: str) -> EnumType | None:
    """Return the type of a name, if it is of one of these kinds; else that is recorded."""
    types = {
        known: type_ for known, type_ in scopes.symbols.names.types.items()
        if isinstance(type_, EnumType) and type_.kind in kinds
    }
    if name.name not in types and not scopes.symbols.names.may_declare(name.name):
        known = scopes.symbols.names.types.get(name.name)
        scopes.complain("E201" if known is None else "E301", f"`{name.name}` is {not_so}", name.span,
                        "players move up: write `seats rotated`" if known == scopes.symbols.seating.player
                        else did_you_mean(name.name, types) or help)
    return types.get(name.name)


# ---- What is turned and mirrored -----------------------------------------------------------------


def _board(scopes: Scopes, part: ast.Turned | ast.Mirrored) -> BoardInfo | None:
    """Return the board whose spaces are named, if boards of its shape can be turned or mirrored."""
    space = _type(scopes, part.of, ("space",), "not a space of a board", "the spaces of a board can be turned and mirrored")
    board = None if space is None else scopes.symbols.components.board_of(space)
    shapes, word = (TURNED, "turned") if isinstance(part, ast.Turned) else (MIRRORED, "mirrored")
    if board is not None and board.shape not in shapes:
        known = f"{', '.join(shapes[:-1])} or {shapes[-1]}"
        scopes.complain("E301", f"a {known} can be {word}, and `{board.name}` is {board.shape_phrase}", part.span,
                        f"name the spaces that change places: `{part.of.name} exchanged a - b, c - d`" if board.of is None
                        else f"its {board.shape} go with `{board.of.space.name} {word}`")
        return None
    return board


def _turned(scopes: Scopes, part: ast.Turned, board: BoardInfo | None) -> tuple[Motion, ...]:
    word = part.part
    if board is None or word is None:
        return () if board is None else turns(board.layout, None)
    if word.name not in PARTS:
        scopes.complain("E201", f"`{word.name}` is not a part of a turn", word.span,
                        did_you_mean(word.name, PARTS) or f"parts of a turn are {', '.join(PARTS)}")
        return ()
    motions = turns(board.layout, PARTS[word.name])
    if not motions:
        size = f"of {len(board.layout.names)} spaces " if board.shape == "ring" else ""
        scopes.complain("E408", f"a {board.shape} {size}cannot be turned by a {word.name}", word.span)
    return motions


def _mirrored(scopes: Scopes, part: ast.Mirrored, board: BoardInfo | None) -> tuple[Motion, ...]:
    if board is None or not part.directions:
        return () if board is None else mirrors(board.layout)
    if board.shape not in WITH_DIRECTIONS:
        scopes.complain("E301", f"`{board.name}` has no directions: it is a {board.shape}", part.directions[0].span,
                        f"write `{part.of.name} mirrored`")
        return ()
    steps = board.layout.form.steps
    wrong = [direction for direction in part.directions if direction.name not in steps]
    for name in wrong:
        scopes.complain("E201", f"`{name.name}` is not a direction of a {board.shape}", name.span,
                        did_you_mean(name.name, steps) or f"directions are {', '.join(steps)}")
    first, second = (direction.name for direction in part.directions)
    motion = None if wrong else mirror(board.layout, first, second)
    if motion is None and not wrong:
        scopes.complain("E408", f"no mirror of a {board.shape} exchanges `{first}` and `{second}`", part.span)
    return () if motion is None else (motion,)


def _those_that_fit(scopes: Scopes, part: ast.Turned | ast.Mirrored, board: BoardInfo,
                    motions: tuple[Motion, ...]) -> tuple[Motion, ...]:
    """Return the ways that take a board to itself; where there is none, the nearest is recorded."""
    # A turn of a board with holes or a ragged edge may put a space where none is.
    fit = tuple(motion for motion in motions if not motion.without_image)
    if not fit:
        near = min(motions, key=lambda motion: len(motion.without_image))
        names = [f"`{board.layout.names[space]}`" for space in near.without_image]
        named = ", ".join(names[:MOST_NAMED]) + (f" and {len(names) - MOST_NAMED} more" if len(names) > MOST_NAMED else "")
        scopes.complain("E408", f"`{board.name}` does not fit on itself when it is {near.description}: "
                        f"{named} would lie outside", part.span)
    return fit


def _check_directions(scopes: Scopes, node: ast.Symmetry) -> None:
    """Boards that are turned together are turned alike: there is one type of directions."""
    turned = [(part, {motion.directions for motion in scopes.typing.motions.get(part, ())})
              for part in node.parts if isinstance(part, ast.Turned | ast.Mirrored)]
    directed = [(part, directions) for part, directions in turned if directions - {()}]
    for part, directions in directed[1:]:
        first, known = directed[0]
        if part.of.name != first.of.name and not directions & known:
            scopes.complain("E408", "the two boards turn differently: a direction would become two others", part.span)


# ---- What is exchanged ---------------------------------------------------------------------------


def _exchanged(scopes: Scopes, part: ast.Exchanged) -> None:
    """The members that change places are there, each once; of a board, neighbours stay neighbours."""
    type_ = _type(scopes, part.of, ("enum", "row", "space"), "not an enum, table or space",
                  "members of an enum, rows of a table and spaces can change places")
    if type_ is None:
        return
    # A permutation of the members: all stay in place but for those that pairs exchange.
    places = list(range(len(type_.members)))
    visited: set[int] = set()
    for word in (word for pair in part.pairs for word in (pair.first, pair.second)):
        place = _member(scopes.symbols, type_, word)
        if place is None:
            scopes.complain("E201", f"`{word.name}` is not a value of {type_}", word.span,
                            did_you_mean(word.name, type_.members))
            return
        if place in visited:
            scopes.complain("E202", f"this symmetry exchanges `{word.name}` already", word.span)
            return
        visited.add(place)
    exchanges = " and ".join(f"{pair.first.name} with {pair.second.name}" for pair in part.pairs)
    for pair in part.pairs:
        number, other = (_member(scopes.symbols, type_, word) for word in (pair.first, pair.second))
        assert number is not None, "looked up above"
        assert other is not None, "looked up above"
        places[number], places[other] = other, number
    motion = Motion(f"exchanged, {exchanges}", tuple(places))
    board = scopes.symbols.components.board_of(type_)
    if board is not None:
        _check_neighbours(scopes, part, board, motion)
    scopes.typing.motions[part] = (motion,)


def _member(symbols: SymbolTable, type_: EnumType, word: ast.Name) -> int | None:
    """Return the member of a type that a word names, by its own name or by one that a board gives it."""
    if word.name in type_.members:
        return type_.members.index(word.name)
    meaning = symbols.names.meaning(word.name)
    return meaning.value if isinstance(meaning, Constant) and meaning.type == type_ else None


def _check_neighbours(scopes: Scopes, part: ast.Exchanged, board: BoardInfo, motion: Motion) -> None:
    """Record two neighbours that would not be neighbours any more."""
    torn = torn_apart(board.layout, motion)
    if torn is not None:
        text, near, image, near_image = _names(board, (*torn, *(motion.spaces[space] for space in torn)))
        scopes.complain("E408", f"`{text}` is next to `{near}`, and `{image}` is not next to `{near_image}`, "
                        "which they become", part.span)


def _names(board: BoardInfo, spaces: tuple[int | None, ...]) -> Iterator[str]:
    return (board.layout.names[space] for space in spaces if space is not None)
