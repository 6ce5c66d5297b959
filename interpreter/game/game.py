"""A rulebook to play: the face for people who write programs with games in them."""

from __future__ import annotations

from collections.abc import Callable

from .rules import Rules
from .state import Choice, Outcome, Refusal, State
from .table.conditions import PlayableRulebook
from .table.decisions import CHANCE, _Chance
from .table.values import Playout
from .viewing.observation import SPECTATOR, Viewer
from .viewing.painting import Painter

__all__ = ["CHANCE", "SPECTATOR", "Game"]


# Tables with names for the seats, the ones that were asked for last.
TABLES_KEPT = 8


class WrongPlayers(ValueError):
    """A number of players, or names for them, that a game does not allow."""


class Game:
    """A game, for every number of players it allows.

    `compile` gives the compiled rulebook for a number of players; each is compiled when it is first needed. `play` plays
    the games with some numbers of a series, and `painter` draws positions.
    """

    def __init__(self, name: str, fewest: int, most: int, compile: Callable[[int], PlayableRulebook],
                 play: Callable[[Rules, int, range], tuple[Playout, ...]], painter: Painter | None = None) -> None:
        self.name, self.fewest, self.most = name, fewest, most
        self._compile, self._play, self._painter = compile, play, painter
        self._rules: dict[tuple[int, bool], Rules] = {}
        self._seated: dict[tuple[tuple[str, ...], bool], Rules] = {}

    def __repr__(self) -> str:
        return f"<Game {self.name}, {self.fewest} to {self.most} players>"

    def rules(self, players: int | None = None, seats: tuple[str, ...] | None = None, briefly: bool = False) -> Rules:
        """The rules for a number of players (the fewest, if none is given), with names for the seats; `briefly` as for `Rules`.

        Raises WrongPlayers for a number of players that the game does not allow.
        """
        players = self.fewest if players is None else players
        if not self.fewest <= players <= self.most:
            allowed = f"{self.fewest} to {self.most}" if self.most > self.fewest else f"{self.fewest}"
            raise WrongPlayers(f"{self.name} is for {allowed} players, not {players}")
        if seats is not None and (len(seats) != players or len(set(seats)) != players):
            raise WrongPlayers(f"{players} different names are needed for {players} seats")
        key = players, briefly
        if key not in self._rules:
            other = self._rules.get((players, not briefly))
            compilation = self._compile(players) if other is None else other.compilation
            self._rules[key] = Rules(compilation, keep=not briefly, briefly=briefly)
            self._rules[key].painter = self._painter
        if seats is None:
            return self._rules[key]
        # Taken out and put in again at the end, so that the first one is the one that was not asked for longest.
        table = self._seated.pop((seats, briefly), None) or self._rules[key].seated(seats)
        self._seated[seats, briefly] = table
        if len(self._seated) > TABLES_KEPT:
            del self._seated[next(iter(self._seated))]
        return table

    def initial(self, players: int | None = None) -> State:
        """The position before the first choice or roll."""
        return self.rules(players).initial()

    def to_move(self, state: State) -> int | _Chance | None:
        """The seat whose choice it is (from 0), CHANCE, or None when the game is over."""
        return state.rules.decisions.to_move(state)

    def choices(self, state: State) -> tuple[Choice, ...]:
        """Return the choices and outcomes that may come next, in the order of the rulebook. Empty when the game is over."""
        return state.rules.decisions.choices(state)

    def legal_codes(self, state: State) -> list[int]:
        """The codes of what may happen next, in the order of `choices`, without a notation for each."""
        return list(state.rules.decisions.legal_codes(state))

    def step(self, state: State, choice: Choice | str | int) -> State:
        """The position after a choice; a text is read as notation, a number as a code. Raises IllegalChoice."""
        return state.rules.step(state, choice)

    def explain(self, state: State, choice: Choice | str) -> tuple[Refusal, ...] | None:
        """Return why a choice is refused, clause by clause; None when it is legal."""
        return state.rules.explainer.explain(state, choice)

    def observe(self, state: State, player: Viewer) -> dict[str, str]:
        """Return the view of a seat (or SPECTATOR): values by name, without those hidden from it."""
        return state.rules.observer.observe(state, player)

    def playouts(self, n: int, seed: int, players: int | None = None, first: int = 0) -> tuple[Playout, ...]:
        """Play `n` random games of the series `seed`, from game `first` on, at the speed of compiled code where that can be.

        Each player takes one of the kinds of move that are possible, each equally likely, and then one move of that kind.
        Raises RulebookFault.
        """
        return self._play(self.rules(players), seed, range(first, first + n))

    def outcome(self, state: State) -> Outcome | None:
        """Return how the game ended, or None while it goes on."""
        return state.rules.endings.outcome(state)
