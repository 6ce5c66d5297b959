"""Read a booklet or a printed rulebook: its sentences, and the lines on which each stands when it is written again.

The sentences here are a segmentation of its own, so that a measure shares nothing with what it measures. In the booklets
of `bench/pairs/texts` a sentence is a line: neither empty nor the rule under a table's head. In a printed rulebook, where a
line is a paragraph, a sentence ends with a full stop, question mark or exclamation mark before a capital letter.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path

from attrs import evolve, frozen

_RULE = re.compile(r"\|[\s|:-]+\|")
_HEAD = re.compile(r"\s*(?:[-•*]\s+|\d+[.)]\s+|>\s+)?")
_SENTENCE_END = re.compile(r"(?<=[.!?…])[\"»)*]*\s+(?=[\"«(*]*[A-ZÀ-ÝА-ЯЁ])")
WIDTH = 100


@frozen
class Sentence:
    """A sentence: how it begins (`- `, `1. `), its words, and what it is."""

    head: str
    words: str
    kind: str  # title, row, table head, item, prose
    glued: bool = False  # on the line of the sentence before it

    @property
    def text(self) -> str:
        """The sentence as it stands in the file."""
        return self.head + self.words


Line = Sentence | str  # a sentence, or a line without one
Booklet = tuple[Line, ...]


def booklet_of(path: Path, printed: bool = False) -> Booklet:
    """Read a file: its sentences and the lines between them."""
    lines = path.read_text(encoding="utf-8").splitlines()
    out: list[Line] = []
    for index, line in enumerate(lines):
        if not line.strip() or _RULE.fullmatch(line):
            out.append(line)
        else:
            after = lines[index + 1] if index + 1 < len(lines) else ""
            out += _sentences(line, bool(_RULE.fullmatch(after)), printed)
    return tuple(out)


def _sentences(line: str, table_head: bool, printed: bool) -> list[Sentence]:
    kind = ("title" if line.startswith("#") else "table head" if table_head else "row" if line.startswith("|")
            else "item" if _HEAD.match(line)[0].strip() else "prose")  # type: ignore[index]  # the pattern matches nothing too
    if printed and kind == "prose" and len(line.split()) < 6 and line[-1] not in ".!?:;":
        kind = "title"
    head = "" if kind in ("title", "table head", "row") else _HEAD.match(line)[0]  # type: ignore[index]  # as above
    parts = _SENTENCE_END.split(line[len(head):]) if printed and kind in ("prose", "item") else [line[len(head):]]
    return [Sentence(head if n == 0 else "", part, kind, n > 0) for n, part in enumerate(parts)]


def sentences(booklet: Booklet) -> tuple[Sentence, ...]:
    """The sentences of a booklet; a plant names one by its place here, counted from 0."""
    return tuple(line for line in booklet if isinstance(line, Sentence))


def flowing(booklet: Booklet) -> Booklet:
    """The booklet with paragraphs: a prose sentence goes on the line of the one before it."""
    out: list[Line] = []
    for line in booklet:
        before = out[-1] if out else ""
        joins = isinstance(line, Sentence) and isinstance(before, Sentence) and line.kind == before.kind == "prose"
        out.append(evolve(line, glued=True) if joins and isinstance(line, Sentence) else line)
    return tuple(out)


@frozen
class Written:
    """A booklet as text, and the first and last line of each sentence that is in it, counted from 1."""

    text: str
    lines: Mapping[int, tuple[int, int]]


def written(booklet: Booklet, instead: Mapping[int, Sequence[Sentence]], width: int | None = None) -> Written:
    """Write a booklet, with some sentences replaced by none, one or more; wrap its paragraphs at `width`."""
    out: list[str] = []
    places: dict[int, tuple[int, int]] = {}
    ordinal = -1
    for line in booklet:
        if not isinstance(line, Sentence):
            out.append(line)
            continue
        ordinal += 1
        for sentence in instead.get(ordinal, (line,)):
            first = _put(out, sentence, width)
            places[ordinal] = (places.get(ordinal, (first, 0))[0], len(out))
    return Written("\n".join(out) + "\n", places)


def _put(out: list[str], sentence: Sentence, width: int | None) -> int:
    """Append a sentence to the lines; return the line on which it begins."""
    if not (sentence.glued and out and out[-1].strip()):
        out.append("")
    words = sentence.text.split(" ") if width else [sentence.text]
    first = 0
    for word in words:
        grown = f"{out[-1]} {word}" if out[-1] else word
        if width and out[-1] and len(grown) > width and sentence.kind == "prose":
            out.append(word)
        else:
            out[-1] = grown
        first = first or len(out)
    return first
