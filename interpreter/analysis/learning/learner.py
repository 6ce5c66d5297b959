"""Rules to an evaluation in the rulebook's words, learnt from games that the program plays against itself.

Players look one move ahead by an evaluation. From their games, a regression finds the weights of the numbers of the rulebook.
That is the next evaluation. Learning from games against oneself: Tesauro, "Temporal Difference Learning and TD-Gammon",
Communications of the ACM 38(3), 1995. An evaluation that wins against the best one so far replaces it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations

from attrs import evolve, frozen

from ....dsl import ir
from ....dsl.source.span import Source
from ...game.rules import Rules
from ...game.state import State
from ...game.table.conditions import Number
from ...machine.machine import Machine
from ...runtime.faults import RulebookFault
from ..players.evaluation.default_evaluation import default_evaluator
from ..playouts.search import Evaluator, evaluator_for, evaluator_of
from .features import features_of, of_other
from .games import MOST_CHOICES, Opponents, TrainingGame, games
from .regression import alike, fitted

# Rounds of learning, games in each, and games in which two evaluations are compared.
ROUNDS, GAMES, MATCH = 3, 400, 100
# The share of the moves that are drawn, and one of how many positions counts.
DRAWN, EVERY = 0.3, 12
# A column that differs in fewer than this share of the positions says nothing; one that is this alike to another says it again.
SELDOM, SAME = 0.02, 0.98
# What counts is what lasts: how alike a column is, at least, at two successive positions of a game. What the next turn undoes,
# a player who looks one move ahead would only chase or avoid.
LASTING = 0.5
# The most numbers that an evaluation is made of; weights are per thousand of the logarithm of the odds.
MOST, PER = 60, 1_000
# A number whose weight moves a value by less than this share of its standard deviation is left out.
LITTLE = 0.02


@frozen
class WeightedNumber:
    """A number of the rulebook, its weight, and how much it moves values: by a standard deviation of it."""

    text: str
    weight: int
    effect: int


@frozen
class LearntEvaluation:
    """The weights learnt, the most important first, and the share of games won against what learning began from.

    A weight is per thousand of the logarithm of the odds to win.
    """

    weights: tuple[WeightedNumber, ...]
    players: int
    games: int
    share: float
    beaten: str

    @property
    def text(self) -> str:
        """The evaluation as lines in the rulebook's words, an evaluation file."""
        return "\n".join(line for term in self.weights for line in _lines(term, self.players))


@frozen
class LearningPlan:
    """The size of a run: rounds, games in each, games of a comparison; its seed, and where games are played.

    `keep` lets compiled modules be read and kept on disk.
    """

    rounds: int = ROUNDS
    games: int = GAMES
    match: int = MATCH
    seed: int = 0
    python_only: bool = False
    keep: bool = True

    @property
    def whole(self) -> int:
        """The number of games in all: those learnt from, and those in which evaluations are compared."""
        return self.rounds * (self.games + self.match) + self.match


class NothingToLearn(Exception):
    """Nothing can be learnt: the rulebook has no number of a player, or no game ends."""


def learnt(rules: Rules, plan: LearningPlan, heard: Callable[[int], None] | None = None) -> LearntEvaluation:
    """Learn the weights of the numbers of a rulebook; `heard` is called with the number of games played since the last call.

    The same rules and plan give the same result on both machines. Raises NothingToLearn.
    """
    return _Learner(rules, plan, heard or (lambda games: None)).run()


class _Learner:
    """Rounds of games and regression."""

    def __init__(self, rules: Rules, plan: LearningPlan, heard: Callable[[int], None]) -> None:
        self.rules, self.plan, self.heard = rules, plan, heard
        self.numbers = {feature.text: [Number(number, rules.machines.plain) for number in feature.numbers]
                        for feature in features_of(rules)}
        self.columns: dict[str, list[float]] = {text: [] for text in self.numbers}
        self.turns: list[float] = []
        self.results: list[float] = []
        # Rows with their next ones: the same two players at the next position of the same game.
        self.nexts: list[tuple[int, int]] = []
        self.played = 0

    def run(self) -> LearntEvaluation:
        """Learn, and return the best of the evaluations that were learnt."""
        first = _relative(self.rules.machines.plain, default_evaluator(self.rules))
        current, best, learnt_now = first, None, None
        for number in range(self.plan.rounds):
            players = [current] * self.rules.program.players
            self.take_in(Opponents(self.rules, players, self.plan.python_only, self.plan.keep), number)
            weights = self.weighed()
            if not weights:
                raise NothingToLearn("no number of a player says who wins")
            learnt_now = LearntEvaluation(weights, self.rules.program.players, self.played, 0.0, "")
            current = evaluator_of(self.rules, Source("learnt", learnt_now.text))
            share = self.match(current, first if best is None else best[1], number)
            if best is None or share > 1 / self.rules.program.players:
                best = (learnt_now, current)
        assert best is not None, "there is a round"
        share = self.match(best[1], first, self.plan.rounds)
        return evolve(best[0], games=self.played, share=share, beaten="random moves" if first is None else "goals and holdings")

    # -- data ------------------------------------------------------------------------------------

    def take_in(self, opponents: Opponents, number: int) -> None:
        """Play the games of a round, and take in their positions."""
        for game in games(opponents, self.plan.seed * 100 + number, range(self.plan.games), DRAWN, EVERY):
            self.played += 1
            self.heard(1)
            before = range(0)
            for slots, mover in game.positions:
                rows = self.take(game, State(self.rules, slots), mover)
                self.nexts += zip(before, rows, strict=False)
                before = rows

    def take(self, game: TrainingGame, state: State, mover: int) -> range:
        """Take in a position: a row for each pair of players of different sides; return which rows."""
        side_of = self.rules.program.side_of
        pairs = [(first, second, result) for first, second in combinations(range(len(side_of)), 2)
                 if side_of[first] != side_of[second] if (result := game.beats(first, second)) is not None]
        for text, numbers in list(self.numbers.items()):
            try:
                values = [number(state) for number in numbers]
            except RulebookFault:
                # A number that raises a fault in some positions is no part of an evaluation.
                del self.numbers[text], self.columns[text]
                continue
            self.columns[text] += [float(values[first] - values[second]) for first, second, _ in pairs]
        self.turns += [float((mover == first) - (mover == second)) for first, second, _ in pairs]
        self.results += [result for _, _, result in pairs]
        return range(len(self.results) - len(pairs), len(self.results))

    # -- weights ---------------------------------------------------------------------------------

    def weighed(self) -> tuple[WeightedNumber, ...]:
        """Return the weights of the numbers by what was seen so far."""
        texts = self.chosen_numbers()
        # Who is to move counts too, but is no part of an evaluation: it is the same after all moves.
        fit = fitted([*(self.columns[text] for text in texts), self.turns], self.results)
        terms = [WeightedNumber(text, round(PER * weight), round(PER * effect))
                 for text, weight, effect in zip(texts, fit.weights, fit.effects, strict=False)]
        most = max((abs(term.effect) for term in terms), default=0)
        return tuple(sorted((term for term in terms if term.weight and abs(term.effect) >= LITTLE * most),
                            key=lambda term: -abs(term.effect)))

    def chosen_numbers(self) -> list[str]:
        """Return the numbers that differ often enough and last, each said once; of many, those that go with victories most."""
        middle = [result - 0.5 for result in self.results]
        chosen: list[str] = []
        for text in sorted(self.columns, key=lambda text: -alike(self.columns[text], middle)):
            column = self.columns[text]
            often = sum(1 for value in column if value) >= SELDOM * len(column)
            if often and self.lasts(column) and len(chosen) < MOST \
                    and not any(alike(column, self.columns[other]) > SAME for other in chosen):
                chosen.append(text)
        return chosen

    def lasts(self, column: list[float]) -> bool:
        """Return whether a number stays much as it is from a position to the next."""
        return alike([column[row] for row, _ in self.nexts], [column[row] for _, row in self.nexts]) >= LASTING

    # -- comparison ------------------------------------------------------------------------------

    def match(self, challenger: Evaluator, rival: Evaluator | None, number: int) -> float:
        """Return the share of games that an evaluation wins against another, which sits on the other seats; seats in turn."""
        players, won, played = self.rules.program.players, 0.0, 0
        for seat in range(players):
            at_table = [challenger if place == seat else rival for place in range(players)]
            opponents = Opponents(self.rules, at_table, self.plan.python_only, self.plan.keep)
            numbers = range(max(1, self.plan.match // players))
            # No position of these games counts.
            for game in games(opponents, self.plan.seed * 100 + 50 + number, numbers, 0.0, MOST_CHOICES):
                played += 1
                self.heard(1)
                won += game.shares[seat] if any(game.shares) else 1 / players
        return won / max(1, played)


def _relative(machine: Machine, evaluator: Evaluator | None) -> Evaluator | None:
    """Return an evaluation by leads: what the other players have counts against a player."""
    if evaluator is None:
        return None
    own = evaluator.evaluation.numbers
    others = len(own) - 1
    numbers = tuple((*(_times(number, others) for number in own[seat]),
                     *(_times(number, -1) for index, theirs in enumerate(own) if index != seat for number in theirs))
                    for seat in range(len(own)))
    return evaluator_for(machine, numbers)


def _times(number: ir.Condition, weight: int) -> ir.Condition:
    return evolve(number, value=ir.Arith("*", ir.Const(weight), number.value))


def _lines(term: WeightedNumber, players: int) -> Iterator[str]:
    """Yield the lines of an evaluation for a number: what the player has counts, and what others have counts against it."""
    yield f"{term.weight * max(1, players - 1)} * ({term.text})"
    if players == 2:
        yield f"{-term.weight} * ({of_other(term.text, '(next(me))')})"
    elif players > 2:
        yield f"{-term.weight} * (sum other_ in players where other_ != me: ({of_other(term.text, 'other_')}))"
