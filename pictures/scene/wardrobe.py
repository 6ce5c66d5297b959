"""A value -> how it looks: what the look file says, else colours by seat or by the word, outlines by seat, and letters."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import evolve

from ...dsl import ir
from ...dsl.types.types import EnumType
from ...interpreter.game.table.names import ValueNames
from ...interpreter.runtime.cells import names_of, write
from ..look.colours import PALETTE, WORDS
from ..look.syntax import Look, Outline
from .letters import letters_for
from .model import Appearance

# Every seat has an outline of its own, so that nobody needs to tell colours apart.
OUTLINES: tuple[Outline, ...] = ("circle", "square", "diamond", "hexagon", "octagon", "shield", "star", "drop")
# Who owns pieces.
SEATED = ("player", "side", "lone side")
# Letters that fit on a piece, and those of one thing that is fixed about it.
MOST_LETTERS, SHORT_PART = 3, 2


class Wardrobe:
    """The appearances of the values of a game at a table."""

    def __init__(self, names: ValueNames, look: Look) -> None:
        self.names, self.program, self.look = names, names.program, look
        self._known: dict[tuple[str, int], Appearance] = {}
        self.fields = tuple(dict.fromkeys(field.name for field in names.program.fields))

    def value(self, type_: EnumType, value: int) -> Appearance:
        """A value of a type."""
        known = self._known.get((type_.name, value))
        if known is None:
            known = self._known[type_.name, value] = self._value(type_, value)
        return known

    def _value(self, type_: EnumType, value: int) -> Appearance:
        if type_.owner is not None:
            return self._of_owner(type_, value)
        names = tuple(names_of(type_, self.names.seats))
        if type_.kind in SEATED:
            return self._seat(type_, value, names)
        looks = Appearance(_by_word(names, value), "card" if type_.kind == "row" else "circle",
                           letters=letters_for(names)[value])
        looks = next((self.lettered(looks, shape, value) for shape in self.program.pieces if shape.type == type_), looks)
        return self.dressed(looks, type_.members[value], f"{type_.name}.{type_.members[value]}")

    def _seat(self, type_: EnumType, value: int, names: tuple[str, ...]) -> Appearance:
        """A player or side: sides of one player each look like the player; a member of a side like the side."""
        declared = type_.members[value]
        colour = _by_word(type_.members, value) or PALETTE[value % len(PALETTE)]
        looks = Appearance(colour, OUTLINES[value % len(OUTLINES)], letters=letters_for(names)[value])
        looks = self.dressed(looks, str(value + 1), declared, f"{type_.name}.{declared}", f"player.{value + 1}")
        side = self.program.side
        if type_.kind == "player" and side.kind == "side":
            # Partners have the colour of their side, and each an outline of their own.
            return evolve(looks, fill=self.value(side, self.program.side_of[value]).fill)
        return looks

    def _of_owner(self, type_: EnumType, value: int) -> Appearance:
        """A piece, or anything else with an owner: in the owner's colour, each kind of an owner's with its own edge."""
        owner = type_.owner_of(value)
        assert type_.owner is not None, "it has an owner"
        assert owner is not None, "and so there is an owner of each"
        looks = self.value(type_.owner, owner)
        per_owner = len(type_.members) // len(type_.owner.members)
        own = type_.members[value].rpartition(".")[2]
        if type_.kind == "piece" or per_owner == 1:
            letters = looks.letters if per_owner == 1 else letters_for((type_.name,))[0]
        else:
            letters = letters_for(tuple(name.rpartition(".")[2] for name in type_.members[:per_owner]))[value % per_owner]
        looks = evolve(looks, letters=letters, is_broken=looks.is_broken or (type_.kind != "piece" and value % per_owner > 0))
        return self.dressed(looks, type_.name, own, f"{type_.name}.{own}")

    def lettered(self, looks: Appearance, shape: ir.PieceShape, piece: int) -> Appearance:
        """A piece with letters for what is fixed about it, and the colour that the look file gives one of these values."""
        letters = ""
        for part in shape.distinguishing:
            text = write(part.type, part.values[piece], self.names.seats)
            own = Appearance(letters=text if len(text) <= SHORT_PART else text[:SHORT_PART])
            if isinstance(part.type, EnumType):
                own = self.dressed(own, text, f"{part.type.name}.{text}")
            letters, looks = letters + own.letters, evolve(looks, fill=own.fill or looks.fill)
        return evolve(looks, letters=letters[:MOST_LETTERS]) if letters else looks

    def key(self, type_: EnumType | None, value: int, field: str) -> Appearance:
        """A value that counts something for a key: `reserve[red]`."""
        looks = Appearance() if type_ is None else self.value(type_, value)
        if field not in self.look.symbols:
            return looks
        # The letters say which key it is: nobody has to tell their colours apart.
        return evolve(self.dressed(looks, field), letters=looks.letters or self.dressed(looks, field).letters)

    def field(self, name: str) -> Appearance:
        """A field that says how many of something there are, or that something is so."""
        looks = Appearance(
            shape="card", letters=letters_for(self.fields)[self.fields.index(name)] if name in self.fields else name[:2]
        )
        return self.dressed(looks, name)

    def owned(self, looks: Appearance, owner: Appearance | None) -> Appearance:
        """The same thing in the colour and outline of its owner; an outline that the look file gives stays."""
        if owner is None:
            return looks
        shape = owner.shape if looks.shape in ("card", "circle") and not looks.path else looks.shape
        return evolve(looks, fill=owner.fill, shape=shape, is_broken=owner.is_broken)

    def dressed(self, looks: Appearance, *names: str) -> Appearance:
        """An appearance with what the look file says of names, the last name above the first."""
        for name in names:
            colour, symbol = self.look.colours.get(name), self.look.symbols.get(name)
            if colour is not None:
                looks = evolve(looks, fill=colour)
            if symbol is not None:
                drawn = symbol.shape or symbol.path
                looks = evolve(
                    looks,
                    shape=symbol.shape if drawn else looks.shape,
                    path=symbol.path if drawn else looks.path,
                    letters=looks.letters if symbol.letters is None else symbol.letters,
                )
        return looks


def _by_word(names: Sequence[str], value: int) -> str | None:
    """The colour that a name is a word for, if most names of its type are."""
    known = sum(name.lower() in WORDS for name in names)
    return WORDS.get(names[value].lower()) if 2 * known > len(names) else None
