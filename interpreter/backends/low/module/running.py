"""The functions that begin a game, carry out what was chosen, and run on to the next choice or roll."""

from __future__ import annotations

from collections.abc import Callable

from .....dsl import ir
from ....runtime.primitives import MAX_BLOCKS
from ..language import tree
from ..layout.memory import DONE, KIND, PLAYED, STOP
from ..writing.building import ROUND, TOP, Code, plus
from .position import BASE, CHOICES, LISTED, OFFERED, ROOM_START, WIDEST, ZERO, PositionCode
from .runtime import DRAWN, GAMMA, signed


class RunningCode:
    """Writes functions that carry out blocks; `entered` are those with functions of their own."""

    def __init__(self, position: PositionCode, entered: set[int]) -> None:
        self.position, self.entered = position, entered
        self.whole, self.memory, self.program = position.whole, position.memory, position.program

    def series(self, code: Code, begin: Callable[[tree.Expr, tree.Expr], None], play: tuple[str, bool], put_name: str) -> None:
        """Games of a series, one after another; results are put down as far as there is room for them.

        `begin` writes what comes before each game with its seed and number, `play` is the function that plays one, and whether
        it gives a value, `put_name` the one that puts its result down.
        """
        seed, number, count, limit = code.local(), code.local(), code.local(wide=False), code.local()
        done, address = code.local(wide=False), code.local(wide=False)
        code.emit(tree.Set(done, ZERO), tree.Set(address, tree.Mark(self.memory.results)),
                  tree.Store(ZERO, DONE, tree.Int(0), 8))
        if self.whole.phases:
            # A game that was broken off counts for nothing.
            code.emit(tree.Copy(tree.Mark(self.memory.entries), tree.Mark(self.memory.entries + self.position.phase_bytes),
                                tree.Mark(self.position.phase_bytes)))
        name, gives = play
        with code.block() as out, code.loop() as again:
            code.emit(tree.Leave(out, tree.Test("ge_s", done, count, wide=False)),
                      tree.Leave(out, tree.Test("ge_s", done, tree.Mark(self.memory.games_kept), wide=False)),
                      tree.Store(ZERO, PLAYED, number, 8))
            begin(seed, number)
            code.emit(tree.Perform(tree.Call("begin_series", (seed, number)), gives=False),
                      tree.Perform(tree.Call("begin_game", ()), gives=False),
                      tree.Perform(tree.Call(name, (limit,)), gives=gives),
                      tree.Leave(out, tree.Test("ne", tree.Load(ZERO, STOP, 8), tree.Int(0))))
            code.emit(tree.Perform(tree.Call(put_name, (address,)), gives=False),
                      tree.Set(address, plus(address, self.memory.record)),
                      tree.Set(done, plus(done, 1)), tree.Set(number, tree.Arith("add", number, tree.Int(1))),
                      tree.Store(ZERO, DONE, tree.Widen(done), 8), tree.Leave(again))
        code.emit(tree.Return(done))

    def begin_series(self, code: Code) -> None:
        """Let chance be that of a game of a series."""
        seed, number = code.local(), code.local()
        key = tree.Call("mixed", (tree.Arith("add", seed, signed(GAMMA)),))
        code.emit(tree.Set(DRAWN, tree.Call("mixed", (tree.Arith("add", key, number),))))

    def begin_game(self, code: Code) -> None:
        """Put the state to the start, and run up to the first choice or roll."""
        size = tree.Mark(self.memory.width * self.program.size)
        code.emit(tree.Set(BASE, ROOM_START))
        code.emit(tree.Copy(tree.Mark(self.memory.state), tree.Mark(self.memory.start), size))
        code.emit(*(tree.Set(item, tree.Int(0)) for item in (CHOICES, OFFERED, WIDEST)))
        code.emit(tree.Store(ZERO, KIND, tree.Int(0), 8))
        self.position.begin(code)
        code.emit(tree.Perform(tree.Call("run", (tree.Mark(self.program.entry),)), gives=False))

    def run(self, code: Code) -> None:
        """Carry out blocks from one on, until one waits or the game is over."""
        # The loop of the Python machine: WebAssembly cannot jump from one function into another either. Each block gives the
        # number of the next; one below 0 is the end of the game with that number.
        block, left = code.local(wide=False), code.local(wide=False)
        # A round through blocks without a choice has no end: the bound turns it into a fault, as in the Python machine.
        code.emit(tree.Set(left, tree.Mark(MAX_BLOCKS)), tree.Set(LISTED, ZERO))
        with code.loop() as again:
            with code.when(tree.Test("lt_s", block, ZERO, wide=False)):
                self.finish(code, tree.Arith("sub", ZERO, block, wide=False))
                code.emit(tree.Return(None))
            with code.when(tree.Test("eq", left, ZERO, wide=False)):
                code.wrong(ROUND)
            code.emit(tree.Set(left, tree.Arith("sub", left, tree.Mark(1), wide=False)), tree.Set(TOP, BASE))
            cases = [self.run_block(code, number, block) for number in range(len(self.program.blocks))]
            code.emit(tree.Switch(block, code.label(), tuple(map(tuple, cases)), (tree.Stop(),)), tree.Leave(again))

    def run_block(self, code: Code, number: int, block: tree.Local) -> list[tree.Stmt]:
        """Carry out a block: the next one, or the game waits."""
        point = self.position.points.get(number)
        waits = [self.position.put_slot(ir.BLOCK_SLOT, tree.Int(number)), tree.Return(None)]
        match point:
            case None if number in self.entered and self.program.blocks[number].enters is None:
                return [tree.Set(block, tree.Call(f"b{number}", ()))]
            case None:
                return [tree.Stop()]
            case ir.ChooseMove(otherwise=int(otherwise)):
                with code.nested() as body:
                    code.emit(self.position.put_slot(ir.BLOCK_SLOT, tree.Int(number)))
                    with code.when(tree.Test("ne", tree.Call("list", ()), ZERO, wide=False)):
                        code.emit(tree.Set(LISTED, tree.Mark(1)), tree.Return(None))
                    code.emit(tree.Set(block, tree.Mark(otherwise)))
                return body
            case _:
                # At any other point the game waits.
                return waits

    def finish(self, code: Code, end: tree.Expr) -> None:
        """The game is over by this end: forget where the rules stood."""
        width, first = self.memory.width, min((local.base for local in self.program.locals), default=self.program.size)
        if first < self.program.size:
            code.emit(tree.Clear(tree.Mark(self.memory.state + width * first), tree.Mark(width * (self.program.size - first))))
        code.emit(self.position.put_slot(ir.BLOCK_SLOT, tree.Int(0)), self.position.put_slot(ir.ENDED_SLOT, tree.Widen(end)))

    def enter(self, code: Code) -> None:
        """Carry out a legal code, and run on."""
        packed, block = code.local(), code.local(wide=False)
        cases = {number: self.enter_at(number, packed, block) for number in self.position.points}
        code.emit(tree.Set(TOP, BASE), tree.Set(LISTED, ZERO))
        self.position.at_point(code, cases, (tree.Stop(),))
        code.emit(tree.Perform(tree.Call("run", (block,)), gives=False))

    def enter_at(self, number: int, packed: tree.Local, block: tree.Local) -> list[tree.Stmt]:
        point = self.position.points[number]
        if isinstance(point, ir.RollValue):
            return [tree.Set(block, tree.Call(f"b{point.to}", (packed,)))]
        out: tuple[tree.Stmt, ...] = ()
        for move in reversed(point.moves):
            apart = tree.Arith("sub", packed, tree.Int(move.first)) if move.first else packed
            entered = (tree.Set(block, tree.Call(f"b{move.to}", (apart,))),)
            below = tree.Test("lt_s", packed, tree.Int(move.first + move.count))
            # Kinds have their codes in order and without a gap, so one comparison for each kind but the last tells them apart.
            out = (tree.If(below, entered, out),) if out else entered
        return list(out)

    def run_on(self, code: Code, block: tree.Local) -> None:
        """Go on from a block; most often it only waits."""
        waiting = [number for number, point in self.position.points.items()
                   if not isinstance(point, ir.ChooseMove) or point.otherwise is None]
        flags = [int(number in waiting) for number in range(len(self.program.blocks))]
        address = self.whole.constants.bytes_of(flags, 1)
        inside = tree.Test("lt_u", block, tree.Mark(len(flags)), wide=False)
        waits = tree.Both(inside, tree.Test("ne", tree.Load(block, address, 1), tree.Int(0))) if len(waiting) != 1 else \
            tree.Test("eq", block, tree.Mark(waiting[0]), wide=False)
        wait = (self.position.put_slot(ir.BLOCK_SLOT, tree.Widen(block)),)
        code.emit(tree.If(waits, wait, (tree.Perform(tree.Call("run", (block,)), gives=False),)))
