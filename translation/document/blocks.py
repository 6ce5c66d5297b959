"""Text of a printed rulebook to blocks: headings, paragraphs, list items, rows of tables and captions.

Documents come out of books with their pictures cut away: a paragraph may be broken by a caption, a line
by the width of a page, and a list may be marked by bullets, numbers or letters. A block is joined again
from its pieces, each of which keeps its line.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import takewhile
from typing import Literal

from attrs import evolve, frozen

from .language import FULL_STOP, Language
from .words import folded_words, is_unspaced, plain

Kind = Literal["heading", "paragraph", "item", "row", "caption"]
# What stands between the cells of a row in its text.
BETWEEN_CELLS = "; "

# The most words of a heading, and the fewest characters of a line that goes on in the next.
HEADING_WORDS = 9
# How many characters of a script without spaces are a word.
UNSPACED = 2.5
GOES_ON = 45
# A line or block that is longer is no paragraph of a rulebook; it is cut, so that the work grows no faster than the text.
LONGEST = 4_000

_MARKDOWN_HEADING = re.compile(r"(#{1,6})\s+(.+)")
_BULLET = re.compile(r"(?:[-–—•*▪►·+]|!)\s+")
_ENUMERATOR = re.compile(r"(?:\(?(?:\d{1,2}|[^\W\d_])\)|\d{1,2}\.(?=\s))\s*")
_RULE = re.compile(r"[-=_*~\s|:]+$")
# What stands before the lines of a quotation in Markdown, as an example of a booklet is.
_QUOTE = re.compile(r"^(?:>(?:\s+|$))+")
# The line before or behind a drawing, or the like, in Markdown.
_FENCE = re.compile(r"`{3,}\w*$")
_END = re.compile(r"[.!?…:;。！？：；][\"'”»)\]*」』）]*$")
_INSIDE = ",;–—-"


@frozen
class LinePiece:
    """Text of one line of a document."""

    text: str
    line: int


@frozen
class TextBlock:
    """The pieces of a document that belong together. `level` is that of a heading, 0 where none is marked.

    `mark` is the bullet or enumerator before an item, the innermost of several.
    """

    kind: Kind
    pieces: tuple[LinePiece, ...]
    level: int = 0
    mark: str = ""

    @property
    def text(self) -> str:
        """The whole text."""
        return joined(self.pieces)

    @property
    def line(self) -> int:
        """The line on which it begins."""
        return self.pieces[0].line

    @property
    def ended(self) -> bool:
        """Whether its text comes to an end as a sentence does."""
        return _END.search(self.text) is not None


def joined(pieces: Iterable[LinePiece]) -> str:
    """The text of pieces; a word that is cut at the end of a line is made whole."""
    text = ""
    for piece in pieces:
        if text.endswith("-") and text[-2:-1].isalpha() and piece.text[:1].islower():
            text = text[:-1] + piece.text
        else:
            text += (" " if text else "") + piece.text
    return text


def blocks(text: str, language: Language) -> tuple[TextBlock, ...]:
    """The blocks of a document, in order."""
    out: list[TextBlock] = []
    fresh = True
    for number, raw in _lines(text):
        line = _QUOTE.sub("", plain(raw.replace("\xa0", " ")).strip().lstrip("\ufeff"))
        if not line or _RULE.fullmatch(line) or _FENCE.match(raw.strip()):
            fresh = True
            continue
        block = _block(line, number, language)
        if (out and block.kind == "paragraph" and not fresh and _goes_on(out[-1], line)
            and _have_room(out[-1].pieces, block.pieces)):
            out[-1] = evolve(out[-1], pieces=(*out[-1].pieces, LinePiece(line, number)))
        else:
            out.append(block)
        fresh = False
    return _with_headings(_mended(out))


def _lines(text: str) -> Iterator[tuple[int, str]]:
    """The lines of a text with their numbers; one that is too long in parts, which end with a word if they can."""
    for number, line in enumerate(text.splitlines(), 1):
        rest = line
        while len(rest) > LONGEST:
            end = rest.rfind(" ", 1, LONGEST) + 1 or LONGEST
            yield number, rest[:end]
            rest = rest[end:]
        yield number, rest


def _have_room(pieces: Sequence[LinePiece], more: Sequence[LinePiece]) -> bool:
    """Return whether a block of some pieces can take more."""
    return sum(len(piece.text) + 1 for piece in (*pieces, *more)) <= LONGEST


def _block(line: str, number: int, language: Language) -> TextBlock:
    heading = _MARKDOWN_HEADING.match(line)
    if heading is not None:
        title = heading[2].rstrip("#").rstrip() or heading[2]
        return TextBlock("heading", (LinePiece(title, number),), len(heading[1]))
    if line.startswith("|"):
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        return TextBlock("row", (LinePiece(BETWEEN_CELLS.join(cell for cell in cells if cell), number),))
    mark, bare = _unmarked(line)
    if _is_caption(bare, language):
        return TextBlock("caption", (LinePiece(bare, number),))
    return TextBlock("paragraph" if bare == line else "item", (LinePiece(bare, number),), mark=mark)


def _unmarked(line: str) -> tuple[str, str]:
    """The last of the bullets and enumerators at the beginning of a line, and the line without them."""
    last = ""
    while True:
        mark = _BULLET.match(line) or _ENUMERATOR.match(line)
        if mark is None or mark.end() == len(line):
            return last.strip(), line
        last, line = mark[0], line[mark.end():]


def _is_caption(line: str, language: Language) -> bool:
    """Return whether a line is no more than the word for a figure and its number."""
    folded = folded_words(line)
    names = [code.removesuffix(FULL_STOP) for code, _ in language.labels.at(folded, 0)] if folded else []
    return "figures" in names and (len(folded) == 1 or (len(folded) == 2 and folded[1].isdigit()))


def _goes_on(before: TextBlock, line: str) -> bool:
    """Return whether a line is a continuation of the block that ends on the line before."""
    if before.kind in ("heading", "caption", "row"):
        return False
    last = before.pieces[-1].text
    if line[:1].islower():
        return True
    return len(last) >= GOES_ON and (_END.search(last) is None or last.endswith((".", "!", "?", ";")))


def _mended(broken: list[TextBlock]) -> list[TextBlock]:
    """The blocks, with paragraphs joined that a picture or a page's end has broken."""
    out: list[TextBlock] = []
    # The last block that is no caption.
    before: int | None = None
    for block in broken:
        if (before is not None and block.kind == "paragraph" and block.text[:1].islower()
                and out[before].kind in ("paragraph", "item") and not out[before].ended
                and _have_room(out[before].pieces, block.pieces)):
            out[before] = evolve(out[before], pieces=(*out[before].pieces, *block.pieces), level=0)
            continue
        before = before if block.kind == "caption" else len(out)
        out.append(block)
    return out


def _with_headings(plain: list[TextBlock]) -> tuple[TextBlock, ...]:
    """The blocks; a short line that stands alone and ends as no sentence does is a heading.

    So is one with a number, where it does not stand in a list of such lines.
    """
    if any(block.kind == "heading" for block in plain):
        return tuple(plain)
    numbered = [block.kind == "item" and _ENUMERATOR.fullmatch(f"{block.mark} ") is not None and is_title(block.text)
                for block in plain]
    around = zip(numbered, [False, *numbered], [*numbered[1:], False], [None, *plain], plain, [*plain[1:], None], strict=False)
    alone = [own and not before and not behind and _stands_alone(*neighbours) for own, before, behind, *neighbours in around]
    return tuple(evolve(block, kind="heading", level=0) if alone[place] or _is_heading(block) else block
                 for place, block in enumerate(plain))


def _stands_alone(before: TextBlock | None, block: TextBlock, behind: TextBlock | None) -> bool:
    """Return whether a block of one line has blank lines around it."""
    line = block.line
    return (len(block.pieces) == 1 and (before is None or before.pieces[-1].line < line - 1)
            and (behind is None or behind.line > line + 1))


def _is_heading(block: TextBlock) -> bool:
    return block.kind == "paragraph" and len(block.pieces) == 1 and is_title(block.text)


def is_title(text: str) -> bool:
    """Return whether a text that stands alone is short and ends as no sentence does."""
    few = sum(1 / UNSPACED if is_unspaced(word) else 1 for word in folded_words(text)) <= HEADING_WORDS
    first = next((word for word in text if word.isalnum()), "")
    signs = takewhile(lambda word: not (word.isalnum() or word == "_"), reversed(text))
    return few and not first.islower() and text[-1] not in _INSIDE and not set(signs) & set(".?…。？")
