"""Drawn boards to pictures: where each space lies, what it is called, and what is fixed about it, in words."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from ...dsl.boards.forms import FORMS, Place
from ...dsl.source.records import frozen
from ...dsl.symbols.symbols import BoardInfo, ColumnInfo, SymbolTable
from ...dsl.types.shapes import ShapeName
from ...dsl.types.types import EnumType, UnionType, name_of


@frozen
class DrawnSpace:
    """A space of a drawn board: its name and its column and row, from 1, the letter it is drawn with, and what it is."""

    name: str
    place: Place
    letter: str
    words: str


@frozen
class DrawnBoard:
    """A drawn board, with the name of its shape."""

    spaces: tuple[DrawnSpace, ...]
    shape: ShapeName

    @property
    def staggered(self) -> bool:
        """Whether neighbours in a row are two columns apart, as hexes are."""
        return FORMS[self.shape].is_staggered

    @property
    def size(self) -> Place:
        """The numbers of its columns and rows."""
        return max(space.place[0] for space in self.spaces), max(space.place[1] for space in self.spaces)

    @property
    def legend(self) -> dict[str, str]:
        """The meanings of the letters, in their order: those of which all spaces are the same."""
        words: dict[str, set[str]] = {}
        for space in self.spaces:
            words.setdefault(space.letter, set()).add(space.words)
        return {letter: word for letter, all_of in sorted(words.items()) if len(all_of) == 1 and (word := next(iter(all_of)))}


def drawn(board: BoardInfo, symbols: SymbolTable, term: Callable[[str], str]) -> DrawnBoard | None:
    """A board as it is drawn in the rulebook; None for one that is not. `term` gives the words of names."""
    layout = board.layout
    if not layout.letters:
        return None
    columns = [
        attribute
        for (owner, _), attribute in symbols.names.attributes.items()
        if owner == board.space.name and isinstance(attribute, ColumnInfo) and isinstance(attribute.type, EnumType | UnionType)
    ]
    spaces = (DrawnSpace(name, place, letter.name, ", ".join(_words(columns, i, term)))
              for i, (name, place, letter) in enumerate(zip(layout.names, layout.places, layout.letters, strict=True)))
    return DrawnBoard(tuple(spaces), layout.shape)


def _words(columns: list[ColumnInfo], space: int, term: Callable[[str], str]) -> Iterator[str]:
    for column in columns:
        word = name_of(column.type, column.values[space])
        if word != "none":
            yield term(word)
