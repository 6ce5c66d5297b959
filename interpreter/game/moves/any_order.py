"""A text with the parts of a chain or an amount in another order -> the text that is meant, or the move with the same parts.

The kinds of an amount may be named in any order, as on a bill. The order of the steps of a chain counts, so a text with others
is no move; but it is likely that the one with the same steps was meant.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import islice

from attrs import frozen

from ....dsl.types.types import AMOUNT, BETWEEN, EnumType, Type
from ...machine.machine import MoveKind
from ..table.decisions import Decisions
from ..table.names import ValueNames
from .candidates import Parts, spaced

# No more moves of a kind are compared with a text.
MOST_COMPARED = 2000


@frozen
class PartGroup:
    """The parts of a chain or an amount in a notation: their types, and the text between them."""

    types: tuple[Type, ...]
    between: str

    def of_kinds(self) -> tuple[EnumType, ...]:
        """Return the types of the numbers of an amount; nothing for a chain."""
        return tuple(type_ for type_ in self.types if isinstance(type_, EnumType) and type_.kind == AMOUNT)


# A notation as fixed texts, groups, and None for any other open value.
Grouped = tuple[str | PartGroup | None, ...]


def in_order(names: ValueNames, notations: Iterable[Parts], text: str) -> Iterator[str]:
    """Yield the text with the kinds of its amounts in their order, for each notation that it then may be written by."""
    for notation in notations:
        parts = _grouped(notation)
        words = _words(parts, text) if any(isinstance(part, PartGroup) and part.of_kinds() for part in parts) else None
        if words is None:
            continue
        ordered = "".join(_ordered(names, part, word) if isinstance(part, PartGroup) else word
                          for part, word in zip(parts, words, strict=True))
        if ordered != text:
            yield ordered


def same_steps(decisions: Decisions, kinds: Iterable[tuple[MoveKind, Parts]], s: list[int], text: str) -> str | None:
    """Return the one legal move that has the same steps in another order; None where there is none, or several."""
    matches: list[str] = []
    for kind, notation in kinds:
        parts = _grouped(notation)
        bag = _bag(parts, text) if any(isinstance(part, PartGroup) for part in parts) else None
        if bag is not None:
            codes = islice(sorted(decisions.legal_of_kind(kind, s)), MOST_COMPARED)
            notations = (kind.written(s, code - kind.first) for code in codes)
            matches += [other for other in notations if other != text and _bag(parts, other) == bag]
    return matches[0] if len(matches) == 1 else None


def _grouped(parts: Parts) -> Grouped:
    """Return the parts of a notation, with those of a chain or an amount as one."""
    out: list[str | PartGroup | None] = []
    # The type of the part before, and whether the part before is the text between two.
    before: Type | None = None
    goes_on = False
    for part in parts:
        if isinstance(part, str):
            out.append(spaced(part))
            goes_on = False
            continue
        last = out[-1] if out else None
        between = between_of(part.type)
        if between is not None:
            if not isinstance(last, PartGroup):
                out[-1] = PartGroup(() if before is None else (before,), between)
        elif goes_on and isinstance(last, PartGroup):
            out[-1] = PartGroup((*last.types, part.type), last.between)
        else:
            out.append(None)
        before, goes_on = part.type, between is not None
    return tuple(out)


def between_of(type_: Type) -> str | None:
    """Return the text that stands between the parts of an open value, by its type; None for all other types."""
    return type_.members[-1] if isinstance(type_, EnumType) and type_.kind == BETWEEN else None


def _words(parts: Grouped, text: str) -> tuple[str, ...] | None:
    """Return the words of a text that stand for the parts of a notation; None where it is not written so."""
    match = re.fullmatch("".join(f"({re.escape(part)})" if isinstance(part, str) else "(.+?)" for part in parts), text)
    return None if match is None else match.groups()


def _ordered(names: ValueNames, group: PartGroup, text: str) -> str:
    """Return the parts of an amount in the order of their kinds; as they are where one of them is none, or comes twice."""
    words = text.split(group.between) if group.between else [text]
    kinds = group.of_kinds()
    places = [next((place for place, type_ in enumerate(kinds) if word and word in names.values_by_name(type_)), None)
              for word in words]
    known = {place: word for place, word in zip(places, words, strict=True) if place is not None}
    # Fewer places than words: one of them is no kind of this amount, or two are of the same kind.
    return text if len(known) < len(words) else group.between.join(known[place] for place in sorted(known))


def _bag(parts: Grouped, text: str) -> tuple[tuple[str, ...], ...] | None:
    """Return the words of a text, those of a group sorted; None where it is not written so."""
    words = _words(parts, text)
    if words is None:
        return None
    return tuple(tuple(sorted(word.split(part.between))) if isinstance(part, PartGroup) and part.between else (word,)
                 for part, word in zip(parts, words, strict=True))
