"""Numbers in positions, and who won, to weights: logistic regression with a ridge.

The model is that of Bradley and Terry ("Rank Analysis of Incomplete Block Designs", Biometrika 39, 1952): the log odds that one
player does better than another are the sum of weights by the differences of their numbers. Newton's method finds the
weights. All sums are in a fixed order, so the same data give the same weights.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, sqrt
from operator import mul

from attrs import frozen

# How much weights are drawn to 0, in the units of the standard deviation of each number.
RIDGE = 30.0
# Steps of Newton's method; each doubles the digits that are right.
STEPS = 8
# A step is not longer than this.
LONGEST = 3.0

Column = Sequence[float]


@frozen
class FittedWeights:
    """A weight for each column, and what the column says in all: its weight in units of its standard deviation."""

    weights: tuple[float, ...]
    effects: tuple[float, ...]


def fitted(columns: Sequence[Column], results: Column, ridge: float = RIDGE) -> FittedWeights:
    """Return the weights of columns, by which the results (0 to 1, one for each row) are the most likely."""
    spreads = [spread(column) or 1.0 for column in columns]
    scaled = [[value / by for value in column] for column, by in zip(columns, spreads, strict=True)]
    effects = [0.0] * len(columns)
    for _ in range(STEPS):
        step = _step(scaled, results, effects, ridge)
        size = max(map(abs, step), default=0.0)
        effects = [effect - min(1.0, LONGEST / (size or 1.0)) * part for effect, part in zip(effects, step, strict=True)]
        if size < 1e-6:
            break
    return FittedWeights(tuple(effect / by for effect, by in zip(effects, spreads, strict=True)), tuple(effects))


def spread(column: Column) -> float:
    """Return the standard deviation of differences, which are 0 where nobody is ahead."""
    return sqrt(_product(column, column) / max(1, len(column)))


def alike(column: Column, other: Column) -> float:
    """Return how far two columns say the same, from 0 to 1."""
    return abs(_product(column, other)) / (max(1, len(column)) * (spread(column) * spread(other) or 1.0))


def _product(column: Column, other: Column) -> float:
    return float(sum(map(mul, column, other)))


def _step(columns: Sequence[Column], results: Column, effects: Sequence[float], ridge: float) -> list[float]:
    """Return Newton's step: the gradient by the inverse of the matrix of second derivatives."""
    odds = [0.0] * len(results)
    for effect, column in zip(effects, columns, strict=True):
        odds = [so_far + effect * value for so_far, value in zip(odds, column, strict=True)]
    expected = [1 / (1 + exp(-max(-500.0, min(500.0, sum_)))) for sum_ in odds]
    missed = [share - result for share, result in zip(expected, results, strict=True)]
    unsure = [share * (1 - share) for share in expected]
    gradient = [_product(column, missed) + ridge * effect for column, effect in zip(columns, effects, strict=True)]
    weighed = [list(map(mul, column, unsure)) for column in columns]
    matrix = [[0.0] * len(columns) for _ in columns]
    for row, weights in enumerate(weighed):
        for place in range(row + 1):
            matrix[row][place] = matrix[place][row] = _product(weights, columns[place]) + (ridge if place == row else 0.0)
    return _solved(matrix, gradient)


def _solved(matrix: list[list[float]], right: list[float]) -> list[float]:
    """Solve a system with a symmetric matrix whose eigenvalues are positive (Cholesky)."""
    size, lower = len(right), [[0.0] * len(right) for _ in right]
    for row in range(size):
        for column in range(row + 1):
            left = matrix[row][column] - _product(lower[row][:column], lower[column][:column])
            lower[row][column] = sqrt(max(left, 1e-12)) if row == column else left / lower[column][column]
    half: list[float] = []
    for row in range(size):
        half.append((right[row] - _product(lower[row][:row], half)) / lower[row][row])
    solution = [0.0] * size
    for row in reversed(range(size)):
        rest = sum(lower[below][row] * solution[below] for below in range(row + 1, size))
        solution[row] = (half[row] - rest) / lower[row][row]
    return solution
