"""A line of a playthrough -> what it means by its rules, in numbers in place of names.

By rules that are the same but for a name, two lines with the same meaning do the same wherever the game stands. So lines can be
compared without playing them. What only play shows has no meaning here.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from typing import Any, assert_never

from attrs import frozen

from ...dsl import ir
from ...dsl.source.diagnostics import RulebookError
from ...dsl.source.span import Source
from ...dsl.types.types import EnumType, FlagType, Type, UnionType, size
from ..game.moves.any_order import in_order
from ..game.moves.candidates import Parts, words_of
from ..game.moves.notation import SECRETLY
from ..game.rules import Rules
from ..game.table.cells_by_name import CellsByName
from ..runtime.cells import BadValue
from .lines.syntax import Auto, BranchBlock, Expect, Line, MarkLine, Moves, Part, PositionBlock, Refuse, Reveal, Unread, UseLine
from .positions.arrange import set_fields
from .positions.drawings import in_full
from .positions.ways import BadPosition
from .running.moves import longer

# Types with more values than these are compared as text.
MOST_VALUES = 1000
_WORD = re.compile(r"\w+")


class Unclear(Exception):
    """The error for a line whose meaning only play shows, or that is wrong."""


class Meanings:
    """The meanings of lines by some rules. A word that `is_doubtful` must not be compared as text."""

    def __init__(self, rules: Rules, source: Source, is_doubtful: Callable[[str], bool]) -> None:
        self._rules, self._source, self._is_doubtful = rules, source, is_doubtful
        self._names = _Names(rules.program, rules.clauses, rules.cells)
        self._notations = tuple(_notations(rules.program))

    def of(self, line: Line) -> object:
        """Return the meaning of a line, without those in it. Raises Unclear."""
        match line:
            case Moves(_, seat, parts):
                return self._seat(seat), tuple(self._in_line(line, place) for place in range(len(parts)))
            case Refuse(_, seat, move, because):
                return self._seat(seat), self._move(move.text), self._one_of(because, self._names.clauses)
            case Reveal(_, parts):
                return tuple(self._move(part.text) for part in parts)
            case Expect():
                return self._expected(line)
            case Auto(number, count, until, seed, rolls):
                return count, self._condition(number, until), seed, rolls
            case PositionBlock(_, name, lines):
                return name, self._set_up(lines)
            case MarkLine() | BranchBlock() | UseLine():
                return None  # they name positions and files, which rules do not know
            case Unread():
                raise Unclear
            case _:
                assert_never(line)

    # -- names ---------------------------------------------------------------------------------

    def _one_of(self, part: Part | None, known: tuple[str, ...]) -> int | None:
        if part is None:
            return None
        if part.text not in known:
            raise Unclear
        return known.index(part.text)

    def _seat(self, part: Part | None, *others: str) -> int | None:
        return self._one_of(part, (*self._rules.seats, *others))

    def _as_text(self, word: str) -> str:
        if self._is_doubtful(word):
            raise Unclear
        return word

    def _value(self, type_: Type, word: str) -> object:
        """Return the values that a word stands for, by their numbers, or the word itself."""
        if isinstance(type_, FlagType | EnumType | UnionType) and size(type_) <= MOST_VALUES:
            values = self._rules.names.values_by_name(type_).get(word)
            if values is not None:
                return values
        return self._as_text(word)

    # -- moves ---------------------------------------------------------------------------------

    def _in_line(self, line: Moves, place: int) -> object:
        """Return the meaning of a move or roll of a line, whose later rolls may leave out what the first begins with."""
        text = line.parts[place].text
        if line.seat is not None or not place:
            return self._move(text)
        meanings = [self._fits(wording) for wording in (text, *longer(line.parts[0].text, text))]
        if not any(meanings):
            raise Unclear
        return tuple(meanings)

    def _move(self, text: str) -> object:
        meanings = self._fits(text)
        if not meanings:
            raise Unclear
        return meanings

    def _fits(self, text: str) -> tuple[object, ...]:
        """Return all that a text may stand for: kinds of moves and rolls, and the values of their notations."""
        typed = self._rules.names.normalised(text)
        plain = typed.removeprefix(SECRETLY)
        ordered = in_order(self._rules.names, (notation.parts for notation in self._notations), plain)
        # What a text stands for depends on the position. So all that it may stand for is its meaning.
        texts = dict.fromkeys((typed, plain, *ordered))
        return tuple((number, values) for known in texts for number, notation in enumerate(self._notations)
                     if (values := self._values(notation, known)) is not None)

    def _values(self, notation: _Notation, text: str) -> tuple[object, ...] | None:
        words = words_of(self._rules.names, notation.bounds, notation.parts, text)
        if words is None:
            return None
        types = (part.type for part in notation.parts if not isinstance(part, str))
        return tuple(self._value(type_, word) for type_, word in zip(types, words, strict=True))

    # -- expectations --------------------------------------------------------------------------

    def _expected(self, line: Expect) -> object:
        what = self._what(line)
        return line.kind, what, None if line.value is None else self._as_text(line.value.text)

    def _what(self, line: Expect) -> object:
        names, words = self._names, line.words
        match line.kind:
            case "holds":
                return self._condition(line.line, line.subject)
            case "to move":
                return self._seat(line.subject, "chance", "nobody")
            case "choices" | "choices include" | "choices exclude":
                return tuple(self._move(word.text) for word in words)
            case "over":
                return self._one_of(line.subject, names.ends), tuple(self._seat(word) for word in words)
            case "events" | "events include" | "sees events":
                return self._seat(line.subject), tuple(self._event(word) for word in words)
            case "applied" | "not applied":
                return tuple(self._one_of(word, names.clauses) for word in words)
            case "at":
                return self._one_of(line.subject, names.clauses)
            case "sees" | "cannot see":
                return self._seat(line.subject), tuple(self._cells(word.text) for word in words)
            case "score" | "choice count" | "not over" | "no events" | "invariants":
                return self._seat(line.subject)
            case _:
                assert_never(line.kind)

    def _condition(self, line: int, part: Part | None) -> object:
        if part is None:
            return None
        try:
            condition = self._rules.expressions.compiled_condition(part.text, self._source, line, part.column)
        except RulebookError:
            raise Unclear from None
        return condition.value, tuple(values for _, values in condition.tables)

    def _event(self, word: Part) -> object:
        name, bracket, rest = word.text.partition("(")
        event = self._one_of(Part(name, word.column), self._names.events)
        assert event is not None, "there is a word"
        types = [type_ for _, type_ in self._rules.program.events[event].params]
        values = [value.strip() for value in rest.removesuffix(")").split(",")] if bracket else []
        if len(values) > len(types):
            raise Unclear
        return event, bool(bracket), tuple(map(self._value, types, values))

    def _cells(self, text: str) -> object:
        """Return the cells of a field, or of a part of it."""
        cells = tuple(number for number, name in enumerate(self._names.cells) if name == text or name.startswith(f"{text}["))
        return cells or self._as_text(text)

    # -- positions -----------------------------------------------------------------------------

    def _set_up(self, lines: tuple[tuple[int, str], ...]) -> object:
        """Return the slots that lines of a position set, in their order, and where its rules wait."""
        at_lines = tuple(text for _, text in lines if re.match(r"at\b", text))
        slots = _SlotRecorder(self._rules.program.start)
        try:
            full = in_full(self._rules.program.boards, lines)
            set_fields(self._rules, slots, tuple(line for line in full if line[1] not in at_lines))
        except (BadPosition, BadValue):
            raise Unclear from None
        return tuple(slots.noted), tuple(self._at_line(text) for text in at_lines)

    def _at_line(self, text: str) -> object:
        known = self._names.clauses
        return _WORD.sub("", text), tuple(known.index(word) if word in known else self._as_text(word)
                                          for word in _WORD.findall(text))


class _Names:
    """The names that lines use, by their places in the program."""

    def __init__(self, program: ir.Program, clauses: Iterable[str], cells: CellsByName) -> None:
        self.clauses = tuple(clauses)
        self.ends = tuple(end.id for end in program.ends)
        self.events = tuple(event.name for event in program.events)
        self.cells = tuple(cell.name for cell in cells.values() if not cell.local)


@frozen
class _Notation:
    """The notation of a kind of move or roll, with the values that it leaves open."""

    bounds: tuple[ir.Bound, ...]
    parts: Parts


def _notations(program: ir.Program) -> Iterator[_Notation]:
    for block in program.blocks:
        match block.end:
            case ir.ChooseMove(moves=moves):
                yield from (_Notation(move.bound, program.texts[move.notation].parts) for move in moves)
            case ir.RollValue(bound=bound, notation=notation):
                yield _Notation((bound,), program.texts[notation].parts)
            case _:  # the other ends ask for nothing
                pass


class _SlotRecorder(list[int]):
    """Slots that note what they are set to."""

    def __init__(self, slots: Iterable[int]) -> None:
        super().__init__(slots)
        self.noted: list[object] = []

    def __setitem__(self, place: Any, value: Any) -> None:
        self.noted.append((str(place), tuple(value) if isinstance(value, list) else value))
        super().__setitem__(place, value)
