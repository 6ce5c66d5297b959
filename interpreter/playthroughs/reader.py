"""Text to playthrough: what each line says, or what is wrong with it.

A file has one statement a line. Blank lines and everything from `#` on are left out; a block
(`position`, `branch`) is indented, or closed with `end`.
"""

from __future__ import annotations

import difflib
import re

from .syntax import (
    Auto,
    Branch,
    Expect,
    Line,
    Mark,
    Moves,
    Part,
    Playthrough,
    Position,
    Problem,
    Refuse,
    Use,
)

MAX_TEXT = 5_000_000
MAX_BRANCHES = 20
KEYWORDS = ("game", "players", "set", "seed", "rules", "position", "expect", "refuse", "auto", "play", "branch",
            "end", "use", "mark", "back", "chance")
HEADER = ("game", "variant", "players", "set", "seed", "rules")
# How each kind of expectation is written; the first pattern that matches counts.
EXPECTATIONS: tuple[tuple[str, str], ...] = (
    ("to move", r"(?P<a>.+?) to move"),
    ("choice count", r"choices (?P<a>\d+)"),
    ("choices include", r"choices include (?P<list>.+)"),
    ("choices exclude", r"choices exclude (?P<list>.+)"),
    ("choices", r"choices (?P<list>.+)"),
    ("not over", r"not over"),
    ("over", r"over(?: by (?P<a>\w+))?(?:, (?:won by (?P<list>.+)|(?P<b>drawn)))?"),
    ("score", r"score (?P<a>[^=]+?) = (?P<b>-?\d+)"),
    ("no events", r"no events"),
    ("events include", r"events include (?P<list>.+)"),
    ("events", r"events (?P<list>.+)"),
    ("applied", r"applied (?P<list>.+)"),
    ("not applied", r"not applied (?P<list>.+)"),
    ("sees", r"(?P<a>.+?) sees (?P<list>.+)"),
    ("cannot see", r"(?P<a>.+?) cannot see (?P<list>.+)"),
    ("at", r"at (?P<a>\w+)"),
    ("invariants", r"invariants"),
)


def read(name: str, text: str) -> Playthrough:
    """A playthrough from its text. `name` is the path as the author would recognise it."""
    return _Reader(name, text).run()


class _Reader:
    def __init__(self, name: str, text: str) -> None:
        self.name, self.text = name, text
        self.problems: list[Problem] = []
        self.game: str | None = None
        self.players: int | None = None
        self.seats: tuple[str, ...] | None = None
        self.variants: list[str] = []
        self.settings: list[tuple[str, str]] = []
        self.seed: int | None = None
        self.rules: str | None = None
        self.rules_line = 0

    def run(self) -> Playthrough:
        text = self.text
        if len(text) > MAX_TEXT:
            self.problem(1, 1, f"the file is longer than {MAX_TEXT} characters")
            text = ""
        raw = text.replace("\r\n", "\n").split("\n")
        cut_off = bool(raw[-1].strip())
        self.rows = [(number, _without_comment(line)) for number, line in enumerate(raw, 1)]
        self.rows = [(number, line) for number, line in self.rows if line.strip()]
        self.at = 0
        lines = self.block(0)
        if self.game is None and not self.problems:
            self.problem(1, 1, "the file does not say which game is played", "begin with `game name`")
        return Playthrough(
            self.name, self.text, self.game, tuple(self.variants), self.players, self.seats, tuple(self.settings),
            self.seed, self.rules, self.rules_line, lines, tuple(self.problems), cut_off)

    def problem(self, line: int, column: int, message: str, help: str | None = None) -> None:
        self.problems.append(Problem(line, column, message, help))

    def block(self, depth: int) -> tuple[Line, ...]:
        """Lines up to the `end` of a branch, or of the file."""
        out: list[Line] = []
        while self.at < len(self.rows):
            number, row = self.rows[self.at]
            word = row.split()[0]
            self.at += 1
            if word == "end" and row.strip() == "end":
                if depth:
                    return tuple(out)
                self.problem(number, 1, "`end` closes nothing here")
                continue
            node = self.line(number, row, word, depth)
            if node is not None:
                out.append(node)
        if depth:
            self.problem(self.rows[-1][0], 1, "a branch is not closed", "write `end` on a line of its own")
        return tuple(out)

    def line(self, number: int, row: str, word: str, depth: int) -> Line | None:
        rest = row.strip()[len(word):].strip()
        column = len(row) - len(row.lstrip()) + 1
        after = column + len(word) + 1
        if word in HEADER:
            self.header(number, word, rest)
            return None
        match word:
            case "position":
                return self.position(number, row, rest)
            case "branch":
                if depth >= MAX_BRANCHES:
                    self.problem(number, column, f"branches nested deeper than {MAX_BRANCHES}")
                return Branch(number, _unquoted(rest), self.block(depth + 1))
            case "expect":
                return self.expect(number, rest, after)
            case "refuse":
                return self.refuse(number, rest, after)
            case "auto" | "play":
                return self.auto(number, word, rest, after)
            case "mark" | "back":
                return Mark(number, _unquoted(rest.removeprefix("to ")), word == "back")
            case "use":
                return Use(number, _unquoted(rest))
            case "chance" if rest.startswith(":") or word + ":" == row.split()[0]:
                return Moves(number, None, tuple(parts_of(rest.removeprefix(":"), after + 1)))
        return self.moves(number, row, column)

    def header(self, number: int, word: str, rest: str) -> None:
        match word:
            case "game":
                self.game = rest or None
            case "players" if rest.isdigit():
                self.players = int(rest)
            case "players":
                self.seats = tuple(part.text for part in parts_of(rest, 1))
                self.players = len(self.seats)
                bad = next((seat for seat in self.seats if seat in KEYWORDS or not re.fullmatch(r"[^\W\d]\w*", seat)), None)
                if bad is not None or len(set(self.seats)) != len(self.seats):
                    self.problem(number, 1, f"`{bad}` is no name for a player" if bad else "two players have one name",
                                 "names are single words, each used once")
            case "variant" if rest:
                self.variants += [part.text for part in parts_of(rest, 1)]
            case "variant":
                self.problem(number, 1, "no variant is named", "write `variant name`")
            case "set":
                name, equals, value = rest.partition("=")
                if not equals:
                    self.problem(number, 1, f"`{rest}` sets nothing", "write `set parameter = value`")
                self.settings.append((name.strip(), value.strip()))
            case "seed" if re.fullmatch(r"-?\d{1,18}", rest):
                self.seed = int(rest)
            case "rules":
                self.rules, self.rules_line = rest, number
            case _:
                self.problem(number, 1, f"`{rest}` is not a number", f"write `{word} 7`")

    def position(self, number: int, row: str, rest: str) -> Position:
        indent = len(row) - len(row.lstrip())
        lines = []
        while self.at < len(self.rows):
            line, inner = self.rows[self.at]
            if len(inner) - len(inner.lstrip()) <= indent:
                break
            lines.append((line, inner.strip()))
            self.at += 1
        if self.at < len(self.rows) and self.rows[self.at][1].strip() == "end" and not indent and not lines:
            self.at += 1
        return Position(number, _unquoted(rest) if rest else None, tuple(lines))

    def expect(self, number: int, rest: str, column: int) -> Line | None:
        if not rest:
            self.problem(number, column, "nothing is expected", "for example `expect Anna to move`")
            return None
        for kind, pattern in EXPECTATIONS:
            match = re.fullmatch(pattern, rest)
            if match is not None:
                groups = match.groupdict()
                words = [groups.get("a") or "", groups.get("b") or ""]
                words += [part.text for part in parts_of(groups.get("list") or "", 1)]
                return Expect(number, kind, tuple(words), column)
        return Expect(number, "holds", (rest,), column)

    def refuse(self, number: int, rest: str, column: int) -> Line | None:
        match = re.fullmatch(r"(\w+)\s*:\s*(.+?)(?:\s+because\s+(\w+))?", rest)
        if match is None:
            self.problem(number, column, f"`refuse {rest}` is not understood",
                         "write `refuse Anna: move because clause`")
            return None
        return Refuse(number, match[1], Part(match[2], column + match.start(2)), match[3])

    def auto(self, number: int, word: str, rest: str, column: int) -> Line | None:
        pattern = (r"(?:(?P<count>\d+)\s*)?" if word == "auto" else
                   r"until\s+(?P<until>.+?)(?:\s+at\s+most\s+(?P<count>\d+))?")
        match = re.fullmatch(pattern + r"(?:\s*\bseed\s+(?P<seed>-?\d+))?", rest)
        if match is None:
            self.problem(number, column, f"`{word} {rest}` is not understood",
                         "write `auto 40 seed 7`, or `play until condition at most 100`")
            return None
        groups = match.groupdict()
        count, seed = groups.get("count"), groups.get("seed")
        return Auto(number, int(count) if count else None, groups.get("until"), int(seed) if seed else None,
                    column + (match.start("until") if groups.get("until") else 0))

    def moves(self, number: int, row: str, column: int) -> Line | None:
        who, colon, rest = row.partition(":")
        name = who.strip()
        if colon and re.fullmatch(r"[^\W\d]\w*", name):
            if name != "chance" and self.seats is not None and name not in self.seats:
                near = difflib.get_close_matches(name, self.seats, n=1)
                self.problem(number, column, f"no player is called `{name}`",
                             f"did you mean `{near[0]}`?" if near else f"the players are {', '.join(self.seats)}")
                return None
            seat = None if name == "chance" else name
            return Moves(number, seat, tuple(parts_of(rest, len(who) + 2)))
        return Moves(number, None, tuple(parts_of(row.strip(), column)))


def _without_comment(line: str) -> str:
    """A line without its comment; a `#` inside quotes is no comment."""
    quoted = False
    for i, character in enumerate(line):
        if character == '"':
            quoted = not quoted
        elif character == "#" and not quoted:
            return line[:i].rstrip()
    return line.rstrip()


def _unquoted(text: str) -> str:
    return text[1:-1] if len(text) > 1 and text[0] == text[-1] == '"' else text


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
