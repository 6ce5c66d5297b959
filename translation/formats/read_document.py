"""The text of a file of any format, where its lines come from, and the pairs that the format gives."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from attrs import evolve, frozen


class UnreadableDocument(Exception):
    """A file that is no document that can be read; the message says why, and what to do."""


@frozen
class TranslationUnit:
    """A piece of the original and its translation: the `id` and the `line` that they have in their file.

    `form` is what the file calls the form of a plural, "" where there is one form only. `row` is the line of the text on
    which the translation stands, and the line of the original's text on which the original stands; 0 before there is a text.
    """

    id: str
    source: str
    target: str
    line: int
    form: str = ""
    row: int = 0


@frozen
class ReadDocument:
    """A document as the reader of blocks takes it: Markdown or plain text.

    `lines` gives, for each line of the text, the line, paragraph or page of the file; it is None where they are the lines of
    the text itself. `unit` is how such a place is called.
    """

    text: str
    lines: tuple[int, ...] | None = None
    unit: str = "line"
    pairs: tuple[TranslationUnit, ...] = ()

    @property
    def original(self) -> ReadDocument:
        """The original of the pairs, each in the row of its translation: what stands in one row belongs together."""
        return of_pieces([(pair.source, pair.line) for pair in self.pairs], self.unit)


def of_pieces(pieces: Iterable[tuple[str, int]], unit: str) -> ReadDocument:
    """Make a text of pieces, each a paragraph on a line of its own with a blank line behind, from their places."""
    rows: list[str] = []
    lines: list[int] = []
    for text, line in pieces:
        rows += [" ".join(text.split()), ""]
        lines += [line, line]
    return ReadDocument("\n".join(rows), tuple(lines), unit)


def of_pairs(unnumbered: Iterable[TranslationUnit], languages: Sequence[str] = ()) -> ReadDocument:
    """Make a document of pairs that have no rows yet; `languages` are those that the file has.

    Raises UnreadableDocument where no pair is translated.
    """
    pairs = tuple(evolve(pair, row=2 * place + 1) for place, pair in enumerate(unnumbered))
    if not any(pair.target.strip() for pair in pairs):
        offered = f"; its languages are {', '.join(f'`{code}`' for code in languages)}" if languages else ""
        raise UnreadableDocument(f"has no translated text{offered}")
    whole = of_pieces([(pair.target, pair.line) for pair in pairs], "line")
    return ReadDocument(whole.text, whole.lines, whole.unit, pairs)
