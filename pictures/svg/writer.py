"""Things, blocks and pages -> SVG."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import assert_never

from ..layout.entries import NOTE
from ..layout.plan import LayoutBlock, Page, PathShape, Sign, TextLine, Thing, number
from ..look.colours import PAPER, ink_on
from ..scene.model import Token
from .style import style
from .symbols import OUTLINES, font_size
from .xml import data, element, identifier, text

NAMESPACE = "http://www.w3.org/2000/svg"


# From one position to the next, most things are the same.
MOST_KEPT = 4096


@lru_cache(maxsize=MOST_KEPT)
def thing(drawn: Thing, prefix: str) -> str:
    """One thing as a group, with its meaning in attributes."""
    inside = "".join(_item(item, prefix) for item in drawn.items)
    title = element("title", {}, text(drawn.says)) if drawn.says else ""
    id = identifier(prefix, drawn.kind, drawn.stands.type, drawn.stands.field, drawn.stands.of, drawn.stands.value)
    attributes = {
        "id": id if drawn.kind in ("space", "card", "panel", "board") else "",
        "class": f"of-{drawn.kind}",
        **data(drawn.stands),
        "data-members": " ".join(drawn.members) if len(drawn.members) > 1 else "",
        "data-changed": "yes" if drawn.is_changed else "",
    }
    return element("g", attributes, title + inside)


def _item(item: PathShape | TextLine | Sign, prefix: str) -> str:
    match item:
        case PathShape(path, role, fill):
            return element("path", {"d": path, "class": role, "style": f"fill:{fill}" if fill else ""})
        case TextLine():
            return _words(item)
        case Sign(token, x, y, size):
            return _sign(token, x, y, size, prefix)
        case _:
            assert_never(item)


def _words(words: TextLine) -> str:
    return element(
        "text",
        {
            "x": number(words.x),
            "y": number(words.y),
            "font-size": number(words.size),
            "class": words.role,
            "text-anchor": "" if words.anchor == "start" else words.anchor,
            "font-weight": "600" if words.is_bold else "",
        },
        text(words.text) or " ",
    )


def _sign(token: Token, x: float, y: float, size: float, prefix: str) -> str:
    """A token: outline, letters, count and note. It is drawn in a box of 100 by 100."""
    scale = f"{size / 100:.3f}".rstrip("0").rstrip(".")
    place = f"translate({number(x - size / 2)} {number(y - size / 2)}) scale({scale})"
    attributes = {
        "id": identifier(prefix, "piece", token.stands.type, token.stands.value) if token.is_piece else "",
        "class": "token",
        **data(token.stands),
        "data-changed": "yes" if token.is_changed else "",
    }
    title = element("title", {}, text(token.says)) if token.says else ""
    # The place stands outside, so that the same token is the same text wherever it stands.
    return element("g", {"transform": place}, element("g", attributes, title + "".join(_drawn(token))))


def _drawn(token: Token) -> Iterator[str]:
    looks = token.looks
    path, middle, room = (looks.path, 52, 70) if looks.path else OUTLINES[looks.shape or "circle"]
    if token.is_changed:
        yield element("path", {"d": "M50 -9a59 59 0 1 1 0 118a59 59 0 1 1 0-118z", "class": "fresh"})
    role = "edge broken" if looks.is_broken else "edge"
    filled = "hidden" if token.is_hidden else "" if looks.fill else "paper"
    yield element("path", {"d": path, "class": f"{role} {filled}".strip(), "style": f"fill:{looks.fill}" if looks.fill else ""})
    if looks.letters:
        # Texts stand on a base line. 0.36 of the size is about half of a capital, and puts its middle where `up` says.
        size, left, up = font_size(looks.letters, room), 50, middle
        if token.count is not None and token.count > 1:
            # The count stands at the lower right; the letters make room for it.
            size, left, up = int(size * 0.8), 42, middle - 12
        yield element(
            "text",
            {
                "x": str(left),
                "y": number(up + size * 0.36),
                "font-size": str(size),
                "text-anchor": "middle",
                "font-weight": "700",
                "fill": ink_on(looks.fill or PAPER) if not token.is_hidden else "#ffffff",
            },
            text(looks.letters),
        )
    yield from _numbered(token, middle, room) if not looks.letters and not looks.path else _counted(token)
    if token.note:
        # The ring around what has changed leaves its note free.
        below = "138" if token.is_changed else "128"
        attributes = {"x": "50", "y": below, "font-size": number(100 * NOTE), "text-anchor": "middle", "class": "ink"}
        yield element("text", attributes, text(token.note))


def _numbered(token: Token, middle: int, room: int) -> Iterator[str]:
    """The count of a token without letters, in its middle."""
    if token.count is None or token.count == 1:
        return
    written = str(token.count)
    size = font_size(written, room)
    ink = ink_on(token.looks.fill or PAPER) if not token.is_hidden else "#ffffff"
    attributes = {"x": "50", "y": number(middle + size * 0.36), "font-size": str(size), "text-anchor": "middle",
                  "font-weight": "700", "fill": ink}
    yield element("text", attributes, text(written))


def _counted(token: Token) -> Iterator[str]:
    """The count of a token, in a disc at the lower edge."""
    if token.count is None or token.count == 1:
        return
    written = str(token.count)
    wide = 26 + 24 * len(written)
    left = 104 - wide
    yield element(
        "path", {"d": f"M{left + 24} 58h{wide - 48}a24 24 0 0 1 0 48h-{wide - 48}a24 24 0 0 1 0-48z", "class": "disc"}
    )
    yield element(
        "text",
        {
            "x": number(left + wide / 2),
            "y": "96",
            "font-size": "40",
            "text-anchor": "middle",
            "font-weight": "700",
            "fill": "#1b1b1b",
        },
        text(written),
    )


# ---- Blocks and pages --------------------------------------------------------------------------


def block_lines(block: LayoutBlock, prefix: str = "") -> tuple[str, ...]:
    """The things of a block, each as text, and those of the blocks within it moved to their places."""
    inner = (
        element("g", {"transform": f"translate({number(x)} {number(y)})"}, line)
        for x, y, inside in block.inner
        for line in block_lines(inside, prefix)
    )
    return (*(thing(drawn, prefix) for drawn in block.things), *inner)


def block_svg(block: LayoutBlock, prefix: str = "", title: str = "") -> str:
    """A block as a picture of its own, for a page that has the style."""
    attributes = {
        "xmlns": NAMESPACE,
        "class": "rw",
        "viewBox": f"0 0 {number(block.width)} {number(block.height)}",
        "width": number(block.width),
        "role": "group",
        "aria-label": title or block.name,
    }
    return element("svg", attributes, "".join(block_lines(block, prefix)))


def page_svg(page: Page, title: str, description: str, prefix: str = "", alone: bool = True) -> str:
    """A whole picture with its title and description; one that stands alone has its style too."""
    named = identifier(prefix, "title"), identifier(prefix, "desc")
    attributes = {
        "xmlns": NAMESPACE,
        "class": "rw",
        "viewBox": f"0 0 {number(page.width)} {number(page.height)}",
        "width": number(page.width),
        "height": number(page.height),
        "role": "img",
        "aria-labelledby": " ".join(named),
    }
    head = element("title", {"id": named[0]}, text(title)) + element("desc", {"id": named[1]}, text(description))
    look = f"<style>{style()}</style>" if alone else ""
    back = element("path", {"d": f"M0 0h{number(page.width)}v{number(page.height)}h-{number(page.width)}z", "class": "page"})
    words = "".join(map(_words, page.headings))
    placed = "\n".join(
        element("g", {"transform": f"translate({number(x)} {number(y)})"}, "\n".join(block_lines(block, prefix)))
        for x, y, block in page.placed
        if block.things
    )
    return element("svg", attributes, f"{head}{look}{back}\n{words}\n{placed}\n") + "\n"
