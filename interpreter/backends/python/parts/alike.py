"""Pieces that are alike, as Python text: a mark of each, which is the same for all that are alike (`plan.alike`)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

from .....dsl import ir
from .....dsl.types.types import EnumType, ListType, PerType, SetType, Type, UnionType, first_bit, size, width
from ...plan.alike import PiecesAlike, shift_of
from ..values import naming

Named = tuple[tuple[int, Type], ...]


class AlikeCode:
    """Writes the marks that distinguish pieces; kinds of pieces no two of which can be alike are left out."""

    def __init__(self, program: ir.Program) -> None:
        self.program, self.pieces = program, PiecesAlike(program)
        self.kinds = {shape.type.name: (naming.pieces_alike(i), shape) for i, shape in enumerate(program.pieces)
                      if shape.type.name in self.pieces.kinds}
        self.keys: dict[str, str] = {}

    def functions(self) -> Iterator[str]:
        """For each kind of pieces a function that gives what is the same for all that are alike."""
        yield from self._of_kinds
        for text, name in self.keys.items():
            yield f"def {name}(s, k):"
            yield f"    return {text}"

    @cached_property
    def _of_kinds(self) -> tuple[str, ...]:
        # Late scripts ask for all functions with each piece that they write.
        lines: list[str] = []
        for name, shape in self.kinds.values():
            marks = [mark for field in self.program.fields for mark in self._marks_of(field, shape.type)]
            lines.append(f"{name}_numbers = {shape.numbers!r}")
            lines.append(f"def {name}(s, k):")
            lines.append(f"    return ({', '.join([f'{name}_numbers[k]', *marks])},)")
        return tuple(lines)

    def key(self, type_: Type, named: Named = ()) -> str | None:
        """The name of the function for values of a type; None for a type without such pieces.

        `named` has the slots of names that tell pieces apart as well.
        """
        if isinstance(type_, UnionType):
            return self._key_of_union(type_, named)
        if not isinstance(type_, EnumType) or type_.name not in self.kinds:
            return None
        function = self.kinds[type_.name][0]
        marks = [mark for base, own_type in named for mark in _mentions(base, base + width(own_type), own_type, type_)]
        return self._defined(f"({function}(s, k), {', '.join(marks)})") if marks else function

    def _key_of_union(self, type_: UnionType, named: Named) -> str | None:
        text = "k"
        for base, shift in type_.shifts():
            key = self.key(base, named)
            if key is not None:
                text = f"{key}(s, k - {shift}) if {shift} <= k < {shift + size(base)} else {text}"
        return None if text == "k" else self._defined(text)

    # The text is the key: kinds of moves that ask the same share one function.
    def _defined(self, text: str) -> str:
        return self.keys.setdefault(text, naming.key(len(self.keys)))

    # -- what tells pieces apart -----------------------------------------------------------------

    def _marks_of(self, field: ir.FieldSlots, piece: EnumType) -> Iterator[str]:
        """Return the marks of a piece from one field."""
        if field.owner == piece:
            yield _run(field.base, width(field.type))
        copies, type_ = size(field.owner) if field.owner else 1, field.type
        while isinstance(type_, PerType):
            if type_.index == piece:
                per_piece = width(type_.value)
                starts = f"range({field.base}, {field.base + copies * width(type_)}, {width(type_)})"
                yield f"tuple([x for b in {starts} for x in s[b + k * {per_piece}:b + k * {per_piece} + {per_piece}]])"
            copies, type_ = copies * size(type_.index), type_.value
        yield from _mentions(field.base, field.base + copies * width(type_), type_, piece)


def _run(base: int, per_piece: int) -> str:
    """The slots of a field that belong to a piece."""
    return f"s[{base} + k]" if per_piece == 1 else f"*s[{base} + k * {per_piece}:{base} + k * {per_piece} + {per_piece}]"


def _mentions(base: int, end: int, type_: Type, piece: EnumType) -> Iterator[str]:
    """Return where values of a type, kept side by side, speak of a piece."""
    match type_:
        case SetType(element):
            shift = shift_of(element, piece)
            if shift is not None:
                # Shifts bind more than `&` in Python, and `+` more than both.
                yield f"tuple([s[i] >> k + {shift - first_bit(element)} & 1 for i in range({base}, {end})])"
        case ListType(element, limit):
            shift = shift_of(element, piece)
            if shift is not None:
                starts = f"range({base}, {end}, {limit + 1})"
                yield f"tuple([i for b in {starts} for i in range(b + 1, b + 1 + s[b]) if s[i] == k + {shift}])"
        case _:
            # Values of other types have one slot.
            shift = shift_of(type_, piece)
            if shift is not None:
                yield f"tuple([i for i in range({base}, {end}) if s[i] == k + {shift}])"
