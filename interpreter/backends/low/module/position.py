"""The position of the game in memory: its slots, the codes that are listed, and the point at which it waits."""

from __future__ import annotations

from .....dsl import ir
from ....runtime.step_counter import MAX_PASSES
from ..language import tree
from ..writing.building import LEFT, TOP, Code, times
from ..writing.numbers import narrowed
from ..writing.whole import Whole

# Where the room for a transition begins, and where all room does: positions are kept between the two.
BASE, ROOM_START = tree.Global("base", wide=False), tree.Global("room_start", wide=False)
# Of the game that is played: choices made, moves offered in all of them, and in the widest; whether codes are listed.
CHOICES, OFFERED, WIDEST = (tree.Global(name, wide=True) for name in ("choices", "offered", "widest"))
LISTED, COUNT, WEIGHTS = (tree.Global(name, wide=False) for name in ("listed", "count", "weights"))
GLOBALS = (("choices", True, 0), ("offered", True, 0), ("widest", True, 0), ("listed", False, 0), ("count", False, 0),
           ("weights", False, 0), ("listing", True, 0))
ZERO = tree.Mark(0)


class PositionCode:
    """Writes code that reads and changes the position, and code for the point at which the game waits."""

    def __init__(self, whole: Whole) -> None:
        self.whole, self.memory, self.program = whole, whole.memory, whole.program
        self.points = {block.id: block.end for block in self.program.blocks
                       if isinstance(block.end, ir.ChooseMove | ir.RollValue)}

    @property
    def phase_bytes(self) -> int:
        """The bytes of the entries of all phases."""
        return 8 * len(self.whole.phases)

    def slot(self, number: int) -> tree.Expr:
        return tree.Load(ZERO, self.memory.state + self.memory.width * number, self.memory.width)

    def put_slot(self, number: int, value: tree.Expr) -> tree.Stmt:
        return tree.Store(ZERO, self.memory.state + self.memory.width * number, value, self.memory.width)

    def load_code(self, address: tree.Expr) -> tree.Expr:
        return tree.Load(address, 0, self.memory.code_width)

    def codes_between(self, first: tree.Expr, end: tree.Expr) -> tree.Expr:
        """Return how many codes lie between two addresses."""
        shift = self.memory.code_width.bit_length() - 1
        return tree.Arith("shr_u", tree.Arith("sub", end, first, wide=False), tree.Mark(shift), wide=False)

    def at_point(self, code: Code, visit: dict[int, list[tree.Stmt]], otherwise: tuple[tree.Stmt, ...]) -> None:
        """The statements for the point at which the game waits."""
        # A game that waits at one point only asks for no number.
        if len(visit) == len(self.points) == 1:
            code.emit(*next(iter(visit.values())))
            return
        order = sorted(visit)
        places = {block: i for i, block in enumerate(order)}
        blocks = [places.get(block, len(order)) for block in range(len(self.program.blocks))]
        address = self.whole.constants.bytes_of(blocks, 4)
        place = tree.Load(times(narrowed(self.slot(0)), 4), address, 4, wide=False)
        code.emit(tree.Switch(place, code.label(), tuple(tuple(visit[block]) for block in order), otherwise))

    def begin(self, code: Code) -> None:
        """A transition begins: no passes were made, and all room is free."""
        code.emit(tree.Set(LEFT, tree.Int(MAX_PASSES)), tree.Set(TOP, BASE))

    def mover_now(self, code: Code) -> tree.Expr:
        """The seat that chooses here; no transition begins, so the passes of loops that it takes are those of this one."""
        left = code.in_local(LEFT)
        seat = code.in_local(tree.Call("mover", ()), wide=False)
        # `mover` begins again with MAX_PASSES: what it has used of these is taken from what was left before.
        code.emit(tree.Set(LEFT, tree.Arith("sub", tree.Arith("add", LEFT, left), tree.Int(MAX_PASSES))))
        return seat
