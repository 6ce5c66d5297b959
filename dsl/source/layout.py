"""The bytes of a rulebook file -> the same bytes without the comments and empty lines that a rulebook means nothing by.

Two files with the same remainder declare the same, at other places. So a rulebook without mistakes has none after a change
of such lines.
"""

from __future__ import annotations

import re
from functools import lru_cache

from .span import code_of

# Longer files are near a limit, which also comments come up against.
MOST_BYTES = 500_000
MOST_IN_LINE = 1_000
FILES_KEPT = 256

_STRING = re.compile(r'"[^"]*"?')
_OPENED, _CLOSED = re.compile(r"[(\[{]"), re.compile(r"[)\]}]")
# Words that the grammar takes for an operator by the words that follow, between which no comment may stand.
_LOOKS_ON = re.compile(r"\b(every|some|no|sum|max|min|count|first|last|up)$")
_HARMLESS = re.compile(r"[ -~]*")


@lru_cache(maxsize=FILES_KEPT)
def without_remarks(content: bytes) -> bytes:
    """Return the lines of a file in which something is declared, without the comments behind them.

    Lines inside brackets, and lines with characters that could be reported, stay as they are. So does a file near a limit.
    """
    if len(content) > MOST_BYTES:
        return content
    try:
        lines = content.decode("utf-8").split("\n")
    except UnicodeDecodeError:
        return content
    out: list[str] = []
    depth = 0
    for line in lines:
        code = code_of(line)
        plain = _STRING.sub("", code) if '"' in code else code
        inside, depth = depth, max(0, depth + len(_OPENED.findall(plain)) - len(_CLOSED.findall(plain)))
        looks_on = _LOOKS_ON.search(code) or (out and _LOOKS_ON.search(out[-1]))
        if inside or depth or looks_on or not _is_harmless(line, code):
            out.append(line)
        elif code:
            out.append(code)
    return "\n".join(out).encode()


def _is_harmless(line: str, code: str) -> bool:
    """Return whether nothing can be reported of what stands behind the code of a line."""
    return len(line) <= MOST_IN_LINE and _HARMLESS.fullmatch(line, len(code)) is not None
