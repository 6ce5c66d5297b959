"""PDF -> text, each line with the number of its page.

pypdf reads the file: it is maintained, typed, of pure Python and under a licence that allows everything. pdfminer.six
finds columns better and is several times slower; pypdfium2 brings a binary of its own.
"""

from __future__ import annotations

import logging
from io import BytesIO

from .read_document import ReadDocument, UnreadableDocument

MOST_PAGES = 500
# A page with fewer letters than this is a picture, as far as a reader of text is concerned.
FEWEST_LETTERS = 20


def read_pdf(data: bytes) -> ReadDocument:
    """The text of a PDF. Raises UnreadableDocument."""
    from pypdf import PdfReader
    from pypdf.errors import PyPdfError

    # What pypdf logs while it reads a broken file says nothing to a user beside the one message.
    logger = logging.getLogger("pypdf")
    level = logger.level
    logger.setLevel(logging.CRITICAL + 1)
    try:
        reader = PdfReader(BytesIO(data))
        if reader.is_encrypted and not reader.decrypt(""):
            raise UnreadableDocument("is locked by a password; save it without one")
        if len(reader.pages) > MOST_PAGES:
            raise UnreadableDocument(f"has more than {MOST_PAGES} pages")
        pages = [page.extract_text() for page in reader.pages]
    except (PyPdfError, ValueError, KeyError, TypeError, AttributeError, IndexError, RecursionError, NotImplementedError):
        raise UnreadableDocument("is a PDF that cannot be read; save its text as a file of its own") from None
    finally:
        logger.setLevel(level)
    if sum(sign.isalpha() for page in pages for sign in page) < FEWEST_LETTERS * min(len(pages), 2):
        raise UnreadableDocument("has no text: its pages are pictures; run a program for text recognition (OCR) on it first")
    rows = [(line.strip(), number) for number, page in enumerate(pages, 1) for line in (*page.splitlines(), "")]
    return ReadDocument("\n".join(line for line, _ in rows), tuple(number for _, number in rows), "page")
