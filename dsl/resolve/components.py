"""Declare the components of a game: players, sides, enums, boards, parameters and constants."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import assert_never

from .. import syntax as ast
from ..boards import lay_out
from ..source.diagnostics import Diagnostics, counted, did_you_mean
from ..source.span import Span
from ..symbols.parameters import words_of
from ..symbols.symbols import TURNS, BoardInfo, Builtin, Constant, DomainOf, NameTable, Seating, SymbolTable
from ..syntax.walk import nodes_in
from ..types.conversion import number_range
from ..types.types import UNKNOWN, EnumType, IntType, Scalar, Type, UnknownType, member
from .made import all_values, words_made
from .names import Names
from .owners import members_of, owned, owner_named
from .rims import outline_of, rims
from .spaces import named_spaces

Declarations = tuple[ast.Declaration, ...]
Valued = ast.Constant | ast.Parameter | ast.Enum

# What may have words of its own: kinds of types that are known when enums are.
OWNERS = ("player", "side", "lone side", "enum")

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
    # constants, and wait for `_values`. So do boards with a size, since the size may be a constant.
    made = _made(enums)
    # An owner may be an enum, so those without an owner come first. `sorted` keeps the order of the file among equals.
    for enum in sorted((enum for enum in enums if enum not in made), key=lambda enum: enum.owner is not None):
        declare_enum(names, enum)
    for board in boards:
        if board.width is None:
            _board(names, board)
    _check_parameters(names, header, declarations, parameters)
    known = (declaration for declaration in declarations if isinstance(declaration, ast.Constant | ast.Parameter))
    _values(names, [*made, *known], parameters)
    for board in boards:
        if board.width is not None:
            _board(names, board)
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
        said = f"are {len(cases)} cases" if cases else "is no case"
        diagnostics.add("E205", f"there {said} of sides for {players} players", cases[1].span if cases else declared[0].span,
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
    of = [next(i for i, (_, team) in enumerate(case.teams) if seat in team) for seat in range(1, players + 1)]
    return EnumType("side", tuple(team.name for team, _ in case.teams), "side"), tuple(of)


# ---- Enums and boards --------------------------------------------------------------------------


def _made(enums: list[ast.Enum]) -> list[ast.Enum]:
    """Return the enums whose words are made, and those with such owners: they may need constants."""
    out = [enum for enum in enums if enum.made is not None]
    known = {enum.name for enum in out}
    return [enum for enum in enums if enum in out or (enum.owner is not None and enum.owner.name in known)]


def declare_enum(names: Names, node: ast.Enum) -> None:
    """Declare an enum and its words."""
    owner = None if node.owner is None else owner_named(names, node.owner, OWNERS, "words")
    if node.owner is not None and owner is None:
        names.wrong(node.name)
        names.symbols.names.types.setdefault(node.name, UNKNOWN)
        return
    words = _members(names, node)
    own = tuple(words)
    type_ = EnumType(node.name, own if owner is None else members_of(owner, own), "enum", owner)
    if not names.define_type(ast.Name(node.name_span, node.name), type_, DomainOf(type_)):
        return
    if node.statement is not None:
        names.symbols.wording.statements.append((node.name, node.statement))
    if owner is None:
        names.members(type_, tuple(words.values()))
    else:
        owned(names, type_, own, tuple(words.values()))


def _members(names: Names, node: ast.Enum) -> dict[str, Span]:
    """Return the words of an enum that are there with this number of players, and their places."""
    conditions = {condition.member.name: condition.condition for condition in node.conditions}
    out: dict[str, Span] = {}
    for word in node.members:
        if word.name in out:
            names.diagnostics.add("E202", f"`{word.name}` is declared already", word.span,
                            related=(("it is declared here", out[word.name]),))
        elif names.holds(conditions.get(word.name)):
            out[word.name] = word.span
        else:
            names.symbols.names.absent[word.name] = conditions[word.name].span.text
    if node.made is not None:
        each = all_values(names, node.made.each, "words")
        for name in words_made(names, node.made.shown, node.name, each):
            if name in out:
                names.diagnostics.add("E202", f"`{name}` is declared already", node.made.shown.span,
                                related=(("it is declared here", out[name]),))
            out.setdefault(name, node.made.shown.span)
    elif not out:
        names.diagnostics.add("E207", f"`{node.name}` has no words for some number of players", node.name_span)
    return out


def _board(names: Names, node: ast.Board) -> None:
    columns = rows = 0
    if node.width is not None and node.height is not None:
        width, height = names.reader.constant_value(node.width), names.reader.constant_value(node.height)
        columns, rows = width or 0, height or 0
        layout = None if width is None or height is None else lay_out(node, columns, rows, names.diagnostics)
    else:
        layout = lay_out(node, columns, rows, names.diagnostics)
    if layout is None:
        _lost_board(names, node)
        return
    space = EnumType(node.space.name, layout.names, "space")
    region = None if node.region is None else EnumType(node.region.name, layout.names, "region")
    info = BoardInfo(node.name, layout, space, region, node, outline_of(names, node, layout))
    if names.define(node.name, node.name_span, info):
        names.clause(node.name, "board", node.name_span, node.statement,
                     assumed=next((drawing.assumed for drawing in node.drawings if drawing.assumed), None))
    elif node.name in names.symbols.components.boards:
        _lost_board(names, node)
        return
    # The spaces of a board are there also where its name means something else.
    names.symbols.components.boards[node.name] = info
    if names.define_type(node.space, space, DomainOf(space)):
        letters = tuple(letter.span for letter in layout.letters)
        names.members(space, letters or (node.span,) * len(layout.names))
    if region is not None and node.region is not None:
        names.define_type(node.region, region, DomainOf(region))
    named_spaces(names, info)
    rims(names, info)


def _lost_board(names: Names, node: ast.Board) -> None:
    """A board that cannot be laid out: its names, and those of its spaces, are not complained about."""
    types = (node.space, *((node.region,) if node.region else ()), *(rim.space for rim in node.rims))
    for word in (node.name, *(type_.name for type_ in types)):
        names.wrong(word)
    for type_ in types:
        names.symbols.names.types.setdefault(type_.name, UNKNOWN)
    # The names of its spaces are not known. As after a `use` that cannot be read, any unknown name may be one of them.
    names.symbols.names.faulty += (ast.Faulty(node.span, "use", frozenset()),)


# ---- Parameters and constants -------------------------------------------------------------------


def parameter(names: Names, node: ast.Parameter, parameters: Mapping[str, str | int]) -> None:
    """Declare a parameter, with its value, or that which is set for it among `parameters`."""
    type_ = names.reader.type(node.type)
    if not isinstance(type_, Scalar | UnknownType):
        names.diagnostics.add("E901", f"a parameter of {type_} is not supported yet", node.type.span)
        type_ = UNKNOWN
    value = names.reader.constant_value(node.value, type_)
    if node.name in parameters and node.set_by is not None:
        names.diagnostics.add("E308", f"the parameter `{node.name}` cannot be set: a variant sets it", node.set_by,
                        related=(("it is declared here", node.name_span),))
    elif node.name in parameters and type_ != UNKNOWN:
        value = _value_set(names, node, type_, _written(parameters[node.name]))
    if value is None or type_ == UNKNOWN:
        names.wrong(node.name)
        return
    if not names.define(node.name, node.name_span, Constant(node.name, type_, value)):
        return
    names.symbols.parameters.append(node)
    names.clause(node.name, "parameter", node.name_span, node.statement, assumed=node.assumed)
    if not names.holds(node.condition) and node.condition is not None and node.name in parameters:
        names.diagnostics.add("E308", f"the parameter `{node.name}` cannot be set for {names.symbols.seating.players} players",
                        node.name_span, help=f"only when {node.condition.span.text}")


def _value_set(names: Names, node: ast.Parameter, type_: Type, given: str) -> int | None:
    """Return the value of a parameter that is set from outside, written as in the rulebook."""
    numbers = number_range(type_)
    # `int` is not asked for more digits: its time grows with their square, and beyond 4,300 it raises ValueError.
    if numbers is not None and given.lstrip("-").isdecimal() and len(given) < 20 and (
            numbers.low <= int(given) <= numbers.high):
        return int(given)
    words = words_of(type_)
    if given in words:
        return member(type_, given)
    allowed = ([] if numbers is None else [str(numbers)]) + words
    names.diagnostics.add("E308", f"`{given}` is not a value of the parameter `{node.name}`", node.name_span,
                    help=" ".join(filter(None, (did_you_mean(given, words), f"it takes {', '.join(allowed)}"))))
    return None


def _written(value: str | int) -> str:
    """Return a value as it is written in the rulebook; Python's own True and False are flags."""
    return ("yes" if value else "no") if isinstance(value, bool) else str(value)


def _check_parameters(names: Names, header: ast.Rulebook, declarations: Declarations,
                      parameters: Mapping[str, str | int]) -> None:
    known = [node.name for node in declarations if isinstance(node, ast.Parameter)]
    others = {node.name: node for node in declarations if isinstance(node, ast.Constant | ast.Table)}
    for name, value in parameters.items():
        other = others.get(name.partition(".")[0])
        if other is not None and isinstance(other, ast.Table) == ("." in name):
            kind = "a value of a table" if isinstance(other, ast.Table) else "a constant"
            names.diagnostics.add("E308", f"`{name}` is {kind}, not a parameter", other.name_span,
                            help=f"a variant can set it; in a file `mine.rules` write\n"
                                 f"      variant mine of {header.name}\n\n      set {name} = {value}")
        elif name not in known and not names.symbols.names.may_declare(name):
            names.diagnostics.add("E308", f"unknown parameter `{name}`", header.name_span,
                            help=did_you_mean(name, known) or f"there are: {', '.join(known) or 'none'}")


def _values(names: Names, nodes: list[Valued], parameters: Mapping[str, str | int]) -> None:
    """Constants, parameters and enums with made words in an order in which each may use the others, wherever they stand."""
    needs = {node: {part.name for part in nodes_in(_needed(node)) if isinstance(part, ast.Name | ast.NamedType)}
             for node in nodes}
    left = nodes
    while left:
        # Each round declares one at least, or ends the loop. So there are at most as many rounds as declarations.
        open_names = {node.name for node in left}
        ready = [node for node in left if not needs[node] & open_names]
        # A constant may use a word that an enum makes, which nobody can tell from its text: enums go first.
        ready = [node for node in ready if isinstance(node, ast.Enum)] or _not_waiting(names, ready, needs, left) or ready
        if not ready:
            break
        for node in ready:
            if isinstance(node, ast.Parameter):
                parameter(names, node, parameters)
            elif isinstance(node, ast.Enum):
                declare_enum(names, node)
            else:
                constant(names, node)
        left = [node for node in left if node not in ready]
    for node in left:
        names.wrong(node.name)
        # What waits for a circle without being on it is not reported: the circle is the one mistake.
        if _needs_itself(node, left, needs):
            names.diagnostics.add("E404", f"the {type(node).__name__.lower()} "
                            f"`{node.name}` needs its own {'words' if isinstance(node, ast.Enum) else 'value'}", node.name_span)


def _not_waiting(names: Names, ready: list[Valued], needs: Mapping[Valued, set[str]], left: list[Valued]) -> list[Valued]:
    """Return those that use no word that an enum which is still to come may make."""
    if not any(isinstance(node, ast.Enum) for node in left):
        return ready
    known = {node.name for node in left}
    return [node for node in ready if all(name in known or names.symbols.names.meaning(name) for name in needs[node])]


def _needed(node: Valued) -> tuple[ast.Node | None, ...]:
    """Return the parts of a constant, a parameter or an enum that others must come before."""
    match node:
        case ast.Constant():
            return node.values
        case ast.Parameter():
            return node.type, node.value, node.condition
        case ast.Enum():
            return node.owner, node.made, *node.conditions
        case _:
            assert_never(node)


def _needs_itself(node: Valued, nodes: list[Valued], needs: Mapping[Valued, set[str]]) -> bool:
    seen: set[str] = set()
    edge = set(needs[node])
    while edge:
        seen |= edge
        edge = {name for other in nodes if other.name in edge for name in needs[other]} - seen
    return node.name in seen


def constant(names: Names, node: ast.Constant) -> None:
    """Declare a constant, with its value for this number of players."""
    known = value_for_players(names, node)
    if known is None:
        names.wrong(node.name)
    elif names.define(node.name, node.name_span, Constant(node.name, *known)):
        names.symbols.constants[node.name] = node
        names.clause(node.name, "constant", node.name_span, node.statement, assumed=node.assumed)


def value_for_players(names: Names, node: ast.Constant) -> tuple[Type, int] | None:
    """Return the type and value of a constant for this number of players; None where it has none."""
    value = _of_players(names, node)
    return None if value is None else names.reader.constant(value)


def _of_players(names: Names, node: ast.Constant) -> ast.Expr | None:
    """Return the cell of a constant for this number of players."""
    if not node.columns:
        return node.values[0]
    symbols = names.symbols
    missing = [n for n in range(symbols.seating.fewest, symbols.seating.most + 1) if n not in node.columns]
    twice = [n for n in node.columns if node.columns.count(n) > 1]
    if len(node.values) != len(node.columns):
        given, wanted = counted(len(node.values), "value"), counted(len(node.columns), "column")
        names.diagnostics.add("E205", f"{given} for {wanted}", node.span)
    elif twice:
        names.diagnostics.add("E205", f"two columns are for {twice[0]} players", node.name_span)
    elif missing:
        names.diagnostics.add("E205", f"`{node.name}` has no value for {missing[0]} players", node.name_span,
                        help=f"add a column {missing[0]} to the table")
    else:
        return node.values[node.columns.index(symbols.seating.players)]
    return None
