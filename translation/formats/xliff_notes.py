"""Notes in the units of XLIFF 1.2 and 2, and the bytes of such a file in the layout that it had.

translate-toolkit puts notes of XLIFF 2 into segments, and indents the whole file its own way when it writes it. Here an
element that is put in or taken out moves only the blanks around itself, and everything else is spelled as in the file.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from io import BytesIO
from typing import Any

from .xml_spelling import spelled_as

# Whose notes they are; the next run replaces them.
ORIGIN = "rulewright"
# What stands before the root of an XML file, and the end tag behind which the rest stands.
_PROLOGUE = re.compile(rb"(?:\xef\xbb\xbf)?(?:\s+|<\?.*?\?>|<!--.*?-->|<!DOCTYPE[^>\[]*>)*", re.DOTALL)
_END = re.compile(rb".*</(?:[\w.-]+:)?xliff\s*>", re.DOTALL)


def unnoted(segments: Sequence[Any]) -> None:
    """Remove the notes of an earlier run from the units of some segments of XLIFF 2."""
    for segment in segments:
        for container in segment.getunitelement().findall(segment.namespaced("notes")):
            own = [note for note in container.findall(segment.namespaced("note")) if note.get("category") == ORIGIN]
            for note in own:
                _take_out(note)
            # One that was empty before belongs to the file.
            if own and not len(container):
                _take_out(container)


def note(segment: Any, texts: Sequence[str]) -> None:
    """Add notes to the unit of a segment of XLIFF 2; where it has several segments, they name their own."""
    if not texts:
        return
    unit = segment.getunitelement()
    container = unit.find(segment.namespaced("notes"))
    if container is None:
        container = unit.makeelement(segment.namespaced("notes"))
        # What belongs to modules stands before the notes, and the data of the original behind them.
        behind = [segment.namespaced(name) for name in ("originalData", "segment", "ignorable")]
        _put_in(unit, next(place for place, element in enumerate(unit) if element.tag in behind), container)
    segments = unit.findall(segment.namespaced("segment"))
    which = f"segment {segment.xmlelement.get('id') or segments.index(segment.xmlelement) + 1}: " if len(segments) > 1 else ""
    for text in texts:
        new_note = container.makeelement(segment.namespaced("note"), {"category": ORIGIN})
        new_note.text = f"{which}{text}"
        _put_in(container, len(container), new_note)


def note_again(unit: Any, texts: Sequence[str]) -> None:
    """Put notes behind the translation of a unit of XLIFF 1.2, in the place of those of an earlier run."""
    element = unit.xmlelement
    for old in element.findall(unit.namespaced("note")):
        if old.get("from") == ORIGIN:
            _take_out(old)
    # Elements of other namespaces stand at the end.
    space = element.tag.rpartition("}")[0]
    behind = 1 + max(place for place, child in enumerate(element) if str(child.tag).rpartition("}")[0] == space)
    for place, text in enumerate(texts, behind):
        new_note = element.makeelement(unit.namespaced("note"), {"from": ORIGIN})
        new_note.text = text
        _put_in(element, place, new_note)


# ---- The layout ----------------------------------------------------------------------------------------------------------


def _put_in(parent: Any, place: int, new_note: Any) -> None:
    """Put an element before the child at a place, on a line of its own if the others have lines of their own."""
    if not len(parent):
        if "\n" in (parent.tail or ""):
            # The element that was put in around it stands on a line of its own: a step further in than that.
            indent = _indent_of(parent)
            parent.text, new_note.tail = f"\n{indent}{_step(parent)}", f"\n{indent}"
    elif place == len(parent):
        new_note.tail = parent[-1].tail
        if _is_blank(parent.text):
            parent[-1].tail = parent.text
    else:
        new_note.tail = parent[place - 1].tail if place else parent.text
    parent.insert(place, new_note)


def _take_out(element: Any) -> None:
    """Remove an element, and leave the blanks around it as they were before it was put in."""
    parent, before = element.getparent(), element.getprevious()
    if before is not None:
        before.tail = element.tail
    elif element.getnext() is None:
        parent.text = None
    parent.remove(element)


def _is_blank(text: str | None) -> bool:
    return text is not None and not text.strip()


def _indent_of(element: Any) -> str:
    """The blanks before an element on its line."""
    before = element.getprevious()
    blanks = before.tail if before is not None else element.getparent().text
    return (blanks or "").rpartition("\n")[2]


def _step(element: Any) -> str:
    """The blanks by which an element stands further in than the one around it."""
    own, around = _indent_of(element), _indent_of(element.getparent())
    return own.removeprefix(around) if own.startswith(around) else ""


def written(document: Any, data: bytes) -> bytes:
    """A tree as the file is spelled that it was read from: layout, ends of lines, quotes, order and escapes."""
    encoding, out = document.docinfo.encoding or "UTF-8", BytesIO()
    before, behind = _PROLOGUE.match(data), _END.match(data)
    if before is None or behind is None:
        # UTF-16 and the like, whose signs are not those of ASCII.
        document.write(out, encoding=encoding, xml_declaration=True)
        return out.getvalue()
    document.write(out, encoding=encoding, xml_declaration=False)
    text = out.getvalue()
    begin, end = _PROLOGUE.match(text), _END.match(text)
    assert begin is not None, "every text begins with something or nothing"
    assert end is not None, "the end tag of the file is that of its root"
    root = text[begin.end() : end.end()]
    # A reader of XML takes each end of a line for a line feed.
    root = root.replace(b"\n", b"\r\n") if b"\r\n" in data else root
    return before[0] + spelled_as(data[before.end() : behind.end()], root) + data[behind.end() :]
