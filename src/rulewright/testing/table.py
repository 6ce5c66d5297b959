"""A rulebook to the tables at which it can be played: its variants, its parameters, and how many play."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from enum import Enum
from functools import lru_cache

from attrs import frozen
from hypothesis import reject
from hypothesis import strategies as st

from ..cli.shared.games.loading import load, wrong_parameters
from ..dsl.driver.compilation import Compilation
from ..dsl.load.loader import split_variants
from ..dsl.source.diagnostics import RulebookError
from ..interpreter.game.game import Game
from ..interpreter.game.rules import Rules
from ..interpreter.playthroughs.lines.writer import header

# The games that a strategy keeps compiled. A large one takes 20 MB.
RULEBOOKS_KEPT = 32
# With `ANY`, the most parameters that differ from their own values at once.
MOST_CHANGED = 2

Value = str | int
Values = tuple[tuple[str, Value], ...]


class Any(Enum):
    """The type of `ANY`."""

    ANY = "any"

    def __repr__(self) -> str:
        return "ANY"


ANY = Any.ANY
Parameters = Mapping[str, Value | Sequence[Value]] | Any
"""Values for parameters by name, one or several to draw from; or ANY for those that the rulebook allows."""


@frozen
class Table:
    """A game set up: the rules, and the rulebook, variants and parameters as the head of a playthrough names them."""

    rules: Rules
    game: str
    variants: tuple[str, ...]
    parameters: tuple[tuple[str, str], ...]

    @property
    def head(self) -> str:
        """The first lines of a playthrough at this table."""
        return header(self.rules, self.game, self.variants, self.parameters)


class RulebookTables:
    """The tables of a rulebook. Each is compiled when it is first drawn, and kept."""

    def __init__(self, rulebook: str, players: int | Iterable[int] | None, variants: Iterable[str],
                 parameters: Parameters) -> None:
        self.rulebook, self.always = split_variants(rulebook)
        self.variants = ("", *variants)
        self.players = (players,) if isinstance(players, int) else None if players is None else tuple(players)
        self.parameters = parameters
        self._games, self._rules_of = lru_cache(RULEBOOKS_KEPT)(self._opened), lru_cache(RULEBOOKS_KEPT)(self._rules)
        self.own: Game = self.game(self.always, ())

    def game(self, variants: tuple[str, ...], parameters: Values) -> Game:
        """The game with these variants and parameters. Raises as `table`."""
        game = self._games(variants, parameters)
        if isinstance(game, RulebookError):
            raise game.with_traceback(None)
        return game

    # Values that do not go together are drawn again and again: what is raised is kept as well.

    def _opened(self, variants: tuple[str, ...], parameters: Values) -> Game | RulebookError:
        try:
            return load(self.rulebook, dict(parameters), variants)
        except RulebookError as error:
            return error

    def _rules(self, variants: tuple[str, ...], parameters: Values, players: int) -> Rules | RulebookError:
        try:
            return self.game(variants, parameters).rules(players)
        except RulebookError as error:
            return error

    def other_values(self, variants: tuple[str, ...]) -> list[tuple[str, str]]:
        """Each parameter with each other value; of a range, and of many words, the two ends."""
        compilation = self.game(variants, ()).rules().compilation
        assert isinstance(compilation, Compilation), "what is loaded was compiled from files"
        return list(compilation.other_values)

    def table(self, variants: tuple[str, ...], parameters: Values, players: int) -> Table:
        """The table that was drawn. Values that do not go together, or not with these players, reject the example.

        Raises NoSuchRulebook, WrongPlayers, and RulebookError for mistakes, and for a value that can never be set.
        """
        rules = self._rules_of(variants, parameters, players)
        if isinstance(rules, RulebookError):
            if not wrong_parameters(rules) or (len(parameters) == 1 and not self._can_be_set(variants, parameters)):
                raise rules.with_traceback(None)
            reject()
        own = dict(rules.program.parameters)
        return Table(rules, self.rulebook, variants, tuple((name, own[name]) for name, _ in parameters))

    def _can_be_set(self, variants: tuple[str, ...], parameters: Values) -> bool:
        """Return whether some number of players allows the parameters."""
        return not isinstance(self._games(variants, parameters), RulebookError)


def drawn_tables(opened: RulebookTables) -> st.SearchStrategy[Table]:
    """The tables of a rulebook; the simplest has no variant, no changed parameter and the first number of players."""
    return _tables(opened)


@st.composite
def _tables(draw: st.DrawFn, opened: RulebookTables) -> Table:
    names = draw(st.sampled_from(opened.variants))
    variants = (*opened.always, *(names.split(":") if names else ()))
    own = opened.own
    players = draw(st.sampled_from(opened.players or range(own.fewest, own.most + 1)))
    return opened.table(variants, draw(_values(opened, variants)), players)


def _values(opened: RulebookTables, variants: tuple[str, ...]) -> st.SearchStrategy[Values]:
    if isinstance(opened.parameters, Any):
        changed = opened.other_values(variants)
        strategy = st.sampled_from(changed) if changed else st.nothing()
        return st.lists(strategy, max_size=MOST_CHANGED, unique_by=lambda parameter: parameter[0]).map(tuple)
    return st.tuples(*(st.tuples(st.just(name), _value(values)) for name, values in opened.parameters.items()))


def _value(values: Value | Sequence[Value]) -> st.SearchStrategy[Value]:
    return st.just(values) if isinstance(values, str | int) else st.sampled_from(values)
