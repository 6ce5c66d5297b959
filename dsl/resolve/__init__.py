"""Syntax to names: what every declared name stands for, with this many players and these values of its parameters.

    components     players and sides; then what only needs constants, in order
    values         parameters and constants, in an order in which each may use the others
    boards         boards: their layouts, spaces and regions
    enums          enums and their words
    tables         tables and their rows; after the pieces, the effects of rows
    spaces         what boards say of their spaces: names, sets, fixed values
    rims           the edges and corners of boards
    made_words     what lines with binders make: words, rows, pieces, and their names
    pieces         kinds of pieces: whose, how many, what is fixed about each
    state          fields of the state, of players, sides, spaces and rows
    rules          events, functions, rules, ends, and the clauses in them
    columns        columns of tables and boards: their types, and the values in them
    owners         pieces and words of which each player, side or other thing has their own
    names          what is declared already: names, words and clauses, each once
    again          constants, parameters and rows with other values, and declarations more or less, among names that are
                   resolved already

A rulebook is resolved once for each number of players, because ranges, sides and tables may
differ; a mistake in all of them is reported once, since diagnostics are kept by place.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from .. import syntax as ast
from ..source.diagnostics import Diagnostics
from ..source.fixes import header_in_front, in_place
from ..symbols.constants import MAX_NUMBER
from ..symbols.symbols import SymbolTable
from .components import components, new_world, title
from .names import Names
from .pieces import pieces
from .rules import rules
from .spaces import space_columns
from .state import state
from .tables import effects, tables

MAX_PLAYERS = 12

__all__ = ["resolve", "title"]


def resolve(declarations: Iterable[ast.Declaration], players: int, parameters: Mapping[str, str | int],
            diagnostics: Diagnostics) -> SymbolTable | None:
    """Return the names of a rulebook, or None when it has no usable header.

    `parameters` maps the names of parameters to values, written as in the rulebook.
    """
    everything = tuple(declarations)
    header = _header(everything, players, diagnostics)
    if header is None:
        return None
    names = Names(new_world(header, everything, players, diagnostics), diagnostics)
    components(names, header, everything, parameters)
    rows_of_tables = tables(names, everything)
    space_columns(names)
    pieces(names, everything)
    effects(names, rows_of_tables)
    state(names, header, everything)
    rules(names, header, everything)
    return names.symbols


def _header(declarations: tuple[ast.Declaration, ...], players: int, diagnostics: Diagnostics) -> ast.Rulebook | None:
    headers = [declaration for declaration in declarations if isinstance(declaration, ast.Rulebook)]
    for second in headers[1:]:
        diagnostics.add("E105", "a second header", second.name_span,
                  related=(("the first is here", headers[0].name_span),))
    if not headers:
        faulty = any(
            isinstance(declaration, ast.Faulty) and declaration.keyword in ("rulebook", "variant", "use")
            for declaration in declarations
        )
        if declarations and not faulty:
            diagnostics.add("E105", "no header: the file does not say which rulebook it is", declarations[0].span,
                      help="begin with `rulebook name` and, below it, `players 2..4`",
                      fixes=(header_in_front(declarations[0].span.source),))
        return None
    header = headers[0]
    if not 1 <= header.fewest <= header.most <= MAX_PLAYERS:
        message = (f"the range {header.fewest}..{header.most} is not allowed" if header.most
                   else "the number of players is missing")
        # A number that is too large has been reported where it stands, and has lost its value.
        if max(header.fewest, header.most) <= MAX_NUMBER:
            diagnostics.add("E205", message, header.players_span,
                      help=f"write `players 2..4` in the header, with 1 to {MAX_PLAYERS} players",
                      fixes=(in_place(header.players_span, f"players {header.most}..{header.fewest}"),)
                      if 1 <= header.most < header.fewest <= MAX_PLAYERS else ())
        return None
    if not header.fewest <= players <= header.most:
        diagnostics.add("E205", f"a game for {players} players, where {header.fewest}..{header.most} can play",
                  header.players_span)
        return None
    return header
