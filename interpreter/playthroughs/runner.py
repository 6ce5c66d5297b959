"""Lines to results: play a playthrough on the rules, and check what it expects.

A failed expectation is recorded and the play goes on; a move that cannot be made ends the branch
it stands in. Chance that is not written is drawn from the seed.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from difflib import get_close_matches
from pathlib import Path

from attrs import define, field, frozen

from ...dsl.diagnostics import RulebookError
from ...dsl.spans import Source
from ..chance import Dice
from ..conditions import Condition
from ..faults import IllegalChoice, RulebookFault
from ..notation import nearest
from ..rules import CHANCE, Rules
from ..state import Choice, State
from .arrange import BadPosition, arrange
from .expectations import check
from .reader import KEYWORDS
from .syntax import Auto, Branch, Expect, Line, Mark, Moves, Part, Playthrough, Position, Refuse, Use

MAX_AUTO = 200_000
LAST_MOVES = 5


@frozen
class Failure:
    """Something in a playthrough that is not so.

    `expected` and `actual` are in words; `last_moves` are the moves before it; `blessed` is the
    line as it would have to be, where that can be said.
    """

    file: str
    line: int
    message: str
    expected: str
    actual: str
    last_moves: tuple[str, ...] = ()
    blessed: str | None = None


class CannotGoOn(Exception):
    """A move that cannot be made: the rest of its branch is not played."""


@define
class Now:
    """Where a play stands: the position, the moves so far, and what happened since the last line."""

    state: State
    moves: list[str] = field(factory=list)
    events: tuple[str, ...] = ()
    applied: frozenset[str] = frozenset()

    def copy(self) -> Now:
        """The same, to go on from in another way."""
        return Now(self.state, list(self.moves), self.events, self.applied)


@define
class Result:
    """What came of a playthrough.

    `clauses` are all that were applied, `checks` how many expectations were looked at, `steps`
    every (seat or None, notation) played on the main line, `stopped` whether a move there could
    not be made.
    """

    playthrough: Playthrough
    failures: list[Failure] = field(factory=list)
    clauses: set[str] = field(factory=set)
    checks: int = 0
    stopped: bool = False
    final: State | None = None
    steps: list[tuple[int | None, str]] = field(factory=list)
    states: list[State] = field(factory=list)
    events: list[tuple[str, ...]] = field(factory=list)

    @property
    def passed(self) -> bool:
        """Whether nothing failed."""
        return not self.failures


class Runner:
    """Plays one playthrough. `read_other` reads the playthrough that a `use` line names."""

    def __init__(self, rules: Rules, playthrough: Playthrough,
                 read_other: Callable[[Path], Playthrough] | None = None, keep_states: bool = False) -> None:
        self.rules, self.playthrough = rules, playthrough
        self.read_other, self.keep_states = read_other, keep_states
        self.source = Source(playthrough.name, playthrough.text)
        self.dice = None if playthrough.seed is None else Dice(playthrough.seed)
        self.marks: dict[str, Now] = {}
        self.result = Result(playthrough)
        self.depth = 0
        self.used: list[str] = []
        self.broken: set[str] = set()
        self.line = 1

    def run(self) -> Result:
        """Play all lines. Faults of the rulebook in play are failures too."""
        try:
            start, trace = self.rules.traced_initial()
            self.result.clauses |= trace.clauses
        except RulebookFault as fault:
            self.fail(1, "the rulebook goes wrong in play", "a position to begin with", str(fault), None)
            return self.result
        now = Now(start)
        self.result.stopped = True
        with suppress(CannotGoOn):
            self.lines(self.playthrough.lines, now)
            self.result.stopped = False
        self.result.final = now.state
        return self.result

    # -- failures ------------------------------------------------------------------------------

    def fail(self, line: int, message: str, expected: str, actual: str, now: Now | None,
             blessed: str | None = None) -> None:
        """Record a failure."""
        last = tuple(now.moves[-LAST_MOVES:]) if now is not None else ()
        self.result.failures.append(Failure(self.playthrough.name, line, message, expected, actual, last, blessed))

    # -- lines ---------------------------------------------------------------------------------

    def lines(self, lines: tuple[Line, ...], now: Now) -> None:
        """Play lines one after another. Raises CannotGoOn where a move cannot be made."""
        for line in lines:
            try:
                self.play_line(line, now)
            except RulebookFault as fault:
                self.fail(line.line, "the rulebook goes wrong in play", "a step by the rules", str(fault), now)
                raise CannotGoOn from None

    def play_line(self, line: Line, now: Now) -> None:
        """Play one line; what each kind of line does."""
        self.line = line.line
        match line:
            case Moves():
                self.moves(line, now)
            case Refuse():
                self.refuse(line, now)
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

    def begin_line(self, now: Now) -> None:
        """A new line of moves begins: what happened before is past."""
        now.events, now.applied = (), frozenset()

    def step(self, now: Now, choice: Choice | str, by: int | None) -> None:
        """Carry out one choice or roll, and note what happened. Raises IllegalChoice."""
        written = str(choice)
        now.state, trace = self.rules.traced_step(now.state, choice)
        self.hold_invariants(trace.broken, now)
        now.events += trace.events
        now.applied |= trace.clauses
        self.result.clauses |= trace.clauses
        now.moves.append(written if by is None else f"{self.rules.seats[by]}: {written}")
        if self.depth == 0:
            self.result.steps.append((by, written))
            if self.keep_states:
                self.result.states.append(now.state)
                self.result.events.append(trace.events)

    def hold_invariants(self, broken: tuple[str, ...], now: Now) -> None:
        """Record each declared invariant that does not hold after a step; each once."""
        for clause in broken:
            if clause not in self.broken:
                self.broken.add(clause)
                self.fail(self.line, f"the invariant `{clause}` does not hold", self.rules.clauses[clause].statement,
                          "not so after this line", now)

    def settle_chance(self, now: Now, line: int) -> None:
        """Let chance decide from the seed, as long as it is chance's turn."""
        while self.rules.to_move(now.state) is CHANCE:
            if self.dice is None:
                options = [choice.notation for choice in self.rules.choices(now.state)]
                self.fail(line, "chance has to decide first", "what chance brings, written on a line before",
                          f"nothing; it may be: {_some(options)} (or give a `seed` at the top)", now)
                raise CannotGoOn
            self.step(now, self.rules.random_choice(now.state, self.dice), None)

    def moves(self, line: Moves, now: Now) -> None:
        self.begin_line(now)
        for i, part in enumerate(line.parts):
            if line.seat is None:
                self.chance_move(line, part, i, now)
            else:
                self.settle_chance(now, line.line)
                self.player_move(line, part, now)

    def player_move(self, line: Moves, part: Part, now: Now) -> None:
        seat = self.seat(line.line, line.seat or "", now)
        if self.rules.to_move(now.state) != seat:
            self.fail(line.line, f"it is not the choice of {line.seat}", f"{line.seat} to move",
                      f"{self.rules.mover(now.state)} to move", now)
            raise CannotGoOn
        self.try_step(line.line, part, now, seat)

    def chance_move(self, line: Moves, part: Part, place: int, now: Now) -> None:
        mover = self.rules.to_move(now.state)
        if mover is not CHANCE:
            who = self.rules.mover(now.state)
            hint = f"; begin the line with `{who}:`" if isinstance(mover, int) else ""
            self.fail(line.line, f"`{part.text}` is written as chance, and chance has nothing to decide",
                      "chance to decide", f"{who} to move{hint}", now)
            raise CannotGoOn
        options = [choice.notation for choice in self.rules.choices(now.state)]
        text = part.text
        if place and text not in options:
            first = line.parts[0].text.split(" ")
            longer = [" ".join([*first[:i], text]) for i in range(1, len(first))]
            text = next((one for one in longer if one in options), text)
        self.try_step(line.line, Part(text, part.column), now, None)

    def try_step(self, line: int, part: Part, now: Now, seat: int | None) -> None:
        try:
            self.step(now, part.text, seat)
        except IllegalChoice:
            refusals = self.rules.explain(now.state, part.text) or ()
            options = [choice.notation for choice in self.rules.choices(now.state)]
            known = self.rules.is_known(now.state, part.text)
            if seat is None:
                near = get_close_matches(part.text.split(" ")[0], KEYWORDS, n=1, cutoff=0.7)
                hint = f"; or did you mean `{near[0]}`?" if near else ""
                self.fail(line, f"chance cannot bring `{part.text}` here", "an outcome that is possible",
                          f"possible are: {_some(options)}{hint}", now)
            elif known:
                why = "; ".join(f"{one.message} [{one.clause}]" for one in refusals)
                self.fail(line, f"`{part.text}` is not legal here", "a legal move", why, now)
            else:
                near = nearest(part.text, options) or options[:5]
                self.fail(line, f"`{part.text}` is no move", "a move in the game's notation",
                          f"nearest are: {_some(near)}", now)
            raise CannotGoOn from None

    def seat(self, line: int, name: str, now: Now | None) -> int:
        """The number of a seat by its name; a failure that ends the branch if there is none."""
        if name in self.rules.seats:
            return self.rules.seats.index(name)
        self.fail(line, f"no player is called `{name}`", f"one of {', '.join(self.rules.seats)}", name, now)
        raise CannotGoOn

    def refuse(self, line: Refuse, now: Now) -> None:
        self.result.checks += 1
        seat = self.seat(line.line, line.seat, now)
        self.settle_chance(now, line.line)
        refusals = self.rules.refusals(now.state, line.move.text, seat)
        if line.because is not None and line.because not in self.rules.clauses:
            self.fail(line.line, f"there is no clause `{line.because}`", "the id of a clause", line.because, now)
        elif refusals is None:
            self.fail(line.line, f"`{line.move.text}` is not refused", f"refused because {line.because or 'of a clause'}",
                      "legal", now)
        elif not self.rules.is_known(now.state, line.move.text):
            options = [choice.notation for choice in self.rules.choices(now.state)]
            self.fail(line.line, f"`{line.move.text}` is no move of this game", "a move in the game's notation",
                      f"nearest are: {_some(nearest(line.move.text, options) or options[:5])}", now)
        else:
            clauses = [one.clause for one in refusals]
            self.result.clauses |= set(clauses[:1])
            if line.because is not None and line.because not in clauses:
                says = "; ".join(f"{one.clause} ({one.message})" for one in refusals)
                self.fail(line.line, f"`{line.move.text}` is refused for another reason", line.because, says, now,
                          f"refuse {line.seat}: {line.move.text} because {clauses[0]}")
            elif line.because is not None:
                self.result.clauses.add(line.because)

    # -- playing on ----------------------------------------------------------------------------

    def auto(self, line: Auto, now: Now) -> None:
        self.begin_line(now)
        dice = Dice(line.seed) if line.seed is not None else self.dice
        if dice is None:
            self.fail(line.line, "there is no seed to play on with", "`seed 7` here, or at the top of the file", "", now)
            raise CannotGoOn
        until = None if line.until is None else self.condition(line.until, line.line, line.column, now)
        choices = 0
        for _ in range(MAX_AUTO):
            mover = self.rules.to_move(now.state)
            if mover is None or (until is not None and until(now.state)):
                return
            if mover is not CHANCE and line.count is not None and choices >= line.count:
                break
            choices += mover is not CHANCE
            choice = self.rules.random_choice(now.state, dice)
            self.step(now, choice, choice.player)
        if line.until is not None:
            self.fail(line.line, f"`{line.until}` has not come to hold", line.until, f"not so after {choices} choices", now)

    def condition(self, text: str, line: int, column: int, now: Now | None) -> Condition:
        """A condition; a failure that ends the branch when it does not compile."""
        try:
            return self.rules.condition(text, self.source, line, column)
        except RulebookError as error:
            found = error.diagnostics[0]
            self.fail(line, found.message, "a condition in the rulebook's words", found.help or text, now)
            raise CannotGoOn from None

    def position(self, line: Position, now: Now) -> None:
        try:
            now.state = arrange(self.rules, line.lines)
        except BadPosition as error:
            for one in (error, *error.more):
                self.fail(one.line, one.message, "a line that sets the position up", one.help or "", None)
            raise CannotGoOn from None
        now.moves = []
        self.begin_line(now)
        broken = self.rules.broken_invariants(now.state)
        if broken:
            says = "; ".join(f"{self.rules.clauses[one].statement} [{one}]" for one in broken)
            self.fail(line.line, "the position breaks an invariant", "a position that the rules allow", says, None)
        if self.depth == 0:
            self.result.steps.clear()
            if self.keep_states:
                self.result.states = [now.state]
                self.result.events = [()]
        if line.name is not None:
            self.marks[line.name] = now.copy()

    def mark(self, line: Mark, now: Now) -> None:
        if not line.back:
            self.marks[line.name] = now.copy()
        elif line.name not in self.marks:
            self.fail(line.line, f"no position is called \"{line.name}\"", "a name given before by `mark` or `position`",
                      ", ".join(self.marks) or "there is none", now)
            raise CannotGoOn
        else:
            there = self.marks[line.name].copy()
            now.state, now.moves, now.events, now.applied = there.state, there.moves, there.events, there.applied

    def branch(self, line: Branch, now: Now) -> None:
        self.depth += 1
        try:
            self.lines(line.body, now.copy())
        except CannotGoOn:
            pass
        finally:
            self.depth -= 1

    def use(self, line: Use, now: Now) -> None:
        here = Path(self.playthrough.name).parent
        if self.read_other is None or Path(line.path).is_absolute() or ".." in Path(line.path).parts:
            self.fail(line.line, f"`{line.path}` cannot be used from here", "a playthrough in the same folder", "", now)
            raise CannotGoOn
        if line.path in self.used or len(self.used) > 20:
            self.fail(line.line, f"`{line.path}` uses itself", "playthroughs that do not use each other in a circle", "", now)
            raise CannotGoOn
        try:
            other = self.read_other(here / line.path)
        except OSError as error:
            self.fail(line.line, f"`{line.path}` cannot be read", "a playthrough", (error.strerror or "").lower(), now)
            raise CannotGoOn from None
        if other.problems:
            self.fail(line.line, f"`{line.path}` has mistakes", "a playthrough without any", other.problems[0].message, now)
            raise CannotGoOn
        self.used.append(line.path)
        seed, self.dice = self.dice, Dice(other.seed) if other.seed is not None else self.dice
        self.lines(other.lines, now)
        self.dice = seed
        self.used.pop()


def _some(words: list[str], count: int = 12) -> str:
    return ", ".join(words[:count]) + (f", ... ({len(words)} in all)" if len(words) > count else "")
