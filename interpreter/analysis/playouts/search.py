"""Players who look a move ahead: a position and its legal moves to the move with the highest evaluation for who makes it.

The evaluation of a position stands in lines of a text, each a number in the rulebook's own words in which `me` is the
player; they are added up. A move is tried out on a copy: it is carried out, and the game played on at random until all
that the move leads to is done: until the same choice is asked again, or one above it in its rule, or until the rule
that asks is done and the game waits in another one that is carried out no deeper inside others. Where chance or other
choices are met on the way, the move is tried a few times, and its evaluation is the mean.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from attrs import frozen

from ....dsl import ir
from ....dsl.source.diagnostics import MAX_LINE
from ....dsl.source.span import Source
from ...backends.backend import BLOCK, ENDED
from ...backends.evaluation import DRAWN, LOST, MOST_NUMBERS, MOST_STEPS, TRIALS, WON, Evaluation
from ...game.rules import Rules
from ...game.state import State
from ...game.table.conditions import Number
from ...machine.machine import DecisionPoint, Machine, MoveKind
from ...runtime.chance import Dice
from .horizon import Horizon

# Each line is compiled for each number of players.
MOST_LINES = MOST_NUMBERS


class WrongEvaluation(ValueError):
    """A text that is no evaluation: why, and what would help."""

    def __init__(self, name: str, why: str, help: str) -> None:
        super().__init__(f"{name}: {help}")
        self.why, self.help = why, help


@frozen
class Evaluator:
    """An evaluation of positions for each seat: `numbers` of them by seat, to be added up, and the same as data."""

    numbers: tuple[tuple[Number, ...], ...]
    evaluation: Evaluation

    def to(self, seat: int, state: State) -> int:
        """Evaluate a position for a seat."""
        return sum(number(state) for number in self.numbers[seat])


def evaluator_of(rules: Rules, source: Source) -> Evaluator:
    """The evaluation that a text describes. Raises WrongEvaluation, and RulebookError when a line does not compile."""
    lines = tuple(numbers_in(source))
    conditions = tuple(tuple(rules.expressions.compiled_number(text, source, first, seat) for first, text in lines)
                       for seat in range(rules.program.players))
    return evaluator_for(rules.machines.plain, conditions)


def evaluator_for(machine: Machine, numbers: tuple[tuple[ir.Condition, ...], ...]) -> Evaluator:
    """The evaluation of positions by numbers of each seat."""
    computed = tuple(tuple(Number(number, machine) for number in own) for own in numbers)
    return Evaluator(computed, Evaluation(numbers, Horizon(machine.program).settled))


def numbers_in(source: Source) -> Iterator[tuple[int, str]]:
    """The numbers of a text with the lines they begin on; an indented line goes on with the one above it.

    Raises WrongEvaluation when there are none, too many, or too long ones.
    """
    lines = [line.partition("#")[0].rstrip() for line in source.text.splitlines()]
    filled = [place for place, line in enumerate(lines) if line]
    if not filled:
        raise WrongEvaluation(source.name, "the file gives no value to a position",
                         "write numbers, one on a line, as in `3 * me.gold`")
    if len(filled) > MOST_LINES or max(map(len, lines)) > MAX_LINE:
        raise WrongEvaluation(source.name, "the evaluation of a position is too large",
                         f"write at most {MOST_LINES:,} lines of at most {MAX_LINE:,} characters")
    begins = [place for place in filled if place == filled[0] or not lines[place][0].isspace()]
    for begin, end in pairwise((*begins, len(lines))):
        yield begin + 1, "\n".join(lines[begin:end])


class GreedyPlayer:
    """A player who looks a move ahead."""

    def __init__(self, rules: Rules, evaluator: Evaluator) -> None:
        self.rules, self.evaluator = rules, evaluator
        self.machine, self.random_play = rules.machines.plain, rules.machines.random_play
        self.settled = evaluator.evaluation.settled

    def choose(self, s: list[int], point: DecisionPoint, dice: Dice) -> tuple[int, int, MoveKind]:
        """The code of the best move, how many were legal, and its kind; of moves that are as good, a random one."""
        assert point.player is not None
        codes, seat = self.machine.legal(s, point), point.player(s)
        # What is only tried is no part of the game: its entries into phases do not count.
        entries = list(self.machine.notes.entries)
        # A single move is not tried: trying it would take draws, and every later draw of the game would be another.
        evaluations = [self.evaluate_move(s, point, code, seat, dice) for code in codes] if len(codes) > 1 else [0]
        most = max(evaluations)
        best = [code for code, evaluation in zip(codes, evaluations, strict=True) if evaluation == most]
        self.machine.notes.entries[:] = entries
        code = dice.one_of(best)
        return code, len(codes), point.kind_of(code)

    def evaluate_move(self, s: list[int], point: DecisionPoint, code: int, seat: int, dice: Dice) -> float:
        """Evaluate a move for a seat: what it leads to, by what the seat can see there."""
        evaluations = list[int]()
        for _ in range(TRIALS):
            after = list(s)
            sure = self.carried_out(after, point, code, dice)
            evaluations.append(self.seen_by(seat, State(self.rules, tuple(after))))
            if sure:
                break
        return sum(evaluations) / len(evaluations)

    def carried_out(self, s: list[int], point: DecisionPoint, code: int, dice: Dice) -> bool:
        """Carry out a move with all that it leads to. Whether nothing on the way could have come otherwise."""
        self.machine.apply(s, point, code)
        return self.settled_after(s, point, dice) == 0

    def settled_after(self, s: list[int], point: DecisionPoint, dice: Dice) -> int:
        """Play on at random until what a choice at a point led to is done, or for long enough; how many steps were made."""
        for steps in range(MOST_STEPS):
            reached = self.machine.points[s[BLOCK]]
            if s[ENDED] or reached is None or (point.block, reached.block) in self.settled:
                return steps
            if reached.player is None:
                self.machine.apply(s, reached, self.random_play.outcome(s, reached, dice))
            else:
                self.machine.apply(s, reached, self.random_play.choice(s, reached, dice)[0])
        return MOST_STEPS

    def seen_by(self, seat: int, state: State) -> int:
        """Evaluate a position for a seat, also when the game is over."""
        outcome, evaluation = self.rules.endings.outcome(state), self.evaluator.to(seat, state)
        if outcome is None:
            return evaluation
        # The end of the game is added to the evaluation. So of two ways to win a player still takes the one worth more.
        return evaluation + (WON if seat in outcome.winners else LOST if outcome.winners else DRAWN)
