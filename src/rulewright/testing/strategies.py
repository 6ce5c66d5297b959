"""Tables to played games, positions and moves, drawn step by step."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from itertools import groupby
from types import MappingProxyType

from attrs import define, field
from hypothesis import currently_in_test_context, note
from hypothesis import strategies as st

from ..interpreter.machine.machine import DecisionPoint
from ..interpreter.game.state import Choice, State
from .played import PlayedGame
from .table import RulebookTables, Parameters, Table, drawn_tables

STEPS = 200
LOTS = 2**16 - 1
# Multipliers that spread numbers evenly over the remainders of a prime.
MIX, SPREAD, PRIME = 0x9E3779B1, 0x85EBCA6B, 2**31 - 1
NO_PARAMETERS: Parameters = MappingProxyType({})


def tables(rulebook: str, *, players: int | Iterable[int] | None = None, variants: Iterable[str] = (),
           parameters: Parameters = NO_PARAMETERS) -> st.SearchStrategy[Table]:
    """Draw how a game is set up: a variant, values of parameters, and a number of players.

    `rulebook` is a name or a path, as for `rulewright.load`; variants that always apply stand behind it, each after a
    colon. `players` are the numbers of players to draw from, by default all that the rulebook allows. `variants` are
    names or paths that are drawn besides the rulebook itself; join those that apply together by a colon.
    `parameters` gives values by name, one or several to draw from; `ANY` draws up to two parameters of any name, each
    with a value that differs from its own.

    The rulebook is opened when a test first runs; each game is compiled once and kept by the strategy.
    """
    return st.deferred(lambda: drawn_tables(RulebookTables(rulebook, players, variants, parameters)))


def games(rulebook: str, *, players: int | Iterable[int] | None = None, variants: Iterable[str] = (),
          parameters: Parameters = NO_PARAMETERS, steps: int = STEPS) -> st.SearchStrategy[PlayedGame]:
    """Draw a played game: a table as `tables` draws it, and up to `steps` moves and outcomes of chance.

    A step draws one of the kinds of moves that are legal, and then a move of this kind; chance draws each possible
    outcome alike, heavy or not. Games shrink to few steps, and to the moves that are listed first. `repr` of a game is
    the playthrough that repeats it. With `steps` at twice the usual length of a game, half of the games reach their end.

    A step that fails raises what the rules raise, with the playthrough in the notes of the exception.
    """
    return _games(tables(rulebook, players=players, variants=variants, parameters=parameters), steps)


def positions(rulebook: str, *, players: int | Iterable[int] | None = None, variants: Iterable[str] = (),
              parameters: Parameters = NO_PARAMETERS, steps: int = STEPS) -> st.SearchStrategy[State]:
    """Draw the last position of a game that `games` draws; a failure prints the playthrough that leads to it."""
    return _positions(games(rulebook, players=players, variants=variants, parameters=parameters, steps=steps))


def moves(state: State) -> st.SearchStrategy[Choice]:
    """Draw a legal move, or an outcome of chance, of a position in which the game goes on.

    >>> from hypothesis import given, strategies as st
    >>> @given(st.data(), positions("tic_tac_toe", steps=8))
    ... def every_legal_move_can_be_made(data, state):
    ...     if not state.is_over:
    ...         assert state.rules.step(state, data.draw(moves(state))) != state
    >>> every_legal_move_can_be_made()
    """
    assert not state.is_over, "a game that is over has no moves"
    return st.sampled_from(state.rules.decisions.choices(state))


@define
class _RunningGame:
    """A game that is being played."""

    table: Table
    states: list[State]
    codes: list[int] = field(factory=list)

    def game(self) -> PlayedGame:
        """The game so far."""
        return PlayedGame(self.table, tuple(self.states), tuple(self.codes))

    def offered(self) -> Sequence[int]:
        """The codes of what may happen next."""
        try:
            return self.table.rules.decisions.legal_codes(self.states[-1])
        except Exception as error:
            error.add_note(self.game().text)
            raise

    def step(self, code: int) -> None:
        """Carry out a legal choice."""
        try:
            after = self.table.rules.after(self.states[-1], code)
        except Exception as error:
            error.add_note(self.game().text_before(code))
            raise
        self.states.append(after)
        self.codes.append(code)


@st.composite
def _games(draw: st.DrawFn, from_tables: st.SearchStrategy[Table], steps: int) -> PlayedGame:
    table = draw(from_tables)
    playing = _RunningGame(table, [table.rules.initial()])
    # Steps are entries of a list, so that Hypothesis leaves out any of them, not only the last ones.
    draw(st.lists(_one_step(playing), min_size=draw(st.integers(0, steps)), max_size=steps))
    return playing.game()


@st.composite
def _one_step(draw: st.DrawFn, playing: _RunningGame) -> None:
    """Draw a step and carry it out; nothing, when the game is over, or by the lot 0."""
    point = playing.table.rules.decisions.point(playing.states[-1])
    # Hypothesis makes lots 0 before all else, so it leaves out steps before it makes moves the first of those listed.
    if point is not None and (lot := draw(st.integers(0, LOTS))):
        playing.step(_drawn_code(lot, point, playing.offered()))


def _drawn_code(lot: int, point: DecisionPoint, codes: Sequence[int]) -> int:
    """One of the kinds of moves, and then a move of this kind, by lot; the lot 1 is for the first of all.

    A lot ranks the codes, whichever of them are legal. So it stands for the same move when steps before it are left out.
    """
    if lot == 1 or len(codes) == 1:
        return codes[0]
    firsts = [kind.first for kind in point.kinds]
    if len(firsts) > 1:
        kinds = {place: list(group) for place, group in groupby(codes, lambda code: bisect_right(firsts, code))}
        codes = kinds[_foremost(lot, kinds)]
    return _foremost(lot, codes)


def _foremost(lot: int, numbers: Iterable[int]) -> int:
    """The number that a lot ranks first (Thaler and Ravishankar, "Using Name-Based Mappings to Increase Hit Rates", 1998)."""
    return min(numbers, key=lambda number: (lot * MIX ^ number * SPREAD) * MIX % PRIME)


@st.composite
def _positions(draw: st.DrawFn, from_games: st.SearchStrategy[PlayedGame]) -> State:
    game = draw(from_games)
    if currently_in_test_context():
        note(game)
    return game.last
