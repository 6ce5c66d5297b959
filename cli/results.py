"""How a game ended: the end, who won, and in their order what each has scored, by what it was scored for."""

from __future__ import annotations

from collections.abc import Iterator

from ..dsl import ir
from ..dsl.types import IntType, PerType
from ..interpreter.rules import Rules
from ..interpreter.state import Outcome, State
from .rows import in_words
from .speech import points, width, wrapped
from .tabular import side_by_side, total, widths


def result(rules: Rules, state: State) -> Iterator[str]:
    """How the game ended, who won, and the points."""
    outcome = rules.outcome(state)
    assert outcome is not None, "the game is over"
    yield wrapped(f"The game is over: {rules.clauses[outcome.clause].statement} [{outcome.clause}]")
    if outcome.scores is None:
        yield _winners(rules, outcome)
        return
    rows = [_headings(rules, state, outcome.scores), *_rows(rules, state, outcome, outcome.scores)]
    columns = widths(rows, width())
    if len(rows[0]) > 3 and total(columns) <= width():
        yield _winners(rules, outcome)
        yield from (line for row in rows for line in side_by_side(row, columns))
    else:
        yield f"{_winners(rules, outcome)} {points(rules, outcome.scores)}."


def _winners(rules: Rules, outcome: Outcome) -> str:
    winners = [rules.seats[seat] for seat in outcome.winners]
    if outcome.is_draw:
        return "Nobody wins."
    return f"{winners[0]} wins." if len(winners) == 1 else f"{' and '.join(winners)} win together."


def _headings(rules: Rules, state: State, scores: tuple[int, ...]) -> list[str]:
    return ["", rules.program.player.name, "score",
            *(in_words(name) for one in _sources(rules, state, scores) for name in _keys(rules, one))]


def _rows(rules: Rules, state: State, outcome: Outcome, scores: tuple[int, ...]) -> Iterator[list[str]]:
    """A row for each seat, the best first; those who are equal have the same place."""
    sources = _sources(rules, state, scores)
    for group in outcome.ranking:
        place = sum(len(other) for other in outcome.ranking[: outcome.ranking.index(group)]) + 1
        for seat in group:
            yield [f"{place}.", rules.seats[seat], str(scores[seat]),
                   *(str(value) for one in sources for value in _values(one, state, seat))]


def _sources(rules: Rules, state: State, scores: tuple[int, ...]) -> list[ir.FieldSlots]:
    """The field that says what each player's score is the sum of, if there is one."""
    return [one for one in rules.program.fields
            if one.owner == rules.program.player and isinstance(one.type, PerType) and isinstance(one.type.value, IntType)
            and all(sum(_values(one, state, seat)) == score for seat, score in enumerate(scores))][:1]


def _keys(rules: Rules, field: ir.FieldSlots) -> list[str]:
    first = [cell.name for cell in rules.cells.values() if cell.field == field and cell.owner == 0]
    return [name[name.index("[") + 1 : -1] for name in first]


def _values(field: ir.FieldSlots, state: State, seat: int) -> tuple[int, ...]:
    start = field.base + seat * field.width
    return tuple(state.slots[start : start + field.width])
