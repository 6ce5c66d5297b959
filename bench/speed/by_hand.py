"""Three games written by hand in plain Python, to compare Rulewright with: no code is shared.

Written as one would write them for a program that plays many random games: a list for the board,
tables of lines made once, and nothing checked twice. Run as a program, it counts move sequences;
the perft files in tests/perft cite these counts where nobody has published them.

    python bench/speed/by_hand.py connect_four 8
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from typing import Protocol, TypeVar


class Board(Protocol):
    """What the three games have in common. `winner` is None while nobody has won."""

    winner: int | None

    def legal(self) -> list[int]:
        """The moves of the player whose turn it is; empty when the game is over."""
        ...

    def play(self, move: int) -> None:
        """Carry out a legal move, in place."""
        ...


def lines(columns: int, rows: int, length: int) -> list[tuple[int, ...]]:
    """Every straight line of `length` cells; cells are numbered row by row."""
    found = []
    for row in range(rows):
        for column in range(columns):
            for x, y in ((1, 0), (0, 1), (1, 1), (-1, 1)):
                if 0 <= column + x * (length - 1) < columns and row + y * (length - 1) < rows:
                    found.append(tuple((row + y * i) * columns + column + x * i for i in range(length)))
    return found


TRIPLES = [[line for line in lines(3, 3, 3) if cell in line] for cell in range(9)]
FOURS = [[line for line in lines(7, 6, 4) if cell in line] for cell in range(42)]


class TicTacToe:
    """Noughts and crosses: the players are 0 and 1, an empty cell is -1."""

    __slots__ = ("cells", "turn", "winner")

    def __init__(self) -> None:
        self.cells = [-1] * 9
        self.turn = 0
        self.winner: int | None = None

    def legal(self) -> list[int]:
        """The empty cells."""
        if self.winner is not None:
            return []
        return [cell for cell, mark in enumerate(self.cells) if mark < 0]

    def play(self, move: int) -> None:
        """Mark a cell."""
        cells, turn = self.cells, self.turn
        cells[move] = turn
        for a, b, c in TRIPLES[move]:
            if cells[a] == cells[b] == cells[c]:
                self.winner = turn
                return
        self.turn = 1 - turn


class ConnectFour:
    """Connect Four on 7 columns of 6 cells. A move is a column from 0."""

    __slots__ = ("cells", "heights", "turn", "winner")

    def __init__(self) -> None:
        self.cells = [-1] * 42
        self.heights = [0] * 7
        self.turn = 0
        self.winner: int | None = None

    def legal(self) -> list[int]:
        """The columns that are not full."""
        if self.winner is not None:
            return []
        return [column for column, height in enumerate(self.heights) if height < 6]

    def play(self, move: int) -> None:
        """Drop a disc into a column."""
        cells, turn = self.cells, self.turn
        cell = self.heights[move] * 7 + move
        self.heights[move] += 1
        cells[cell] = turn
        for a, b, c, d in FOURS[cell]:
            if cells[a] == cells[b] == cells[c] == cells[d]:
                self.winner = turn
                return
        self.turn = 1 - turn


# For each player and square: the square straight ahead (-1 for none), and those diagonally ahead.
AHEAD = [[square + step if 0 <= square + step < 64 else -1 for square in range(64)] for step in (8, -8)]
SLANT = [[tuple(square + step + x for x in (-1, 1) if 0 <= square + step < 64 and 0 <= square % 8 + x < 8)
          for square in range(64)] for step in (8, -8)]


class Breakthrough:
    """Breakthrough on 8 by 8 squares. A move is `from * 64 + to`."""

    __slots__ = ("pawns", "squares", "turn", "winner")

    def __init__(self) -> None:
        self.squares = [0] * 16 + [-1] * 32 + [1] * 16
        self.pawns = [16, 16]
        self.turn = 0
        self.winner: int | None = None

    def legal(self) -> list[int]:
        """Straight ahead to empty squares, diagonally ahead to those without an own pawn."""
        if self.winner is not None:
            return []
        squares, turn = self.squares, self.turn
        ahead, slant = AHEAD[turn], SLANT[turn]
        moves: list[int] = []
        add = moves.append
        for start, pawn in enumerate(squares):
            if pawn == turn:
                to = ahead[start]
                if to >= 0 and squares[to] < 0:
                    add(start * 64 + to)
                for to in slant[start]:
                    if squares[to] != turn:
                        add(start * 64 + to)
        return moves

    def play(self, move: int) -> None:
        """Move a pawn."""
        start, to = divmod(move, 64)
        turn, other = self.turn, 1 - self.turn
        if self.squares[to] == other:
            self.pawns[other] -= 1
        self.squares[start] = -1
        self.squares[to] = turn
        if to // 8 == (7, 0)[turn] or not self.pawns[other]:
            self.winner = turn
        else:
            self.turn = other


GAMES: dict[str, type[TicTacToe] | type[ConnectFour] | type[Breakthrough]] = {
    "tic_tac_toe": TicTacToe, "connect_four": ConnectFour, "breakthrough": Breakthrough}
B = TypeVar("B", bound=Board)


def playout(start: Callable[[], Board], random: Callable[[], float]) -> int:
    """Play one game at random, every legal move equally likely; gives the number of moves."""
    board = start()
    moves = 0
    while options := board.legal():
        board.play(options[int(random() * len(options))])
        moves += 1
    return moves


def perft(start: Callable[[], B], played: tuple[int, ...], depth: int) -> int:
    """The number of sequences of `depth` moves after those played."""
    board = start()
    for move in played:
        board.play(move)
    options = board.legal()
    if depth <= 1:
        return len(options) if depth else 1
    return sum(perft(start, (*played, move), depth - 1) for move in options)


def main() -> None:
    """Count the sequences of moves of one game, ply by ply."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", choices=GAMES)
    parser.add_argument("plies", type=int)
    asked = parser.parse_args()
    for ply in range(1, asked.plies + 1):
        print(ply, perft(GAMES[asked.game], (), ply), flush=True)


if __name__ == "__main__":
    main()
