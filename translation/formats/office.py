"""DOCX -> Markdown: headings, paragraphs, items and rows, each with the number of its paragraph.

python-docx reads the file: it is maintained, typed and small, and keeps styles, which docx2txt drops and mammoth turns
into HTML. A file that would unpack to too much is refused before anything of it is unpacked.
"""

from __future__ import annotations

import re
import zipfile
from collections.abc import Iterator
from io import BytesIO

from .guarded_xml import refuse_entities
from .read_document import ReadDocument, UnreadableDocument

# At most how many bytes a file unpacks to, and in how many parts.
MOST_BYTES, MOST_PARTS = 200_000_000, 10_000
_HEADING = re.compile(r"(?:heading|title|überschrift|titre|título|titolo|заголовок|nagłówek|kop|nadpis)\s*(\d)?", re.IGNORECASE)
_ITEM = re.compile(r"list", re.IGNORECASE)


def read_docx(data: bytes) -> ReadDocument:
    """The document in a file of a word processor. Raises UnreadableDocument."""
    _refuse_bad_archive(data)
    import docx
    from docx.table import Table

    try:
        body = list(docx.Document(BytesIO(data)).iter_inner_content())
    except (KeyError, ValueError, zipfile.BadZipFile):
        raise UnreadableDocument("is an archive, but not a word processor document (DOCX)") from None
    rows: list[str] = []
    for item in body:
        rows += _rows_of(item) if isinstance(item, Table) else [_paragraph(item)]
    texts = [text for row in rows for text in (row, "")]
    return ReadDocument("\n".join(texts), tuple(place // 2 + 1 for place in range(len(texts))), "paragraph")


def _refuse_bad_archive(data: bytes) -> None:
    """Raise UnreadableDocument for what is no archive, unpacks to too much, or has XML with entities in it."""
    try:
        with zipfile.ZipFile(BytesIO(data)) as archive:
            parts = archive.infolist()
            if len(parts) > MOST_PARTS or sum(part.file_size for part in parts) > MOST_BYTES:
                raise UnreadableDocument(f"unpacks to more than {MOST_BYTES:,} bytes, or {MOST_PARTS:,} parts")
            if any(part.flag_bits & 1 for part in parts):
                raise UnreadableDocument("is locked by a password; save it without one")
            for part in parts:
                if part.filename.endswith((".xml", ".rels")):
                    refuse_entities(archive.read(part))
    except (zipfile.BadZipFile, NotImplementedError, EOFError, OSError, zipfile.zlib.error):  # type: ignore[attr-defined]  # typeshed lacks it
        raise UnreadableDocument("is not an archive, so it is not a word processor document (DOCX)") from None


def _paragraph(item: object) -> str:
    text = " ".join(str(getattr(item, "text", "")).split())
    style = getattr(getattr(item, "style", None), "name", None) or ""
    heading = _HEADING.match(style)
    if heading is not None and text:
        return "#" * int(heading[1] or 1) + f" {text}"
    return f"- {text}" if _ITEM.match(style) and text else text


def _rows_of(table: object) -> Iterator[str]:
    for row in getattr(table, "rows", ()):
        cells = dict.fromkeys(" ".join(cell.text.split()) for cell in row.cells)
        yield f"| {' | '.join(cell for cell in cells if cell)} |"
