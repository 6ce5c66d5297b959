"""Each form that is drawn: a board with a size, and the same board as a map."""

from __future__ import annotations

import pytest

from rulewright.dsl import syntax as ast
from rulewright.dsl.boards import Layout
from rulewright.dsl.boards.forms import DRAWN, FORMS
from rulewright.dsl.boards.shapes import lay_out
from rulewright.dsl.load.loader import read_text
from rulewright.dsl.source.diagnostics import Diagnostics
from rulewright.dsl.types.shapes import SHAPES

COLUMNS, ROWS = 4, 3


def laid(text: str, columns: int = 0, rows: int = 0) -> Layout:
    files = read_text("case", text)
    board = files.declarations[0]
    assert isinstance(board, ast.Board)
    diagnostics = Diagnostics()
    layout = lay_out(board, columns, rows, diagnostics)
    assert diagnostics.sorted() == files.diagnostics.sorted() == ()
    assert layout is not None
    return layout


def sized(form: str) -> Layout:
    return laid(f"board land: {form} {COLUMNS} by {ROWS} of place\n", COLUMNS, ROWS)


def row_of(name: str) -> int:
    return int(name.lstrip("abcdefghijklmnopqrstuvwxyz"))


def test_every_shape_has_a_form() -> None:
    # mypy does not report a key that is missing.
    assert set(FORMS) == set(SHAPES.values())


@pytest.mark.parametrize("form", DRAWN)
def test_every_space_of_a_board_with_a_size_is_reached(form: str) -> None:
    layout = sized(form)
    reached, due = {0}, [0]
    while due:
        new = set(layout.neighbours[due.pop()]) - reached
        reached |= new
        due += new
    assert [layout.names[space] for space in range(COLUMNS * ROWS) if space not in reached] == []


@pytest.mark.parametrize("form", DRAWN)
def test_names_count_the_rows_of_a_board_with_a_size(form: str) -> None:
    assert [row_of(name) for name in sized(form).names] == [row for row in range(1, ROWS + 1) for _ in range(COLUMNS)]


@pytest.mark.parametrize("form", DRAWN)
def test_a_map_of_a_board_with_a_size_has_the_same_spaces_and_neighbours(form: str) -> None:
    layout = sized(form)
    # Letters stand two columns of text apart.
    wide = 2 // FORMS[layout.shape].apart
    at = {(row_of(name), (column - 1) * wide) for name, (column, _) in zip(layout.names, layout.places, strict=True)}
    length = max(column for _, column in at) + 1
    drawn = ("".join("x" if (row, column) in at else " " for column in range(length)) for row in range(ROWS, 0, -1))
    lines = "".join(f'        "{line}"\n' for line in drawn)
    mapped = laid(f"board land: {form} of place\n    legend x\n    map\n{lines}")
    assert (mapped.names, mapped.places, mapped.neighbours) == (layout.names, layout.places, layout.neighbours)
