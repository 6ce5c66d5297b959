"""Read a drawn map: the spaces of a board with their places; report mistakes in the drawing.

The letters of a row stand two columns apart. On a hex board each row is set off by one column
against the next; on a square board they stand below each other. A blank or a `.` is not a space.
"""

from __future__ import annotations

from collections.abc import Mapping

from attrs import evolve

from .. import syntax as ast
from ..source.diagnostics import Diagnostics, did_you_mean
from ..source.fixes import Fix
from ..source.span import Span
from .forms import FORMS
from .layout import Layout, is_small, laid_out

NOTHING = " ."

# The letters of a drawing by line, counted from the top, and column, counted from 0.
_Drawn = Mapping[tuple[int, int], ast.Name]


def draw(board: ast.Board, diagnostics: Diagnostics) -> Layout | None:
    """Return the spaces of a drawn board, or None where the drawing makes none."""
    legend = _legend(board, diagnostics)
    if not board.drawings:
        diagnostics.add("E207", f"a {board.shape} board needs a size or a map, and this one has neither", board.shape_span,
                  help=f"write `{board.shape} 8 by 8 of {board.space.name}`, or draw it below `map`")
        return None
    for second in board.drawings[1:]:
        diagnostics.add("E202", "a second map", second.span, related=(("the first is here", board.drawings[0].span),))
    rows = board.drawings[0].rows
    _check_lengths(rows, diagnostics)
    drawn = {(line, column): ast.Name(_place_in(row, column), letter) for line, row in enumerate(rows)
             for column, letter in enumerate(row.text) if letter in legend or letter not in NOTHING}
    _check_letters(drawn, legend, diagnostics)
    if not drawn:
        diagnostics.add("E304", "a map without spaces", board.drawings[0].span)
        return None
    if not _stands_well(board, drawn, diagnostics) or not is_small(board, len(drawn), diagnostics):
        return None
    return _layout(board, drawn)


def _legend(board: ast.Board, diagnostics: Diagnostics) -> dict[str, ast.Name]:
    """Return the letters of the legend, each once."""
    legend: dict[str, ast.Name] = {}
    for mark in board.marks:
        letter = mark.letter
        if letter is None:
            continue
        if len(letter.name) != 1 or letter.name == " ":
            diagnostics.add("E206", "the legend explains single letters, digits and signs", letter.span,
                      help='put a sign in quotes: `legend "~"`')
        elif letter.name in legend:
            diagnostics.add("E202", f"`{letter.name}` is in the legend already", letter.span,
                      related=(("it is explained here", legend[letter.name].span),))
        else:
            legend[letter.name] = letter
    return legend


def _place_in(row: ast.DrawnRow, column: int) -> Span:
    """Return where a letter of a drawn row stands in the file."""
    column_in_source = row.span.column + 1 + column
    return Span(row.span.source, row.span.line, column_in_source, row.span.line, column_in_source + 1)


def _check_lengths(rows: tuple[ast.DrawnRow, ...], diagnostics: Diagnostics) -> None:
    """Record the rows that are not as long as the first: a letter may be missing there."""
    for row in rows:
        if len(row.text) != len(rows[0].text):
            diagnostics.add("E208", f"this row of the map is {len(row.text)} columns wide, the first {len(rows[0].text)}",
                      row.span, help="add blanks to the row, so that the closing quotes line up",
                      fixes=_filled_up(row, len(rows[0].text)))


def _filled_up(row: ast.DrawnRow, length: int) -> tuple[Fix, ...]:
    """Return the change that fills a row up with blanks at its end, before the quote."""
    missing = length - len(row.text)
    end = _place_in(row, len(row.text))
    return (Fix("fill the row up with blanks", evolve(end, end_column=end.column), " " * missing),) if missing > 0 else ()


def _check_letters(drawn: _Drawn, legend: Mapping[str, ast.Name], diagnostics: Diagnostics) -> None:
    """Record letters of the map that the legend lacks, and letters of the legend that the map lacks."""
    reported: set[str] = set()
    for letter in drawn.values():
        if letter.name not in legend and letter.name not in reported:
            reported.add(letter.name)
            diagnostics.add("E201", f"`{letter.name}` is not in the legend", letter.span,
                      help=did_you_mean(letter.name, legend) or f"add a line `legend {letter.name}`")
    used = {letter.name for letter in drawn.values()}
    for name, letter in legend.items():
        if name not in used:
            diagnostics.add("E405", f"`{name}` is in the legend, but not in the map", letter.span)


def _stands_well(board: ast.Board, drawn: _Drawn, diagnostics: Diagnostics) -> bool:
    """Return whether all letters stand where spaces can be; the first of each row that does not is recorded."""
    (first_line, first_column), _ = next(iter(drawn.items()))
    # All letters stand an even number of columns from the first one.
    # In staggered rows each line down counts as one column more.
    staggered = FORMS[board.shape].is_staggered
    reported: set[int] = set()
    for (line, column), letter in drawn.items():
        off = column - first_column + (line - first_line if staggered else 0)
        if off % 2 and line not in reported:
            reported.add(line)
            diagnostics.add("E208", f"`{letter.name}` stands between two spaces", letter.span,
                      help="put letters two columns apart, " + (
                          "and shift each row by one column against the next" if staggered
                          else "and align the rows"))
    return not reported


def _layout(board: ast.Board, drawn: _Drawn) -> Layout:
    """Return the spaces from the lowest row up, each row from the left."""
    left = min(column for _, column in drawn)
    lowest = max(line for line, _ in drawn)
    # A letter stands two columns of text from the next; that is one column of the board, or two where rows are staggered.
    narrow = 2 // FORMS[board.shape].apart
    # INVARIANT: spaces count from the lowest row up, as on a board
    # with a size. Names such as `a1` and saved states depend on it.
    ordered = sorted(drawn, key=lambda place: (-place[0], place[1]))
    places = tuple(((column - left) // narrow + 1, lowest - line + 1) for line, column in ordered)
    return laid_out(board.shape, places, tuple(drawn[place] for place in ordered))
