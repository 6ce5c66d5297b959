"""Text to playthrough: what each line says, or what is wrong with it.

A file has one statement a line. Blank lines and everything from `#` on are left out; a position
is indented, a branch is closed with `end`. The lines of the head come first.
"""

from __future__ import annotations

import re
from functools import lru_cache

from ....dsl.source.diagnostics import Diagnostics, did_you_mean, is_too_long
from ....dsl.source.fixes import in_place, line_behind, on_next_line, without
from ....dsl.source.span import Source, Span, code_of
from .expectations import expectation
from .guesses import PLAYED, REFUSED, guessed, with_a_colon
from .head import BODY_WORDS, NAME, WORDS, Head, check_complete, read_head, unknown_word, unquoted
from .rows import NumberedLine, Problems, parts_of
from .syntax import (
    Auto,
    BranchBlock,
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
)

MAX_TEXT = 5_000_000
MAX_BRANCHES = 20
# Several examples of a rulebook and of its variants stand in one file.
FILES_KEPT = 16
KEYWORDS = (*WORDS, *BODY_WORDS)


@lru_cache(maxsize=FILES_KEPT)
def read(name: str, text: str) -> Playthrough:
    """A playthrough from its text; one that was read a moment ago, with the same text, is not read again.

    `name` is the path as the author would recognise it.
    """
    return _PlaythroughReader(Source(name, text)).run()


def read_whole_lines(name: str, text: str) -> Playthrough:
    """A playthrough from its text, without a last line that has no end.

    What has no end of line may be half a move, even where it reads like a whole one.
    """
    return read(name, text[: text.rfind("\n") + 1])


class _PlaythroughReader:
    def __init__(self, source: Source) -> None:
        self.source = source
        self.diagnostics = Diagnostics()
        self.problems = Problems(source, self.diagnostics)
        self.rows: list[NumberedLine] = []
        self.head = Head(())
        self.at = 0

    def run(self) -> Playthrough:
        too_long = len(self.source.text) > MAX_TEXT
        if too_long:
            self.diagnostics.add("E106", f"the file is longer than {MAX_TEXT} characters", Span(self.source, 1, 1, 1, 1))
        lines = () if too_long else ((number, code_of(line)) for number, line in enumerate(self.source.lines, 1)
                                     if not is_too_long(line, number, self.source, self.diagnostics))
        self.rows = [NumberedLine(number, code) for number, code in lines if code.strip()]
        self.rows = self.read_head()
        played, _ = self.block(0)
        check_complete(self.head, self.source, self.diagnostics)
        return Playthrough(self.source, self.head, played, self.diagnostics.sorted(), bool(self.source.lines[-1].strip()))

    # -- the head ------------------------------------------------------------------------------

    def read_head(self) -> list[NumberedLine]:
        """Take the lines of the head out; gives those below it."""
        below = next((i for i, row in enumerate(self.rows) if self.is_play(row)), len(self.rows))
        # Up to the last word of a head above the first move: an unknown word among these lines is a mistake in the head.
        last = max((i for i, row in enumerate(self.rows[:below]) if row.word in WORDS), default=-1)
        body, lines = [], []
        for i, row in enumerate(self.rows):
            if row.word in WORDS and (i < below or not row.indent):
                lines.append((row.word, row.rest, self.problems.span(row)))
                if i > last:
                    self.diagnostics.add("E602", f"`{row.word}` belongs to the head, above the first line of play",
                                   self.problems.span(row), help="write it at the top of the file")
            elif i < last or (i < below and row.word.rstrip(":").casefold() in WORDS):
                unknown_word(row.word, self.problems.span(row), self.diagnostics)
            else:
                body.append(row)
        self.head = read_head(lines, self.diagnostics)
        return body

    @staticmethod
    def is_play(row: NumberedLine) -> bool:
        """Return whether a line is surely below the head. A line of chance may look like a word of the head spelled wrong."""
        named = re.match(rf"\s*({NAME})\s*:", row.text)
        return row.word in BODY_WORDS or (named is not None and named[1].casefold() not in WORDS)

    # -- lines ---------------------------------------------------------------------------------

    def block(self, depth: int) -> tuple[tuple[Line, ...], bool]:
        """Lines up to the `end` of a branch, or of the file; and whether there was an `end`."""
        out: list[Line] = []
        while self.at < len(self.rows):
            row = self.rows[self.at]
            self.at += 1
            if row.text.strip() == "end":
                if depth:
                    return tuple(out), True
                self.problems.add(row, "`end` closes nothing here")
                continue
            node = self.line(row, depth)
            if node is not None:
                out.append(node)
        return tuple(out), False

    def line(self, row: NumberedLine, depth: int) -> Line | None:
        match row.word:
            case "position":
                return self.position(row)
            case "branch":
                return self.branch(row, depth)
            case "expect":
                return expectation(row, self.problems, self.head.seats)
            case "refuse":
                return self.refuse(row)
            case "reveal":
                return Reveal(row.number, tuple(parts_of(row.rest, row.rest_column)))
            case "auto" | "play":
                return self.auto(row)
            case "mark" | "back":
                return self.mark(row)
            case "use":
                return self.use(row)
        return self.moves(row)

    def position(self, row: NumberedLine) -> Line:
        lines = []
        while self.at < len(self.rows) and self.rows[self.at].indent > row.indent:
            inner = self.rows[self.at]
            lines.append((inner.number, inner.text.strip()))
            self.at += 1
        if self.at < len(self.rows) and self.rows[self.at].text.strip() == "end" and not row.indent and not lines:
            self.at += 1
        if not self.is_name(row, row.rest, row.rest_column, 'position "name"'):
            return Unread(row.number)
        return PositionBlock(row.number, unquoted(row.rest) or None, tuple(lines))

    def is_name(self, row: NumberedLine, text: str, column: int, form: str) -> bool:
        """Return whether a text is a name in quotes, one word, or nothing; recorded where more follows the name."""
        match = re.fullmatch(r'(?:"[^"]*"|[^\s"]*)\s*(?P<more>.*)', text)
        assert match is not None, "the pattern matches everything"
        if not match["more"]:
            return True
        more = Part(match["more"], column + match.start("more"))
        help = f"write `{form}`" + (", and indent the lines below it that set values" if row.word == "position" else "")
        # A position and a branch go on below their names; a name of several words needs quotes.
        below = row.word in ("position", "branch")
        bare = text[: match.start("more")].strip()
        if re.fullmatch(r"[\w' -]+", text) and bare:
            fix = in_place(self.problems.span(row, Part(text, column)), f'"{text}"')
        elif below:
            fix = on_next_line(self.problems.span(row, more), " " * (row.indent + 4))
        else:
            fix = without(self.problems.span(row, more))
        self.problems.add(row, f"`{more.text}` does not belong to the name", help, more, (fix,))
        return False

    def branch(self, row: NumberedLine, depth: int) -> Line:
        if depth == MAX_BRANCHES:
            self.problems.add(row, f"branches nested deeper than {MAX_BRANCHES}")
            self.leave_branch()
            return Unread(row.number)
        self.is_name(row, row.rest, row.rest_column, 'branch "what if"')
        body, closed = self.block(depth + 1)
        if not closed:
            below = Span(self.source, row.number, row.indent + 1, self.rows[self.at - 1].number, 1)
            self.problems.add(row, "this branch has no end", "write `end` on a line of its own",
                              fixes=(line_behind(below, "end"),))
        return BranchBlock(row.number, unquoted(row.rest), body, self.rows[self.at - 1].number)

    def leave_branch(self) -> None:
        """Go on behind the end of a branch that has begun."""
        depth = 1
        while depth and self.at < len(self.rows):
            row = self.rows[self.at]
            depth += (row.word == "branch") - (row.text.strip() == "end")
            self.at += 1

    def mark(self, row: NumberedLine) -> Line | None:
        back = row.word == "back"
        form = 'back to "name"' if back else 'mark "name"'
        text = re.sub(r"^to\b\s*", "", row.rest) if back else row.rest
        name = unquoted(text)
        if not name:
            self.problems.add(row, "this names no position", f"write `{form}`")
            return Unread(row.number) if back else None
        if not self.is_name(row, text, len(row.text) + 1 - len(text), form):
            return Unread(row.number) if back else None
        return MarkLine(row.number, name, back)

    def use(self, row: NumberedLine) -> Line:
        path = unquoted(row.rest)
        if not path:
            self.problems.add(row, "this names no file", 'write `use "file.play"`')
            return Unread(row.number)
        if not self.is_name(row, row.rest, row.rest_column, 'use "file.play"'):
            return Unread(row.number)
        return UseLine(row.number, path)

    def refuse(self, row: NumberedLine) -> Line | None:
        match = re.fullmatch(r"(\w+)\s*:\s*(.+?)(?:\s+because\s+(\w+))?", row.rest)
        if match is None:
            what = f"`{row.text.strip()}` is not understood"
            if not self.problems.is_guessed(row, guessed(REFUSED, row.text, self.head.seats), what):
                self.problems.add(row, what, "write `refuse Anna: move because clause`")
            return None
        seat, move, because = (Part(text or "", row.rest_column + match.start(i)) for i, text in enumerate(match.groups(), 1))
        return Refuse(row.number, seat, move, because if because.text else None)

    def auto(self, row: NumberedLine) -> Line | None:
        pattern = (r"(?:(?P<count>\d{1,9})\s*)?(?P<rolls>rolls?\b\s*)?" if row.word == "auto" else
                   r"until\s+(?P<until>.+?)(?:\s+at\s+most\s+(?P<count>\d{1,9}))?")
        match = re.fullmatch(pattern + r"(?:\s*\bseed\s+(?P<seed>-?\d{1,18}))?", row.rest)
        if match is None:
            what = f"`{row.text.strip()}` is not understood"
            if not self.problems.is_guessed(row, guessed(PLAYED, row.text, self.head.seats), what):
                self.problems.add(row, what, "write `auto 40 seed 7`, `auto 52 rolls`, or `play until condition at most 100`")
            return Unread(row.number)
        groups = match.groupdict()
        count, seed, until = groups.get("count"), groups.get("seed"), groups.get("until")
        return Auto(row.number, int(count) if count else None,
                    Part(until, row.rest_column + match.start("until")) if until else None, int(seed) if seed else None,
                    bool(groups.get("rolls")))

    def moves(self, row: NumberedLine) -> Line:
        who, colon, rest = row.text.partition(":")
        name = who.strip()
        if not colon or not re.fullmatch(NAME, name):
            return Moves(row.number, None, tuple(parts_of(row.text.strip(), row.column)))
        parts = tuple(parts_of(rest, len(who) + 2))
        seat = Part(name, row.column)
        seats = self.head.seats
        head = None if name == "chance" or (seats is not None and name in seats) else with_a_colon(row.text)
        if self.problems.is_guessed(row, head, f"no player is called `{name}`"):
            return Unread(row.number)
        if not parts:
            self.problems.add(row, f"`{row.text.strip()}` makes no move", f"write `{name}: move, move`")
        elif name != "chance" and seats is not None and name not in seats:
            self.problems.add(row, f"no player is called `{name}`",
                              did_you_mean(name, (*seats, "chance")) or f"the players are {', '.join(seats)}", seat)
        else:
            return Moves(row.number, None if name == "chance" else seat, parts)
        return Unread(row.number)
