"""A playthrough to its mistakes, as far as they show without playing it.

Names of players, clauses, events and fields, the shapes of moves, conditions, positions set up by
hand, and playthroughs that are used.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import assert_never

from ...dsl.source.diagnostics import Diagnostics, RulebookError, did_you_mean
from ...dsl.source.fixes import Fix, Meant, behind, in_place, one_of
from ...dsl.source.span import Span
from ..game.move_patterns import Shapes
from ..game.rules import Rules
from ..runtime.faults import RulebookFault
from .lines.guesses import MOVED, OTHERS, Guess, guessed
from .lines.syntax import (
    Auto,
    BranchBlock,
    Expect,
    Line,
    MarkLine,
    Moves,
    Part,
    Playthrough,
    PositionBlock,
    Refuse,
    Reveal,
    Unread,
    UseLine,
    line_span,
    part_span,
)
from .positions.arrange import arrange, not_for, starts_from
from .positions.ways import BadPosition
from .running.moves import longer, other_word
from .running.using import CannotBeUsed, ReadOther, used


def check(rules: Rules, playthrough: Playthrough, read_other: ReadOther | None, diagnostics: Diagnostics) -> None:
    """Record the mistakes in the lines of a playthrough of these rules."""
    entry = playthrough.head.entry("rules")
    if entry is not None and entry.text != rules.analyses.hash:
        diagnostics.add("W607", f"written for other rules than these, which are {rules.analyses.hash}", entry.span,
                  help="`rulewright test` reports the first difference, and `rulewright migrate` adapts the playthrough")
    _Checker(rules, playthrough, read_other, diagnostics).lines(playthrough.lines, set())


class _Checker:
    def __init__(self, rules: Rules, playthrough: Playthrough, read_other: ReadOther | None, diagnostics: Diagnostics) -> None:
        self.rules, self.playthrough, self.read_other, self.diagnostics = rules, playthrough, read_other, diagnostics
        self.shapes = Shapes(rules.notations)

    def lines(self, lines: tuple[Line, ...], names: set[str]) -> None:
        """Check lines in their order; `names` are those that positions have here."""
        for line in lines:
            match line:
                case Moves():
                    self.moves(line)
                case Refuse():
                    self.seat(line.line, line.seat)
                    self.notation(line.line, line.move)
                    self.name(line.line, line.because, "clause", self.rules.clauses)
                case Reveal():
                    for part in line.parts:
                        self.notation(line.line, part)
                case Expect():
                    self.expect(line)
                case Auto():
                    self.auto(line)
                case PositionBlock():
                    self.position(line)
                    self.names_position(line.line, line.name, names)
                case MarkLine():
                    self.mark(line, names)
                case BranchBlock():
                    # A copy: names that a branch gives are not known behind it.
                    self.lines(line.body, set(names))
                case UseLine():
                    self.use(line, names)
                case Unread():
                    # The reader has reported it.
                    pass
                case _:
                    assert_never(line)

    # -- names ---------------------------------------------------------------------------------

    def at(self, line: int, part: Part | None = None) -> Span:
        source = self.playthrough.source
        return line_span(source, line) if part is None else part_span(source, line, part)

    def name(self, line: int, part: Part | None, what: str, known: Iterable[str]) -> None:
        """A part that has to be one of some names."""
        names = list(known)
        if part is not None and part.text not in names:
            help = did_you_mean(part.text, names) or (f"there are {', '.join(names)}" if 0 < len(names) < 13 else None)
            self.diagnostics.add("E603", f"there is no {what} `{part.text}`", self.at(line, part), help=help,
                                 fixes=() if isinstance(help, Meant) else one_of(self.at(line, part), names))

    def seat(self, line: int, part: Part | None, *others: str) -> None:
        self.name(line, part, "player", (*self.rules.seats, *others))

    # -- moves ---------------------------------------------------------------------------------

    def moves(self, line: Moves) -> None:
        by_chance = line.seat is None
        self.seat(line.line, line.seat)
        for place, part in enumerate(line.parts):
            texts = [part.text, *(longer(line.parts[0].text, part.text) if by_chance and place else ())]
            if any(self.shapes.known(text, by_chance) for text in texts):
                continue
            if self.shapes.known(part.text):
                self.wrong_mover(line, part)
            else:
                guess = self.meant(self.at(line.line).text) if by_chance else None
                if guess is not None:
                    self.diagnostics.add("E604", f"`{self.at(line.line).text}` is not a move of this game", self.at(line.line),
                                         help=guess.help, fixes=(in_place(self.at(line.line), guess.line),))
                    return
                self.unknown(line.line, part, other_word(part.text) if by_chance and not place else None, by_chance)

    def meant(self, text: str) -> Guess | None:
        """Return the line that one without a colon stands for: a move of a player as the game writes it, or another guess."""
        seats = tuple(self.rules.seats)
        guess = guessed(MOVED, text, seats)
        is_move = guess is not None and self.shapes.known(guess.line.split(": ", 1)[1], by_chance=False)
        return guess if is_move else guessed(OTHERS, text, seats)

    def wrong_mover(self, line: Moves, part: Part) -> None:
        if line.seat is None:
            self.diagnostics.add("E604", f"`{part.text}` is a move of a player, not an outcome of chance",
                           self.at(line.line, part),
                           help=f"begin the line with the player: `{self.rules.seats[0]}: {part.text}`",
                           fixes=self.moved_by(line, self.rules.seats[0]))
        else:
            self.diagnostics.add("E604", f"`{part.text}` is an outcome of chance, not a move of a player",
                           self.at(line.line, part), help=f"write it on a line of its own: `chance: {part.text}`",
                           fixes=self.moved_by(line, "chance"))

    def moved_by(self, line: Moves, mover: str) -> tuple[Fix, ...]:
        """Return the change of who moves on a line with a single move."""
        span = self.at(line.line)
        before, colon, _ = span.text.partition(":")
        name_span = Span(span.source, span.line, span.column, span.line, span.column + len(before))
        return (in_place(name_span, mover),) if colon and len(line.parts) == 1 else ()

    def notation(self, line: int, part: Part) -> None:
        if not self.shapes.known(part.text):
            self.unknown(line, part)

    def unknown(self, line: int, part: Part, word: Meant | None = None, by_chance: bool | None = None) -> None:
        near = () if word is not None else self.shapes.nearest(part.text, by_chance)
        help = f"nearest are {', '.join(f'`{text}`' for text in near)}" if near else None
        self.diagnostics.add("E604", f"`{part.text}` is not a move of this game", self.at(line, part), help=word or help,
                             fixes=tuple(in_place(self.at(line, part), text) for text in near))

    # -- expectations --------------------------------------------------------------------------

    def expect(self, line: Expect) -> None:
        number, rules = line.line, self.rules
        match line.kind:
            case "holds":
                self.condition(number, line.subject)
            case "to move":
                self.seat(number, line.subject, "chance", "nobody")
            case "choices" | "choices include" | "choices exclude":
                for word in line.words:
                    self.notation(number, word)
            case "over":
                self.name(number, line.subject, "end", [end.id for end in rules.program.ends])
                for word in line.words:
                    self.seat(number, word)
            case "score":
                self.seat(number, line.subject)
                if not rules.program.scores:
                    self.diagnostics.add("E603", "this game counts no score", self.at(number))
            case "events" | "events include" | "sees events":
                if line.subject is not None:
                    self.seat(number, line.subject)
                for word in line.words:
                    event = Part(word.text.partition("(")[0], word.column)
                    self.name(number, event, "event", [event_shape.name for event_shape in rules.program.events])
            case "applied" | "not applied":
                for word in line.words:
                    self.name(number, word, "clause", rules.clauses)
            case "at":
                self.name(number, line.subject, "clause", rules.clauses)
            case "sees" | "cannot see":
                self.seat(number, line.subject)
                for word in line.words:
                    self.field(number, word)
            case "choice count" | "not over" | "no events" | "invariants":
                pass
            case _:
                assert_never(line.kind)

    def condition(self, line: int, part: Part | None) -> None:
        if part is None:
            return
        try:
            self.rules.expressions.condition(part.text, self.playthrough.source, line, part.column)
        except RulebookError as error:
            self.diagnostics.extend(error.diagnostics)

    def field(self, line: int, part: Part) -> None:
        cells = [cell.name for cell in self.rules.cells.values() if not cell.local]
        cells += self.rules.observer.secret_names()
        if not any(cell == part.text or cell.startswith(f"{part.text}[") for cell in cells):
            self.name(line, part, "field", dict.fromkeys(cell.partition("[")[0] for cell in cells))

    # -- positions and other files -------------------------------------------------------------

    def position(self, line: PositionBlock) -> None:
        try:
            state = arrange(self.rules, line.lines)
            broken = self.rules.invariants.broken(state)
        except BadPosition as error:
            for bad_position in (error, *error.more):
                self.diagnostics.add("E605", bad_position.message, self.at(bad_position.line), help=bad_position.help)
            return
        except RulebookFault as fault:
            self.diagnostics.add("E605", f"rulebook fault: {fault.message}", self.at(line.line),
                           help=starts_from(line.lines))
            return
        for clause in broken:
            values = self.rules.invariants.against(state, clause)
            self.diagnostics.add("E605", f"the position breaks the invariant `{clause}`{not_for(values)}", self.at(line.line),
                           related=(("it is declared here", self.rules.clauses[clause].span),),
                           help=starts_from(line.lines))

    def names_position(self, line: int, name: str | None, names: set[str]) -> None:
        if name in names:
            self.diagnostics.add("W608", f"an earlier position has the name \"{name}\" already", self.at(line),
                           help="give each position a name of its own")
        names |= {name} if name else set()

    def auto(self, line: Auto) -> None:
        self.condition(line.line, line.until)
        if line.seed is None and self.playthrough.head.seed is None:
            self.diagnostics.add("E602", "there is no seed to play on with", self.at(line.line),
                           help="write `seed 7` at the end of this line, or at the top of the file",
                           fixes=(behind(self.at(line.line), " seed 7"),))

    def mark(self, line: MarkLine, names: set[str]) -> None:
        if not line.back:
            self.names_position(line.line, line.name, names)
        elif line.name not in names:
            self.diagnostics.add("E603", f"no position before this line is called \"{line.name}\"", self.at(line.line),
                           help=did_you_mean(line.name, names) or 'name one with `mark "name"`')

    def use(self, line: UseLine, names: set[str]) -> None:
        try:
            other = used(line, [self.playthrough], self.read_other)
            # Also what the other file uses in turn: a circle or a missing file there would stop this playthrough.
            self.follow([self.playthrough, other])
        except CannotBeUsed as error:
            self.diagnostics.add("E606", error.message, self.at(line.line),
                           help=f"{error.actual}; needed: {error.expected}" if error.actual else f"needed: {error.expected}")
            return
        names |= {node.name for node in other.lines if isinstance(node, MarkLine | PositionBlock) and node.name}

    def follow(self, open_files: list[Playthrough]) -> None:
        """Look at the files that the last of these uses in turn. Raises CannotBeUsed."""
        for line in _uses(open_files[-1].lines):
            self.follow([*open_files, used(line, open_files, self.read_other)])


def _uses(lines: tuple[Line, ...]) -> Iterator[UseLine]:
    for line in lines:
        if isinstance(line, UseLine):
            yield line
        elif isinstance(line, BranchBlock):
            yield from _uses(line.body)
