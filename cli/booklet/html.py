"""A booklet as one page of HTML: it needs no other file, and prints well."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from html import escape
from importlib.resources import files

from ...pictures.svg.style import style as picture_style
from ...translation.booklet.pages import Booklet, BookletChapter, PrintedClause
from ...translation.booklet.tables import PrintedRow, PrintedTable
from ...translation.wording.booklet_words import for_players
from .boards import as_svg
from .examples import ExampleLine, PlayedExample
from .figures import Figure

# A table with more columns than this is set smaller.
WIDE = 7


def as_html(booklet: Booklet, examples: Mapping[str, PlayedExample], ids: bool,
            figures: Mapping[str, Figure] | None = None) -> str:
    """The whole page; with `ids` each clause shows its own. `figures` show the positions of examples."""
    style = (files("rulewright") / "cli" / "templates" / "booklet.css").read_text(encoding="utf-8")
    drawn = figures or {}
    style += picture_style() if drawn else ""
    writer = _HtmlWriter(booklet, examples, ids, drawn)
    return "\n".join([
        "<!doctype html>", f'<html lang="{booklet.language}">', "<head>", '<meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">', f"<title>{escape(booklet.title)}</title>",
        f"<style>\n{style}</style>", "</head>", "<body>", *writer.body(), "</body>", "</html>"]) + "\n"


class _HtmlWriter:
    """Writes the parts of the page."""

    def __init__(self, booklet: Booklet, examples: Mapping[str, PlayedExample], ids: bool,
                 figures: Mapping[str, Figure]) -> None:
        self.booklet, self.examples, self.ids, self.words = booklet, examples, ids, booklet.words
        self.figures = figures

    def body(self) -> Iterator[str]:
        """Head, contents, chapters, numbers and options."""
        booklet, words = self.booklet, self.words
        players = for_players(words, booklet.language, booklet.players)
        yield f"<header><h1>{escape(booklet.title)}</h1>"
        yield f"<p>{escape(' · '.join((players, *booklet.variants)))}</p></header>"
        yield from self.contents()
        yield "<main>"
        for chapter in booklet.chapters:
            yield from self.chapter(chapter)
        # No name of a rulebook has a `+`, so these ids are none of a chapter.
        if booklet.numbers:
            yield f'<section id="+numbers"><h2>{escape(words["numbers"])}</h2><ul class="columns">'
            yield from (f"<li>{self.text(number)}</li>" for number in booklet.numbers)
            yield "</ul></section>"
        for word, options in (("settled", booklet.settled), ("options", booklet.options)):
            if options:
                yield f'<section id="+{word}"><h2>{escape(words[word])}</h2><ul>'
                yield from (f"<li>{self.text(option)}{self.chosen(value)}</li>" for option, value in options)
                yield "</ul></section>"
        yield f"</main><footer>{escape(words['made_from'])}</footer>"

    def chosen(self, value: str) -> str:
        """Return the sentence on the value of an option."""
        return f" <em>{escape(value)}</em>" if value else ""

    def contents(self) -> Iterator[str]:
        """Links to the sections."""
        titled = [(chapter.level, chapter.id, chapter.title) for chapter in self.booklet.chapters if chapter.title]
        ends = (("numbers", self.booklet.numbers), ("settled", self.booklet.settled), ("options", self.booklet.options))
        titled += [(1, f"+{word}", self.words[word]) for word, is_present in ends if is_present]
        if titled:
            yield f'<nav aria-labelledby="+contents"><h2 id="+contents">{escape(self.words["contents"])}</h2><ol>'
            for level, id, title in titled:
                yield f'<li class="level{level}"><a href="#{escape(id)}">{escape(title)}</a></li>'
            yield "</ol></nav>"

    def chapter(self, chapter: BookletChapter) -> Iterator[str]:
        """A section with its clauses; those inside others are lists."""
        yield f'<section id="{escape(chapter.id)}">' if chapter.id else "<section>"
        if chapter.title:
            yield f"<h{chapter.level + 1}>{escape(chapter.title)}</h{chapter.level + 1}>"
        yield from self.items([item for item in chapter.items if item.kind != "example" or item.id in self.examples])
        yield "</section>"

    def items(self, items: list[PrintedClause]) -> Iterator[str]:
        """Clauses that follow each other, each with those inside it."""
        if not items:
            return
        depth = min(item.depth for item in items)
        # Clauses come as a flat list with depths. The deeper ones behind a head are those inside it.
        heads = [i for i, item in enumerate(items) if item.depth == depth]
        for begin, end in zip(heads, [*heads[1:], len(items)], strict=True):
            yield from self.item(items[begin], items[begin + 1 : end])

    def item(self, item: PrintedClause, inside: list[PrintedClause]) -> Iterator[str]:
        """A clause: a paragraph, or a point of a list."""
        tag = "li" if item.depth else "div"
        if item.kind == "example":
            yield from self.example(item, self.examples[item.id])
            return
        yield f'<{tag} class="{escape(item.kind)}">' + (f"<p>{self.text(item)}</p>" if item.text or item.name else "")
        if item.board is not None:
            yield as_svg(item.board, item.text)
        if item.table is not None:
            yield from self.table(item.table, item.text)
        if inside:
            yield "<ul>"
            yield from self.items(inside)
            yield "</ul>"
        yield f"</{tag}>"

    def text(self, item: PrintedClause) -> str:
        """The words of a clause with what they begin with."""
        begin = self.words[item.kind] if item.depth and item.kind in ("exception", "requirement") else None
        label = f'<b class="label">{escape(begin)}</b> ' if begin else ""
        article, name, text = item.headed
        bold = f"{escape(article)}<dfn>{escape(name)}</dfn>" if name else ""
        # A clause without a text stands there in English, and readers of screens should speak it so.
        lang = "" if item.worded else ' lang="en"'
        id = f' <code class="id">{escape(item.id)}</code>' if self.ids else ""
        return f"{label}{bold}<span{lang}>{escape(text)}</span>{id}"

    def table(self, table: PrintedTable, says: str) -> Iterator[str]:
        """A table with a head, and what is said of it; where it is too wide for the page, keys move it too."""
        looks = "wide" if len(table.head) > WIDE else ""
        heads = "".join(f'<th scope="col">{escape(text)}</th>' for text in table.head)
        label = escape(says or table.head[0])
        yield f'<div class="grid" role="region" tabindex="0" aria-label="{label}">'
        yield f'<table class="{looks}"><thead><tr>{heads}</tr></thead><tbody>'
        yield from (self.row(row, table.has_sentences) for row in table.rows)
        yield "</tbody></table></div>"

    def row(self, row: PrintedRow, has_sentence: bool) -> str:
        """A row of a table; its sentence is the last cell."""
        name, *cells = row.cells
        langs = ["" for _ in cells]
        if has_sentence and not row.worded:
            langs[-1] = ' lang="en"'
        id = f' <code class="id">{escape(row.id)}</code>' if self.ids and row.id else ""
        cells_html = "".join(f"<td{lang}>{escape(cell)}</td>" for cell, lang in zip(cells, langs, strict=True))
        return f'<tr><th scope="row">{escape(name)}{id}</th>{cells_html}</tr>'

    def example(self, item: PrintedClause, shown: PlayedExample) -> Iterator[str]:
        """An example in a box."""
        others = "" if shown.players is None else f" ({for_players(self.words, self.booklet.language, shown.players)})"
        yield f'<aside class="example"><p><b>{escape(self.words["example"] + others)}.</b> {self.text(item)}</p>'
        if shown.begins:
            yield f'<p class="label">{escape(self.words["begins"])}:</p><dl>'
            yield from (f"<div><dt>{escape(name)}</dt><dd>{escape(value)}</dd></div>" for name, value in shown.begins)
            yield "</dl>"
        yield "<ol>"
        yield from (f'<li class="{"refused" if line.refused else "played"}">{self.line(line)}</li>' for line in shown.lines)
        yield from (f'<li class="over">{escape(text)}</li>' for text in (shown.over,) if text)
        yield "</ol>"
        if item.id in self.figures:
            yield '<figure class="positions">'
            yield from self.figures[item.id]
            yield "</figure>"
        if shown.changes:
            heads = (self.words[text] for text in ("changes", "before", "after"))
            named = "".join(f'<th scope="col">{escape(head)}</th>' for head in heads)
            yield f"<table><thead><tr>{named}</tr></thead><tbody>"
            yield from ("<tr>" + "".join(f"<td>{escape(text)}</td>" for text in change) + "</tr>" for change in shown.changes)
            yield "</tbody></table>"
        yield "</aside>"

    def line(self, line: ExampleLine) -> str:
        """A move or roll with its result."""
        who = f"<b>{escape(line.who if line.who is not None else self.words['chance'])}:</b> "
        label = f'<b class="label">{escape(self.words["refused"])}</b> ' if line.refused else ""
        sign = " — " if line.refused else " → "
        effects = f'{sign}<span class="effects">{escape(" ".join(line.tells))}</span>' if line.tells else ""
        return label + who + escape(line.text) + effects
