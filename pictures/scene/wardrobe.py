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

    def value(self, of: EnumType, value: int) -> Appearance:
        """A value of a type."""
        known = self._known.get((of.name, value))
        if known is None:
            known = self._known[of.name, value] = self._value(of, value)
        return known

    def _value(self, of: EnumType, value: int) -> Appearance:
        if of.owner is not None:
            return self._of_owner(of, value)
        names = tuple(names_of(of, self.names.seats))
        if of.kind in SEATED:
            return self._seat(of, value, names)
        looks = Appearance(_by_word(names, value), "card" if of.kind == "row" else "circle", letters=letters_for(names)[value])
        looks = next((self.lettered(looks, shape, value) for shape in self.program.pieces if shape.type == of), looks)
        return self.dressed(looks, of.members[value], f"{of.name}.{of.members[value]}")

    def _seat(self, of: EnumType, value: int, names: tuple[str, ...]) -> Appearance:
        """A player or side: sides of one player each look like the player; a member of a side like the side."""
        declared = of.members[value]
        colour = _by_word(of.members, value) or PALETTE[value % len(PALETTE)]
        looks = Appearance(colour, OUTLINES[value % len(OUTLINES)], letters=letters_for(names)[value])
        looks = self.dressed(looks, str(value + 1), declared, f"{of.name}.{declared}", f"player.{value + 1}")
        side = self.program.side
        if of.kind == "player" and side.kind == "side":
            # Partners have the colour of their side, and each an outline of their own.
            return evolve(looks, fill=self.value(side, self.program.side_of[value]).fill)
        return looks

    def _of_owner(self, of: EnumType, value: int) -> Appearance:
        """A piece, or anything else with an owner: in the owner's colour, each kind of an owner's with its own edge."""
        owner = of.owner_of(value)
        assert of.owner is not None, "it has an owner"
        assert owner is not None, "and so there is an owner of each"
        looks = self.value(of.owner, owner)
        per_owner = len(of.members) // len(of.owner.members)
        own = of.members[value].rpartition(".")[2]
        if of.kind == "piece" or per_owner == 1:
            letters = looks.letters if per_owner == 1 else letters_for((of.name,))[0]
        else:
            letters = letters_for(tuple(name.rpartition(".")[2] for name in of.members[:per_owner]))[value % per_owner]
        looks = evolve(looks, letters=letters, is_broken=looks.is_broken or (of.kind != "piece" and value % per_owner > 0))
        return self.dressed(looks, of.name, own, f"{of.name}.{own}")

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

    def key(self, of: EnumType | None, value: int, field: str) -> Appearance:
        """A value that counts something for a key: `reserve[red]`."""
        looks = Appearance() if of is None else self.value(of, value)
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
