"""A rulebook and its variants -> what each clause means, and states, in any of them.

A document has one lock and one reading, whatever edition it is compared with: a sentence may state a clause that
only a variant has, and a clause that an edition replaces still counts as confirmed.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from ...dsl.load.loader import Files, read, variants_of
from ..facts.facts import RulebookFacts, facts_of
from ..facts.meaning import fingerprint
from ..facts.order import printed

Meanings = Mapping[str, frozenset[str]]
Editions = Callable[[], Sequence[RulebookFacts]]


def meanings(files: Files) -> Meanings:
    """The fingerprints that each clause has in a rulebook, in its variants, and as it was read, by id."""
    out: dict[str, set[str]] = {}
    for way in (files, *_others(files)):
        for place in printed(way):
            out.setdefault(place.named.id, set()).add(fingerprint(place.named.node))
    return {id: frozenset(fingerprints) for id, fingerprints in out.items()}


def facts_of_others(files: Files) -> tuple[RulebookFacts, ...]:
    """Read the facts of a rulebook and its variants, except the edition that was read."""
    return tuple(facts_of(way) for way in _others(files))


def _others(files: Files) -> Sequence[Files]:
    """The rulebook itself, where a variant was read, and each of its variants."""
    main = Path(files.path)
    return [*([read(main)] if files.variants else []), *(read(main, (name,)) for name in variants_of(main))]
