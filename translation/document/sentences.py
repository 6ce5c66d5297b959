"""Blocks to sentences, each with its number, its line, and the section in which it stands."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator
from functools import lru_cache

from attrs import frozen

from .blocks import Kind, LinePiece, TextBlock, joined
from .language import Language
from .numbers import numbers_in
from .words import fold, words

# The end of a sentence: its mark, what closes after it, and a space; or a number in a list inside a sentence.
# A run of marks is looked at once, from its beginning: there are lines of nothing else.
_END = re.compile(r"(?<![.!?…])(?P<mark>[.!?…]+)[\"'”»’)\]]*\s+|(?<![。！？])(?P<full>[。！？]+)[」』）]*\s*")
_INNER = re.compile(r"(?<=[:;,])\s+(?=\(?\d{1,2}\)\s)")
_INNER_MARK = re.compile(r"\(?\d{1,2}\)\s+")
# The headings of which it is kept how many players they speak of.
TITLES_KEPT = 1_000
_OPENING = "\"'“«‘([¿¡-–—*"


@frozen
class SectionHeading:
    """A heading: its text, the number of its sentence, and the numbers of players that it speaks of, if any."""

    title: str
    number: int
    players: tuple[int, ...]


@frozen
class Sentence:
    """A sentence of a document. Sentences are numbered from 1, headings and captions included.

    `mark` is the bullet or enumerator before it, where it begins an item of a list.
    """

    number: int
    text: str
    line: int
    kind: Kind
    block: int
    section: SectionHeading | None
    mark: str = ""

    @property
    def players(self) -> tuple[int, ...]:
        """The numbers of players of the section, () where it does not speak of any."""
        return self.section.players if self.section is not None else ()


def sentences(blocks: tuple[TextBlock, ...], language: Language) -> tuple[Sentence, ...]:
    """The sentences of a document."""
    out: list[Sentence] = []
    section: SectionHeading | None = None
    for place, block in enumerate(blocks):
        for part, (text, line) in enumerate(_cut(block, language)):
            number = len(out) + 1
            if block.kind == "heading":
                section = _section(text, number, section, language)
            out.append(Sentence(number, text, line, block.kind, place, section, "" if part else block.mark))
    return tuple(out)


def _section(title: str, number: int, around: SectionHeading | None, language: Language) -> SectionHeading:
    """The section that a heading begins. Without numbers of its own it belongs to the one that had some.

    A heading right below one that has numbers, and that leads on with a colon, says how they play and not how many.
    """
    about = _players(title, language)
    above = around.players if around is not None else ()
    leads_on = around is not None and around.number == number - 1 and title.endswith(":")
    return SectionHeading(title, number, above if leads_on and above else about or above)


@lru_cache(maxsize=TITLES_KEPT)
def _players(title: str, language: Language) -> tuple[int, ...]:
    """The numbers of players that a heading speaks of."""
    tokens = words(title)
    numbers = numbers_in(title, tokens, language)
    if any(code == "players" for word in tokens for code, _ in language.labels.at([word.folded], 0)):
        return tuple(number.value for number in numbers if number.kind == "cardinal" and not number.weak)
    return tuple(number.value for number in numbers if number.of_players)


def _cut(block: TextBlock, language: Language) -> Iterator[tuple[str, int]]:
    """The sentences of a block, each with the line on which it begins."""
    text = joined(block.pieces)
    if block.kind in ("heading", "caption", "row"):
        yield text, block.line
        return
    starts = [0, *_ends(text, language), len(text)]
    for start, end in itertools.pairwise(starts):
        part = text[start:end].strip()
        if any(word.isalnum() for word in part):
            yield _INNER_MARK.sub("", part, count=1) if _INNER_MARK.match(part) else part, _line_at(block.pieces, start)


def _ends(text: str, language: Language) -> list[int]:
    """The places where a sentence ends and another begins."""
    places = {hit.end() for hit in _END.finditer(text) if _is_end(text, hit, language)}
    return sorted(places | {hit.end() for hit in _INNER.finditer(text)})


def _is_end(text: str, end: re.Match[str], language: Language) -> bool:
    after = text[end.end():].lstrip(_OPENING)
    if not after or after[0].islower():
        return False
    if end["mark"] != ".":  # of the full stop of scripts without spaces there is no doubt
        return True
    before = fold(text[: end.start()].rsplit(None, 1)[-1].lstrip(_OPENING)) if text[: end.start()].strip() else ""
    return before not in language.abbreviations


def _line_at(pieces: tuple[LinePiece, ...], place: int) -> int:
    """The line of the character at a place in joined pieces."""
    line = pieces[0].line
    for count, piece in enumerate(pieces, 1):
        if len(joined(pieces[: count - 1])) > place:
            break
        line = piece.line
    return line
