"""Break a line of code that is too long inside its brackets.

It is broken in the outermost brackets that help: after a comma if they hold one, else before an `or`,
else before an `and`, and as far to the right as it can be. What goes on stands two levels deeper, so
that it is not taken for a block. What is short in its brackets reads like a word, and is not broken.
"""

from __future__ import annotations

from bisect import bisect_right

from attrs import frozen

from .lines import CodeLine, Comment, LineWord
from .spacing import CLOSING, INDENT, OPENING, WIDTH

SHORT = 40
_PLACES = ("COMMA", "OR", "AND")


@frozen
class _Row:
    """Words on one line: where each begins and ends, and the words it may be broken before.

    Each of these has a rank: the lower, the less it parts what belongs together.
    """

    words: tuple[LineWord, ...]
    begins: tuple[int, ...]
    ends: tuple[int, ...]
    places: tuple[tuple[int, int], ...]

    def text(self, gaps: list[str], begin: int, end: int) -> str:
        """Return the words from one to before another."""
        return "".join(("" if index == begin else gaps[index]) + self.words[index].text for index in range(begin, end))

    def end(self, begin: int, stop: int, width: int) -> int:
        """Return where a line of this width that begins with a word ends, at the latest before the word `stop`."""
        right = self.begins[begin] + width
        if self.ends[stop - 1] <= right:
            return stop
        best: tuple[int, int] | None = None
        # INVARIANT: places are sorted. So the search begins behind the first
        # word of the line, and ends at the first place too far to the right.
        for number in range(bisect_right(self.places, begin, key=lambda place: place[0]), len(self.places)):
            index, rank = self.places[number]
            if index >= stop or (self.ends[index - 1] > right and best is not None):
                break
            # Not even the words before the first place fit: that line stays too long.
            if self.ends[index - 1] > right:
                return index
            # The lowest rank, and of equal ranks the place farthest to the right.
            best = min(best or (rank, -index), (rank, -index))
        return stop if best is None else -best[1]


def broken(line: CodeLine, gaps: list[str]) -> list[str]:
    """Return the lines of text for a line of code; `gaps` are the spaces before its words."""
    row = _row(line.words, gaps)
    comments = _comments_before(line)
    stops = [*comments, len(line.words)]
    deeper = " " * INDENT * (line.level + 2)
    out: list[str] = []
    begin = 0
    while begin < len(line.words):
        indent = deeper if begin else " " * INDENT * line.level
        # A comment inside brackets stands before a certain word. A line ends there, or the comment would swallow what follows.
        stop = stops[bisect_right(stops, begin)]
        end = row.end(begin, stop, WIDTH - len(indent))
        out.append(indent + row.text(gaps, begin, end))
        for comment in comments.get(end, ()):
            if comment.above:
                out.append(deeper + comment.text)
            else:
                out[-1] += f"  {comment.text}"
        begin = end
    if line.comment is not None:
        out[-1] += f"  {line.comment}"
    return out


def _comments_before(line: CodeLine) -> dict[int, list[Comment]]:
    out: dict[int, list[Comment]] = {}
    for index, comment in line.inner:
        out.setdefault(index, []).append(comment)
    return out


def _row(words: tuple[LineWord, ...], gaps: list[str]) -> _Row:
    begins, ends, column = [], [], 0
    for word, gap in zip(words, gaps, strict=True):
        begins.append(column + len(gap))
        ends.append(column := begins[-1] + len(word.text))
    return _Row(words, tuple(begins), tuple(ends), _places(words, begins, ends))


def _places(words: tuple[LineWord, ...], begins: list[int], ends: list[int]) -> tuple[tuple[int, int], ...]:
    """Return the words before which a line may be broken, with their ranks."""
    out: list[tuple[int, int]] = []
    around: list[tuple[int, list[tuple[int, int]]]] = []
    for index, word in enumerate(words):
        if word.text in CLOSING:
            opening, inside = around.pop()
            out += inside if ends[index] - begins[opening] > SHORT else []
        elif around:
            kind = "COMMA" if words[index - 1].text == "," else "" if word.text == "," else word.kind
            # A place in outer brackets goes before one in inner brackets, whatever stands there.
            if kind in _PLACES:
                around[-1][1].append((index, len(_PLACES) * len(around) + _PLACES.index(kind)))
        if word.text in OPENING:
            # A stack of open brackets, each with its places. They are kept only if the brackets turn out to hold enough.
            around.append((index, []))
    return tuple(sorted(out))
