"""Match a text against the notation of a kind of move: the moves that the text may stand for.

A notation holds fixed words, open values as they are, and values computed from open values. The first two are compared as
text. A computed value makes sense only for open values that may be chosen where the game stands: only these are compared.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from itertools import product
from math import prod

from ....dsl import ir
from ....dsl.types.types import EnumType, ListType, PerType, Type, UnionType, members, values
from ...machine.machine import MoveKind
from ...runtime.cells import BadValue, read, write
from ...runtime.faults import RulebookFault
from ...runtime.move_codes import decode, encode, out_of_domain_at, out_of_domain_place
from ...runtime.regions import rooted
from ..table.decisions import Decisions
from ..table.names import ValueNames
from ..table.spelling import normalised

MAX_ATTEMPTS = 200_000
Parts = tuple[str | ir.TextPart, ...]
Given = tuple[int, ...]


class Fit:
    """A text that is written as a kind of move is; `words` stand for the parts of its notation that are not fixed."""

    def __init__(self, names: ValueNames, decisions: Decisions, kind: MoveKind, bounds: tuple[ir.Bound, ...], parts: Parts,
                 words: tuple[str, ...]) -> None:
        self.names, self.decisions = names, decisions
        self.kind, self.bounds, self.parts, self.words = kind, bounds, parts, words
        self.named = _named(bounds, parts, words)

    def legal(self, s: list[int]) -> list[int]:
        """The codes of the legal moves that are written so. Raises RulebookFault where a notation cannot be computed."""
        meant = [self._meant(bound, s) for bound in self.bounds]
        out = []
        for code in self._to_compare(meant, self.decisions.legal_of_kind(self.kind, s)):
            values = decode(self.bounds, code - self.kind.first)
            if all(among is None or value in among for value, among in zip(values, meant, strict=True)) and (
                    self._is_text(self.kind.written(s, code - self.kind.first), values)):
                out.append(code)
        return out

    def _to_compare(self, meant: list[Given | None], legal: frozenset[int]) -> list[int]:
        """Return the legal codes that the text may stand for: those of all it means, where it names all open values."""
        named = [among for among in meant if among is not None]
        # The cheaper of two ways: look at all legal codes, or look up each combination that the text may mean.
        if len(named) < len(meant) or prod(map(len, named)) > len(legal):
            return sorted(legal)
        return sorted(legal.intersection(encode(self.bounds, values) + self.kind.first for values in product(*named)))

    def refused(self, s: list[int]) -> Iterator[int]:
        """The codes of the moves that are written so, and that the rules refuse.

        Where the notation cannot be computed, the text stands for the move if it names what is refused: the open value
        that may not be chosen, or all of them where a requirement refuses them.
        """
        legal = self.decisions.legal_of_kind(self.kind, s)
        # The values up to the first that is not offered, in the combination refused for that last. All that begin with them
        # are refused for the same value, so the one stands for them.
        closed: Given | None = None
        attempts = 0
        for numbers in product(*(self._meant(bound, s) or values(bound.type) for bound in self.bounds)):
            code = encode(self.bounds, numbers)
            if (closed is not None and numbers[:len(closed)] == closed) or code + self.kind.first in legal:
                continue
            attempts += 1
            if attempts > MAX_ATTEMPTS:
                return
            place = refused_at(self.kind, s, code)
            if place is not None and place < 0:
                closed = numbers[:out_of_domain_at(place, len(self.bounds))[0] + 1]
            notation = _written_at(self.kind, s, code, place)
            if self._names(place) if notation is None else self._is_text(notation, numbers):
                yield code + self.kind.first

    def _names(self, place: int | None) -> bool:
        """Return whether the text names all that is refused at a place."""
        if place is None or place >= 0:
            return all(bound.name in self.named for bound in self.bounds)
        return self.bounds[out_of_domain_at(place, len(self.bounds))[0]].name in self.named

    def _meant(self, bound: ir.Bound, s: list[int]) -> Given | None:
        """The values that the text means, a region for any of its spaces; None where it does not name the value."""
        if bound.name not in self.named:
            return None
        meant = self.names.values_by_name(bound.type).get(self.named[bound.name], ())
        return tuple(dict.fromkeys(rooted(self.names.program, bound.type, value, s) for value in meant))

    def _is_text(self, notation: str, values: Given) -> bool:
        """Return whether the notation of these values is the text, in which a region may be called by any of its spaces."""
        known = {bound.name: write(bound.type, value, self.names.seats)
                 for bound, value in zip(self.bounds, values, strict=True)}
        words = iter(self.words)
        text = ""
        for part in self.parts:
            if isinstance(part, str):
                text += part
            else:
                word = next(words)
                text += known.get(_name(part) or "", word)
        return normalised(notation) == normalised(text)


def words_of(names: ValueNames, bounds: tuple[ir.Bound, ...], parts: Parts, text: str) -> tuple[str, ...] | None:
    """Return the words of a text for the parts of a notation that are not fixed; None where the text does not fit it."""
    # Shape first, values later: most kinds of move fail here, before the words of any type are written.
    match = re.fullmatch("".join(re.escape(spaced(part)) if isinstance(part, str) else _pattern(part, names.seats)
                                 for part in parts), text)
    if match is None:
        return None
    named, seats = _named(bounds, parts, match.groups()), names.seats
    types = {bound.name: bound.type for bound in bounds}
    for part, word in _spoken(parts, match.groups()):
        name = _name(part)
        if name is None or name not in types:
            fits = _could_stand(part.type, word, seats)
        else:
            fits = named[name] == word and word in names.values_by_name(types[name])
        if not fits:
            return None
    return match.groups()


def _pattern(part: ir.TextPart, seats: list[str]) -> str:
    """The words that may stand for a part: any, or where a part may be empty, such as a step that is not made, its own."""
    if not isinstance(part.type, EnumType | UnionType) or "" not in members(part.type):
        return "(.+?)"
    words = sorted((write(part.type, value, seats) for value in values(part.type)), key=len, reverse=True)
    return f"({'|'.join(map(re.escape, words))})"


def written_if_any(kind: MoveKind, s: list[int], code: int) -> str | None:
    """Write a move that may be illegal (`code` counts from its kind's first); None if that cannot be computed."""
    return _written_at(kind, s, code, refused_at(kind, s, code))


def _written_at(kind: MoveKind, s: list[int], code: int, place: int | None) -> str | None:
    if place is not None and place < kind.sense:
        return None
    try:
        return kind.written(s, code)
    except RulebookFault:
        return None


def refused_at(kind: MoveKind, s: list[int], code: int) -> int | None:
    """The first place at which a code is refused, as `MoveKind.refused` gives it; None where nothing refuses it."""
    if kind.refused is None:
        return None if code + kind.first in kind.legal(s) else out_of_domain_place(0, False, 1)
    failed = kind.refused(s, code)
    return failed[0] if failed else None


def _spoken(parts: Parts, words: tuple[str, ...]) -> Iterator[tuple[ir.TextPart, str]]:
    """The parts of a notation that are not fixed, each with its word."""
    return zip((part for part in parts if not isinstance(part, str)), words, strict=True)


def _name(part: ir.TextPart) -> str | None:
    """The name that a part of a notation writes as it is."""
    return part.value.name if isinstance(part.value, ir.Temp) else None


def _named(bounds: tuple[ir.Bound, ...], parts: Parts, words: tuple[str, ...]) -> Mapping[str, str]:
    """The words for the open values that stand in a notation as they are."""
    names = {bound.name for bound in bounds}
    return {name: word for part, word in _spoken(parts, words) if (name := _name(part)) is not None and name in names}


def _could_stand(type_: Type, word: str, seats: list[str]) -> bool:
    """Return whether a word could be a value of a type; for lists and amounts any word could."""
    if isinstance(type_, ListType | PerType):
        return True
    try:
        read(type_, word, seats)
    except BadValue:
        return False
    return True


def spaced(text: str) -> str:
    """Return a text with one space for each run of spaces."""
    return re.sub(r"\s+", " ", text)
