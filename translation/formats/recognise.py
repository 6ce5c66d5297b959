"""A file -> its document, by what the file holds and not by its name."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection
from functools import partial

from .encodings import decoded
from .markup import read_html
from .office import read_docx
from .pages import read_pdf
from .read_document import ReadDocument, UnreadableDocument
from .tables import is_table, read_csv
from .units import Kind, read_units

# At most how many bytes of a file are read.
MOST_BYTES = 50_000_000
_BEGINNING = 4_000
_HTML = re.compile(rb"\s*(?:<!--.*?-->\s*)*<(?:!doctype\s+html|html|head|body)\b", re.IGNORECASE | re.DOTALL)
_PO = re.compile(rb"^(?:msgctxt|msgid)\s+\"", re.MULTILINE)
_PICTURES = (b"\x89PNG", b"\xff\xd8\xff", b"GIF8", b"RIFF", b"II*\x00", b"MM\x00*")
_ROOT = re.compile(rb"<(?:\w+:)?(xliff|tmx|martif|tbx|html)\b([^>]*)", re.IGNORECASE)
_VERSION = re.compile(rb"version\s*=\s*[\"'](\d)")


def read(data: bytes, code: str, letters: Collection[str] = ()) -> ReadDocument:
    """The document in the bytes of a file; `code` is its language, and `letters` those of that. Raises UnreadableDocument."""
    if len(data) > MOST_BYTES:
        raise UnreadableDocument(f"is larger than {MOST_BYTES:,} bytes")
    return _reader(data, code, letters)(data)


def kind_of_units(data: bytes) -> Kind | None:
    """The format of a file of pairs, None for any other file."""
    beginning = data[:_BEGINNING].removeprefix(b"\xef\xbb\xbf")
    root = _ROOT.search(beginning) if beginning.lstrip().startswith(b"<") else None
    if root is not None and root[1].lower() == b"xliff":
        version = _VERSION.search(root[2])
        return "xliff2" if version is not None and version[1] == b"2" else "xliff"
    if root is not None and root[1].lower() == b"tmx":
        return "tmx"
    return "po" if _PO.search(beginning) else None


def _reader(data: bytes, code: str, letters: Collection[str]) -> Callable[[bytes], ReadDocument]:
    beginning = data[:_BEGINNING].removeprefix(b"\xef\xbb\xbf")
    kind = kind_of_units(data)
    if kind is not None:
        return partial(read_units, kind=kind, code=code, letters=letters)
    if beginning.startswith(b"%PDF"):
        return read_pdf
    if beginning.startswith(b"PK"):
        return read_docx
    if beginning.startswith(b"\xd0\xcf\x11\xe0"):
        raise UnreadableDocument("is in an old format of a word processor, or locked by a password; save it as DOCX")
    if beginning.startswith(_PICTURES):
        raise UnreadableDocument("is a picture; run a program for text recognition (OCR) on it first")
    if _HTML.match(beginning):
        return partial(read_html, letters=letters)
    if beginning.lstrip().startswith(b"<?xml"):
        root = _ROOT.search(beginning)
        if root is not None and root[1].lower() == b"html":
            return partial(read_html, letters=letters)
        raise UnreadableDocument("is XML of a kind that holds no document; give XLIFF, TMX, HTML, PO, DOCX, PDF or text")
    return partial(read_csv if is_table(beginning.decode("utf-8", "replace")) else _plain, letters=letters)


def _plain(data: bytes, letters: Collection[str]) -> ReadDocument:
    return ReadDocument(decoded(data, letters))
