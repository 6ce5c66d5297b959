"""The shapes of notations: which texts could be a move or a roll at all, wherever the game stands."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import islice, product

from attrs import frozen

from ...dsl import ir
from ...dsl.types.types import EnumType, FlagType, IntType, UnionType, size, values
from ..machine.machine import DecisionPoint
from ..runtime.cells import write
from ..runtime.move_codes import encode
from .moves.any_order import between_of, in_order
from .moves.candidates import Parts, written_if_any
from .moves.notation import SECRETLY, Notations, bounds_of, text_of
from .state import State
from .table.names import ValueNames
from .table.spelling import nearest

MAX_WORDS = 1000
MAX_EXAMPLES = 3000
MAX_WRITTEN = 30_000
MOST_SEARCHED = 12


@frozen
class MovePattern:
    """The pattern of a kind of move or outcome of chance: fixed words, and places with the words that may stand there.

    A place that may hold too many different words has none here. What is chosen secretly may have the word before it. At the
    places `between` stands what parts the steps of a chain or the kinds of an amount.
    """

    parts: tuple[str | tuple[str, ...], ...]
    by_chance: bool
    secret: bool = False
    between: frozenset[int] = frozenset()

    def fits(self, text: str) -> bool:
        """Return whether a text could be written so."""
        return self._written.fullmatch(text) is not None

    @cached_property
    def _written(self) -> re.Pattern[str]:
        return re.compile("".join(map(_pattern, self.parts)))

    def examples(self) -> Iterator[str]:
        """All texts that are written so, as far as that is known."""
        # A product of all places may have millions of texts, most of which say nothing new: it is cut off.
        examples = islice(product(*((part,) if isinstance(part, str) else part for part in self.parts)), MAX_WRITTEN)
        return ("".join(words) for words in examples if not self.between or self._is_joined(words))

    def _is_joined(self, words: tuple[str, ...]) -> bool:
        """Return whether a text stands between two parts where there are two, and nowhere else."""
        begun = False
        for place in sorted(self.between):
            # The parts of a group stand at every second place.
            begun = bool(words[place - 1]) or (begun and place - 2 in self.between)
            if bool(words[place]) != (begun and bool(words[place + 1])):
                return False
        return True


class Shapes:
    """The shapes of all that can be written as a move or roll in a game."""

    def __init__(self, notations: Notations) -> None:
        self.names, self.program, self._decisions = notations.names, notations.program, notations.decisions
        self._near: dict[tuple[str, bool | None], list[str]] = {}

    @cached_property
    def shapes(self) -> tuple[MovePattern, ...]:
        """The pattern of each kind of move or outcome; of several that are alike, one."""
        return tuple(dict.fromkeys(_shape(self.names, point, number)
                                   for point in self._decisions.points for number in range(len(point.kinds))))

    def known(self, text: str, by_chance: bool | None = None) -> bool:
        """Return whether a text could be a move (or an outcome of chance, or either)."""
        typed = self.names.normalised(text)
        texts = (typed, *in_order(self.names, self._notations, typed.removeprefix(SECRETLY)))
        return any(shape.fits(known.removeprefix(SECRETLY) if shape.secret else known)
                   for known in texts for shape in self.shapes if by_chance is None or shape.by_chance == by_chance)

    @cached_property
    def _notations(self) -> tuple[Parts, ...]:
        """The notations of all choices."""
        return tuple(text_of(self.program, point, number).parts for point in self._decisions.points
                     if point.player is not None for number in range(len(point.kinds)))

    @cached_property
    def examples(self) -> tuple[str, ...]:
        """Texts that could be moves or rolls; not all, where there are very many."""
        return self._examples(None)

    def _examples(self, by_chance: bool | None) -> tuple[str, ...]:
        shapes = (shape for shape in self.shapes if by_chance is None or shape.by_chance == by_chance)
        return tuple(dict.fromkeys(text for shape in shapes for text in islice(shape.examples(), MAX_EXAMPLES)))

    def nearest(self, text: str, by_chance: bool | None = None) -> list[str]:
        """The notations of moves, or of outcomes of chance, most like a text; none once this was asked for very many texts.

        The nearest comes first. A search takes up to a second in a large game, and a file may be wrong in each of its lines.
        """
        if (text, by_chance) not in self._near and len(self._near) < MOST_SEARCHED:
            self._near[text, by_chance] = nearest(text, self.examples if by_chance is None else self._examples(by_chance))
        return self._near.get((text, by_chance), [])


def written_with(state: State, words: Sequence[str]) -> Iterator[str]:
    """Moves of the choice at hand, legal or not, whose open values are all among these words."""
    rules, point, s = state.rules, state.rules.decisions.point(state), list(state.slots)
    for number, kind in enumerate(point.kinds if point is not None else ()):
        assert point is not None, "it has kinds"
        bounds = bounds_of(rules.program, point, number)
        named = [[value for value in values(bound.type) if write(bound.type, value, rules.seats).casefold() in words]
                 for bound in bounds if size(bound.type) <= MAX_WORDS]
        if len(named) == len(bounds):
            for combination in islice(product(*named), MAX_EXAMPLES):
                notation = written_if_any(kind, s, encode(bounds, combination))
                if notation is not None:
                    yield notation


def is_kind_here(state: State, text: str) -> bool:
    """Return whether a text is written as a kind of move of the choice at hand is."""
    point = state.rules.decisions.point(state)
    return point is not None and any(
        _shape(state.rules.names, point, number).fits(text) for number in range(len(point.kinds)))


def _shape(names: ValueNames, point: DecisionPoint, number: int) -> MovePattern:
    parts = text_of(names.program, point, number).parts
    words = (re.sub(r"\s+", " ", part) if isinstance(part, str) else _words(part, names.seats) for part in parts)
    return MovePattern(tuple(words), point.player is None, point.secret is not None,
                       frozenset(place for place, part in enumerate(parts)
                                 if isinstance(part, ir.TextPart) and between_of(part.type)))


def _words(part: ir.TextPart, seats: list[str]) -> tuple[str, ...]:
    """The words that may stand for a value; none if there are too many."""
    type_ = part.type
    if not isinstance(type_, IntType | FlagType | EnumType | UnionType) or size(type_) > MAX_WORDS:
        return ()
    return tuple(write(type_, value, seats) for value in values(type_))


def _pattern(part: str | tuple[str, ...]) -> str:
    if isinstance(part, str):
        return re.escape(part)
    # Longer words first: of two words of which one begins the other, an alternation takes the first that fits.
    return "(?:" + "|".join(map(re.escape, sorted(part, key=len, reverse=True))) + ")" if part else ".+?"
