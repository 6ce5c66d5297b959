"""Find conserved fields: those whose numbers the rules change only by moving them from one to another.

Found in the compiled rules. A move is a number taken from one slot and the same number added to
another right after it, as `transfer` does. Fields that are linked by moves hold one quantity; if one of
them is changed in another way, the quantity is open, and nothing is promised of it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise

from attrs import define, field, frozen

from .....dsl import ir
from .....dsl.types.types import EnumType, IntType, PerType, size, values, width

Place = ir.FieldSlots | ir.LocalSlots
Index = EnumType | IntType


@frozen
class ConservedQuantity:
    """Fields that hold one quantity, and the types for each of whose members it is kept apart.

    `open_by` are the clauses that make something of it or take something away; none when it is only moved.
    """

    fields: tuple[ir.FieldSlots, ...]
    per: tuple[Index, ...]
    open_by: tuple[str, ...]

    def wording(self, member: str = "") -> str:
        """The quantity in words, or the part of it that is kept apart for a member of a type."""
        names = [f"{slots.owner}.{slots.name}" if slots.owner is not None else slots.name for slots in self.fields]
        return " + ".join(names) + (f" of {member}" if member else f" for each {self.per[0]}" if self.per else "")

    def parts(self) -> Iterator[tuple[str, tuple[int, ...]]]:
        """For each part that is kept apart, in words, the slots that hold it."""
        if not self.per:
            yield "", tuple(slot for slots in self.fields for slot in range(slots.base, slots.base + slots.width))
            return
        owner = self.per[0]
        for place, value in enumerate(values(owner)):
            word = owner.members[value] if isinstance(owner, EnumType) else str(value)
            yield word, tuple(slot for slots in self.fields for slot in _slots(slots, owner, place))


def conserved_quantities(program: ir.Program) -> tuple[ConservedQuantity, ...]:
    """The conserved quantities of a game, open ones too, in the order of their first fields."""
    links = _Links(program)
    for clause, ops in _runs(program):
        links.look(clause, ops)
    groups: dict[int, list[ir.FieldSlots]] = {}
    for slots in program.fields:
        if slots.base in links.linked:
            groups.setdefault(links.root(slots.base), []).append(slots)
    return tuple(_quantity(links, group) for group in groups.values())


def _quantity(links: _Links, group: list[ir.FieldSlots]) -> ConservedQuantity:
    root = links.root(group[0].base)
    clauses = tuple(dict.fromkeys(clause for base, clause in links.changed if links.root(base) == root))
    # A field with the same type twice, such as numbers per player and player, has no single place for a member.
    first = [index for index in _indices(group[0]) if all(_indices(slots).count(index) == 1 for slots in group)]
    # A type is `mixed` where a move goes from one member to another: the parts for its members are then not kept apart.
    mixed = [index for node, index in links.mixed if links.root(node) == root]
    return ConservedQuantity(tuple(group), tuple(index for index in first if index not in mixed)[:1], clauses)


@define
class _Links:
    """The fields that moves link, and those that are changed otherwise, by the first slot of each."""

    program: ir.Program
    linked: dict[int, int] = field(factory=dict)
    changed: list[tuple[int, str]] = field(factory=list)
    mixed: list[tuple[int, Index]] = field(factory=list)

    def root(self, base: int) -> int:
        """The field that stands for all that are linked with this one."""
        # A disjoint-set forest (Galler and Fischer 1964), without balancing: a rulebook has a few dozen fields.
        while self.linked.get(base, base) != base:
            base = self.linked[base]
        return base

    def look(self, clause: str, ops: tuple[ir.Op, ...]) -> None:
        """Note the moves and the other changes in a run of operations."""
        moved: set[int] = set()
        for i, (node, other) in enumerate(pairwise(ops)):
            # Pairs are taken greedily from the left: a write belongs to one move only.
            if i not in moved and isinstance(node, ir.Write) and isinstance(other, ir.Write) and _is_move(node, other):
                self.move(node.to, other.to)
                moved |= {i, i + 1}
        for i, op in enumerate(ops):
            match op:
                case ir.Write(to) if i not in moved:
                    self.change(self.place(to), clause)
                case ir.MergeRegions(board):
                    region = next(board_shape.region for board_shape in self.program.boards if board_shape.name == board)
                    for slots in self.program.fields:
                        if slots.owner == region and slots.merge != "adds":
                            self.change(slots, clause)
                case _:
                    # Other operations change no numbers; a nested one is in a run of its own.
                    pass

    def move(self, source: ir.Slot, target: ir.Slot) -> None:
        """One slot's field gives to another's."""
        a, b = self.place(source), self.place(target)
        for node in (a, b):
            self.linked.setdefault(node.base, node.base)
            if isinstance(node, ir.LocalSlots):
                # What a rule remembers is forgotten when the rule ends, so a quantity that goes through it is open.
                self.change(node, node.rule)
        self.linked[self.root(a.base)] = self.root(b.base)
        positions = dict(_index_values(a, source)), dict(_index_values(b, target))
        self.mixed += [(a.base, index) for index in positions[0] if positions[0][index] != positions[1].get(index)]

    def change(self, place: Place, clause: str) -> None:
        """A field is changed otherwise."""
        self.changed.append((place.base, clause))

    def place(self, slot: ir.Slot) -> Place:
        """The field, or what a rule remembers, that a slot belongs to."""
        everything: Iterable[Place] = (*self.program.fields, *self.program.locals)
        return next(node for node in everything if node.base <= slot.base < node.base + node.width)


def _is_move(write: ir.Write, other: ir.Write) -> bool:
    """Return whether what the one write takes from its slot, or adds to it, the other adds to or takes from its own."""
    match write.value, other.value:
        case ir.Arith(a, left, amount), ir.Arith(b, right, same) if {a, b} == {"+", "-"}:
            # Only constants and temporaries are surely the same number twice: a slot may change between the two writes.
            return (left, right, amount) == (write.to, other.to, same) and isinstance(amount, ir.Const | ir.Temp)
        case _:
            # Other pairs of writes move nothing.
            return False


def _runs(program: ir.Program) -> Iterator[tuple[str, tuple[ir.Op, ...]]]:
    """Every run of operations, with the clause it belongs to."""
    stack = [(block.clause, block.ops) for block in program.blocks] + [
        (procedure.name, procedure.body) for procedure in program.procedures
    ]
    while stack:
        clause, ops = stack.pop()
        yield clause, ops
        for op in ops:
            match op:
                case ir.If(_, then, otherwise):
                    stack += [(clause, then), (clause, otherwise)]
                case ir.For() | ir.Loop():
                    stack.append((clause, op.body))
                case _:
                    # Other operations hold no operations.
                    pass


# ---- Parts ---------------------------------------------------------------------------------------


def _indices(place: Place) -> list[Index]:
    """Return the indices of the numbers of a field: its owner, and its `per` types."""
    out: list[Index] = []
    if isinstance(place, ir.FieldSlots) and place.owner is not None:
        out.append(place.owner)
    type_ = place.type
    while isinstance(type_, PerType):
        out.append(type_.index)
        type_ = type_.value
    return out


def _index_values(place: Place, slot: ir.Slot) -> Iterator[tuple[Index, ir.Expr]]:
    """At which member of each type a slot of a field lies, as far as the slot says it."""
    indices = _indices(place)
    if len(slot.steps) == len(indices):
        yield from zip(indices, (step.index for step in slot.steps), strict=True)
    else:
        yield from ((index, ir.Slot(slot.base)) for index in indices)


def _slots(slots: ir.FieldSlots, part: Index, place: int) -> Iterator[int]:
    """The slots of a field that lie at one member of a type."""
    sizes = [size(index) for index in _indices(slots)]
    dimension = _indices(slots).index(part)
    entry_width = width(slots.type) // _product(sizes[1:] if slots.owner is not None else sizes)
    inner = entry_width * _product(sizes[dimension + 1 :])
    for start in range(place * inner, slots.width, inner * sizes[dimension]):
        yield from range(slots.base + start, slots.base + start + inner)


def _product(numbers: list[int]) -> int:
    out = 1
    for number in numbers:
        out *= number
    return out
