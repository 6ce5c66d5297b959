"""HTML -> Markdown: headings, paragraphs, items and rows, each with the line of the file on which it begins.

Scripts, styles and all that is not shown are left out. Nothing is fetched.
"""

from __future__ import annotations

import re
from collections import Counter
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
# Elements without an end tag, and those whose end tag may be left out: the next one of the same name ends them.
_VOID = frozenset({"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"})
_OPEN_ENDED = frozenset({"p", "li", "dt", "dd", "tr", "option", *_CELLS})
_NOT_DISPLAYED = re.compile(r"display\s*:\s*none|visibility\s*:\s*hidden", re.IGNORECASE)
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
    """Collects the rows of a page; `hidden` are the elements around it, from the outermost one that is not shown."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.rows: list[str] = []
        self.lines: list[int] = []
        self.parts: list[str] = []
        self.cells: list[str] | None = None
        self.mark, self.line = "", 0
        self.hidden: list[str] = []
        self.hidden_names: Counter[str] = Counter()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._end_left_out(tag)
        if self.hidden or tag in _HIDDEN or _is_hidden(attrs):
            if tag in _BLOCKS and not self.hidden:
                self.end()
            if tag not in _VOID:
                self.hidden.append(tag)
                self.hidden_names[tag] += 1
        elif tag in _BLOCKS:
            self.end()
            self.mark = _HEADINGS.get(tag, "- " if tag == "li" else "")
            self.cells = [] if tag == "tr" else self.cells
        elif tag in _CELLS:
            self._end_cell()
        elif tag == "br":
            self.parts.append(" ")

    def handle_endtag(self, tag: str) -> None:
        if self.hidden:
            if self.hidden_names[tag]:
                while self._leave() != tag:
                    pass
            elif self.hidden[0] in _OPEN_ENDED:  # the end of what is around it
                self.hidden.clear()
                self.hidden_names.clear()
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

    def _end_left_out(self, tag: str) -> None:
        """End hidden elements whose end tag is left out: a paragraph before a block, an item before the next one."""
        while self.hidden and (self.hidden[-1] == tag in _OPEN_ENDED or (self.hidden[-1] == "p" and tag in _BLOCKS)):
            self._leave()

    def _leave(self) -> str:
        """Leave the innermost element that is not shown, and return its name."""
        tag = self.hidden.pop()
        self.hidden_names[tag] -= 1
        return tag

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


def _is_hidden(attrs: list[tuple[str, str | None]]) -> bool:
    """Return whether the attributes of an element say that a browser does not show it."""
    return any(name == "hidden" or (name == "style" and _NOT_DISPLAYED.search(value or "")) for name, value in attrs)
