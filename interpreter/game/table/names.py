"""The values and places that words name: values of types, spaces, edges and corners."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cached_property

from ....dsl import ir
from ....dsl.types.types import Type, members, values
from ...runtime.cells import write
from .spelling import normalised as single_spaced


class ValueNames:
    """The names of a program's values and places, at a table with these seats.

    `spaces` are the spaces that have a name besides that of their place, by that name.
    """

    def __init__(self, program: ir.Program, seats: list[str], spaces: Mapping[str, str]) -> None:
        self.program, self.seats, self._spaces = program, seats, spaces
        # By the identity of the type: two games may have types of the same name.
        self._values: dict[int, Mapping[str, tuple[int, ...]]] = {}

    def values_by_name(self, type_: Type) -> Mapping[str, tuple[int, ...]]:
        """The values of a type of the program by what stands for them in a text."""
        known = self._values.get(id(type_))
        if known is None:
            by_name: dict[str, tuple[int, ...]] = {}
            for value in values(type_):
                word = write(type_, value, self.seats)
                by_name[word] = (*by_name.get(word, ()), value)
            known = self._values[id(type_)] = by_name
        return known

    def normalised(self, text: str) -> str:
        """Return a text with single spaces, in which spaces, edges and corners are called by their names."""
        words = single_spaced(text)
        known = self._others
        return re.sub(r"\w+", lambda word: known.get(word[0], word[0]), words) if known else words

    @cached_property
    def _others(self) -> Mapping[str, str]:
        """The names of edges and corners, and of spaces with a name of their own, by what they may be called besides."""
        rims = {other: name for board in self.program.boards if board.rim is not None for other, name in board.rim.others}
        written = set(self._words_of_moves()) if self._spaces else set()
        return {**{other: name for other, name in self._spaces.items() if other not in written}, **rims}

    def _words_of_moves(self) -> Iterator[str]:
        """The words that stand in moves anyway: those of notations, and of the types of open values."""
        for block in self.program.blocks:
            for move in block.end.moves if isinstance(block.end, ir.ChooseMove) else ():
                for part in self.program.texts[move.notation].parts:
                    yield from re.findall(r"\w+", part) if isinstance(part, str) else members(part.type)
