"""Declare the components of a game: players, sides, enums, boards, parameters and constants."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

from .. import syntax as ast
from ..source.diagnostics import Diagnostics
from ..symbols.symbols import TURNS, Builtin, Constant, DomainOf, NameTable, Seating, SymbolTable
from ..types.types import EnumType, IntType
from .boards import board as declare_board
from .enums import declare_enum, with_made_words
from .names import Names
from .values import check_parameters, values

Declarations = tuple[ast.Declaration, ...]

BUILTINS = (
    "min", "max", "abs", "size", "next", "previous", "shift", "at", "column", "row", "neighbours", "within",
    "distance", "reachable", "directions", "ray", "between", "lines", "lines_through", "clockwise",
    "anticlockwise", "spaces", "diagonals", "surrounding",
)


def new_world(header: ast.Rulebook, declarations: Declarations, players: int, diagnostics: Diagnostics) -> SymbolTable:
    """Return a symbol table with its players and sides, and nothing else yet."""
    seats = tuple(seat.name for seat in header.seats[:players])
    seats += tuple(f"P{i + 1}" for i in range(len(seats), players))
    player = EnumType("player", seats, "player")
    side, side_of = _sides(player, declarations, diagnostics)
    return SymbolTable(
        header.name,
        title(header),
        header.name_span,
        Seating(header.fewest, header.most, players, player, side, side_of),
        NameTable(
            later=frozenset(_tables_and_pieces(declarations)),
            faulty=tuple(declaration for declaration in declarations if isinstance(declaration, ast.Faulty)),
        ),
    )


def title(header: ast.Rulebook) -> str:
    """Return the title of a rulebook, or without one its name."""
    return "".join(part for part in header.title.parts if isinstance(part, str)) if header.title else header.name


def _tables_and_pieces(declarations: Declarations) -> Iterator[str]:
    """Yield the types that are declared only after constants and parameters."""
    for declaration in declarations:
        match declaration:
            case ast.Board():
                rims = (rim.space for rim in declaration.rims)
                yield from (part.name for part in (declaration.space, declaration.region, *rims) if part is not None)
            case ast.Table() | ast.Pieces():
                yield declaration.name
            case _:
                # Enums come before constants; what else is declared makes no type.
                pass


def components(names: Names, header: ast.Rulebook, declarations: Declarations,
               parameters: Mapping[str, str | int]) -> None:
    """Declare the components that need only constants, in an order in which each kind may use those before it."""
    _language(names, header)
    boards = [declaration for declaration in declarations if isinstance(declaration, ast.Board)]
    enums = [declaration for declaration in declarations if isinstance(declaration, ast.Enum)]
    # Enums come first: parameters and constants use their words. Enums whose words are made may need
    # constants, and wait for `values`. So do boards with a size, since the size may be a constant.
    words = with_made_words(enums)
    # An owner may be an enum, so those without an owner come first. `sorted` keeps the order of the file among equals.
    for enum in sorted((enum for enum in enums if enum not in words), key=lambda enum: enum.owner is not None):
        declare_enum(names, enum)
    for board in boards:
        if board.width is None:
            declare_board(names, board)
    check_parameters(names, header, declarations, parameters)
    known = (declaration for declaration in declarations if isinstance(declaration, ast.Constant | ast.Parameter))
    values(names, [*words, *known], parameters)
    for board in boards:
        if board.width is not None:
            declare_board(names, board)
    _turns(names)


def _turns(names: Names) -> None:
    """Let the words for turns mean those of the boards that there are, where these have spaces of one form."""
    known = {len(board.layout.form.near) for board in names.symbols.components.boards.values() if board.layout.form.is_drawn}
    for type_ in TURNS if len(known) == 1 else ():
        if known == {len(type_.members)}:
            for value, word in enumerate(type_.members):
                names.symbols.names.globals.setdefault(word, Constant(word, type_, value))


# ---- Players and sides -----------------------------------------------------------------------


def _language(names: Names, header: ast.Rulebook) -> None:
    symbols, seating = names.symbols, names.symbols.seating
    symbols.names.types |= {"player": seating.player, "side": seating.side}
    symbols.names.globals |= {
        "player": DomainOf(seating.player), "players": DomainOf(seating.player),
        "side": DomainOf(seating.side), "sides": DomainOf(seating.side),
        "player_count": Constant("player_count", IntType(seating.players, seating.players), seating.players),
    }
    symbols.names.globals |= {name: Builtin(name) for name in BUILTINS}
    for seat in header.seats[seating.most:]:
        names.diagnostics.add("E205", f"`{seat.name}` is one seat more than there are players", seat.span)
    spans = {seat.name: seat.span for seat in header.seats}
    names.members(seating.player, tuple(spans.get(name, header.players_span) for name in seating.player.members))
    # A player who is a side of their own has given the name already, and the name means the player.
    for team, name in enumerate(seating.side.members):
        symbols.names.globals.setdefault(name, Constant(name, seating.side, team))


def _sides(player: EnumType, declarations: Declarations, diagnostics: Diagnostics) -> tuple[EnumType, tuple[int, ...]]:
    """Return the sides, and the side of each player."""
    players = len(player.members)
    single = EnumType("side", player.members, "lone side"), tuple(range(players))
    declared = [declaration for declaration in declarations if isinstance(declaration, ast.Sides)]
    if not declared:
        return single
    cases = [case for sides in declared for case in sides.cases if players in case.players]
    if len(cases) != 1:
        wording = f"are {len(cases)} cases" if cases else "is no case"
        diagnostics.add("E205", f"there {wording} of sides for {players} players", cases[1].span if cases else declared[0].span,
                  help=f"write one case: `with {players} players: each player`")
        return single
    case = cases[0]
    if not case.teams:
        return single
    for name, count in Counter(team.name for team, _ in case.teams).items():
        if count > 1 or name in player.members:
            word = [team for team, _ in case.teams if team.name == name][-1]
            diagnostics.add("E202", f"`{name}` is declared already", word.span, help="it is the name of a side or seat")
    seats = [seat for _, team in case.teams for seat in team]
    if sorted(seats) != list(range(1, players + 1)):
        diagnostics.add("E205", f"not each of the seats 1 to {players} is on exactly one side", case.span)
        return single
    teams = [next(i for i, (_, team) in enumerate(case.teams) if seat in team) for seat in range(1, players + 1)]
    return EnumType("side", tuple(team.name for team, _ in case.teams), "side"), tuple(teams)
