"""Lines to results: play a playthrough on the rules, and check what it expects.

A failed expectation is recorded and the play goes on. After a line that cannot be carried out it
is not known where the game stands; the play goes on at the next line that says so: a position, or
`back to` one. Chance that is not written is drawn from the seed.
"""

from __future__ import annotations

from contextlib import suppress
from typing import assert_never

from attrs import frozen

from ...dsl.source.diagnostics import RulebookError
from ...dsl.source.span import Source
from ..game.conditions import Condition
from ..game.event_log import Trace
from ..game.invariants import step_told
from ..game.move_patterns import Shapes
from ..game.rules import CHANCE, Rules
from ..game.state import Choice, Refusal, State
from ..runtime.chance import Dice
from ..runtime.faults import RulebookFault
from .arrange import arrange, not_for, starts_from
from .expectations import check
from .moves import play_moves, refuse, reveal
from .results import CannotGoOn, Failure, Kind, Now, Refused, Result, Step
from .syntax import Auto, Branch, Expect, Line, Mark, Moves, Part, Playthrough, Position, Refuse, Reveal, Unread, Use
from .using import CannotBeUsed, ReadOther, used
from .ways import BadPosition

MAX_AUTO = 200_000


@frozen
class _Place:
    """A line that is being played, and the file it stands in."""

    source: Source
    line: int


class Runner:
    """Plays one playthrough. `read_other` reads the playthrough that a `use` line names."""

    def __init__(self, rules: Rules, playthrough: Playthrough,
                 read_other: ReadOther | None = None) -> None:
        self.rules, self.playthrough, self.read_other = rules, playthrough, read_other
        self.marks: dict[str, Now] = {}
        self.result = Result(playthrough)
        self.broken: set[str] = set()
        self.shapes = Shapes(rules)
        # The line of the file itself first, then those of the files it uses, the innermost last.
        self.places = [_Place(playthrough.source, 1)]
        self.open = [playthrough]

    @property
    def source(self) -> Source:
        """The file that is being played."""
        return self.places[-1].source

    def run(self) -> Result:
        """Play all lines. Faults of the rulebook in play are failures too."""
        try:
            start, trace = self.rules.traced_initial()
        except RulebookFault as fault:
            self.fail("the rulebook goes wrong in play", "a position to begin with", str(fault), kind="fault")
            return self.result
        self.result.clauses |= trace.clauses
        self.result.did |= trace.did
        seed = self.playthrough.head.seed
        now = Now(start, start, None if seed is None else Dice(seed))
        with suppress(CannotGoOn):
            self.lines(self.playthrough.lines, now)
            self.result.final = now
        return self.result

    def fail(self, message: str, expected: str, actual: str, now: Now | None = None, *, line: int | None = None,
             kind: Kind = "line", blessed: str | None = None, refused: Refused | None = None) -> None:
        """Record that a line is not so; without `line`, the one being played."""
        place = self.places[-1]
        self.result.failures.append(Failure(
            place.source.name, line or place.line, message, expected, actual,
            now.last_moves() if now is not None else (), blessed, kind,
            tuple(sorted(now.applied)) if now is not None else (), refused))

    # -- lines ---------------------------------------------------------------------------------

    def lines(self, lines: tuple[Line, ...], now: Now) -> None:
        """Play lines one after another. Raises CannotGoOn when it is not known where the game stands at their end."""
        lost = False
        for line in lines:
            if lost and not self.says_where(line):
                continue
            self.places[-1] = _Place(self.source, line.line)
            try:
                self.play_line(line, now)
                lost = False
            except CannotGoOn:
                lost = True
            except RulebookFault as fault:
                self.fail("the rulebook goes wrong in play", "a step by the rules", str(fault), now, kind="fault")
                lost = True
        if lost:
            raise CannotGoOn

    def says_where(self, line: Line) -> bool:
        """Whether a line says where the game stands, whatever came before."""
        return isinstance(line, Position) or (isinstance(line, Mark) and line.back and line.name in self.marks)

    def play_line(self, line: Line, now: Now) -> None:
        """Play one line; what each kind of line does."""
        match line:
            case Moves():
                play_moves(self, line, now)
            case Refuse():
                refuse(self, line, now)
            case Reveal():
                reveal(self, line, now)
            case Expect():
                self.result.checks += 1
                with suppress(CannotGoOn):
                    check(self, line, now)
            case Auto():
                self.auto(line, now)
            case Position():
                self.position(line, now)
            case Mark():
                self.mark(line, now)
            case Branch():
                self.branch(line, now)
            case Use():
                self.use(line, now)
            case Unread():
                raise CannotGoOn
            case _:
                assert_never(line)

    def step(self, now: Now, choice: Choice | str, by: int | None) -> None:
        """Carry out one choice or roll, and note what happened. Raises IllegalChoice."""
        before = now.state
        now.state, trace = self.rules.traced_step(before, choice)
        now.happened += trace.happened
        now.applied |= trace.clauses
        now.steps.append(Step(by, trace.written(choice), trace, now.state, self.places[0].line))
        self.result.clauses |= trace.clauses
        self.result.did |= trace.did
        self.result.moves += 1
        self.hold_invariants(trace, before, now)

    def hold_invariants(self, trace: Trace, before: State, now: Now) -> None:
        """Record each declared invariant that does not hold of a step, or after it; each once."""
        of_steps = {id for id, _ in self.rules.program.step_invariants}
        for clause in trace.broken:
            if clause not in self.broken:
                self.broken.add(clause)
                step = step_told(now.steps[-1].notation, before, now.state)
                self.fail(f"the invariant `{clause}` does not hold", self.rules.clauses[clause].statement,
                          step if clause in of_steps else "not so after this line", now, kind="expectation")

    def settle_chance(self, now: Now) -> None:
        """Let chance decide from the seed, as long as it is chance's turn."""
        while self.rules.to_move(now.state) is CHANCE:
            if now.dice is None:
                point = self.rules.point(now.state)
                assert point is not None, "chance has to decide"
                options = [choice.notation for choice in self.rules.choices(now.state)]
                self.fail("chance has to decide first", "what chance brings, written on a line before",
                          f"nothing; it may be: {some(options)} (or give a `seed` at the top)", now, kind="move",
                          refused=Refused(None, "", 0, (Refusal(point.clause, self.rules.clauses[point.clause].statement),)))
                raise CannotGoOn
            self.step(now, self.rules.random_choice(now.state, now.dice), None)

    def seat(self, name: str, now: Now | None) -> int:
        """The number of a seat by its name; a failure of a line that cannot be carried out if there is none."""
        if name in self.rules.seats:
            return self.rules.seats.index(name)
        self.fail(f"no player is called `{name}`", f"one of {', '.join(self.rules.seats)}", name, now)
        raise CannotGoOn

    def condition(self, part: Part, now: Now) -> Condition:
        """A condition; a failure of a line that cannot be carried out when it does not compile."""
        try:
            return self.rules.condition(part.text, self.source, self.places[-1].line, part.column)
        except RulebookError as error:
            found = error.diagnostics[0]
            self.fail(found.message, "a condition in the rulebook's words", found.help or part.text, now)
            raise CannotGoOn from None

    # -- playing on ----------------------------------------------------------------------------

    def auto(self, line: Auto, now: Now) -> None:
        """Let chance make choices, up to a number, a condition or the end."""
        now.forget()
        dice = Dice(line.seed) if line.seed is not None else now.dice
        if dice is None:
            self.fail("there is no seed to play on with", "`seed 7` here, or at the top of the file", "", now)
            raise CannotGoOn
        until = None if line.until is None else self.condition(line.until, now)
        choices = self.play_on(now, dice, line.count, until)
        if line.until is not None and until is not None and not until(now.state):
            ended = ", and the game is over" if now.state.is_over else ""
            self.fail(f"`{line.until.text}` has not come to hold", line.until.text,
                      f"not so after {choices} choices{ended}", now, kind="expectation")
        elif line.until is None and choices != line.count and not now.state.is_over:
            self.fail(f"stopped after {choices} choices, and the game goes on", "a game that ends", "", now,
                      kind="expectation")

    def play_on(self, now: Now, dice: Dice, most: int | None, until: Condition | None) -> int:
        """Make random choices until one of these holds; gives how many."""
        choices = 0
        for _ in range(MAX_AUTO):
            mover = self.rules.to_move(now.state)
            if mover is None or (until is not None and until(now.state)):
                break
            if mover is not CHANCE and choices == most:
                break
            choices += mover is not CHANCE
            choice = self.rules.random_choice(now.state, dice, written=True)
            self.step(now, choice, choice.player)
        return choices

    # -- positions, branches, other files ------------------------------------------------------

    def position(self, line: Position, now: Now) -> None:
        """Go on from a position that is set up by hand."""
        try:
            start = arrange(self.rules, line.lines)
        except BadPosition as error:
            for bad_position in (error, *error.more):
                self.fail(
                    bad_position.message, "a line that sets the position up", bad_position.help or "", line=bad_position.line
                )
            raise CannotGoOn from None
        now.begin(start, self.places[0].line)
        broken = self.rules.broken_invariants(now.state)
        if broken:
            says = "; ".join(f"{self.rules.clauses[text].statement} [{text}]{not_for(self.rules.broken_for(now.state, text))}"
                             for text in broken)
            self.fail("the position breaks an invariant", f"a position that the rules allow; {starts_from(line.lines)}", says)
        if line.name is not None:
            self.marks[line.name] = now.copy()

    def mark(self, line: Mark, now: Now) -> None:
        """Give the position a name, or go back to one."""
        if not line.back:
            self.marks[line.name] = now.copy()
        elif line.name in self.marks:
            now.go_to(self.marks[line.name])
        else:
            self.fail(f"no position is called \"{line.name}\"", "a name given before by `mark` or `position`",
                      ", ".join(self.marks) or "there is none", now)
            raise CannotGoOn

    def branch(self, line: Branch, now: Now) -> None:
        """Play lines from here, and forget them: the position, the names given in them, and what was drawn."""
        marks = dict(self.marks)
        with suppress(CannotGoOn):
            self.lines(line.body, now.copy())
        self.marks = marks

    def use(self, line: Use, now: Now) -> None:
        """Begin as another playthrough does."""
        try:
            other = used(line, self.open, self.read_other)
        except CannotBeUsed as error:
            self.fail(error.message, error.expected, error.actual, now)
            raise CannotGoOn from None
        self.open.append(other)
        self.places.append(_Place(other.source, 1))
        dice = now.dice
        if other.head.seed is not None:
            now.dice = Dice(other.head.seed)
        try:
            self.lines(other.lines, now)
        finally:
            now.dice = dice
            self.places.pop()
            self.open.pop()


def some(words: list[str], count: int = 12) -> str:
    """The first of some words, and how many there are if these are not all."""
    return ", ".join(words[:count]) + (f", ... ({len(words)} in all)" if len(words) > count else "")
