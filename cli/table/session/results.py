"""Describe the end of a game: the end, the winners, and the scores in their order, with their parts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from ....dsl import ir
from ....dsl.types.types import IntType, PerType
from ....dsl.types.types import width as type_width
from ....interpreter.game.state import Outcome, State
from ....interpreter.game.table.cells_by_name import CellsByName
from ....interpreter.runtime.cells import Cell
from ....pictures.rows import in_words
from ..text.speech import points, width, wrapped
from ..text.tabular import side_by_side, widths


def result(state: State) -> Iterator[str]:
    """Describe the end of the game, the winners and the points."""
    rules = state.rules
    outcome = rules.endings.outcome(state)
    assert outcome is not None, "the game is over"
    yield wrapped(f"The game is over: {rules.clauses[outcome.clause].statement} [{outcome.clause}]")
    if outcome.scores is None:
        yield _winners(rules.seats, outcome)
        return
    sources = _sources(rules.program, state, outcome.scores)
    if sources is None:
        yield f"{_winners(rules.seats, outcome)} {points(rules.seats, outcome.scores)}."
        return
    yield _winners(rules.seats, outcome)
    rows = list(_rows(rules.cells, rules.seats, state, outcome, outcome.scores, sources))
    columns = widths(rows, width())
    yield from (line for row in rows for line in side_by_side(row, columns))


def _winners(seats: list[str], outcome: Outcome) -> str:
    winners = [seats[seat] for seat in outcome.winners]
    if outcome.is_draw:
        return _drawn(seats, outcome)
    return f"{winners[0]} wins." if len(winners) == 1 else f"{' and '.join(winners)} win together."


def _drawn(seats: list[str], outcome: Outcome) -> str:
    """Describe a draw, with its players if others come behind them."""
    best, *others = outcome.ranking
    return f"A draw between {' and '.join(seats[seat] for seat in best)}: no player wins." if others else "No player wins."


def _rows(cells: CellsByName, seats: list[str], state: State, outcome: Outcome, scores: tuple[int, ...],
          sources: ir.FieldSlots) -> Iterator[list[str]]:
    """The seats, best first (equal seats share a place), with their scores and the parts of these."""
    places = [(1 + sum(map(len, outcome.ranking[:i])), seat) for i, group in enumerate(outcome.ranking) for seat in group]
    yield ["", *(f"{place}. {seats[seat]}" for place, seat in places)]
    yield ["score", *(str(scores[seat]) for _, seat in places)]
    for i, name in enumerate(_keys(cells, sources)):
        yield [in_words(name), *(str(_values(sources, state, seat)[i]) for _, seat in places)]


def _sources(program: ir.Program, state: State, scores: tuple[int, ...]) -> ir.FieldSlots | None:
    """The field that says what each player's score is the sum of, if there is one."""
    return next(
        (
            field
            for field in program.fields
            if field.owner == program.player
            and isinstance(field.type, PerType)
            and isinstance(field.type.value, IntType)
            # A rulebook does not say which field its score is the sum of. If one adds up for every seat, it is shown.
            and all(sum(_values(field, state, seat)) == score for seat, score in enumerate(scores))
        ),
        None,
    )


def _keys(cells: Mapping[str, Cell], field: ir.FieldSlots) -> list[str]:
    first = [cell.name for cell in cells.values() if cell.field == field and cell.owner == 0]
    return [name[name.index("[") + 1 : -1] for name in first]


def _values(field: ir.FieldSlots, state: State, seat: int) -> tuple[int, ...]:
    wide = type_width(field.type)
    return tuple(state.slots[field.base + seat * wide : field.base + (seat + 1) * wide])
