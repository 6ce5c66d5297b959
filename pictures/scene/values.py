"""Values of fields -> tokens, as a viewer sees them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TypeVar

from attrs import evolve, field, frozen

from ...dsl import ir
from ...dsl.types.types import EnumType, FlagType, IntType, ListType, SetType, Type, UnionType, set_values
from ...interpreter.runtime.cells import BadValue, Cell, read, write
from ..look.syntax import Look, Place
from ..rows import in_words
from ..visible_state import VisibleState
from .model import Appearance, Stands, Token
from .wardrobe import SEATED, Wardrobe
from .wording import PictureWords

LookText = TypeVar("LookText", bound=str)
# Letters that fit below a token.
MOST_NOTE = 7


@frozen
class Drawer:
    """All that drawing a position needs: the position as it is seen, how things look, and words for them.

    `of_texts` has the tokens of values in texts: of a board, the number of a text, the place in it, and what stands there. Many
    spaces of a board have the same.
    """

    visible: VisibleState
    look: Look
    wardrobe: Wardrobe
    words: PictureWords
    of_texts: dict[tuple[str, int, int, str], tuple[Token, ...]] = field(factory=dict)

    @property
    def seats(self) -> list[str]:
        """The names of the seats."""
        return self.visible.rules.seats

    def is_hidden(self, cell: Cell) -> bool:
        """Return whether the viewer may not see a cell."""
        return cell.name in self.visible.hidden

    def shown(self, field: ir.FieldSlots) -> Place | None:
        """The place that the look file gives a field; None if it says nothing."""
        return self.of_field(field, self.look.places)

    def of_field(self, field: ir.FieldSlots, words: Mapping[str, LookText]) -> LookText | None:
        """The word that the look file has for a field, by `owner.name` or by its name."""
        named = f"{field.owner.name}.{field.name}" if field.owner is not None else field.name
        return words.get(named, words.get(field.name))

    def caption(self, field: ir.FieldSlots) -> str:
        """A field in words."""
        named = (f"{field.owner.name}.{field.name}",) if field.owner is not None else ()
        return self.words.caption(*named, field.name)

    def member(self, type_: EnumType, value: int) -> str:
        """A value of a type in words."""
        written = self.written(type_, value)
        if type_.kind in SEATED:
            return written
        return self.words.caption(f"{type_.name}.{written}", written)

    def is_seat(self, type_: Type) -> bool:
        """Return whether a field of a type names an owner."""
        return isinstance(type_, EnumType | UnionType) and any(
            isinstance(base, EnumType) and base.kind in SEATED
            for base in (type_.bases if isinstance(type_, UnionType) else (type_,))
        )

    # -- tokens ----------------------------------------------------------------------------------

    def tokens(self, field: ir.FieldSlots, owner: int | None, owned: Appearance | None = None) -> Iterator[Token]:
        """The tokens of a field of one owner, cell by cell."""
        for cell in self.visible.cells(field, owner):
            yield from self.of_cell(cell, owned)

    def of_cell(self, cell: Cell, owned: Appearance | None = None) -> Iterator[Token]:
        """The tokens of a cell; one that is hidden, if it is."""
        field = cell.field
        assert field is not None, "it is drawn"
        owner = "" if field.owner is None or cell.owner is None else self.written(field.owner, cell.owner)
        stands = Stands("", "", field.name, owner)
        if self.is_hidden(cell):
            yield Token(
                stands,
                Appearance(shape="card", letters="?"),
                f"{self.caption(field)}: {self.words.word('hidden')}",
                is_hidden=True,
            )
            return
        # These are the slots as the viewer sees them, never those of the position.
        slots = self.visible.slots[cell.base :]
        match cell.type:
            case ListType(element, _):
                for entry in slots[1 : 1 + slots[0]]:
                    yield from self.of_value(element, entry, stands, field, owned, is_member=True)
            case SetType(element):
                for entry in set_values(element, slots[0]):
                    yield from self.of_value(element, entry, stands, field, owned, is_member=True)
            # A cell whose type is not that of its field is one for a key, as in `0..9 per good`.
            case IntType() | FlagType() if field.type != cell.type:
                yield from self.for_key(cell, slots[0], stands, field, owned)
            case _ if field.type != cell.type:
                yield from self._keyed(cell, self.of_value(cell.type, slots[0], stands, field, owned))
            case _:
                # A cell with the type of its field is one value.
                yield from self.of_value(cell.type, slots[0], stands, field, owned)

    def _keyed(self, cell: Cell, tokens: Iterator[Token]) -> Iterator[Token]:
        """Tokens of values for a key, with the key; numbers only tell places apart, and need not be said."""
        key = key_of(cell)
        field = cell.field
        key_value = None if field is None else self.key_value(field.type, key)
        for token in tokens:
            if key_value is None:
                yield token
            else:
                name = self.member(*key_value)
                yield evolve(token, says=f"{name}: {token.says}", note=cut_note(name))

    def of_value(
        self,
        type_: Type,
        value: int,
        stands: Stands,
        field: ir.FieldSlots | None,
        owned: Appearance | None = None,
        is_member: bool = False,
    ) -> Iterator[Token]:
        """The token of one value; nothing for `none`, `no` and 0, unless it is a member of something."""
        match type_:
            case UnionType():
                part = type_.part(value)
                if part is not None:
                    yield from self.of_value(part[0], part[1], stands, field, owned, is_member=True)
                # Words are kept as -1, -2 and so on.
                elif (word := type_.extras[-1 - value]) != "none" or is_member:
                    looks = self.wardrobe.dressed(Appearance(shape="card", letters=word[:3]), word)
                    yield Token(evolve(stands, type="", value=word), looks, self.words.caption(word), self.words.caption(word))
            case IntType():
                if value or is_member:
                    yield self._number(value, stands, field, is_member, owned)
            case FlagType():
                if value and field is not None:
                    yield Token(
                        evolve(stands, value="yes"), self.wardrobe.field(field.name), self.caption(field), self.caption(field)
                    )
            case EnumType():
                yield self._member(type_, value, stands, owned)
            case _:
                # Sets and lists are shown value by value (`of_cell`).
                raise AssertionError(f"{type_} is not one value")

    def statement(self, table: EnumType, row: int) -> str:
        """The sentence of a row of a table, in the language of the picture; nothing where it has none."""
        own = self.visible.tables.statement_of(table, row)
        return self.words.sentence(f"{table.name}.{table.members[row]}", own) if own else ""

    def _member(self, type_: EnumType, value: int, stands: Stands, owned: Appearance | None) -> Token:
        """The token of a value with a name; of a row of a table with what it says."""
        looks, name = self.wardrobe.value(type_, value), self.member(type_, value)
        if owned is not None and type_.kind not in SEATED:
            looks = self.wardrobe.owned(looks, owned)
        detail = self.statement(type_, value) if type_.kind == "row" else ""
        return Token(
            evolve(stands, type=type_.name, value=self.written(type_, value)),
            looks,
            f"{name}: {detail}" if detail else name,
            "" if type_.kind in SEATED else name,
            detail=detail,
        )

    def _number(
        self, value: int, stands: Stands, field: ir.FieldSlots | None, is_member: bool, owned: Appearance | None
    ) -> Token:
        """A number: one of a set as a card with it, else with the number of what the field counts."""
        if is_member or field is None:
            return Token(evolve(stands, value=str(value)), Appearance(shape="card", letters=str(value)), str(value))
        looks, caption = self.wardrobe.owned(self.wardrobe.field(field.name), owned), self.caption(field)
        says = self.words.word("times", n=value, what=caption)
        return Token(evolve(stands, value=str(value)), looks, says, caption, count=value)

    def for_key(
        self, cell: Cell, value: int, stands: Stands, field: ir.FieldSlots, owned: Appearance | None
    ) -> Iterator[Token]:
        """A number or flag for a key: the key with its number."""
        if not value:
            return
        key = key_of(cell)
        key_value = self.key_value(field.type, key)
        if key_value is None:
            looks, name = Appearance(shape="card", letters=key[:3]), in_words(key)
        else:
            looks, name = self.wardrobe.key(key_value[0], key_value[1], field.name), self.member(*key_value)
        if owned is not None and key_value is not None and key_value[0].kind not in SEATED:
            looks = self.wardrobe.owned(looks, owned)
        stands = evolve(stands, type=key_value[0].name if key_value else "", value=key)
        if isinstance(cell.type, FlagType):
            yield Token(stands, self.wardrobe.field(field.name), f"{self.caption(field)} {name}", self.caption(field))
        else:
            yield Token(stands, looks, self.words.word("times", n=value, what=name), name, count=value)

    def key_value(self, type_: Type, key: str) -> tuple[EnumType, int] | None:
        """The value that a key of a field stands for, if it has one key, of a type with names."""
        index = getattr(type_, "index", None)
        if not isinstance(index, EnumType):
            return None
        try:
            return index, read(index, key, self.seats)
        except BadValue:
            return None

    def in_words(self, tokens: Sequence[Token]) -> str:
        """Tokens in words."""
        return ", ".join(token.says for token in tokens)

    def written(self, type_: Type, value: int) -> str:
        """A value as the rulebook writes it."""
        return write(type_, value, self.seats)


def cut_note(name: str) -> str:
    """A name that stands below a token."""
    return name if len(name) <= MOST_NOTE else f"{name[: MOST_NOTE - 1]}…"


def key_of(cell: Cell) -> str:
    """The keys of a cell: `red` of `Anna.reserve[red]`."""
    return cell.name[cell.name.index("[") + 1 : -1].replace("][", " ") if cell.name.endswith("]") else ""
