"""Keep the code of the methods that attrs writes for classes, as Python keeps the code of modules.

attrs writes the methods of each class as a text, and compiles it whenever the class is made: in each process again. For a
command that loads four hundred classes that takes a sixth of the time of loading them.
"""

from __future__ import annotations

import hashlib
import marshal
import re
import sys
import zlib
from collections.abc import Callable
from typing import Any

from .cache import digest_of, user_store

# Texts whose code is kept, those that were compiled last: two megabytes. The classes of the whole program have 1,400.
TEXTS = 1536
# In which form code is kept: that of each text as bytes by itself, because a command needs few of them, by digests of texts.
FORM = b"each by a digest"
# Versions of Python whose code is kept.
VERSIONS = 8
# The module in which attrs makes classes.
MAKES = "attr._make"
# The number by which attrs tells apart the hashes of classes: that of a text, which is another one in each process.
_NUMBER = re.compile(r"(hash\(\(\s*)-?\d+")


def with_cached_methods() -> Callable[[], None]:
    """Let attrs take the code of its texts from the user's cache folder; return a function that keeps new code there."""
    store, module = user_store("methods", VERSIONS), sys.modules.get(MAKES)
    # Another version of attrs may make its classes elsewhere. Then nothing is kept.
    if store is None or module is None:
        return lambda: None
    # Code is in Python's own format, another one in each version of each implementation.
    key = digest_of(sys.version.encode(), (sys.implementation.cache_tag or "").encode(), FORM)
    known, codes = _read(store.read(key)), dict[bytes, bytes]()

    def compiled(text: str, place: str, mode: str, *more: Any, **options: Any) -> Any:
        """Return the code of a text, as `compile` does, with a number for hashes that is the same in each process."""
        if more or options:
            return compile(text, place, mode, *more, **options)
        text = _NUMBER.sub(lambda match: f"{match[1]}{zlib.crc32(place.encode())}", text)
        key = hashlib.sha256("\0".join((place, mode, text)).encode()).digest()
        cached = known.get(key)
        if cached is not None:
            return marshal.loads(cached)
        code = compile(text, place, mode)
        codes[key] = marshal.dumps(code)
        return code

    def keep() -> None:
        if codes:
            store.write(key, marshal.dumps(dict([*known.items(), *codes.items()][-TEXTS:])))

    # attrs calls `compile` by its name, which it has of Python: a name of its module stands before that.
    vars(module)["compile"] = compiled
    return keep


def _read(payload: bytes | None) -> dict[bytes, bytes]:
    """Return the code that was kept, by the digests of its texts; none where it cannot be read."""
    try:
        return {} if payload is None else marshal.loads(payload)
    except (ValueError, TypeError, EOFError):
        return {}
