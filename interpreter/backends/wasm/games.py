"""Random games of a series, played by a module; a game that the module hands over is played in Python instead."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Lock

from attrs import frozen

from ....dsl import ir
from .instance import Instance, ModuleTrap
from .probed import ProbedCalls
from .watched import WatchedCalls

# The time that a call should take, in seconds: a caller can break off between calls.
A_CALL = 0.2


@frozen
class GameResult:
    """A game that was played: the end by which it ended (0: it was cut off), its choices, and who won, with the scores.

    `winners` is a set of seats; `scores` is None where the rulebook counts none, and for games that were cut off. `figures`
    are the numbers of its last position that were asked for; none for games that were cut off.
    """

    number: int
    end: int
    choices: int
    offered: int
    widest: int
    winners: int
    scores: tuple[int, ...] | None
    figures: tuple[int, ...] = ()


class PlainCalls:
    """Calls of the function of a module that plays games of a series."""

    def __init__(self, instance: Instance, export: str = "playouts") -> None:
        self.instance, self.export = instance, export

    def call(self, seed: int, first: int, count: int, limit: int) -> tuple[int, bool]:
        """Play some games; how many are done, and whether the next one is to be played in Python."""
        try:
            return self.instance.call(self.export, seed, first, count, limit), False
        except ModuleTrap:
            return self.instance.done, True


class ModuleGames:
    """Plays games of series in one instance of a module by `calls`; one thread at a time may use it."""

    def __init__(self, program: ir.Program, instance: Instance,
                 calls: PlainCalls | WatchedCalls | ProbedCalls | None = None) -> None:
        self.program, self.instance = program, instance
        self.calls = PlainCalls(instance) if calls is None else calls
        self._calls_from = PlainCalls(instance, "playouts_from")
        self.batch = 1

    @property
    def watch(self) -> WatchedCalls:
        """The calls that watch the games, where it was asked that they are watched."""
        calls = self.calls.watched if isinstance(self.calls, ProbedCalls) else self.calls
        assert isinstance(calls, WatchedCalls), "what is watched is played so"
        return calls

    def play(self, seed: int, numbers: range, limit: int, clock: Callable[[], float]) -> Iterator[GameResult | int]:
        """The games with these numbers, in order; a number alone for one that is to be played in Python.

        Another thread can break this off with `instance.stop()`: then no more games come.
        """
        next_, end = numbers.start, numbers.stop
        while next_ < end and not self.instance.is_stopped:
            count = min(self.batch, end - next_, self.instance.memory.games_kept)
            before = clock()
            done, handed = self.calls.call(seed, next_, count, limit)
            spent = clock() - before
            # Only a call that made all its games says how many would fit; the batch settles between a half and the whole of the
            # time.
            if done == count and spent < A_CALL / 2:
                self.batch = min(2 * self.batch, self.instance.memory.games_kept)
            elif spent > A_CALL:
                self.batch = max(1, self.batch // 2)
            yield from self._results(next_, done)
            next_ += done
            if handed:
                yield next_
                next_ += 1

    def play_from(self, position: bytes, seed: int, numbers: range, limit: int) -> Iterator[GameResult | int]:
        """Games on from a position with the chance of these numbers; a number alone for one to be played in Python.

        Another thread can break this off with `instance.stop()`: then no more games come.
        """
        next_, end = numbers.start, numbers.stop
        while next_ < end and not self.instance.is_stopped:
            # A game that was handed over or broken off may have left another position.
            self.instance.put_packed(position)
            count = min(self.instance.memory.games_kept, end - next_)
            done, handed = self._calls_from.call(seed, next_, count, limit)
            yield from self._results(next_, done)
            next_ += done
            if handed:
                yield next_
                next_ += 1

    def _results(self, first: int, done: int) -> Iterator[GameResult]:
        memory = self.instance.memory
        words_of_game = memory.record // 8
        words = self.instance.words(memory.results, words_of_game * done)
        scored, players = bool(self.program.scores), memory.players
        for i in range(done):
            end, choices, offered, widest, winners, *others = words[i * words_of_game : (i + 1) * words_of_game]
            counted = tuple(others[:players]) if scored and end else None
            yield GameResult(first + i, end, choices, offered, widest, winners if end else 0, counted,
                             tuple(others[players:]) if end else ())

    def forget_phases(self) -> None:
        """Count the entries of phases from 0 on."""
        memory = self.instance.memory
        for i in range(2 * memory.phases):
            self.instance.put_word(memory.entries + 8 * i, 0)

    def phases(self) -> list[int]:
        """Return how often each phase was entered in the games that are done."""
        memory = self.instance.memory
        return self.instance.words(memory.entries + 8 * memory.phases, memory.phases)


class Spares:
    """Instances for several threads: each takes one that nobody uses just now."""

    def __init__(self, make: Callable[[], ModuleGames]) -> None:
        self._make, self._lock = make, Lock()
        self._all: list[ModuleGames] = []
        self._free: list[ModuleGames] = []
        self._stopped = False

    @contextmanager
    def borrowed(self) -> Iterator[ModuleGames]:
        """One of them, or a new one, for as long as it is needed."""
        with self._lock:
            games = self._free.pop() if self._free else self._make()
            if games not in self._all:
                self._all.append(games)
            if self._stopped:
                games.instance.stop()
        try:
            yield games
        finally:
            with self._lock:
                self._free.append(games)

    def stop(self) -> None:
        """Let all calls that are under way end after their step, and those that come not begin."""
        with self._lock:
            self._stopped = True
            for games in self._all:
                games.instance.stop()

    def go_on(self) -> None:
        """Let calls run again after `stop`, when those that were under way have ended."""
        with self._lock:
            self._stopped = False
            for games in self._all:
                games.instance.go_on()
