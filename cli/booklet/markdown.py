"""A booklet as Markdown."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping

from ...translation.booklet.pages import Booklet, PrintedClause
from ...translation.booklet.tables import PrintedRow, PrintedTable
from ...translation.wording.booklet_words import for_players
from .boards import as_lines
from .examples import ExampleLine, PlayedExample

# Among these `|`, which would end a cell of a table, and `<`, which would begin an element of HTML.
_MARKS = re.compile(r"([\\`*_\[\]<>|])")


def as_markdown(booklet: Booklet, examples: Mapping[str, PlayedExample], ids: bool,
                figures: Mapping[str, tuple[str, str]] | None = None) -> str:
    """The whole booklet; with `ids` each clause shows its own. `figures` are paths of pictures: before and after examples."""
    text = "\n".join(_MarkdownWriter(booklet, examples, ids, figures or {}).lines())
    # Parts put blank lines around themselves without knowing their neighbours; here they become one.
    return re.sub(r"\n{3,}", "\n\n", text).strip() + "\n"


class _MarkdownWriter:
    """Writes a booklet line by line."""

    def __init__(self, booklet: Booklet, examples: Mapping[str, PlayedExample], ids: bool,
                 figures: Mapping[str, tuple[str, str]]) -> None:
        self.booklet, self.examples, self.ids, self.words = booklet, examples, ids, booklet.words
        self.figures = figures

    def lines(self) -> Iterator[str]:
        """All lines."""
        yield f"# {plain(self.booklet.title)}"
        yield ""
        head = (for_players(self.words, self.booklet.language, self.booklet.players), *self.booklet.variants)
        yield "*" + plain(" · ".join(head)) + "*"
        for chapter in self.booklet.chapters:
            if chapter.title:
                yield from ("", f"{'#' * (chapter.level + 1)} {plain(chapter.title)}")
            for item in chapter.items:
                yield from self.item(item)
        if self.booklet.numbers:
            yield from ("", f"## {self.words['numbers']}", "")
            yield from (f"- {self.text(number)}" for number in self.booklet.numbers)
        for word, options in (("settled", self.booklet.settled), ("options", self.booklet.options)):
            if options:
                yield from ("", f"## {self.words[word]}", "")
                yield from (f"- {self.text(option)}{self.chosen(value)}" for option, value in options)

    def chosen(self, value: str) -> str:
        """Return the sentence on the value of an option."""
        return f" *{plain(value)}*" if value else ""

    def item(self, item: PrintedClause) -> Iterator[str]:
        """A clause: a paragraph, or a point below the clause it is part of."""
        if item.kind == "example":
            yield from self.example(item)
        elif item.depth:
            # Markdown takes a point for one of the list above if it is indented by fewer than two blanks a level.
            yield f"{'  ' * (item.depth - 1)}- {self.text(item)}"
        elif item.text or item.name:
            yield from ("", self.text(item), "")
        if item.board is not None:
            # As code, since Markdown makes one blank of several, and the drawing consists of blanks.
            yield from ("", "```text", *as_lines(item.board), "```", "")
        if item.table is not None:
            yield from self.table(item.table)

    def text(self, item: PrintedClause) -> str:
        """The words of a clause with what they begin with."""
        begin = f"*{self.words[item.kind]}* " if item.depth and item.kind in ("exception", "requirement") else ""
        article, name, text = item.headed
        bold = f"**{plain(name)}**" if name else ""
        return begin + plain(article) + bold + plain(text) + (f" `{item.id}`" if self.ids else "")

    def table(self, table: PrintedTable) -> Iterator[str]:
        """A table with a head."""
        yield from _grid(table.head, (self.cells(row) for row in table.rows))

    def cells(self, row: PrintedRow) -> tuple[str, ...]:
        """The words of a row of a table, behind its name its id."""
        name, *cells = map(plain, row.cells)
        return (f"{name} `{row.id}`" if self.ids and row.id else name, *cells)

    def example(self, item: PrintedClause) -> Iterator[str]:
        """An example, if it is one of this booklet."""
        shown = self.examples.get(item.id)
        if shown is None:
            return
        with_players = "" if shown.players is None else f" ({for_players(self.words, self.booklet.language, shown.players)})"
        yield from ("", f"> **{self.words['example']}{with_players}.** {plain(item.text)}", ">")
        if shown.begins:
            yield from (f"> *{self.words['begins']}:*", ">")
            yield from (f"> - {plain(name)}: {plain(value)}" for name, value in shown.begins)
            yield from (">", "> ---", ">")
        yield from (f"> - {self.line(line)}" for line in shown.lines)
        yield from (f"> - *{plain(text)}*" for text in (shown.over,) if text)
        if item.id in self.figures:
            before, after = self.figures[item.id]
            yield from (">", f"> ![{plain(self.words['before'])}]({before}) ![{plain(self.words['after'])}]({after})")
        if shown.changes:
            heads = tuple(self.words[text] for text in ("changes", "before", "after"))
            yield from (f"> {line}".rstrip() for line in _grid(heads, (tuple(map(plain, change)) for change in shown.changes)))
        yield ""

    def line(self, line: ExampleLine) -> str:
        """A move or roll with its result."""
        who = f"**{plain(line.who if line.who is not None else self.words['chance'])}:** "
        if line.refused:
            return f"*{self.words['refused']}* {who}{plain(line.text)}" + "".join(f" — {plain(tell)}" for tell in line.tells)
        return who + plain(line.text) + (f" → {plain(' '.join(line.tells))}" if line.tells else "")


def _grid(head: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> Iterator[str]:
    yield ""
    yield "| " + " | ".join(map(plain, head)) + " |"
    yield "|" + " --- |" * len(head)
    yield from ("| " + " | ".join(row) + " |" for row in rows)
    yield ""


def plain(text: str) -> str:
    """A text in which nothing is a mark of Markdown."""
    return _MARKS.sub(r"\\\1", text)
