"""A playthrough that mentions a name -> the edits by which each of its lines means what it meant, without playing it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import combinations
from pathlib import Path

from attrs import define, field, frozen

from ....dsl.source import disk
from ....dsl.source.diagnostics import RulebookError
from ....dsl.source.span import Source
from ....dsl.tools.renaming import is_same_but_for_name
from ....interpreter.game.rules import Rules
from ....interpreter.playthroughs.lines.reader import read
from ....interpreter.playthroughs.lines.syntax import BranchBlock, Line, Playthrough, PositionBlock
from ....interpreter.playthroughs.meaning import Meanings, Unclear
from ...playthroughs.scripts import WrongPlaythrough, open_rules
from .edits import Edit, changed_texts, with_edits

# A line with more mentions than these has all of them changed, or none, or all but one.
MOST_COMBINED = 4
# Words of the head whose line names players, as nothing of the rulebook does.
_OF_PLAYERS = ("players", "seats")


@frozen(eq=False)
class NewName:
    """A name, and the one that takes its place. What was compared is remembered, as playthroughs have programs in common."""

    old: str
    new: str
    _compared: dict[tuple[int, int], tuple[object, object, bool]] = field(factory=dict)

    def is_all(self, before: object, after: object) -> bool:
        """Return whether two programs, or parts of them, are the same but for the name."""
        # The objects are kept with the verdict, so no other object can get the same id while it is remembered.
        key = id(before), id(after)
        if key not in self._compared:
            self._compared[key] = before, after, is_same_but_for_name(before, after, self.old, self.new)
        return self._compared[key][2]

    def is_in(self, text: str) -> bool:
        """Return whether a text may mention one of the two, also as a part of another word."""
        plain = text.casefold()
        return self.old.casefold() in plain or self.new.casefold() in plain


@define
class _LineBlock:
    """A line, or a position with its lines: what it meant, and the edits that are still to be tried, the likeliest first."""

    line: Line
    meant: object
    tries: Iterator[tuple[Edit, ...]]
    attempt: tuple[Edit, ...] = ()


def followed(source: Source, texts: Mapping[Path, bytes], mentions: tuple[Edit, ...], name: NewName
             ) -> tuple[Edit, ...] | None:
    """Return the edits of a playthrough for a new name in its rulebook (`texts`); None where only play shows them.

    By these edits each line means by the changed rules what it meant by the present ones. `mentions` may be made.
    """
    present = read(source.name, source.text)
    # The head comes first, because it says by which rules the lines below are read. Names of players in it belong to the
    # playthrough alone.
    head = tuple(edit for edit in mentions if _is_in_head(present, edit))
    changed = read(source.name, with_edits(source, head))
    rules = None if _is_unfit(present) else _rules(present)
    with disk.looking_at(disk.laid_over({**texts, **changed_texts(head)})):
        rules_then = None if rules is None or _is_unfit(changed) else _rules(changed)
    # INVARIANT: lines are compared only between programs that are the same but for the name. So a line that means the same by
    # both needs not be played.
    if rules is None or rules_then is None or not name.is_all(rules.program, rules_then.program):
        return None
    try:
        blocks = _blocks(present, Meanings(rules, source, name.is_in), mentions, name)
        return (*head, *_settled(source, rules_then, head, blocks, name))
    except Unclear:
        return None


def _is_unfit(playthrough: Playthrough) -> bool:
    """Return whether a playthrough has no rules that can be opened, or names those it was written for by their hash."""
    return bool(playthrough.problems) or playthrough.head.game is None or playthrough.head.entry("rules") is not None


def _rules(playthrough: Playthrough) -> Rules | None:
    try:
        return open_rules(playthrough)
    except (WrongPlaythrough, RulebookError):
        return None


def _is_in_head(playthrough: Playthrough, edit: Edit) -> bool:
    return any(entry.span.line == edit.span.line and entry.word not in _OF_PLAYERS for entry in playthrough.head.entries)


def _blocks(present: Playthrough, meanings: Meanings, mentions: tuple[Edit, ...], name: NewName) -> list[_LineBlock]:
    """Return the lines and positions whose text mentions one of the names. Raises Unclear."""
    out = []
    for line in _all_lines(present.lines):
        numbers = (line.line, *(number for number, _ in line.lines)) if isinstance(line, PositionBlock) else (line.line,)
        if any(name.is_in(present.source.line(number)) for number in numbers):
            block_edits = tuple(edit for edit in mentions if edit.span.line in numbers)
            out.append(_LineBlock(line, meanings.of(line), _tries(block_edits)))
    return out


def _all_lines(lines: Iterable[Line]) -> Iterator[Line]:
    for line in lines:
        yield line
        if isinstance(line, BranchBlock):
            yield from _all_lines(line.body)


def _tries(mentions: tuple[Edit, ...]) -> Iterator[tuple[Edit, ...]]:
    """Yield the edits of a line that may be right: all mentions first, then all but some, and none last."""
    few = len(mentions) <= MOST_COMBINED
    counts = range(len(mentions), -1, -1) if few else (len(mentions), len(mentions) - 1, 0)
    return (edits for count in counts for edits in combinations(mentions, count))


def _settled(source: Source, rules: Rules, head: tuple[Edit, ...], blocks: list[_LineBlock], name: NewName
             ) -> tuple[Edit, ...]:
    """Return the edits of lines by which each means what it meant. Raises Unclear where there are none."""
    left = blocks
    while left:
        for block in left:
            block.attempt = _next(block.tries)
        edits = (*head, *(edit for block in blocks for edit in block.attempt))
        text = Source(source.name, with_edits(source, edits))
        lines = {line.line: line for line in _all_lines(read(text.name, text.text).lines)}
        meanings = Meanings(rules, text, name.is_in)
        left = [block for block in left if not _is_meant(meanings, lines.get(block.line.line), block, name)]
    return tuple(edit for block in blocks for edit in block.attempt)


def _next(tries: Iterator[tuple[Edit, ...]]) -> tuple[Edit, ...]:
    attempt = next(tries, None)
    if attempt is None:
        raise Unclear
    return attempt


def _is_meant(meanings: Meanings, line: Line | None, block: _LineBlock, name: NewName) -> bool:
    """Return whether a line means what a block meant."""
    try:
        return type(line) is type(block.line) and line is not None and (
            is_same_but_for_name(block.meant, meanings.of(line), name.old, name.new))
    except Unclear:
        return False
