"""A sentence of a document -> the passage of the file that has it; a passage and its new words -> the document's text."""

from __future__ import annotations

import click
from attrs import frozen

from ...dsl.source.read_limited import bytes_in
from ...translation.document.blocks import blocks
from ...translation.document.language import Language
from ...translation.document.positions import TextPosition
from ...translation.document.words import words
from ...translation.formats.comments import without_comments
from ...translation.formats.recognise import MOST_BYTES
from ..documents.text import DocumentText

LONGEST = 4_000
# The marks of Markdown for emphasis and code. An extent begins at the first letter, behind them.
_EMPHASIS = "*_~`"


@frozen
class Passage:
    """The part of a text that has a sentence, from one character to the one behind another, as it stands there.

    Line ends are `\\n` in `text`. The passage of a row of a table is its line.
    """

    begin: int
    end: int
    text: str


def can_edit(document: DocumentText) -> bool:
    """Return whether the document's file is text in UTF-8, as it is read."""
    try:
        return document.content.lines is None and _lines(document.data.decode()) == _lines(document.content.text)
    except UnicodeDecodeError:
        return False


def passages(document: DocumentText) -> tuple[Passage | None, ...]:
    """The passage of each sentence; None for one that does not stand in the file as it is read, or not in one piece."""
    if not can_edit(document):
        return (None,) * len(document.document.sentences)
    _, whole = _without_mark(document.data.decode())
    starts = _starts(whole)
    return tuple(_passage(document, index, whole, starts) for index in range(len(document.document.sentences)))


def where_it_is(document: DocumentText, index: int, was: str) -> int:
    """Return the index of the sentence with this passage: the one given, or another if only that has it now.

    A person may write while another program puts sentences in before.
    """
    having = [place for place, passage in enumerate(passages(document)) if passage is not None and passage.text == _shown(was)]
    return having[0] if len(having) == 1 else index


def edited(document: DocumentText, index: int, was: str, text: str) -> str:
    """The text of the document with another passage in the place of one.

    Args:
        index: the index of the sentence.
        was: the passage as the person has seen it.
        text: its new words. Line breaks become spaces if the passage is on one line.

    Raises:
        click.UsageError: the file is not plain text, has changed since it was read, or has no such sentence.
    """
    if not can_edit(document):
        raise click.UsageError(f"`{document.path}` is not plain text in UTF-8: edit it in its own program; the desk reads it "
                               "again")
    # Another program may have written the file since, and a line and column of the old text would hit something else.
    if bytes_in(document.path, MOST_BYTES) != document.data:
        raise click.UsageError(f"`{document.path}` has changed since it was read; read the sentence again")
    text = text.strip()
    if not text or len(text) > LONGEST:
        raise click.UsageError(f"write a sentence of at most {LONGEST:,} characters")
    mark, whole = _without_mark(document.data.decode())
    passage = _passage(document, index, whole, _starts(whole))
    if passage is None or passage.text != _shown(was):
        number = document.document.sentences[index].number
        raise click.UsageError(f"sentence {number} is not in `{document.path}` as it is shown: edit the file")
    if "\n" in passage.text:
        fresh = ("\r\n" if "\r\n" in whole else "\n").join(line.rstrip() for line in text.splitlines())
    else:
        fresh = " ".join(line.strip() for line in text.splitlines() if line.strip())
    return mark + whole[: passage.begin] + fresh + whole[passage.end :]


def _passage(document: DocumentText, index: int, whole: str, starts: list[int]) -> Passage | None:
    sentence, extent = document.document.sentences[index], document.document.extents[index]
    if sentence.kind == "row":
        line = whole[starts[sentence.line - 1] : starts[sentence.line]]
        begin = starts[sentence.line - 1] + len(line) - len(line.lstrip())
        end = starts[sentence.line - 1] + len(line.rstrip())
    else:
        begin, end = (_offset(starts, place) for place in (extent.begin, extent.end))
        # Of the signs before the first letter those belong to it that the sentence has, and emphasis.
        opening = sentence.text[: _first_word(sentence.text)] + _EMPHASIS
        while begin > 0 and whole[begin - 1] in opening and not whole[begin - 1].isspace():
            begin -= 1
    text = _shown(whole[begin:end])
    is_whole = _words_of(text, document.document.language) == [word.written for word in words(sentence.text)]
    return Passage(begin, end, text) if is_whole else None


def _words_of(passage: str, language: Language) -> list[str]:
    """The words of a passage as a document with it would have them: without comments, marks, and hyphens at ends of lines."""
    bare, _ = without_comments(passage)
    return [word.written for block in blocks(bare, language) for word in words(block.text)]


def _shown(text: str) -> str:
    """A text with the line ends of a passage."""
    return "\n".join(text.splitlines())


def _lines(text: str) -> list[str]:
    return _without_mark(text)[1].splitlines()


def _without_mark(text: str) -> tuple[str, str]:
    """The byte order mark of a text, if it has one, and the text behind it."""
    bare = text.removeprefix("\ufeff")
    return text[: len(text) - len(bare)], bare


def _first_word(text: str) -> int:
    """The index of the first letter or digit, behind quotes and brackets: an extent begins there."""
    return next((index for index, sign in enumerate(text) if sign.isalnum()), len(text))


def _starts(text: str) -> list[int]:
    """The index of the first character of each line of a text, and behind the last line."""
    starts = [0]
    for line in text.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))
    return starts


def _offset(starts: list[int], place: TextPosition) -> int:
    """The index of a character in a text, by its line and column."""
    return starts[place.line - 1] + place.column - 1
