"""Games of a series whose positions a module tests: which of them break a law of codes and states (`low.watching.probing`)."""

from __future__ import annotations

from ..low.watching.probing import BROKEN, REPEATS
from .instance import Instance
from .watched import CountedMoves, WatchedCalls

# The words of a result that a game which was cut off has.
CUT_OFF = 4


class ProbedCalls:
    """Plays each game twice: `watched`, with tests in every position, and without. Both must come to the same."""

    def __init__(self, instance: Instance) -> None:
        self.instance, self.watched = instance, WatchedCalls(instance, CountedMoves())
        # The laws that games broke, by their numbers.
        self.broken: dict[int, int] = {}

    def call(self, seed: int, first: int, count: int, limit: int) -> tuple[int, bool]:
        """Play some games; how many are done, and whether the next one is to be played in Python."""
        done, handed = self.watched.call(seed, first, count, limit)
        stopped = self.watched.stopped
        if handed and stopped is not None and stopped.kind == BROKEN:
            self.broken[first + done] = stopped.site
        # What was broken off cannot be compared: the second time would go further.
        if self.instance.is_stopped or not done:
            return done, handed
        probed = self._records(done)
        self.instance.call("playouts", seed, first, done, limit)
        for place, (record, repeated) in enumerate(zip(probed, self._records(done), strict=True)):
            if record != repeated:
                self.broken[first + place] = REPEATS
                return place, True
        return done, handed

    def _records(self, done: int) -> list[list[int]]:
        """The results of games, as far as they were put down."""
        memory, words_of_game = self.instance.memory, self.instance.memory.record // 8
        words = self.instance.words(memory.results, words_of_game * done)
        games = (words[i * words_of_game : (i + 1) * words_of_game] for i in range(done))
        return [game if game[0] else game[:CUT_OFF] for game in games]
