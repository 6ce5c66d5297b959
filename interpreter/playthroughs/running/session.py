"""A playthrough while it is played: the rules, the line at hand, and what is recorded of it."""

from __future__ import annotations

from collections.abc import Callable

from attrs import frozen

from ....dsl.source.diagnostics import RulebookError, counted
from ....dsl.source.span import Source
from ...game.move_patterns import Shapes
from ...game.rules import Rules
from ...game.state import Choice, Refusal, State
from ...game.table.conditions import Condition
from ...game.table.decisions import CHANCE
from ...game.viewing.event_log import Trace
from ...runtime.chance import Dice
from ..lines.syntax import Part, Playthrough
from .results import CannotGoOn, Failure, FailureKind, MoveRefusal, PlaythroughResult, PlaythroughState, PlaythroughStep

# A game that goes on for so long has no end, or none that random play finds.
MAX_AUTO = 200_000

BeforeStep = Callable[[PlaythroughState, Choice | str, int | None], None]
# The present of the play, the move, the seat of its line (None: chance), and whether the line expects the refusal.
AtRefusal = Callable[[PlaythroughState, str, int | None, bool], None]


@frozen
class PlayedLine:
    """A line that is being played, and the file it stands in."""

    source: Source
    line: int


class PlaythroughSession:
    """A game that lines of a playthrough change, in any order; `result` records all results.

    `before_step` gets each choice or roll before it is carried out, with the seat that makes it (None: chance).
    `at_refusal` gets each move of a `refuse` line, and each move that cannot be tried because another decides.
    `most_drawn` is the number of choices and rolls that may be drawn at random.
    """

    def __init__(self, rules: Rules, playthrough: Playthrough, before_step: BeforeStep | None = None,
                 at_refusal: AtRefusal | None = None, most_drawn: int | None = None) -> None:
        self.rules, self.before_step, self.at_refusal, self.most_drawn = rules, before_step, at_refusal, most_drawn
        self.drawn = 0
        self.result = PlaythroughResult(playthrough)
        self.shapes = Shapes(rules.notations)
        self.broken: set[str] = set()
        # The line of the file itself first, then those of the files it uses, the innermost last.
        self.places = [PlayedLine(playthrough.source, 1)]

    @property
    def source(self) -> Source:
        """The file that is being played."""
        return self.places[-1].source

    def fail(self, message: str, expected: str, actual: str, current: PlaythroughState | None = None, *,
             line: int | None = None,
             kind: FailureKind = "line", blessed: str | None = None, refused: MoveRefusal | None = None) -> None:
        """Record that a line is not so; without `line`, the one being played."""
        place = self.places[-1]
        self.result.failures.append(Failure(
            place.source.name, line or place.line, message, expected, actual,
            current.last_moves() if current is not None else (), blessed, kind,
            tuple(sorted(current.applied)) if current is not None else (), refused))

    def step(self, current: PlaythroughState, choice: Choice | str, by: int | None) -> None:
        """Carry out one choice or roll, and note what happened. Raises IllegalChoice."""
        if self.before_step is not None:
            self.before_step(current, choice, by)
        before = current.state
        current.state, trace = self.rules.recording.step(before, choice)
        # The line of the file itself, also for steps of a file that it uses: that is where the reader looks.
        current.steps.append(PlaythroughStep(by, trace.written(choice), trace, current.state, self.places[0].line))
        self.note(trace, current)
        self.result.moves += 1
        self.check_invariants(trace, before, current)

    def draw(self, current: PlaythroughState, dice: Dice, written: bool = False) -> None:
        """Carry out a choice or roll that is drawn at random, of those that can be written down where `written`.

        Raises CannotGoOn where no more may be drawn.
        """
        if self.drawn == self.most_drawn:
            self.fail(f"chance has decided {counted(self.drawn, 'time')}, and does not decide further here",
                      "fewer choices and rolls without a text", "the game is not over", current, kind="limit")
            raise CannotGoOn
        self.drawn += 1
        choice = self.rules.random_choice(current.state, dice, written=written)
        self.step(current, choice, choice.player)

    def note(self, trace: Trace, current: PlaythroughState) -> None:
        """Add the record of a step to that since the last line of moves, and to that of the whole."""
        current.happened += trace.happened
        current.applied |= trace.clauses
        self.result.clauses |= trace.clauses
        self.result.did |= trace.did

    def check_invariants(self, trace: Trace, before: State, current: PlaythroughState) -> None:
        """Record each declared invariant that does not hold of a step, or after it; each once."""
        of_steps = {id for id, _ in self.rules.program.step_invariants}
        for clause in trace.broken:
            # What is broken stays broken, and would fail every line from here on.
            if clause not in self.broken:
                self.broken.add(clause)
                step = self.rules.invariants.step_in_words(current.steps[-1].notation, before, current.state)
                self.fail(f"the invariant `{clause}` does not hold", self.rules.clauses[clause].statement,
                          step if clause in of_steps else "false after this line", current, kind="expectation")

    def not_made(self, current: PlaythroughState, text: str, by: int | None, is_expected: bool = False) -> None:
        """Note a move that a line names and that is not carried out."""
        if self.at_refusal is not None:
            self.at_refusal(current, text, by, is_expected)

    def settle_chance(self, current: PlaythroughState, text: str, by: int) -> None:
        """Let chance decide from the seed, as long as it is chance's turn, before a move of a seat."""
        # Each roll is a step with its events, as if it stood in the file.
        rolls = 0
        while self.rules.decisions.to_move(current.state) is CHANCE:
            if rolls == MAX_AUTO:
                self.fail(f"chance has decided {counted(rolls, 'time')}, and no player is to choose",
                          "a choice of a player", "", current, kind="fault")
                raise CannotGoOn
            rolls += 1
            if current.dice is None:
                self.fail_without_roll(current)
                self.not_made(current, text, by)
                raise CannotGoOn
            self.draw(current, current.dice)

    def fail_without_roll(self, current: PlaythroughState) -> None:
        """Record that chance has to decide, and that the file has neither a roll nor a seed for it."""
        point = self.rules.decisions.point(current.state)
        assert point is not None, "chance has to decide"
        options = [choice.notation for choice in self.rules.decisions.choices(current.state)]
        self.fail("chance has to decide first", "an outcome of chance, on an earlier line",
                  f"nothing; it may be: {some(options)} (or give a `seed` at the top)", current, kind="move",
                  refused=MoveRefusal(None, "", 0, (Refusal(point.clause, self.rules.clauses[point.clause].statement),)))

    def seat(self, name: str, current: PlaythroughState | None) -> int:
        """The number of a seat by its name; a failure of a line that cannot be carried out if there is none."""
        if name in self.rules.seats:
            return self.rules.seats.index(name)
        self.fail(f"no player is called `{name}`", f"one of {', '.join(self.rules.seats)}", name, current)
        raise CannotGoOn

    def condition(self, part: Part, current: PlaythroughState) -> Condition:
        """A condition; a failure of a line that cannot be carried out when it does not compile."""
        try:
            return self.rules.expressions.condition(part.text, self.source, self.places[-1].line, part.column)
        except RulebookError as error:
            diagnostic = error.diagnostics[0]
            self.fail(diagnostic.message, "a condition in the rulebook's words", diagnostic.help or part.text, current)
            raise CannotGoOn from None


def some(words: list[str], count: int = 12) -> str:
    """The first of some words, and how many there are if these are not all."""
    return ", ".join(words[:count]) + (f", ... ({len(words)} in all)" if len(words) > count else "")
