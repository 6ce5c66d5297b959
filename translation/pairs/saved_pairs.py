"""The alignment of two texts in a file: which sentences a person has paired, without a word of either text.

A text file of JSON lines: a head with the fingerprints of all sentences of both texts, then a line for each pair with the
places of its sentences there. When a text is edited, its sentences are found again as those of a lock are. The fingerprints
of their neighbours keep a pair from going over to a similar sentence beside it.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence

from attrs import frozen

from ...dsl.source.span import Source
from ..document.document import Document
from ..document.fingerprints import HASHES, Fingerprint
from ..lock.lock import MOST_SENTENCES, row_of, unreadable
from ..lock.realign import SentencePlacement, realigned
from .link import Link

FORMAT = 1
_SIDES = ("original", "translation")


@frozen
class SavedPair:
    """A pair that a person has confirmed: the places of its sentences in their texts; one side may be empty."""

    original: tuple[int, ...]
    translation: tuple[int, ...]


@frozen
class SavedPairs:
    """The record of an alignment: its game, its texts in two languages, the sentences of each, and its pairs."""

    game: str
    original: str
    translation: str
    originals: tuple[Fingerprint, ...]
    translations: tuple[Fingerprint, ...]
    pairs: tuple[SavedPair, ...]


def saved_pairs(game: str, original: Document, translation: Document, links: Iterable[Link]) -> SavedPairs:
    """Return the record of the confirmed links of two texts."""
    return SavedPairs(game, original.language.code, translation.language.code, original.prints, translation.prints,
                      tuple(SavedPair(link.original, link.translation) for link in links if link.confirmed))


def links_of(record: SavedPairs, original: Document, translation: Document) -> tuple[tuple[Link, ...], int]:
    """The confirmed links in two texts as they are now, and how many pairs are not there any more."""
    own, other = realigned(record.originals, original.prints), realigned(record.translations, translation.prints)
    out, lost = list[Link](), 0
    for pair in record.pairs:
        here = _indices(pair.original, own)
        there = _indices(pair.translation, other)
        if here is None or there is None:
            lost += 1
        else:
            out.append(Link(here, there, 1.0, confirmed=True))
    return tuple(out), lost


def given_links(original: Document, translation: Document) -> tuple[Link, ...]:
    """The links of two texts of one file: what stands in one row belongs together."""
    if original.rows is None or translation.rows is None:
        return ()
    rows = dict.fromkeys(translation.rows)
    pairs = ((tuple(index for index, row in enumerate(original.rows) if row == wanted),
              tuple(index for index, row in enumerate(translation.rows) if row == wanted)) for wanted in rows)
    return tuple(Link(own, other, 1.0, confirmed=True) for own, other in pairs if own and other)


def _indices(places: Sequence[int], now: Sequence[SentencePlacement]) -> tuple[int, ...] | None:
    indices = [now[place].index for place in places]
    # A pair of which one sentence is gone is no longer what the person confirmed.
    return None if None in indices else tuple(sorted(index for index in indices if index is not None))


# ---- The file --------------------------------------------------------------------------------------


def written(record: SavedPairs) -> str:
    """The text of the file."""
    return "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in _rows(record))


def _rows(record: SavedPairs) -> Iterator[dict[str, object]]:
    yield {"pairs": FORMAT, "game": record.game, "original": record.original, "translation": record.translation,
           "sentences": [[[print.whole, print.sim, print.samples, print.length] for print in prints]
                         for prints in (record.originals, record.translations)]}
    for pair in record.pairs:
        yield {side: list(places) for side, places in zip(_SIDES, (pair.original, pair.translation), strict=True)}


def parsed(source: Source) -> SavedPairs:
    """Read a record from a text. Raises RulebookError, with the line that cannot be read."""
    rows = [(number, row_of(source, number, line)) for number, line in enumerate(source.lines, 1) if line.strip()]
    if not rows or rows[0][1].get("pairs") != FORMAT:
        raise unreadable(source, 1, f"this is not an alignment of two texts of format {FORMAT}")
    if len(rows) > MOST_SENTENCES:
        raise unreadable(source, 1, f"an alignment is of at most {MOST_SENTENCES:,} pairs")
    head, pairs = rows[0][1], []
    try:
        own, other = (tuple(map(_print, _list(prints))) for prints in _list(head.get("sentences", [[], []])))
    except (TypeError, ValueError, OverflowError) as error:
        raise unreadable(source, rows[0][0], f"these are not the sentences of two texts: {error}") from None
    for number, row in rows[1:]:
        try:
            pairs.append(SavedPair(*(tuple(_place(place, prints) for place in _list(row[side]))
                                     for side, prints in zip(_SIDES, (own, other), strict=True))))
        except (KeyError, TypeError, ValueError, OverflowError) as error:
            raise unreadable(source, number, f"this is not a pair of sentences: {error}") from None
    return SavedPairs(str(head.get("game")), str(head.get("original")), str(head.get("translation")), own, other, tuple(pairs))


def _place(value: object, prints: Sequence[Fingerprint]) -> int:
    if not isinstance(value, int) or not 0 <= value < len(prints):
        raise ValueError(f"{value!r} is the place of no sentence")
    return value


def _list(value: object) -> list[object]:
    if not isinstance(value, list):
        raise TypeError("a side is a list of fingerprints")
    return value


def _print(value: object) -> Fingerprint:
    whole, sim, samples, length = _list(value)
    hashes = str(whole), str(sim), str(samples)
    if tuple(map(len, hashes)) != HASHES:
        raise ValueError("this is not a fingerprint of a sentence")
    bytes.fromhex("".join(hashes))
    return Fingerprint(*hashes, int(str(length)))
