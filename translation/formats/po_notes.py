"""Notes above the entries of a PO file: lines that are put in or taken out, and every other line as it was.

translate-toolkit writes a file its own way: ends of lines, the order of forms, and forms that a plural lacks.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

# How a note of Rulewright begins, and other remarks of translators; those of programs have a sign behind the first.
NOTE, REMARKS = b"# rulewright: ", (b"# ", b"#\r", b"#\n")
BYTE_ORDER = b"\xef\xbb\xbf"


def without_notes(data: bytes) -> bytes:
    """Return the bytes of a PO file in UTF-8 without the notes of an earlier run."""
    return b"".join(line for line in _lines(data) if not line.startswith(NOTE))


def with_notes_above(data: bytes, notes: Mapping[int, Sequence[str]]) -> bytes:
    """Return the file with notes in its entries, behind the remarks of translators there.

    Args:
        data: the bytes of a PO file in UTF-8.
        notes: the notes of each entry, by the number of its first line.
    """
    mark = BYTE_ORDER if data.startswith(BYTE_ORDER) else b""
    return mark + b"".join(_noted(_lines(data.removeprefix(mark)), notes))


def _noted(lines: Sequence[bytes], notes: Mapping[int, Sequence[str]]) -> Iterator[bytes]:
    """Yield the lines with the notes."""
    due: Sequence[str] = ()
    for number, line in enumerate(lines, 1):
        due = (*due, *notes.get(number, ()))
        if not line.startswith(REMARKS):
            end = b"\r\n" if line.endswith(b"\r\n") else b"\n"
            yield from (NOTE + text.encode() + end for text in due)
            due = ()
        yield line


def _lines(data: bytes) -> list[bytes]:
    """The lines of a file, each with its end."""
    *lines, last = data.split(b"\n")
    return [*(line + b"\n" for line in lines), last]
