"""Pieces, and fields that name a space or a row -> tokens by where they stand; the other pieces by how they are."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from attrs import evolve

from ...dsl import ir
from ...dsl.types.conversion import bases_of, converted
from ...dsl.types.types import EnumType, FlagType, IntType, ListType, Scalar, SetType
from ...interpreter.runtime.cells import Cell
from .model import Stands, Token
from .values import Drawer, key_of
from .wardrobe import SEATED

# Letters that fit below one.
MOST_NOTE = 8
Place = tuple[str, int]


class Placement:
    """The tokens that stand on spaces, regions and rows, by the name of the type and the number of the value."""

    def __init__(self, drawer: Drawer) -> None:
        self.drawer, self.program = drawer, drawer.visible.rules.program
        self.on: dict[Place, list[Token]] = defaultdict(list)
        # Pieces that stand somewhere, and fields that are drawn where they say.
        self.placed: set[Place] = set()
        self.drawn: set[int] = set()
        self._others: dict[str, dict[tuple[int | None, str], list[Token]]] = {}
        self._kinds = {shape.type.name: shape for shape in self.program.pieces}
        self._spaces = tuple(type_ for board in self.program.boards for type_ in (board.region, board.space)
                             if type_ is not None)
        self._rows = tuple(
            dict.fromkeys(
                base
                for shape in self.program.pieces
                for field in drawer.visible.fields_of(shape.type)
                for base in bases_of(field.type)
                if isinstance(base, EnumType) and base.kind == "row"
            )
        )
        for field in drawer.visible.fields:
            self._field(field)

    def _field(self, field: ir.FieldSlots) -> None:
        if drawn_elsewhere(self.drawer, field) or is_kept(self.program, field):
            return
        is_piece = field.owner is not None and field.owner.kind == "piece"
        if field.owner is not None and field.owner.kind in ("space", "region"):
            return
        targets = (*self._spaces, *(self._rows if is_piece else ()))
        base = field.type if isinstance(field.type, Scalar) else getattr(field.type, "value", None)
        mine = tuple(target for target in targets if base is not None and target in bases_of(base))
        if not mine:
            return
        self.drawn.add(field.base)
        for owner in range(len(field.owner.members)) if field.owner else (None,):
            for cell in self.drawer.visible.cells(field, owner):
                self._cell(cell, mine)

    def _cell(self, cell: Cell, targets: tuple[EnumType, ...]) -> None:
        if self.drawer.is_hidden(cell) or not isinstance(cell.type, Scalar):
            return
        value = self.drawer.visible.slots[cell.base]
        # A cell names one place: the first type that its value fits, spaces before rows.
        for target in targets:
            place = converted(value, cell.type, target)
            if place is not None:
                self.on[target.name, place].append(self._token(cell))
                if cell.field is not None and cell.field.owner is not None and cell.owner is not None:
                    self.placed.add((cell.field.owner.name, cell.owner))
                return

    def _token(self, cell: Cell) -> Token:
        """The token for a cell that names a place: a piece, or the name of the field."""
        field = cell.field
        assert field is not None, "it is drawn"
        owner = field.owner
        if owner is not None and cell.owner is not None and owner.kind == "piece":
            return self.piece(self._kinds[owner.name], cell.owner)
        key, drawer = key_of(cell), self.drawer
        key_value = drawer.key_value(field.type, key)
        name = drawer.member(*key_value) if key_value else key or drawer.caption(field)
        owner_text = drawer.written(owner, cell.owner) if owner is not None and cell.owner is not None else ""
        if owner is not None and cell.owner is not None:
            looks = drawer.wardrobe.value(owner, cell.owner)
            letters = drawer.wardrobe.value(*key_value).letters if key_value else looks.letters
            looks = drawer.wardrobe.dressed(evolve(looks, letters=letters), field.name)
        else:
            looks = drawer.wardrobe.value(*key_value) if key_value else drawer.wardrobe.field(field.name)
        return Token(
            Stands(key_value[0].name if key_value else "", key, field.name, owner_text),
            looks,
            f"{owner_text} {name}".strip(),
            drawer.caption(field) if not owner_text else "",
        )

    # -- pieces ----------------------------------------------------------------------------------

    def piece(self, shape: ir.PieceShape, piece: int) -> Token:
        """A piece: its owner's colour and outline, what is fixed about it, and what else is so."""
        drawer, name = self.drawer, self.drawer.written(shape.type, piece)
        looks = drawer.wardrobe.lettered(drawer.wardrobe.value(shape.type, piece), shape, piece)
        so = list(self._so(shape, piece))
        owner = owner_name(drawer, shape.type, piece)
        kind = drawer.words.caption(shape.type.name)
        says = " ".join(part for part in (owner, kind, " ".join(self._fixed_words(shape, piece))) if part)
        says = f"{says} ({', '.join(words for words, _ in so)})" if so else says
        note = " ".join(short for _, short in so if short)[:MOST_NOTE]
        meaning = ", ".join(drawer.words.caption(part.name) for part in shape.distinguishing)
        return Token(
            Stands(shape.type.name, name), looks, says, f"{kind}: {meaning}" if meaning else kind, note=note, is_piece=True
        )

    def _fixed_words(self, shape: ir.PieceShape, piece: int) -> Iterator[str]:
        for part in shape.distinguishing:
            text = self.drawer.written(part.type, part.values[piece])
            yield (
                f"{self.drawer.words.caption(part.name)} {text}"
                if isinstance(part.type, IntType)
                else self.drawer.words.caption(text)
            )

    def _so(self, shape: ir.PieceShape, piece: int) -> Iterator[tuple[str, str]]:
        """The other fields of a piece that hold something: in words, and in short."""
        for field in self.drawer.visible.fields_of(shape.type):
            if field.base in self.drawn or self.drawer.visible.is_empty(field, piece) or self.drawer.shown(field) == "nowhere":
                continue
            text, caption = self.drawer.visible.text(field, piece), self.drawer.caption(field)
            is_flag = isinstance(field.type, FlagType)
            letters = self.drawer.wardrobe.field(field.name).letters
            yield (
                (caption, letters)
                if is_flag
                else (f"{caption} {text}", f"{letters}{text}" if len(text) <= SHORT_TEXT else letters)
            )

    def others(self, shape: ir.PieceShape) -> dict[tuple[int | None, str], list[Token]]:
        """The pieces that stand nowhere, by the seat they belong to (None: nobody) and by the word that says where they are."""
        if shape.type.name in self._others:
            return self._others[shape.type.name]
        out = self._others.setdefault(shape.type.name, {})
        fields = self.drawer.visible.fields_of(shape.type)
        if self._is_listed(shape.type) and not any(field.base in self.drawn for field in fields):
            # Where such pieces are is said by those who hold them.
            return out
        for piece in range(len(shape.numbers)):
            if (shape.type.name, piece) not in self.placed:
                out.setdefault((seat_of(shape.type, piece), self._where(shape, piece)), []).append(self.piece(shape, piece))
        return out

    def _is_listed(self, kind: EnumType) -> bool:
        """Return whether fields hold pieces of a kind in sets or lists."""
        return any(isinstance(field.type, SetType | ListType) and kind in bases_of(field.type.element)
                   for field in self.program.fields)

    def _where(self, shape: ir.PieceShape, piece: int) -> str:
        """The word in place of a space or row: `reserve`."""
        visible = self.drawer.visible
        texts = (visible.text(field, piece) for field in visible.fields_of(shape.type) if field.base in self.drawn)
        owner = shape.type.owner
        own = "" if owner is None or owner.kind in SEATED else owner_word(self.drawer, shape.type, piece)
        return ", ".join(part for part in (own, *(self.drawer.words.caption(text) for text in texts)) if part)


SHORT_TEXT = 2


def seat_of(type_: EnumType, value: int) -> int | None:
    """The seat that a piece, or what owns it, belongs to; None if it belongs to none."""
    if type_.kind in ("player", "lone side"):
        return value
    owner = type_.owner_of(value)
    return None if type_.owner is None or owner is None else seat_of(type_.owner, owner)


def owner_name(drawer: Drawer, type_: EnumType, value: int) -> str:
    """The owner of a piece, in words: `Anna`, `Anna ally`."""
    owner = type_.owner_of(value)
    if type_.owner is None or owner is None:
        return ""
    own = owner_word(drawer, type_, value)
    return " ".join(part for part in (owner_name(drawer, type_.owner, owner), own) if part)


def owner_word(drawer: Drawer, type_: EnumType, value: int) -> str:
    """The name of a piece's owner; nothing where it is the only one of its own owner."""
    owner = type_.owner_of(value)
    if type_.owner is None or owner is None:
        return ""
    if type_.owner.owner is not None and len(type_.owner.members) == len(type_.owner.owner.members):
        return ""
    name = drawer.written(type_.owner, owner).rpartition(".")[2]
    return name if type_.owner.kind in SEATED else drawer.words.caption(name)


def drawn_elsewhere(drawer: Drawer, field: ir.FieldSlots) -> bool:
    """Return whether the look file wants a field drawn elsewhere than on the board, or nowhere."""
    return drawer.shown(field) in ("hand", "beside", "nowhere")


def is_kept(program: ir.Program, field: ir.FieldSlots) -> bool:
    """Return whether a field says which space belongs to which region; a board shows that by itself."""
    return any(
        board.region is not None and field.name == f"{board.region.name} of {board.space.name}" for board in program.boards
    )
