"""List the present choices with labels, and find the choice that a typed text means.

The labels are numbers. If the choice is about one number only, as in `buys 0` to `buys 5`, that number is
the label, and other moves, such as `passes`, have the labels `#1`, `#2` and so on: a number without the
sign is always part of the move. If more is open (`for with 2`, `against with 2`), a number alone would
be ambiguous, and all labels have the sign.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from functools import cached_property
from itertools import count

from ....dsl import ir
from ....dsl.types.types import IntType, Type
from ....interpreter.game.moves.notation import text_of
from ....interpreter.game.state import State
from ....interpreter.machine.machine import MoveKind
from ..text.speech import width, wrapped

NUMBER = re.compile(r"(?<![\w.])\d+(?![\w.])")
MOST_DIGITS = 10
# The minimum length of the beginning of a word that stands for it.
SHORTEST = 3


class ChoiceListing:
    """The choices of a position, in the order of the rulebook."""

    def __init__(self, state: State) -> None:
        self.rules, self.point = state.rules, state.rules.decisions.point(state)
        self.choices = self.rules.decisions.choices(state)

    @cached_property
    def kinds(self) -> dict[MoveKind, list[int]]:
        """The kinds of moves that are possible, with the places of the moves."""
        out: dict[MoveKind, list[int]] = {}
        for place, choice in enumerate(self.choices):
            assert self.point is not None, "there are choices"
            out.setdefault(self.point.kind_of(choice.code), []).append(place)
        return out

    @cached_property
    def labels(self) -> list[str]:
        """The labels of the choices."""
        if len(self._amounts) != 1 or any(map(self._open_parts, self.kinds.keys() - self._amounts)):
            return [f"#{i}" if self._amounts else str(i) for i in range(1, len(self.choices) + 1)]
        numbers = {place: int(_numbers(self.notations[place])[0]) for place in self.kinds[self._amounts[0]]}
        others = count(1)
        return [str(numbers[place]) if place in numbers else f"#{next(others)}" for place in range(len(self.choices))]

    @cached_property
    def _amounts(self) -> list[MoveKind]:
        """The kinds of moves in which a number is all that is open."""
        return [kind for kind, places in self.kinds.items() if self._is_amount(kind)
                and all(len(_numbers(self.notations[place])) == 1 for place in places)]

    def _is_amount(self, kind: MoveKind) -> bool:
        match self._open_parts(kind):
            case [IntType(low, _)]:
                return low >= 0
            case _:
                # Several values are open, none is, or the one is no number.
                return False

    def _open_parts(self, kind: MoveKind) -> list[Type]:
        """The types of the parts of a move that may be different from move to move."""
        assert self.point is not None, "there are choices"
        text = text_of(self.rules.program, self.point, self.point.kinds.index(kind))
        return [part.type for part in text.parts if isinstance(part, ir.TextPart)]

    @cached_property
    def notations(self) -> list[str]:
        """The notations of the choices."""
        return [choice.notation for choice in self.choices]

    # -- what is meant -------------------------------------------------------------------------

    def called(self, text: str) -> str | None:
        """The choice that is called so in the list, or the move with this number if numbers are open in one kind of move."""
        called = dict(zip(self.labels, self.notations, strict=True))
        # The sign may be typed where labels have none. Where they have it, a bare number is part of a move.
        has_signs = any(word[0] == "#" for word in called)
        notation = called.get(text) or (None if has_signs else called.get(text.removeprefix("#")))
        if notation is None and is_number(text) and len(self._amounts) == 1:
            (kind,) = self._amounts
            return NUMBER.sub(text, self.notations[self.kinds[kind][0]])
        return notation

    def abbreviated(self, text: str) -> str | None:
        """The only choice that has all words of a text in their order, if there are several words."""
        words = text.casefold().split()
        matching = [notation for notation in self.notations
                    if len(words) > 1 and has_in_order(notation.casefold().split(), words)]
        return matching[0] if len(matching) == 1 else None

    def places_with(self, texts: Collection[str]) -> list[int]:
        """The places of the choices that begin with each text, or else have all its words in their order."""
        left = list(range(len(self.choices)))
        for words in filter(None, map(_words, texts)):
            begin = [place for place in left if _words(self.notations[place])[: len(words)] == words]
            left = begin or [place for place in left if has_in_order(_words(self.notations[place]), words)]
        return left if any(map(_words, texts)) else []

    def unknown(self, text: str) -> str:
        """Return the message for a number that is not a choice."""
        if self._amounts:
            return f"{text} alone could be several moves; type the move, or {self.labels[0]} to {self.labels[-1]}"
        return f"there is no choice {text}; they are numbered {self.labels[0]} to {self.labels[-1]}"

    # -- lines ---------------------------------------------------------------------------------

    def lines(self, most: int, says: bool = True) -> Iterator[str]:
        """The choices in columns; of many some of each kind, those of a kind below what it is about if that is said."""
        if len(self.choices) <= most:
            yield from self._columns(list(range(len(self.choices))))
            return
        shares = _shares([len(items) for items in self.kinds.values()], most)
        shown = [[places[i * len(places) // share] for i in range(share)]
                 for places, share in zip(self.kinds.values(), shares, strict=True)]
        if not says:
            yield from self._columns([place for places in shown for place in places])
        for (kind, places), some in zip(self.kinds.items(), shown, strict=True) if says else ():
            statement = self._statement(kind)
            if statement:
                yield wrapped(f"{statement} ({len(places)} of this kind)" if len(some) < len(places) else statement, indent=2)
            yield from self._columns(some)
        yield f"    and {len(self.choices) - most} more (`choices` lists them all)"

    def some(self, places: list[int]) -> Iterator[str]:
        """Some of the choices in columns."""
        yield from self._columns(places)

    def by_beginnings(self, most: int, says: bool) -> list[str]:
        """Many choices by how they begin, up to the first part that is open; none where that leaves more than `most`.

        Those of a kind stand below what it is about if that is said.
        """
        kinds: list[tuple[MoveKind, dict[str, list[int]]]] = []
        for kind, places in self.kinds.items():
            heads: dict[str, list[int]] = {}
            for place, head in zip(places, self._heads(kind, places), strict=True):
                heads.setdefault(head, []).append(place)
            kinds.append((kind, heads))
        several = [head for _, heads in kinds for head, places in heads.items() if len(places) > 1]
        if not several or sum(len(heads) for _, heads in kinds) > most:
            return []
        out: list[str] = []
        for kind, heads in kinds if says else ():
            statement = self._statement(kind)
            out += [wrapped(statement, indent=2)] if statement else []
            out += _in_columns([self._beginning(head, places) for head, places in heads.items()])
        if not says:
            out += _in_columns([self._beginning(head, places) for _, heads in kinds for head, places in heads.items()])
        return [*out, wrapped(f"Type how a move begins, as `{several[0]}`, and then the rest; `choices` lists all "
                              f"{len(self.choices)}.", indent=4)]

    def _beginning(self, head: str, places: list[int]) -> str:
        is_one = len(places) == 1
        return f"{self.labels[places[0]]:>3} {self.notations[places[0]]}" if is_one else f"    {head} ... ({len(places)})"

    def _statement(self, kind: MoveKind) -> str:
        """The statement of a kind of move, if there are several kinds."""
        clause = self.rules.clauses.get(kind.id)
        return clause.statement if clause is not None and clause.kind == "move" and len(self.kinds) > 1 else ""

    def _heads(self, kind: MoveKind, places: list[int]) -> Iterator[str]:
        """The beginning of each choice of a kind, up to its first open part; the whole notation if at most one part is open."""
        assert self.point is not None, "there are choices"
        parts = text_of(self.rules.program, self.point, self.point.kinds.index(kind)).parts
        pattern = "".join(re.escape(part) if isinstance(part, str) else "(.+?)" for part in parts)
        for place in places:
            match = re.fullmatch(pattern, self.notations[place])
            several = match is not None and len(match.groups()) > 1
            yield self.notations[place][: match.end(1)] if match is not None and several else self.notations[place]

    def _columns(self, places: list[int]) -> Iterator[str]:
        yield from _in_columns([f"{self.labels[place]:>3} {self.notations[place]}" for place in places])


def _in_columns(shown: list[str]) -> Iterator[str]:
    """Entries side by side, as many as fit."""
    column = max(map(len, shown)) + 2
    columns = max(1, min(6, width() // column))
    for i in range(0, len(shown), columns):
        yield "".join(text.ljust(column) for text in shown[i : i + columns]).rstrip()


def _shares(counts: list[int], most: int) -> list[int]:
    """Return the number of choices to show of each kind, as even as possible."""
    # One of each kind first, so that no kind of move is hidden by a kind with many moves.
    shares = [min(1, number) for number in counts]
    while sum(shares) < most and shares != counts:
        for i, number in enumerate(counts):
            if shares[i] < number and sum(shares) < most:
                shares[i] += 1
    return shares


def is_number(text: str) -> bool:
    """Return whether a typed text is a number."""
    return text.isdecimal() and text.isascii() and len(text) < MOST_DIGITS


def _numbers(notation: str) -> list[str]:
    """The words of a move that are numbers."""
    return NUMBER.findall(notation)


def _words(text: str) -> list[str]:
    """The words of a move, in small letters."""
    return re.findall(r"\w+", text.casefold())


def has_in_order(words: list[str], needles: list[str]) -> bool:
    """Return whether words are a subsequence of others; the beginning of a longer word is enough."""
    # One iterator for all: each word is looked for behind the one that was found before it, which makes this a subsequence.
    rest = iter(words)
    return all(any(_is_meant(word, text) for text in rest) for word in needles)


def _is_meant(typed: str, word: str) -> bool:
    return typed == word or (len(typed) >= SHORTEST and typed.isalpha() and word.startswith(typed))
