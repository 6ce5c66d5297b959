"""A program (`dsl.ir`) to a module of the small language: its rules, blocks, choices and ends, and what plays them."""

from __future__ import annotations

from collections.abc import Callable
from typing import assert_never

from .....dsl import ir
from .....dsl.types.types import ListType
from ....runtime.step_counter import MAX_PASSES
from ...plan.joins import next_blocks, reached_from_afar
from ..emitting import ordering
from ..language import tree
from ..language.values import Num, Unsupported, number
from ..layout.constants import TooNarrow
from ..layout.extras import NO_EXTRAS, Extras
from ..layout.memory import MemoryLayout
from ..layout.slots import SlotRanges
from ..lowering import conditions, expressions, operations
from ..lowering.slots import write_slot
from ..writing.building import FAULT, LEFT, Code
from ..writing.functions import new_code, once, settled
from ..writing.numbers import as_cond, as_num, narrowed
from ..writing.whole import Whole
from . import choices, outside, position, runtime
from .alike import AlikeCode
from .playing import PlayCode

__all__ = ["LoweredModule", "lowered"]
MAX_INLINE = 12
# Writes further functions.
More = Callable[[PlayCode], None]


class LoweredModule:
    """A program as a module, with where things are in its memory."""

    def __init__(self, program: ir.Program, memory: MemoryLayout, module: tree.Module) -> None:
        self.program, self.memory, self.module = program, memory, module


def lowered(program: ir.Program, extras: Extras = NO_EXTRAS, more: More | None = None) -> LoweredModule:
    """A program as a module, with room for extras, for which `more` writes functions. Raises Unsupported.

    Words of memory are as narrow as they can be.
    """
    for width in (4, 8):
        # Words of 4 bytes first: positions and codes of most games are then half as large, and quicker to copy.
        if SlotRanges(program).widest > 8 * width:
            continue
        try:
            return _Lowering(program, width, extras).result(more)
        except TooNarrow:
            continue
        except RecursionError:
            raise Unsupported("expressions that stand too deep in each other") from None
    raise Unsupported("numbers that do not fit into 64 bits")


class _Lowering:
    def __init__(self, program: ir.Program, width: int, extras: Extras) -> None:
        self.whole = Whole(program, width, extras)
        self.program = program
        self.alike = AlikeCode(program, self.whole.alike)
        self.suspending = {procedure.name: procedure for procedure in program.suspending}
        self.before: dict[int, int] = {}
        for block in program.blocks:
            for to in next_blocks(block.end):
                self.before[to] = self.before.get(to, 0) + 1
        self.reached = set(reached_from_afar(program))

    def result(self, more: More | None) -> LoweredModule:
        whole, program = self.whole, self.program
        runtime.write_all(whole)
        for block in program.blocks:
            if self.is_entered(block):
                self.block(block)
            match block.end:
                case ir.ChooseMove() as end:
                    self.choice(block.id, end)
                case ir.RollValue() as end:
                    self.roll(block.id, end)
                case _:
                    # Other ends decide nothing.
                    pass
        self.ends()
        entered = {block.id for block in program.blocks if self.is_entered(block)}
        playing = PlayCode(whole, self.alike, entered)
        outside.write_all(playing)
        if more is not None:
            more(playing)
        memory = whole.memory
        start = b"".join(value.to_bytes(memory.width, "little", signed=True) for value in program.start)
        data = ((memory.state, start), (memory.start, start), (memory.constants, bytes(memory.content)))
        globals_ = (("top", False, memory.room), ("base", False, memory.room), ("room_start", False, memory.room),
                    ("room_end", False, memory.room_end),
                    ("left", True, MAX_PASSES), ("drawn", True, 0), *position.GLOBALS)
        return LoweredModule(program, memory, tree.Module(tuple(whole.written), globals_, data, memory.pages))

    # -- blocks --------------------------------------------------------------------------------

    def is_entered(self, block: ir.Block) -> bool:
        """Return whether a block needs a function of its own."""
        # Entered with the code of a move, or from more than one place. A block to which only one other leads is written into
        # that one, and a block that waits has no operations.
        return (block.enters is not None or block.id in self.reached or self.before.get(block.id, 0) != 1) \
            and not isinstance(block.end, ir.ChooseMove | ir.RollValue)

    def block(self, block: ir.Block) -> None:
        """The function of a block: it gives the next one, or below 0 the end that has come."""
        def write(code: Code) -> None:
            code.over = lambda end: tree.Return(tree.Arith("sub", tree.Mark(0), end, wide=False))
            if block.enters is not None:
                packed = code.local()
                if self.whole.counts:
                    begin(code)
                choices.decode(code, self.bounds_into(block.enters), packed)
            self.inlined(code, block, 1, {block.id})

        code = settled(self.whole, write)
        params = (True,) if block.enters is not None else ()
        self.whole.written.append(tree.Function(f"b{block.id}", params, tuple(code.wide), False, tuple(code.out)))

    def bounds_into(self, enters: tuple[int, int]) -> tuple[ir.Bound, ...]:
        end = self.program.blocks[enters[0]].end
        if isinstance(end, ir.ChooseMove):
            return end.moves[enters[1]].bound
        assert isinstance(end, ir.RollValue)
        return (end.bound,)

    def inlined(self, code: Code, block: ir.Block, depth: int, path: set[int]) -> None:
        """A block's operations, and after them those of blocks that can be written here."""
        if not isinstance(block.end, ir.ChooseMove | ir.RollValue):
            operations.ops(code, block.ops)
        match block.end:
            case ir.Jump(to):
                self.go(code, to, depth, path)
            case ir.Branch(condition, then, otherwise):
                self.branch(code, condition, (then, otherwise), depth, path)
            case ir.CallRule(rule, arguments, back):
                self.call_rule(code, rule, arguments, back)
                self.go(code, self.suspending[rule].entry, depth, path)
            case ir.Return(rule):
                slot = ir.Slot(self.suspending[rule].back)
                # The slot is 0 again, as every slot is that nobody reads any more (`dsl.lower.blocks.flow`).
                loaded = code.in_local(expressions.num(code, slot).node)
                code.emit(tree.Store(tree.Mark(0), self.whole.memory.state + code.width * slot.base, tree.Int(0), code.width),
                          tree.Return(narrowed(loaded)))
            case ir.ChooseMove() | ir.RollValue():
                code.emit(tree.Return(tree.Mark(block.id)))
            case ir.RunOut(site):
                code.wrong(FAULT, site)
            case _:
                assert_never(block.end)

    def branch(self, code: Code, condition: ir.Expr, to: tuple[int, int], depth: int, path: set[int]) -> None:
        """Go on with one of two blocks."""
        if isinstance(condition, ir.Const):
            self.go(code, to[0 if condition.value else 1], depth, path)
            return
        names = dict(code.env)
        with code.block() as other:
            conditions.leave_when(code, condition, False, other)
            self.go(code, to[0], depth + 1, path)
        # What the first way has named is not known on the second.
        code.env = names
        self.go(code, to[1], depth, path)

    def call_rule(self, code: Code, rule: str, arguments: tuple[ir.Expr, ...], back: int) -> None:
        """Put the arguments of a rule into its slots, and where to come back to."""
        procedure = self.suspending[rule]
        slots = [slot for _, slot, type_ in procedure.params if not isinstance(type_, ListType)]
        values = [code.settled(expressions.num(code, argument)) for argument in arguments]
        for slot, value in zip(slots, values, strict=True):
            write_slot(code, ir.Slot(slot), as_num(value))
        code.emit(tree.Store(tree.Mark(0), self.whole.memory.state + code.width * procedure.back, tree.Int(back), code.width))

    def go(self, code: Code, to: int, depth: int, path: set[int]) -> None:
        target = self.program.blocks[to]
        waits = isinstance(target.end, ir.ChooseMove | ir.RollValue)
        if waits or to in path or depth > 2 * MAX_INLINE or self.before.get(to) != 1 or self.is_entered(target):
            code.emit(tree.Return(tree.Mark(to)))
        else:
            self.inlined(code, target, depth, path | {to})

    # -- points --------------------------------------------------------------------------------

    def choice(self, block: int, choose: ir.ChooseMove) -> None:
        """Return the function that lists the moves of each kind, and the player who chooses."""
        for i, move in enumerate(choose.moves):
            self.listing(f"o{block}_{i}", move)

        def player(code: Code) -> None:
            begin(code)
            code.emit(tree.Return(narrowed(expressions.num(code, choose.player).node)))

        once(self.whole, f"p{block}", (), False, player)

    def listing(self, name: str, move: ir.MoveOption) -> None:
        once(self.whole, name, (False,), False, lambda code: choices.ListingCode(code, self.alike, move).write(),
                        pure=True)

    def roll(self, block: int, roll: ir.RollValue) -> None:
        """Return the function that lists the outcomes of chance, and their weights."""
        self.listing(f"o{block}_0", choices.as_move(roll))
        if choices.has_weight(new_code(self.whole), self.alike, roll):
            once(self.whole, f"c{block}", (True,), True, lambda code: choices.weigh(code, self.alike, roll), pure=True)

    # -- ends ----------------------------------------------------------------------------------

    def ends(self) -> None:
        """The functions that give who has won, as a set of seats, and the score of a seat."""
        once(self.whole, "winners", (), True, self.winners, "winners")
        for _, name, value in self.program.scores[:1]:
            def score(code: Code, name: str = name, value: ir.Expr = value) -> None:
                code.env[name] = Num(code.local(), 0, self.program.players - 1)
                begin(code)
                code.emit(tree.Return(expressions.num(code, value).node))

            once(self.whole, "score0", (True,), True, score)

    def winners(self, code: Code) -> None:
        begin(code)
        ended = code.in_local(tree.Load(tree.Mark(0), self.whole.memory.state + code.width * ir.ENDED_SLOT, code.width))
        for i, end in enumerate(self.program.ends):
            with code.when(tree.Test("eq", ended, tree.Int(i + 1))):
                code.emit(tree.Return(self.winners_of(code, end).node))
        code.emit(tree.Return(tree.Int(0)))

    def winners_of(self, code: Code, end: ir.Ending) -> Num:
        """The seats that win by an end."""
        if end.kind == "drawn":
            return number(0)
        assert end.value is not None, "such an end asks for something"
        program = self.program
        sides = end.of != "player"
        # What wins is a player or a side; what is put down is a set of seats.
        units = len(program.side.members) if sides else program.players
        seats = tuple(sum(1 << seat for seat in range(program.players) if (program.side_of[seat] if sides else seat) == unit)
                      for unit in range(units))
        won, has_value = code.local(), code.local(wide=False)
        code.emit(tree.Set(won, tree.Int(0)), tree.Set(has_value, tree.Mark(0)))
        best: list[tree.Local] = []
        for unit in range(units):
            code.env[end.name] = number(unit)
            value = expressions.value(code, end.value)
            if end.kind == "winners":
                with code.when(as_cond(value)):
                    code.emit(tree.Set(won, tree.Arith("or", won, tree.Int(seats[unit]))))
                continue
            parts = tuple(Num(code.in_local(part.node), part.low, part.high) for part in ordering.key_parts(value))
            best = best or [code.local() for _ in parts]
            _take_better(code, end, (won, has_value), (parts, best), seats[unit])
        if end.drawn_when_tied:
            alone: tree.Expr = tree.Mark(0)
            for mask in seats:
                alone = tree.Arith("or", alone, tree.Test("eq", won, tree.Int(mask)), wide=False)
            with code.when(tree.Not(alone)):
                code.emit(tree.Set(won, tree.Int(0)))
        return Num(won, 0, (1 << program.players) - 1)


def _take_better(code: Code, end: ir.Ending, so_far: tuple[tree.Local, tree.Local],
                 keys: tuple[tuple[Num, ...], list[tree.Local]], seats: int) -> None:
    """Take a player or side for the winner who is better than those before, or as good."""
    (won, has_value), (parts, best) = so_far, keys
    # The best so far may be any number: with a range of its own, the comparison could be decided before play.
    others = tuple(Num(local, -(1 << 62), 1 << 62) for local in best)
    better = ordering.before(parts, others, end.descending)
    first = tree.Arith("or", tree.Not(has_value), better, wide=False)
    with code.nested() as then:
        code.emit(tree.Set(won, tree.Int(seats)), tree.Set(has_value, tree.Mark(1)))
        code.emit(*(tree.Set(local, part.node) for local, part in zip(best, parts, strict=True)))
    with code.nested() as otherwise, code.when(ordering.alike(parts, others)):
        code.emit(tree.Set(won, tree.Arith("or", won, tree.Int(seats))))
    code.emit(tree.If(first, tuple(then), tuple(otherwise)))


def begin(code: Code) -> None:
    """A transition begins: no passes were made."""
    code.emit(tree.Set(LEFT, tree.Int(MAX_PASSES)))
