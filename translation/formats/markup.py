"""HTML -> Markdown: headings, paragraphs, items and rows, each with the line of the file on which it begins.

Scripts, styles and all that is not shown are left out. Nothing is fetched.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from html.parser import HTMLParser

from .encodings import decoded
from .read_document import ReadDocument, UnreadableDocument

_HEADINGS = {f"h{level}": "#" * level + " " for level in range(1, 7)}
_BLOCKS = frozenset({"p", "div", "section", "article", "main", "header", "footer", "aside", "blockquote", "pre", "ul", "ol",
                     "dl", "dt", "dd", "table",
                     "thead", "tbody", "tfoot", "figure", "figcaption", "caption", "hr", "form", "nav",
                     "body", "html", "address", "details", "summary", *_HEADINGS, "li", "tr"})
_HIDDEN = frozenset({"script", "style", "head", "template", "noscript", "svg", "math", "select", "textarea"})
_CELLS = frozenset({"td", "th"})
_CHARSET = re.compile(rb"<meta[^>]{0,200}charset\s*=\s*[\"']?([\w-]+)", re.IGNORECASE)
# The part of a file in which its encoding has to be declared.
_HEAD = 2_000


def read_html(data: bytes, letters: Collection[str] = ()) -> ReadDocument:
    """The document in a page; `letters` are those of its language. Raises UnreadableDocument."""
    reader = _PageReader()
    reader.feed(_text(data, letters))
    reader.close()
    reader.end()
    return ReadDocument("\n".join(reader.rows), tuple(reader.lines))


def _text(data: bytes, letters: Collection[str]) -> str:
    declared = _CHARSET.search(data[:_HEAD])
    name = declared[1].decode("ascii") if declared is not None else "utf-8"
    if name.casefold() in ("utf-8", "utf8"):
        return decoded(data, letters)
    try:
        return data.decode(name)
    except (LookupError, UnicodeDecodeError):
        raise UnreadableDocument(f"is not in `{name}`, the encoding that it declares") from None


class _PageReader(HTMLParser):
    """Collects the rows of a page; `hidden` is how deep in something that is not shown it is."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.rows: list[str] = []
        self.lines: list[int] = []
        self.parts: list[str] = []
        self.cells: list[str] | None = None
        self.mark, self.line = "", 0
        self.hidden: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in _HIDDEN:
            self.hidden.append(tag)
        elif tag in _BLOCKS:
            self.end()
            self.mark = _HEADINGS.get(tag, "- " if tag == "li" else "")
            self.cells = [] if tag == "tr" else self.cells
        elif tag in _CELLS:
            self._end_cell()
        elif tag == "br":
            self.parts.append(" ")

    def handle_endtag(self, tag: str) -> None:
        if tag in _HIDDEN and tag in self.hidden:
            while self.hidden.pop() != tag:
                pass
        elif tag in _BLOCKS:
            self.end()
        elif tag in _CELLS:
            self._end_cell()

    def handle_data(self, data: str) -> None:
        if not self.hidden:
            lead = len(data) - len(data.lstrip())
            if data.strip() and not "".join(self.parts).strip():
                self.line = self.getpos()[0] + data[:lead].count("\n")
            self.parts.append(data)

    def handle_comment(self, data: str) -> None:
        # Comments are kept: `<!-- clause: id -->` anchors a clause.
        self.parts.append(f"<!--{data}-->")

    def _end_cell(self) -> None:
        text = " ".join("".join(self.parts).split())
        if self.cells is not None and text:
            self.cells.append(text)
            self.parts = []

    def end(self) -> None:
        """End the block that is being read."""
        self._end_cell()
        text = " ".join("".join(self.parts).split())
        if self.cells:
            text = f"| {' | '.join(self.cells)} |"
            self.cells = None
        if text:
            self.rows += [self.mark + text, ""]
            self.lines += [self.line or self.getpos()[0]] * 2
            self.mark = ""
        self.parts = []
