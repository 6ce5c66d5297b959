"""The texts of the spaces of a board -> their words; the same in letters, and the words that the letters stand for."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ....dsl import ir
from ....dsl.types.conversion import bases_of
from ....dsl.types.types import EnumType, Type, UnionType
from ....interpreter.runtime.cells import names_of
from ....pictures.scene.letters import letters_for
from ....pictures.visible_state import VisibleState


def plain_text(visible: VisibleState, number: int, space: int) -> str:
    """A text of a space in words; nothing for a text of nothing but 0."""
    text = _plain(visible.text_of(number, space))
    return "" if text == "0" else _counted(text, _rows_in(visible.rules.program.texts[number]))


def _plain(text: str) -> str:
    """A text of a space without what is not there, and without the braces of sets."""
    shown = re.sub(rf"{ir.VALUE}none{ir.VALUE}|{ir.VALUE}", "", text)
    return " ".join(re.sub(r"\bnone\b|[{}]", " ", shown).split())


def _rows_in(text: ir.TextOf) -> set[str]:
    """The rows of tables that a text can name."""
    bases = (base for part in text.parts if isinstance(part, ir.TextPart) for base in bases_of(part.type))
    return {row for base in bases if isinstance(base, EnumType) and base.kind == "row" for row in base.members}


def _counted(text: str, rows: set[str]) -> str:
    """A text in which a row that is named several times stands once, with how often: `2 archer`."""
    words = text.split()
    out = []
    for i, word in enumerate(words):
        count = words.count(word) if word in rows else 1
        if count == 1 or words.index(word) == i:
            out.append(word if count == 1 else f"{count}\N{NO-BREAK SPACE}{word}")
    return " ".join(out)


def in_letters(visible: VisibleState, board: ir.BoardShape, spaces: Sequence[int]) -> tuple[tuple[str, ...], str]:
    """The text of each space with letters for its words, and all these letters with their words."""
    key: dict[str, dict[str, str]] = {}
    texts = tuple(_in_letters(visible, board, space, key) for space in spaces)
    return texts, "; ".join(", ".join(f"{letters} {word}" for word, letters in words.items()) for words in key.values())


def _in_letters(visible: VisibleState, board: ir.BoardShape, space: int, key: dict[str, dict[str, str]]) -> str:
    number = visible.text_case(board, space)
    if number is None:
        return ""
    types = [part.type for part in visible.rules.program.texts[number].parts if isinstance(part, ir.TextPart)]
    values = visible.text_of(number, space).split(ir.VALUE)[1::2]
    out = []
    for type_, word in zip(types, values, strict=True):
        known = _letters(type_, visible.rules.seats)
        if word in known[1]:
            key.setdefault(known[0], {})[word] = known[1][word]
        out.append(known[1].get(word, "" if word == "none" else word))
    return "".join(out)


def _letters(type_: Type, seats: list[str]) -> tuple[str, dict[str, str]]:
    """The letters for each word of a type, and its name."""
    base = next((base for base in type_.bases if isinstance(base, EnumType)), None) if isinstance(type_, UnionType) else type_
    if not isinstance(base, EnumType):
        return "", {}
    names = tuple(names_of(base, seats))
    return base.name, dict(zip(names, letters_for(names), strict=True))
