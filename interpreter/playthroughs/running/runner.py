"""Lines to results: play a playthrough on the rules, and check what it expects.

A failed expectation is recorded and the play goes on. After a line that cannot be carried out it
is not known where the game stands; the play goes on at the next line that says so: a position, or
`back to` one. Chance that is not written is drawn from the seed.
"""

from __future__ import annotations

from contextlib import suppress
from typing import assert_never

from ....dsl.source.diagnostics import counted
from ...game.rules import Rules
from ...game.table.conditions import Condition
from ...game.table.decisions import CHANCE
from ...runtime.chance import Dice
from ...runtime.faults import RulebookFault
from ...runtime.series import SeriesDice
from ..lines.syntax import (
    Auto,
    BranchBlock,
    Expect,
    Line,
    MarkLine,
    Moves,
    Playthrough,
    PositionBlock,
    Refuse,
    Reveal,
    Unread,
    UseLine,
)
from ..positions.arrange import arrange, not_for, starts_from
from ..positions.ways import BadPosition
from .expectations import check
from .moves import play_moves, refuse, reveal
from .results import CannotGoOn, PlaythroughResult, PlaythroughState
from .session import MAX_AUTO, AtRefusal, BeforeStep, PlayedLine, PlaythroughSession
from .using import CannotBeUsed, ReadOther, used


def drawn_by(seed: int) -> Dice:
    """The chance of a seed in a playthrough: that of the first game of its series."""
    return SeriesDice(seed, 0)


class PlaythroughRunner:
    """Plays one playthrough. `read_other` reads the playthrough that a `use` line names.

    `before_step` gets each choice or roll before it is carried out, and `at_refusal` each move that is named and not
    carried out, as `PlaythroughSession` says; what they raise breaks the play off.
    Where more than `most_drawn` choices and rolls are drawn at random, the play ends with a failure of the kind `limit`.
    """

    def __init__(self, rules: Rules, playthrough: Playthrough, read_other: ReadOther | None = None,
                 before_step: BeforeStep | None = None, at_refusal: AtRefusal | None = None,
                 most_drawn: int | None = None) -> None:
        self.playthrough, self.read_other = playthrough, read_other
        self.session = PlaythroughSession(rules, playthrough, before_step, at_refusal, most_drawn)
        self.marks: dict[str, PlaythroughState] = {}
        self.open = [playthrough]

    def run(self) -> PlaythroughResult:
        """Play all lines. Faults of the rulebook in play are failures too."""
        try:
            start, trace = self.session.rules.recording.initial()
        except RulebookFault as fault:
            self.session.fail("rulebook fault", "a position to begin with", str(fault), kind="fault")
            return self.session.result
        seed = self.playthrough.head.seed
        current = PlaythroughState(start, start, None if seed is None else drawn_by(seed))
        self.session.note(trace, current)
        with suppress(CannotGoOn):
            self.lines(self.playthrough.lines, current)
            self.session.result.final = current
            # Asked at the end alone: within the lines the next step meets the fault by itself.
            self.session.result.is_stuck = not self.look(current)
        return self.session.result

    # -- lines ---------------------------------------------------------------------------------

    def lines(self, lines: tuple[Line, ...], current: PlaythroughState) -> None:
        """Play lines one after another. Raises CannotGoOn when it is not known where the game stands at their end."""
        lost = False
        for line in lines:
            # Lines in between are left out without a word: each of them would fail for the same reason.
            if lost and not self.says_where(line):
                continue
            self.session.places[-1] = PlayedLine(self.session.source, line.line)
            try:
                self.play_line(line, current)
                lost = False
            except CannotGoOn:
                lost = True
            except RulebookFault as fault:
                self.session.fail("rulebook fault", "a step by the rules", str(fault), current, kind="fault")
                lost = True
        if lost:
            raise CannotGoOn

    def look(self, current: PlaythroughState) -> bool:
        """Look at the moves that come next where lines end: no step has met a rulebook fault there.

        Return whether it goes right.
        """
        point = self.session.rules.decisions.point(current.state)
        try:
            if point is not None:
                self.session.rules.decisions.legal_codes(current.state)
        except RulebookFault as fault:
            self.session.fail("rulebook fault", "a move, a roll or an end", str(fault), current, kind="fault")
            return False
        return True

    def says_where(self, line: Line) -> bool:
        """Return whether a line says where the game stands, whatever came before."""
        return isinstance(line, PositionBlock) or (isinstance(line, MarkLine) and line.back and line.name in self.marks)

    def play_line(self, line: Line, current: PlaythroughState) -> None:
        """Play one line; what each kind of line does."""
        match line:
            case Moves():
                play_moves(self.session, line, current)
            case Refuse():
                refuse(self.session, line, current)
            case Reveal():
                reveal(self.session, line, current)
            case Expect():
                self.session.result.checks += 1
                with suppress(CannotGoOn):
                    check(self.session, line, current)
            case Auto():
                self.auto(line, current)
            case PositionBlock():
                self.position(line, current)
            case MarkLine():
                self.mark(line, current)
            case BranchBlock():
                self.branch(line, current)
            case UseLine():
                self.use(line, current)
            case Unread():
                raise CannotGoOn
            case _:
                assert_never(line)

    # -- playing on ----------------------------------------------------------------------------

    def auto(self, line: Auto, current: PlaythroughState) -> None:
        """Let chance make choices, up to a number, a condition or the end."""
        current.forget()
        dice = drawn_by(line.seed) if line.seed is not None else current.dice
        if dice is None:
            self.session.fail("there is no seed to play on with",
                              "`seed 7` at the end of this line, or at the top of the file", "", current)
            raise CannotGoOn
        if line.rolls:
            self.roll_on(line, current, dice)
            return
        until = None if line.until is None else self.session.condition(line.until, current)
        choices = self.play_on(current, dice, line.count, until)
        if line.until is not None and until is not None and not until(current.state):
            ended = ", and the game is over" if current.state.is_over else ""
            self.session.fail(f"`{line.until.text}` never became true", line.until.text,
                      f"false after {choices} choices{ended}", current, kind="expectation")
        elif line.until is None and choices != line.count and not current.state.is_over:
            self.session.fail(f"stopped after {choices} choices; the game is not over", "a game that ends", "", current,
                      kind="expectation")

    def play_on(self, current: PlaythroughState, dice: Dice, most: int | None, until: Condition | None) -> int:
        """Make random choices until one of these holds; gives how many."""
        choices = 0
        for _ in range(MAX_AUTO):
            mover = self.session.rules.decisions.to_move(current.state)
            if mover is None or (until is not None and until(current.state)):
                break
            # Rolls behind the last choice are still carried out: play stops where a player has to choose.
            if mover is not CHANCE and choices == most:
                break
            choices += mover is not CHANCE
            self.session.draw(current, dice, written=True)
        return choices

    def roll_on(self, line: Auto, current: PlaythroughState, dice: Dice) -> None:
        """Let chance decide as often as a line says, or without a number until a player chooses; no player makes a move."""
        rules, rolls = self.session.rules, 0
        while rolls != line.count and rolls < MAX_AUTO and rules.decisions.to_move(current.state) is CHANCE:
            self.session.draw(current, dice, written=True)
            rolls += 1
        mover = rules.decisions.to_move(current.state)
        if line.count is not None and rolls < line.count:
            what = f"{rules.seats[mover]} is to choose" if isinstance(mover, int) else "the game is over"
            self.session.fail(f"chance has decided {counted(rolls, 'time')}, and {what}", f"{counted(line.count, 'roll')}",
                      "", current, kind="expectation")

    # -- positions, branches, other files ------------------------------------------------------

    def position(self, line: PositionBlock, current: PlaythroughState) -> None:
        """Go on from a position that is set up by hand."""
        rules = self.session.rules
        try:
            start, trace = rules.recording.arranged(lambda machine: arrange(rules, line.lines, machine))
        except BadPosition as error:
            for bad_position in (error, *error.more):
                self.session.fail(
                    bad_position.message, "a line that sets the position up", bad_position.help or "", line=bad_position.line
                )
            raise CannotGoOn from None
        current.begin(start, self.session.places[0].line)
        self.session.note(trace, current)
        broken = rules.invariants.broken(current.state)
        if broken:
            says = "; ".join(f"{rules.clauses[id].statement} [{id}]{not_for(rules.invariants.against(current.state, id))}"
                             for id in broken)
            self.session.fail("the position breaks an invariant",
                              f"a position that the rules allow; {starts_from(line.lines)}", says)
        if line.name is not None:
            self.marks[line.name] = current.copy()

    def mark(self, line: MarkLine, current: PlaythroughState) -> None:
        """Give the position a name, or go back to one."""
        if not line.back:
            self.marks[line.name] = current.copy()
        elif line.name in self.marks:
            current.go_to(self.marks[line.name])
        else:
            self.session.fail(f"no position is called \"{line.name}\"", "a name given before by `mark` or `position`",
                      ", ".join(self.marks) or "there is none", current)
            raise CannotGoOn

    def branch(self, line: BranchBlock, current: PlaythroughState) -> None:
        """Play lines from here, and forget them: the position, the names given in them, and what was drawn."""
        marks = dict(self.marks)
        with suppress(CannotGoOn):
            start = current.copy()
            self.lines(line.body, start)
            self.look(start)
        # Names that a branch gives are forgotten too: `back to` from behind
        # it would come to a position that the main line never had.
        self.marks = marks

    def use(self, line: UseLine, current: PlaythroughState) -> None:
        """Begin as another playthrough does."""
        try:
            other = used(line, self.open, self.read_other)
        except CannotBeUsed as error:
            self.session.fail(error.message, error.expected, error.actual, current)
            raise CannotGoOn from None
        self.open.append(other)
        self.session.places.append(PlayedLine(other.source, 1))
        # A file with a seed of its own draws from that alone, so that it plays the same wherever it is used.
        dice = current.dice
        if other.head.seed is not None:
            current.dice = drawn_by(other.head.seed)
        try:
            self.lines(other.lines, current)
        finally:
            current.dice = dice
            self.session.places.pop()
            self.open.pop()
