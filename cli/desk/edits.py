"""A sentence of a document and its new words -> the document's text."""

from __future__ import annotations

import click

from ...dsl.source.read_limited import bytes_in
from ...translation.document.positions import TextPosition
from ...translation.formats.recognise import MOST_BYTES
from ..documents.text import DocumentText

LONGEST = 4_000


def can_edit(document: DocumentText) -> bool:
    """Return whether the document's file is text in UTF-8, as it is read."""
    try:
        return document.content.lines is None and _lines(document.data.decode()) == _lines(document.content.text)
    except UnicodeDecodeError:
        return False


def edited(document: DocumentText, index: int, was: str, text: str) -> str:
    """The text of the document with another sentence in the place of one.

    Args:
        index: the index of the sentence.
        was: the sentence as the person has seen it.
        text: its new words. Line breaks become spaces.

    Raises:
        click.UsageError: the file is not plain text, has changed since it was read, or has no such sentence.
    """
    if not can_edit(document):
        raise click.UsageError(f"`{document.path}` is not plain text in UTF-8: edit it in its own program; the desk reads it "
                               "again")
    # Another program may have written the file since, and a line and column of the old text would hit something else.
    if bytes_in(document.path, MOST_BYTES) != document.data:
        raise click.UsageError(f"`{document.path}` has changed since it was read; read the sentence again")
    text, sentence = " ".join(text.split()), document.document.sentences[index]
    if not text or len(text) > LONGEST:
        raise click.UsageError(f"write a sentence of at most {LONGEST:,} characters")
    mark, whole = _without_mark(document.data.decode())
    extent = document.document.extents[index]
    begin, end = _offset(whole, extent.begin), _offset(whole, extent.end)
    # An extent begins at the first letter: opening quotes and brackets stay in the file, and are taken off the new words.
    opening = sentence.text[: _first_word(sentence.text)]
    if was != sentence.text or opening + " ".join(whole[begin:end].split()) != sentence.text:
        raise click.UsageError(f"sentence {sentence.number} is not in `{document.path}` as it is shown: edit the file")
    return mark + whole[:begin] + text.removeprefix(opening) + whole[end:]


def _lines(text: str) -> list[str]:
    return _without_mark(text)[1].splitlines()


def _without_mark(text: str) -> tuple[str, str]:
    """The byte order mark of a text, if it has one, and the text behind it."""
    bare = text.removeprefix("\ufeff")
    return text[: len(text) - len(bare)], bare


def _first_word(text: str) -> int:
    """The index of the first letter or digit, behind quotes and brackets: an extent begins there."""
    return next((index for index, sign in enumerate(text) if sign.isalnum()), len(text))


def _offset(text: str, place: TextPosition) -> int:
    """The index of a character in a text, by its line and column."""
    lines = text.splitlines(keepends=True)
    return sum(map(len, lines[: place.line - 1])) + place.column - 1
