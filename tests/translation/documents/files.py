"""Files of documents in the formats of translators, made here from a rulebook in Markdown."""

from __future__ import annotations

import zipfile
from collections.abc import Sequence
from html import escape
from io import BytesIO

import docx


def paragraphs(text: str) -> list[str]:
    return [part.strip() for part in text.split("\n\n") if part.strip()]


def html_of(text: str) -> bytes:
    rows = ["<!DOCTYPE html>", "<html><head><title>x</title><style>p { color: red }</style></head><body>"]
    for part in paragraphs(text):
        level = len(part) - len(part.lstrip("#"))
        tag = f"h{level}" if level else "p"
        rows.append(f"<{tag}>{escape(part.lstrip('# '))}</{tag}>")
    return "\n".join([*rows, "<script>alert(7)</script></body></html>"]).encode()


def docx_of(text: str) -> bytes:
    file = docx.Document()
    for part in paragraphs(text):
        level = len(part) - len(part.lstrip("#"))
        if level:
            file.add_heading(part.lstrip("# "), level)
        else:
            file.add_paragraph(part)
    out = BytesIO()
    file.save(out)
    return out.getvalue()


def xliff_of(pairs: Sequence[tuple[str, str]]) -> bytes:
    units = "\n".join(f'<trans-unit id="u{number}"><source>{escape(source)}</source>'
                      f"<target>{escape(target)}</target></trans-unit>" for number, (source, target) in enumerate(pairs, 1))
    return (f'<?xml version="1.0"?>\n<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2">\n<file original="x" '
            f'source-language="en" target-language="it" datatype="plaintext"><body>\n{units}\n</body></file></xliff>').encode()


def xliff2_of(pairs: Sequence[tuple[str, str]]) -> bytes:
    units = "\n".join(f'<unit id="u{number}"><segment><source>{escape(source)}</source>'
                      f"<target>{escape(target)}</target></segment></unit>" for number, (source, target) in enumerate(pairs, 1))
    return ('<?xml version="1.0"?>\n<xliff version="2.0" srcLang="en" trgLang="it" '
            f'xmlns="urn:oasis:names:tc:xliff:document:2.0">\n<file id="f">\n{units}\n</file></xliff>').encode()


def po_of(pairs: Sequence[tuple[str, str]]) -> bytes:
    head = 'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=UTF-8\\n"\n'
    rows = (f'#: p{number}\nmsgid "{source}"\nmsgstr "{target}"\n' for number, (source, target) in enumerate(pairs, 1))
    return "\n".join([head, *rows]).encode()


def tmx_of(pairs: Sequence[tuple[str, str]]) -> bytes:
    units = "\n".join(f'<tu tuid="u{number}"><tuv xml:lang="en"><seg>{escape(source)}</seg></tuv>'
                      f'<tuv xml:lang="it"><seg>{escape(target)}</seg></tuv></tu>'
                      for number, (source, target) in enumerate(pairs, 1))
    return ('<?xml version="1.0"?>\n<tmx version="1.4"><header creationtool="x" creationtoolversion="1" segtype="block" '
            f'o-tmf="x" adminlang="en" srclang="en" datatype="plaintext"/><body>\n{units}\n</body></tmx>').encode()


def csv_of(pairs: Sequence[tuple[str, str]]) -> bytes:
    return ("id,source,target\n" + "".join(f'u{number},"{source}","{target}"\n'
                                           for number, (source, target) in enumerate(pairs, 1))).encode()


def pdf_of(lines: Sequence[str]) -> bytes:
    """A PDF of one page with these lines, of letters that WinAnsiEncoding has; a picture where there are none."""
    shown = "".join(f"({line}) Tj T* ".replace("\\", "") for line in lines)
    content = (f"BT /F1 9 Tf 12 TL 40 780 Td {shown}ET" if lines else "10 10 100 100 re f").encode("cp1252")
    objects = [b"<< /Type /Catalog /Pages 2 0 R >>", b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
               b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Contents 4 0 R "
               b"/Resources << /Font << /F1 5 0 R >> >> >>",
               b"<< /Length %d >>\nstream\n%s\nendstream" % (len(content), content),
               b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>"]
    out, places = b"%PDF-1.4\n", []
    for number, item in enumerate(objects, 1):
        places.append(len(out))
        out += b"%d 0 obj\n%s\nendobj\n" % (number, item)
    table = b"".join(b"%010d 00000 n \n" % place for place in places)
    tail = b"xref\n0 6\n0000000000 65535 f \n%strailer\n<< /Size 6 /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF"
    return out + tail % (table, len(out))


def archive_of(parts: dict[str, bytes]) -> bytes:
    out = BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in parts.items():
            archive.writestr(name, data)
    return out.getvalue()
