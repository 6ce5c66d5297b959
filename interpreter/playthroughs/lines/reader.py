"""Text to playthrough: what each line says, or what is wrong with it.

A file has one statement a line. Blank lines and everything from `#` on are left out; a position
is indented, a branch is closed with `end`. The lines of the head come first.
"""

from __future__ import annotations

import difflib
import re
from functools import lru_cache

from attrs import frozen

from ....dsl.source.diagnostics import Diagnostics, did_you_mean, is_too_long
from ....dsl.source.fixes import Fix, in_place, instead, line_behind, on_next_line, without
from ....dsl.source.span import Source, Span, code_of
from .guesses import EXPECTED, NEVER_EXPECTED, PLAYED, REFUSED, Guess, guessed, with_a_colon
from .head import BODY_WORDS, NAME, WORDS, Head, check_complete, read_head, unknown_word, unquoted
from .syntax import (
    Auto,
    Branch,
    Expect,
    ExpectKind,
    Line,
    Mark,
    Moves,
    Part,
    Playthrough,
    Position,
    Refuse,
    Reveal,
    Unread,
    Use,
)

MAX_TEXT = 5_000_000
MAX_BRANCHES = 20
# Several examples of a rulebook and of its variants stand in one file.
FILES_KEPT = 16
KEYWORDS = (*WORDS, *BODY_WORDS)
# How each kind of expectation is written. The first pattern that matches all of a line counts: a condition, which matches
# everything, stands last.
EXPECTATIONS: tuple[tuple[ExpectKind, str], ...] = (
    ("to move", r"(?P<subject>.+?) to move"),
    ("choice count", r"choices (?P<value>\d+)"),
    ("choices include", r"choices include (?P<words>.+)"),
    ("choices exclude", r"choices exclude (?P<words>.+)"),
    ("choices", r"choices (?P<words>.+)"),
    ("not over", r"not over"),
    ("over", r"over(?: by (?P<subject>\w+))?(?:, (?:won by (?P<words>.+)|(?P<value>drawn)))?"),
    ("score", r"score (?P<subject>[^=]+?) = (?P<value>-?\d+)"),
    ("no events", r"no events"),
    ("events include", r"events include (?P<words>.+)"),
    ("events", r"events (?P<words>.+)"),
    ("applied", r"applied (?P<words>.+)"),
    ("not applied", r"not applied (?P<words>.+)"),
    ("sees events", r"(?P<subject>\w+) sees events (?P<words>.+)"),
    ("sees events", r"(?P<subject>\w+) sees no events"),
    ("sees", r"(?P<subject>.+?) sees (?P<words>.+)"),
    ("cannot see", r"(?P<subject>.+?) cannot see (?P<words>.+)"),
    ("at", r"at (?P<subject>\w+)"),
    ("invariants", r"invariants"),
    ("holds", r"(?P<subject>.+)"),
)


# How what begins with these words goes on.
FORMS: dict[str, str] = {
    "choices": "expect choices a, b`, `expect choices include a` or, how many there are, `expect choices 12",
    "events": "expect events built(red)`, `expect events include built` or `expect no events",
    "score": "expect score Anna = 12", "applied": "expect applied clause", "at": "expect at clause",
    "over": "expect over by clause, won by Anna", "invariants": "expect invariants",
}
# A name that another name follows is no condition.
_NO_CONDITION = re.compile(
    r"(?!(?:the|not|some|every|no|sum|max|min|count|first)\b)[\w.\[\]]+\s+(?!(?:in|not|and|or|if|else|div|mod|starting)\b)\w")
# How a game ended, without the end.
_ENDED = re.compile(rf"won by (?P<by>{NAME}(?:\s*,\s*{NAME})*)|(?P<who>{NAME}) (?:won|wins|has won)|it (?:is|was) a draw")
_BARE_LIST = re.compile(rf"([^=,]+?)\s*=\s*({NAME}(?:\s*,\s*{NAME})+)")


@lru_cache(maxsize=FILES_KEPT)
def read(name: str, text: str) -> Playthrough:
    """A playthrough from its text; one that was read a moment ago, with the same text, is not read again.

    `name` is the path as the author would recognise it.
    """
    return _Reader(Source(name, text)).run()


def read_whole_lines(name: str, text: str) -> Playthrough:
    """A playthrough from its text, without a last line that has no end.

    What has no end of line may be half a move, even where it reads like a whole one.
    """
    return read(name, text[: text.rfind("\n") + 1])


@frozen
class _Row:
    """A line that says something: its number, and its text without a comment."""

    number: int
    text: str

    @property
    def indent(self) -> int:
        return len(self.text) - len(self.text.lstrip())

    @property
    def word(self) -> str:
        return self.text.split()[0]

    @property
    def rest(self) -> str:
        """The text behind the first word."""
        return self.text.strip()[len(self.word):].strip()

    @property
    def column(self) -> int:
        return self.indent + 1

    @property
    def rest_column(self) -> int:
        """The column of what follows the first word."""
        after = self.text[self.indent + len(self.word):]
        return self.column + len(self.word) + len(after) - len(after.lstrip())


class _Reader:
    def __init__(self, source: Source) -> None:
        self.source = source
        self.diagnostics = Diagnostics()
        self.rows: list[_Row] = []
        self.head = Head(())
        self.at = 0

    def run(self) -> Playthrough:
        too_long = len(self.source.text) > MAX_TEXT
        if too_long:
            self.diagnostics.add("E106", f"the file is longer than {MAX_TEXT} characters", Span(self.source, 1, 1, 1, 1))
        lines = () if too_long else ((number, code_of(line)) for number, line in enumerate(self.source.lines, 1)
                                     if not is_too_long(line, number, self.source, self.diagnostics))
        self.rows = [_Row(number, code) for number, code in lines if code.strip()]
        self.rows = self.read_head()
        played, _ = self.block(0)
        check_complete(self.head, self.source, self.diagnostics)
        return Playthrough(self.source, self.head, played, self.diagnostics.sorted(), bool(self.source.lines[-1].strip()))

    def problem(self, row: _Row, message: str, help: str | None = None, part: Part | None = None,
                fixes: tuple[Fix, ...] = ()) -> None:
        """Record that a line cannot be read: a part of it, or all of it."""
        self.diagnostics.add("E601", message, self.span(row, part), help=help, fixes=fixes)

    def span(self, row: _Row, part: Part | None = None) -> Span:
        column, end = (row.column, len(row.text) + 1) if part is None else (part.column, part.column + len(part.text))
        return Span(self.source, row.number, column, row.number, end)

    # -- the head ------------------------------------------------------------------------------

    def read_head(self) -> list[_Row]:
        """Take the lines of the head out; gives those below it."""
        below = next((i for i, row in enumerate(self.rows) if self.is_play(row)), len(self.rows))
        # Up to the last word of a head above the first move: an unknown word among these lines is a mistake in the head.
        last = max((i for i, row in enumerate(self.rows[:below]) if row.word in WORDS), default=-1)
        body, lines = [], []
        for i, row in enumerate(self.rows):
            if row.word in WORDS and (i < below or not row.indent):
                lines.append((row.word, row.rest, self.span(row)))
                if i > last:
                    self.diagnostics.add("E602", f"`{row.word}` belongs to the head, above the first line of play",
                                   self.span(row), help="write it at the top of the file")
            elif i < last or (i < below and row.word.rstrip(":").casefold() in WORDS):
                unknown_word(row.word, self.span(row), self.diagnostics)
            else:
                body.append(row)
        self.head = read_head(lines, self.diagnostics)
        return body

    @staticmethod
    def is_play(row: _Row) -> bool:
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
                self.problem(row, "`end` closes nothing here")
                continue
            node = self.line(row, depth)
            if node is not None:
                out.append(node)
        return tuple(out), False

    def line(self, row: _Row, depth: int) -> Line | None:
        match row.word:
            case "position":
                return self.position(row)
            case "branch":
                return self.branch(row, depth)
            case "expect":
                return self.expect(row)
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

    def position(self, row: _Row) -> Line:
        lines = []
        while self.at < len(self.rows) and self.rows[self.at].indent > row.indent:
            inner = self.rows[self.at]
            lines.append((inner.number, inner.text.strip()))
            self.at += 1
        if self.at < len(self.rows) and self.rows[self.at].text.strip() == "end" and not row.indent and not lines:
            self.at += 1
        if not self.is_name(row, row.rest, row.rest_column, 'position "name"'):
            return Unread(row.number)
        return Position(row.number, unquoted(row.rest) or None, tuple(lines))

    def is_name(self, row: _Row, text: str, column: int, form: str) -> bool:
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
            fix = in_place(self.span(row, Part(text, column)), f'"{text}"')
        elif below:
            fix = on_next_line(self.span(row, more), " " * (row.indent + 4))
        else:
            fix = without(self.span(row, more))
        self.problem(row, f"`{more.text}` does not belong to the name", help, more, (fix,))
        return False

    def branch(self, row: _Row, depth: int) -> Line:
        if depth == MAX_BRANCHES:
            self.problem(row, f"branches nested deeper than {MAX_BRANCHES}")
            self.leave_branch()
            return Unread(row.number)
        self.is_name(row, row.rest, row.rest_column, 'branch "what if"')
        body, closed = self.block(depth + 1)
        if not closed:
            below = Span(self.source, row.number, row.indent + 1, self.rows[self.at - 1].number, 1)
            self.problem(row, "this branch has no end", "write `end` on a line of its own", fixes=(line_behind(below, "end"),))
        return Branch(row.number, unquoted(row.rest), body, self.rows[self.at - 1].number)

    def leave_branch(self) -> None:
        """Go on behind the end of a branch that has begun."""
        depth = 1
        while depth and self.at < len(self.rows):
            row = self.rows[self.at]
            depth += (row.word == "branch") - (row.text.strip() == "end")
            self.at += 1

    def mark(self, row: _Row) -> Line | None:
        back = row.word == "back"
        form = 'back to "name"' if back else 'mark "name"'
        text = re.sub(r"^to\b\s*", "", row.rest) if back else row.rest
        name = unquoted(text)
        if not name:
            self.problem(row, "this names no position", f"write `{form}`")
            return Unread(row.number) if back else None
        if not self.is_name(row, text, len(row.text) + 1 - len(text), form):
            return Unread(row.number) if back else None
        return Mark(row.number, name, back)

    def use(self, row: _Row) -> Line:
        path = unquoted(row.rest)
        if not path:
            self.problem(row, "this names no file", 'write `use "file.play"`')
            return Unread(row.number)
        if not self.is_name(row, row.rest, row.rest_column, 'use "file.play"'):
            return Unread(row.number)
        return Use(row.number, path)

    def expect(self, row: _Row) -> Line | None:
        if not row.rest:
            self.problem(row, "nothing is expected", "for example `expect Anna to move`")
            return None
        if self.is_guessed(row, guessed(NEVER_EXPECTED, row.text, self.head.seats), f"`{row.rest}` cannot be expected"):
            return None
        for kind, pattern in EXPECTATIONS:
            match = re.fullmatch(pattern, row.rest)
            if match is not None:
                if kind == "holds" and not self.is_condition(row):
                    return None
                groups = {name: Part(text, row.rest_column + match.start(name))
                          for name, text in match.groupdict().items() if text is not None}
                words = groups.get("words")
                parts = tuple(parts_of(words.text, words.column)) if words is not None else ()
                if kind in ("applied", "not applied") and not self.are_clauses(row, parts):
                    return None
                return Expect(row.number, kind, groups.get("subject"), groups.get("value"), parts)
        raise AssertionError("the last pattern matches everything")

    def is_guessed(self, row: _Row, guess: Guess | None, message: str) -> bool:
        """Return whether it is known what an author means by a line; recorded if so."""
        if guess is not None:
            self.problem(row, message, guess.help, fixes=(in_place(self.span(row), guess.line),))
        return guess is not None

    def are_clauses(self, row: _Row, parts: tuple[Part, ...]) -> bool:
        """Return whether parts of an expectation can be names of clauses; recorded if not."""
        strange = next((part for part in parts if " " in part.text), None)
        if strange is not None:
            self.problem(row, f"`{strange.text}` names no clause",
                         f"write each expectation on a line of its own: `expect {strange.text}`",
                         fixes=() if strange is parts[0] else (
                             on_next_line(self.span(row, strange), " " * row.indent, "expect "),))
        return strange is None

    def is_condition(self, row: _Row) -> bool:
        """Return whether an expectation of no other kind can be a condition; recorded if not."""
        word = row.rest.split()[0]
        bare = _BARE_LIST.fullmatch(row.rest)
        if bare is not None:
            listed = f"{bare[1]} = [{bare[2]}]"
            self.problem(row, f"`{row.rest}` is not a condition", f"put a list in brackets: `expect {listed}`",
                         fixes=instead(self.span(row), row.rest, listed))
            return False
        if not _NO_CONDITION.match(row.rest) and row.rest not in FORMS:
            return True
        if self.is_guessed(row, guessed(EXPECTED, row.text, self.head.seats), f"`{row.rest}` cannot be expected"):
            return False
        ended = _ENDED.fullmatch(row.rest)
        if ended is not None:
            how = f"won by {ended['by'] or ended['who']}" if ended["by"] or ended["who"] else "drawn"
            self.problem(row, f"`{row.rest}` does not say which end is meant",
                         f"write `expect over by clause, {how}`, with the name of the end")
            return False
        near = next(iter(difflib.get_close_matches(word, FORMS, n=1, cutoff=0.7)), None)
        help = f"write `{FORMS[near]}`" if near is not None else (
            f"write `expect Anna to move`, a condition such as `expect {word} = value`, or begin with {', '.join(FORMS)}")
        self.problem(row, f"`{row.rest}` cannot be expected", help)
        return False

    def refuse(self, row: _Row) -> Line | None:
        match = re.fullmatch(r"(\w+)\s*:\s*(.+?)(?:\s+because\s+(\w+))?", row.rest)
        if match is None:
            what = f"`{row.text.strip()}` is not understood"
            if not self.is_guessed(row, guessed(REFUSED, row.text, self.head.seats), what):
                self.problem(row, what, "write `refuse Anna: move because clause`")
            return None
        seat, move, because = (Part(text or "", row.rest_column + match.start(i)) for i, text in enumerate(match.groups(), 1))
        return Refuse(row.number, seat, move, because if because.text else None)

    def auto(self, row: _Row) -> Line | None:
        pattern = (r"(?:(?P<count>\d{1,9})\s*)?(?P<rolls>rolls?\b\s*)?" if row.word == "auto" else
                   r"until\s+(?P<until>.+?)(?:\s+at\s+most\s+(?P<count>\d{1,9}))?")
        match = re.fullmatch(pattern + r"(?:\s*\bseed\s+(?P<seed>-?\d{1,18}))?", row.rest)
        if match is None:
            what = f"`{row.text.strip()}` is not understood"
            if not self.is_guessed(row, guessed(PLAYED, row.text, self.head.seats), what):
                self.problem(row, what, "write `auto 40 seed 7`, `auto 52 rolls`, or `play until condition at most 100`")
            return Unread(row.number)
        groups = match.groupdict()
        count, seed, until = groups.get("count"), groups.get("seed"), groups.get("until")
        return Auto(row.number, int(count) if count else None,
                    Part(until, row.rest_column + match.start("until")) if until else None, int(seed) if seed else None,
                    bool(groups.get("rolls")))

    def moves(self, row: _Row) -> Line:
        who, colon, rest = row.text.partition(":")
        name = who.strip()
        if not colon or not re.fullmatch(NAME, name):
            return Moves(row.number, None, tuple(parts_of(row.text.strip(), row.column)))
        parts = tuple(parts_of(rest, len(who) + 2))
        seat = Part(name, row.column)
        seats = self.head.seats
        head = None if name == "chance" or (seats is not None and name in seats) else with_a_colon(row.text)
        if self.is_guessed(row, head, f"no player is called `{name}`"):
            return Unread(row.number)
        if not parts:
            self.problem(row, f"`{row.text.strip()}` makes no move", f"write `{name}: move, move`")
        elif name != "chance" and seats is not None and name not in seats:
            self.problem(row, f"no player is called `{name}`",
                         did_you_mean(name, (*seats, "chance")) or f"the players are {', '.join(seats)}", seat)
        else:
            return Moves(row.number, None if name == "chance" else seat, parts)
        return Unread(row.number)


def parts_of(text: str, column: int) -> list[Part]:
    """The parts of a list with commas; commas in brackets do not part."""
    out: list[Part] = []
    depth = start = 0
    for i, character in enumerate(text + ","):
        if character in "([{":
            depth += 1
        elif character in ")]}":
            depth -= 1
        elif character == "," and (depth <= 0 or i == len(text)):
            piece = text[start:i]
            if piece.strip():
                out.append(Part(" ".join(piece.split()), column + start + len(piece) - len(piece.lstrip())))
            start = i + 1
    return out
