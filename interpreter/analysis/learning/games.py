"""Evaluations to games between players who look one move ahead by them, with positions on the way.

A share of the moves is drawn, so that games differ and show positions which good play avoids. Both machines play the same
games.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from attrs import frozen

from ...game.rules import Rules
from ...game.viewing.outcomes import outcome_of
from ...runtime.chance import Dice
from ...runtime.faults import RulebookFault
from ...runtime.series import SeriesDice
from ..players.machines import Supply
from ..players.search.guide import MOST_WEIGHED
from ..players.search.search import SearchMachines
from ..players.search.simulator import BY_CHANCE, OVER, GoesWrong, HandedOver, Simulator
from ..playouts.search import Evaluator

# A game that is not over after this number of choices counts for nobody.
MOST_CHOICES = 2_000


@frozen
class TrainingGame:
    """A game: positions on the way with the seat to move, the share of each seat in the victory, and the scores if any."""

    positions: tuple[tuple[tuple[int, ...], int], ...]
    shares: tuple[float, ...]
    scores: tuple[int, ...] | None

    def beats(self, seat: int, other: int) -> float | None:
        """Return 1 if a seat did better than another, 0 if worse, 1/2 in a draw; None if both lost to others alike."""
        own, theirs = self.shares[seat], self.shares[other]
        if own == theirs and self.scores is not None:
            own, theirs = self.scores[seat], self.scores[other]
        if own != theirs:
            return 1.0 if own > theirs else 0.0
        return 0.5 if own or not any(self.shares) else None


class Opponents:
    """Players of the seats of a table: each looks one move ahead by an evaluation, or draws all moves (None)."""

    def __init__(self, rules: Rules, by: Sequence[Evaluator | None], python_only: bool = False,
                 keep: bool = True) -> None:
        self.rules = rules
        cached_machines: dict[int, SearchMachines] = {}
        for evaluator in by:
            if id(evaluator) not in cached_machines:
                cached_machines[id(evaluator)] = Supply(rules, python_only, keep, evaluator, "learnt").best()
        self.machines = [cached_machines[id(evaluator)] for evaluator in by]
        self.draws = [evaluator is None for evaluator in by]

    def game(self, seed: int, number: int, drawn: float, every: int) -> TrainingGame | None:
        """Play a game of a series, in which a share of the choices is drawn; keep one of `every` positions.

        Return None for a game that raises a fault, or does not end.
        """
        python = [machines.python for machines in self.machines]
        fast = [machines.fast or machines.python for machines in self.machines]
        for sims in (fast, python):
            try:
                return self._game(sims, seed, number, drawn, every)
            except HandedOver:
                # Python says what the module does not, from the beginning: chance is the same.
                continue
            except (RulebookFault, GoesWrong):
                return None
        return None

    def _game(self, sims: Sequence[Simulator], seed: int, number: int, drawn: float, every: int) -> TrainingGame | None:
        words, dice = self.machines[0].words, SeriesDice(seed + 1, number)
        for sim in sims:
            sim.begin(seed, number)
        sim = sims[0]
        sim.put(words.position(self.rules.initial().slots))
        positions, move_number = [], dice.below(every)
        for choices in range(MOST_CHOICES):
            while (mover := sim.mover()) == BY_CHANCE:
                sim.draw()
            if mover == OVER:
                break
            if sims[mover] is not sim:
                sims[mover].put(sim.snapshot())
                sim = sims[mover]
            if choices % every == move_number:
                positions.append((tuple(words.slots(sim.snapshot())), mover))
            self._choose(sim, mover, dice, drawn)
        if sim.mover() != OVER:
            return None
        return self._over(tuple(positions), words.slots(sim.snapshot()))

    def _choose(self, sim: Simulator, mover: int, dice: Dice, drawn: float) -> None:
        """Make a choice: a random one, or the best by one look ahead; of several that are as good, one by lot."""
        if self.draws[mover] or dice.random() < drawn:
            sim.draw()
            return
        codes = sim.legal()
        if len(codes) > MOST_WEIGHED:
            sim.draw()
            return
        values = sim.weigh() if len(codes) > 1 else [0.0]
        most = max(values)
        code = dice.one_of([code for code, value in zip(codes, values, strict=True) if value == most])
        sim.legal()
        sim.step(code)

    def _over(self, positions: tuple[tuple[tuple[int, ...], int], ...], slots: list[int]) -> TrainingGame:
        outcome = outcome_of(self.machines[0].python.machine, slots)
        won = [seat in outcome.winners for seat in range(self.rules.program.players)]
        return TrainingGame(positions, tuple(float(has_won) / max(1, sum(won)) for has_won in won), outcome.scores)


def games(opponents: Opponents, seed: int, numbers: range, drawn: float, every: int) -> Iterator[TrainingGame]:
    """Play games of a series, without those that raise a fault or do not end."""
    for number in numbers:
        played = opponents.game(seed, number, drawn, every)
        if played is not None:
            yield played
