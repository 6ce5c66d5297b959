"""Name characters that look like others, or like nothing, and say what to write.

    curly quotes, dashes, signs of mathematics      where a sign of the language is meant
    letters of another alphabet                     in a word of a name
    marks of direction                              anywhere if they turn the order of what is shown, else outside texts
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator

from .fixes import Meant

# What a character is most likely meant as.
_MEANT = {
    **dict.fromkeys("\u201c\u201d\u201e\u201f\u00ab\u00bb\u2033\uff02\u2018\u2019\u201a\u201b\u2032", '"'),
    **dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2015\u2212\uff0d", "-"),
    "\u2026": "..", "\u2260": "!=", "\u2264": "<=", "\u2265": ">=", "\u00d7": "*", "\u22c5": "*", "\u00f7": "div",
    "\u2227": "and", "\u2228": "or", "\u00ac": "not", "\u2208": "in", "\u2209": "not in", "\u2200": "every",
    "\u2203": "some", "\u2190": "becomes", "\uff1a": ":", "\uff0c": ",", "\uff08": "(", "\uff09": ")", "\uff1d": "=",
    **dict.fromkeys("\u00a0\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u3000", " "),
}
# Letters of other alphabets, and the Latin ones that they look like.
_LATIN: dict[str, str] = dict(zip(
    "\u0430\u0435\u043a\u043e\u0440\u0441\u0443\u0445\u0455\u0456\u0458\u0501"
    "\u0410\u0412\u0415\u041a\u041c\u041d\u041e\u0420\u0421\u0422\u0423\u0425\u0405\u0406\u0408"
    "\u03b1\u03b9\u03bf\u03c1\u03c5\u03bd\u0391\u0392\u0395\u0396\u0397\u0399\u039a\u039c\u039d\u039f\u03a1\u03a4\u03a5\u03a7",
    "aekopcyxsijdABEKMHOPCTYXSIJaiopuvABEZHIKMNOPTYX", strict=True))
# Latin letters, and the Cyrillic ones that they look like.
_CYRILLIC: dict[str, str] = {latin: other for other, latin in _LATIN.items() if "\u0410" <= other <= "\u044f"}
# Those that turn the order of what follows, and those that only say which way a sign beside them reads.
_TURNING = re.compile("[\u202a-\u202e\u2066-\u2069]")
_DIRECTIONS = re.compile("[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]")
_NAME = re.compile(r"[^\W\d]\w*")
_WORD = re.compile(r"[^\W\d_]+")


def described(character: str) -> str:
    """Return a character by its name, and by itself if it can be seen."""
    name = unicodedata.name(character, "").lower()
    # Format characters and blanks other than the space are not seen, or change what is seen.
    unseen = unicodedata.category(character)[0] in "CZ"
    shown = f"U+{ord(character):04X}" if unseen else character
    return f"`{shown}` ({name})" if name and (unseen or not character.isascii()) else f"`{shown}`"


def help_with_character(character: str) -> str | None:
    """Return the help for a character that does not fit: the one to write in its place."""
    sign = _MEANT.get(character)
    if sign is not None:
        return Meant("write a space" if sign == " " else f"write `{sign}`", character, sign)
    return Meant("delete it: it is invisible", character, "") if unicodedata.category(character) == "Cf" else None


def misleading(code: str, line: str) -> Iterator[tuple[int, int, str, str]]:
    """Yield the misleading characters on a line: columns from 1, the end exclusive, a message and a help.

    `code` is the line without texts and comment, with everything in its place.
    """
    marks = {match.start(): match for match in (*_TURNING.finditer(line), *_DIRECTIONS.finditer(code))}
    for match in marks.values():
        yield (match.start() + 1, match.end() + 1, f"a mark of direction, {described(match[0])}",
               Meant("leave it out: with it, the line is read in another order than it is shown in", match[0], ""))
    for match in _NAME.finditer(code):
        mixed = _mixed(match[0])
        if mixed is not None:
            letter, alike, right = mixed
            yield (match.start() + 1, match.end() + 1,
                   f"the name `{match[0]}` mixes two alphabets: {_named(letter)} looks like {_named(alike)}",
                   Meant(f"write `{right}`", match[0], right))


def _mixed(name: str) -> tuple[str, str, str] | None:
    """Of a name with a word in which letters of one alphabet stand for those of another: such a letter, what it
    looks like, and the name as it is meant.
    """
    for word in _WORD.findall(name):
        latin = [letter for letter in word if unicodedata.name(letter, "").startswith("LATIN")]
        others = [letter for letter in word if letter not in latin]
        for strange, alike in ((others, _LATIN), (latin, _CYRILLIC)):
            if latin and others and all(letter in alike for letter in strange):
                right = "".join(alike[letter] if letter in alike and letter in strange else letter for letter in word)
                return strange[0], alike[strange[0]], name.replace(word, right)
    return None


def _named(letter: str) -> str:
    return f"`{letter}` ({unicodedata.name(letter).lower()})"


def as_latin(name: str) -> str:
    """Return a name with each letter that looks like a Latin one replaced by that."""
    return "".join(_LATIN.get(letter, letter) for letter in name)


def looks_like(name: str, other: str) -> bool:
    """Return whether two names differ only in letters that look alike."""
    return name != other and not (name.isascii() and other.isascii()) and as_latin(name) == as_latin(other)


def difference(name: str, other: str) -> str:
    """Return the first letter in which a name differs from one that it looks like."""
    own, right = next((own, right) for own, right in zip(name, other, strict=True) if own != right)
    return f"{_named(own)} stands for {_named(right)}"
