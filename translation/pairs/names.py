"""Names of letters and a number, as `S12`: their letters may be translated, and their numbers may not."""

from __future__ import annotations

import re

from ..document.words import UNSPACED

# In scripts without spaces a name stands between letters that do not belong to it.
_WITHIN, _LETTER = rf"[^\W_{UNSPACED}]", rf"[^\W\d_{UNSPACED}]"
_NAME = re.compile(rf"(?<!{_WITHIN}){_LETTER}{{1,4}}[0-9]{{1,4}}(?!{_WITHIN})")


def names_of(text: str) -> list[str]:
    """Return the names in a text, in their order.

    >>> names_of("The track (S0 to S30) has 31 spaces, a 2nd inn, and x12y.")
    ['S0', 'S30']
    >>> names_of("駒はS6からS12へ")
    ['S6', 'S12']
    """
    return _NAME.findall(text)


def number_in(name: str) -> int:
    """Return the number in a name.

    >>> number_in("S12")
    12
    """
    return int("".join(sign for sign in name if sign.isdecimal()))
