"""A rulebook and its variants -> what each clause means in any of them.

A document has one lock and one reading, whatever edition it is held against: a sentence may state a clause that
only a variant has, and a clause that an edition replaces is confirmed all the same.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from ..library import Files, read, variants_of
from ..texts.meaning import fingerprint
from ..texts.order import printed

Meanings = Mapping[str, frozenset[str]]


def meanings(files: Files) -> Meanings:
    """The fingerprints that each clause has in a rulebook, in its variants, and as it was read, by id."""
    main = Path(files.path)
    base = read(main) if files.variants else files
    ways = [files, base, *(read(main, (name,)) for name in variants_of(main))]
    out: dict[str, set[str]] = {}
    for way in ways:
        for one in printed(way):
            out.setdefault(one.named.id, set()).add(fingerprint(one.named.node))
    return {id: frozenset(found) for id, found in out.items()}
