"""What the lines of a playthrough say. Every node knows its line number, counted from 1."""

from __future__ import annotations

from attrs import frozen


@frozen
class Part:
    """One move, roll or word of a line, and the column it begins in (from 1)."""

    text: str
    column: int


@frozen
class Moves:
    """`Anna: disc 3, ...`; `seat` is None for what chance brings."""

    line: int
    seat: str | None
    parts: tuple[Part, ...]


@frozen
class Refuse:
    """`refuse Anna: disc 3 because clause`: the move must be illegal, and for this reason."""

    line: int
    seat: str
    move: Part
    because: str | None


@frozen
class Expect:
    """An expectation; `kind` says how to read `words` (see `reader.EXPECTATIONS`)."""

    line: int
    kind: str
    words: tuple[str, ...]
    column: int


@frozen
class Auto:
    """`auto 40 seed 7`, or `play until condition at most 100 seed 7`: let chance play on."""

    line: int
    count: int | None
    until: str | None
    seed: int | None
    column: int


@frozen
class Position:
    """A block that sets a position up, line by line."""

    line: int
    name: str | None
    lines: tuple[tuple[int, str], ...]


@frozen
class Mark:
    """`mark "name"`: remember this position; with `back`, go back to it."""

    line: int
    name: str
    back: bool


@frozen
class Branch:
    """`branch "what if" ... end`: lines that are played from here, and then forgotten."""

    line: int
    name: str
    body: tuple[Line, ...]


@frozen
class Use:
    """`use "file.play"`: begin as another playthrough does."""

    line: int
    path: str


Line = Moves | Refuse | Expect | Auto | Position | Mark | Branch | Use


@frozen
class Problem:
    """A line that cannot be read."""

    line: int
    column: int
    message: str
    help: str | None = None


@frozen
class Playthrough:
    """A whole file: its header, its lines, and whether it was cut off in its last line."""

    name: str
    text: str
    game: str | None
    variants: tuple[str, ...]
    players: int | None
    seats: tuple[str, ...] | None
    settings: tuple[tuple[str, str], ...]
    seed: int | None
    rules: str | None
    rules_line: int
    lines: tuple[Line, ...]
    problems: tuple[Problem, ...]
    cut_off: bool
