"""Bytes of a text file -> text, or a message that says which encoding they seem to be in. Nothing is guessed silently."""

from __future__ import annotations

import codecs
import re
from collections.abc import Collection

from .read_document import UnreadableDocument

# By the marks at their beginning. That of UTF-32 begins as that of UTF-16 does.
_MARKS = ((codecs.BOM_UTF32_LE, "UTF-32"), (codecs.BOM_UTF32_BE, "UTF-32"),
          (codecs.BOM_UTF16_LE, "UTF-16"), (codecs.BOM_UTF16_BE, "UTF-16"))
# Encodings in which a translator's program may have written; those of two bytes only where there are zero bytes.
_CANDIDATES = ("windows-1252", "windows-1251", "windows-1250", "iso-8859-2", "koi8-r", "shift_jis", "euc-jp")
_OF_TWO_BYTES = ("utf-16-le", "utf-16-be")
# At least this share of the signs of a text are letters and signs that its language has.
_USUAL = 0.9
_LETTERS = re.compile(r"[^\W\d_]")
# Signs that stand where UTF-8 was read as a one-byte encoding: `Ã¼`, `â€™`, `Ð¸`.
_MISREAD = re.compile(r"[ÂÃÄÅÐÑ][\u0080-\u00bf\u0152-\u0192\u02c6\u02dc\u2013-\u203a\u20ac\u2122]|â€.")
# How many of these, and of how many letters above ASCII one is one of them, before a text counts as misread.
LEAST, SHARE = 3, 4


def decoded(data: bytes, letters: Collection[str] = ()) -> str:
    """The text in bytes of UTF-8, with lines that end in line feeds. `letters` are those of its language, if that is known.

    Raises UnreadableDocument.
    """
    for mark, name in _MARKS:
        if data.startswith(mark):
            raise UnreadableDocument(f"is not text in UTF-8, but in {name}; save it in UTF-8")
    if b"\0" in data and _is_of_two_bytes(data, letters):
        raise UnreadableDocument("is not text in UTF-8, but in UTF-16; save it in UTF-8")
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        likely = (_likely(data, letters) if letters else None) or _likely(data)
        more = f"; it seems to be in {likely}, so save it in UTF-8" if likely is not None else ""
        raise UnreadableDocument(f"is not text in UTF-8 (byte {error.start}){more}") from None
    refuse_misread(text)
    return text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")


def refuse_misread(text: str) -> None:
    """Raise UnreadableDocument for a text that was read in a wrong encoding and saved as that, as `fÃ¼r`."""
    matches = _MISREAD.findall(text)
    strange = sum(ord(sign) > 127 for sign in text)
    if len(matches) >= LEAST and SHARE * len(matches) >= strange:
        raise UnreadableDocument(f"was saved after it was read in a wrong encoding: `{matches[0]}` stands where one letter "
                                 "should; convert it again from the original file")


def _is_of_two_bytes(data: bytes, letters: Collection[str]) -> bool:
    """Return whether bytes are text of two bytes for each sign: nearly all signs are those of the language then."""
    for name in _OF_TWO_BYTES:
        text = data.decode(name, "replace")
        usual = sum(sign.isspace() or " " < sign < "\x7f" or sign.casefold() in letters for sign in text)
        if usual >= _USUAL * len(text):
            return True
    return False


def _likely(data: bytes, letters: Collection[str] = ()) -> str | None:
    """The encoding in which most of the signs above ASCII are letters of the language, None if none is much better.

    Without the letters of the language, lower-case letters of any language count.
    """
    best: tuple[float, str | None] = (0.5, None)
    for name in _CANDIDATES:
        try:
            text = data.decode(name)
        except UnicodeDecodeError:
            continue
        strange = [sign for sign in text if ord(sign) > 127]
        good = sum((sign.casefold() in letters if letters else _LETTERS.match(sign) is not None) and not sign.isupper()
                   for sign in strange)
        share = good / len(strange) if strange else 0.0
        best = (share, name) if share > best[0] else best
    return best[1]
