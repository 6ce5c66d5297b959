"""Lines of a position that draw a board -> a line for each space that is drawn.

    cell.mark drawn X Anna, O Boris
        "O . X"
        ". X ."
        "X . ."

Signs stand two columns apart, and on hex boards each row is set off by one, as in a map of a rulebook. `.` is nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import assert_never

from ....dsl import ir
from ..lines.rows import parts_of
from .ways import BadPosition

HEAD = re.compile(r"(?P<field>\w+(?:\.\w+)(?:\[[^\]]*\])?)\s+drawn\b\s*(?P<signs>.*)")
FORM = 'write `cell.field drawn X value, O value`, and below it the rows in quotes: `"X . O"`'
NOTHING = "."
FIELD_ALONE = 'a row in quotes stands below a line such as `cell.field drawn X value, O value`'

# A line of a position: its number in the file, and its text.
Numbered = tuple[int, str]


def in_full(boards: Sequence[ir.BoardShape], lines: Sequence[Numbered]) -> tuple[Numbered, ...]:
    """Return the lines of a position with a line for each space in place of drawings. Raises BadPosition."""
    out: list[Numbered] = []
    index = 0
    while index < len(lines):
        number, text = lines[index]
        head = HEAD.fullmatch(text)
        index += 1
        if head is None:
            if text.startswith('"'):
                raise BadPosition(number, f"{text} belongs to no field", FIELD_ALONE)
            out.append((number, text))
            continue
        rows = []
        while index < len(lines) and lines[index][1].startswith('"'):
            rows.append(lines[index])
            index += 1
        out += _set(_board(boards, number, head["field"]), head["field"], _signs(number, head["signs"]), rows, number)
    return tuple(out)


def _board(boards: Sequence[ir.BoardShape], number: int, field: str) -> ir.BoardShape:
    """Return the board whose spaces have a field, and have places in a drawing."""
    owner = field.partition(".")[0]
    board = next((board for board in boards if board.space.name == owner and board.places), None)
    if board is None:
        raise BadPosition(number, f"`{owner}` is not a space of a square or hex board", FORM)
    return board


def _signs(number: int, text: str) -> Mapping[str, str]:
    """Return the value of each sign, as in `X Anna, O Boris`."""
    signs = {NOTHING: "nothing"}
    for part in parts_of(text, 1):
        sign, _, value = part.text.partition(" ")
        if len(sign) != 1 or not value.strip():
            raise BadPosition(number, f"`{part.text}` is not a sign and its value", FORM)
        signs[sign] = value.strip()
    return signs


def _set(board: ir.BoardShape, field: str, signs: Mapping[str, str], rows: Sequence[Numbered],
         number: int) -> Iterator[Numbered]:
    """Yield a line for each space that a drawing shows."""
    if not rows:
        raise BadPosition(number, "a drawing without rows", FORM)
    texts = [(line, _row(line, text)) for line, text in rows]
    left = min((len(text) - len(text.lstrip()) for _, text in texts if text.strip()), default=0)
    first, lowest = (min(place[axis] for place in board.places) for axis in (0, 1))
    step = _apart(board)
    spaces = {place: board.space.members[i] for i, place in enumerate(board.places)}
    attribute = field.partition(".")[2]
    for up, (line, text) in enumerate(reversed(texts)):
        for column, sign in enumerate(text):
            if sign == " ":
                continue
            across, between = divmod(column - left, step)
            space = spaces.get((first + across, lowest + up))
            if between or space is None:
                raise BadPosition(line, f"`{sign}` stands on no space of `{board.name}`",
                                  "put signs two columns apart; the last row is the lowest of the board")
            if sign not in signs:
                raise BadPosition(line, f"the sign `{sign}` is not explained", FORM)
            yield line, f"{space}.{attribute} = {signs[sign]}"


def _apart(board: ir.BoardShape) -> int:
    """Return how many letters a drawing is wide for each column of the board: signs have a letter between them."""
    match board.shape:
        case "hex":
            return 1  # neighbours in a row are two columns apart
        case "square" | "ring" | "line" | "graph" | "edges" | "corners":
            return 2
        case _:
            assert_never(board.shape)


def _row(number: int, text: str) -> str:
    if not re.fullmatch(r'"[^"]*"', text):
        raise BadPosition(number, f"`{text}` is not a row of a drawing", FORM)
    return text[1:-1]
