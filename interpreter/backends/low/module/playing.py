"""The functions that play: begin a game, run on to its next choice or roll, and carry it on at random."""

from __future__ import annotations

from collections.abc import Callable

from .....dsl import ir
from ....runtime.primitives import MAX_BLOCKS
from ....runtime.step_counter import MAX_PASSES
from ..emitting import remembered
from ..language import tree
from ..layout.memory import DONE, KIND, PLAYED, STOP, UNIFORM
from ..writing.building import FAULT, LEFT, ROUND, TOP, Code, plus, times
from ..writing.functions import new_code
from ..writing.numbers import narrowed
from ..writing.whole import Whole
from . import choices
from .alike import Alike
from .runtime import DRAWN, GAMMA, signed

# Where the room for a transition begins, and where all room does: positions are kept between the two.
BASE, ROOM_START = tree.Global("base", wide=False), tree.Global("room_start", wide=False)
# Of the game that is played: choices made, moves offered in all of them, and in the widest; whether codes are listed.
CHOICES, OFFERED, WIDEST = (tree.Global(name, wide=True) for name in ("choices", "offered", "widest"))
LISTED, COUNT, WEIGHTS = (tree.Global(name, wide=False) for name in ("listed", "count", "weights"))
GLOBALS = (("choices", True, 0), ("offered", True, 0), ("widest", True, 0), ("listed", False, 0), ("count", False, 0),
           ("weights", False, 0), ("listing", True, 0))
ZERO = tree.Mark(0)


class Playing:
    """Writes the functions that run a program."""

    def __init__(self, whole: Whole, alike: Alike, entered: set[int]) -> None:
        self.whole, self.alike, self.entered = whole, alike, entered
        self.memory, self.program = whole.memory, whole.program
        self.points = {block.id: block.end for block in self.program.blocks
                       if isinstance(block.end, ir.ChooseMove | ir.RollValue)}

    # -- parts ---------------------------------------------------------------------------------

    @property
    def phase_bytes(self) -> int:
        """The bytes of the entries of all phases."""
        return 8 * len(self.whole.phases)

    def series(self, code: Code, begin: Callable[[tree.Expr, tree.Expr], None], play: tuple[str, bool], put: str) -> None:
        """Games of a series, one after another; results are put down as far as there is room for them.

        `begin` writes what comes before each game with its seed and number, `play` is the function that plays one, and whether
        it gives a value, `put` the one that puts its result down.
        """
        seed, number, count, limit = code.local(), code.local(), code.local(wide=False), code.local()
        done, at = code.local(wide=False), code.local(wide=False)
        code.emit(tree.Set(done, ZERO), tree.Set(at, tree.Mark(self.memory.results)), tree.Store(ZERO, DONE, tree.Int(0), 8))
        if self.whole.phases:
            # A game that was broken off counts for nothing.
            code.emit(tree.Copy(tree.Mark(self.memory.entries), tree.Mark(self.memory.entries + self.phase_bytes),
                                tree.Mark(self.phase_bytes)))
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
            code.emit(tree.Perform(tree.Call(put, (at,)), gives=False), tree.Set(at, plus(at, self.memory.record)),
                      tree.Set(done, plus(done, 1)), tree.Set(number, tree.Arith("add", number, tree.Int(1))),
                      tree.Store(ZERO, DONE, tree.Widen(done), 8), tree.Leave(again))
        code.emit(tree.Return(done))

    def slot(self, number: int) -> tree.Expr:
        return tree.Load(ZERO, self.memory.state + self.memory.width * number, self.memory.width)

    def put_slot(self, number: int, value: tree.Expr) -> tree.Stmt:
        return tree.Store(ZERO, self.memory.state + self.memory.width * number, value, self.memory.width)

    def load_code(self, at: tree.Expr) -> tree.Expr:
        return tree.Load(at, 0, self.memory.code_width)

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
        left = code.held(LEFT)
        seat = code.held(tree.Call("mover", ()), wide=False)
        # `mover` begins again with MAX_PASSES: what it has used of these is taken from what was left before.
        code.emit(tree.Set(LEFT, tree.Arith("sub", tree.Arith("add", LEFT, left), tree.Int(MAX_PASSES))))
        return seat

    # -- running -------------------------------------------------------------------------------

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
        self.begin(code)
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
        point = self.points.get(number)
        waits = [self.put_slot(ir.BLOCK_SLOT, tree.Int(number)), tree.Return(None)]
        match point:
            case None if number in self.entered and self.program.blocks[number].enters is None:
                return [tree.Set(block, tree.Call(f"b{number}", ()))]
            case None:
                return [tree.Stop()]
            case ir.ChooseMove(otherwise=int(otherwise)):
                with code.nested() as body:
                    code.emit(self.put_slot(ir.BLOCK_SLOT, tree.Int(number)))
                    with code.when(tree.Test("ne", tree.Call("list", ()), ZERO, wide=False)):
                        code.emit(tree.Set(LISTED, tree.Mark(1)), tree.Return(None))
                    code.emit(tree.Set(block, tree.Mark(otherwise)))
                return body
        return waits

    def finish(self, code: Code, end: tree.Expr) -> None:
        """The game is over by this end: forget where the rules stood."""
        width, first = self.memory.width, min((local.base for local in self.program.locals), default=self.program.size)
        if first < self.program.size:
            code.emit(tree.Clear(tree.Mark(self.memory.state + width * first), tree.Mark(width * (self.program.size - first))))
        code.emit(self.put_slot(ir.BLOCK_SLOT, tree.Int(0)), self.put_slot(ir.ENDED_SLOT, tree.Widen(end)))

    # -- what may come next ----------------------------------------------------------------------

    def list_codes(self, code: Code) -> None:
        """List the codes of what may come next; how many there are. Where each kind ends is noted."""
        end = code.local(wide=False)
        cases = {number: self.list_at(code, number, end) for number in self.points}
        code.emit(tree.Set(end, tree.Mark(self.memory.codes)))
        self.at_point(code, cases, ())
        code.emit(tree.Set(COUNT, self.codes_between(tree.Mark(self.memory.codes), end)), tree.Return(COUNT))

    def list_at(self, code: Code, number: int, end: tree.Local) -> list[tree.Stmt]:
        point = self.points[number]
        with code.nested() as body:
            kinds = len(point.moves) if isinstance(point, ir.ChooseMove) else 1
            # Once for all kinds of move of the point, so they share what is worked out.
            remembered.next_listing(code)
            for i in range(kinds):
                code.emit(tree.Set(end, tree.Call(f"o{number}_{i}", (end,))))
                if kinds > 1:
                    code.emit(tree.Store(tree.Mark(self.memory.kinds), 4 * i, end, 4, wide=False))
            if isinstance(point, ir.RollValue) and self.is_weighted(point):
                self.drop_weightless(code, number, end)
        return body

    def is_weighted(self, roll: ir.RollValue) -> bool:
        return choices.has_weight(new_code(self.whole), self.alike, roll)

    def drop_weightless(self, code: Code, number: int, end: tree.Local) -> None:
        """Keep the outcomes that have a weight, and note the weights."""
        size = self.memory.code_width
        at, to = code.local(wide=False), code.local(wide=False)
        weights = code.local(wide=False)
        start = tree.Mark(self.memory.codes)
        count = self.codes_between(start, end)
        code.emit(tree.Set(weights, tree.Call("room", (times(count, 8),))), tree.Set(WEIGHTS, weights),
                  tree.Set(at, start), tree.Set(to, start))
        with code.block() as out, code.loop() as again:
            code.emit(tree.Leave(out, tree.Test("ge_u", at, end, wide=False)))
            packed = code.held(self.load_code(at))
            weight = code.held(tree.Call(f"c{number}", (packed,)))
            with code.when(tree.Test("gt_s", weight, tree.Int(0))):
                code.emit(tree.Store(to, 0, packed, size), tree.Store(weights, 0, weight, 8),
                          tree.Set(to, plus(to, size)), tree.Set(weights, plus(weights, 8)))
            code.emit(tree.Set(at, plus(at, size)), tree.Leave(again))
        code.emit(tree.Set(end, to))

    def list_now(self, code: Code) -> None:
        """List the codes of what may come next, unless that is done; none is a fault."""
        with code.when(tree.Test("eq", LISTED, ZERO, wide=False)):
            self.begin(code)
            code.emit(tree.Perform(tree.Call("list", ()), gives=True), tree.Set(LISTED, tree.Mark(1)))
        with code.when(tree.Test("eq", COUNT, ZERO, wide=False)):
            self.at_point(code, {number: [tree.Perform(tree.Call("wrong", (
                tree.Mark(FAULT), tree.Mark(point.site), tree.Int(0), tree.Int(0))), gives=False), tree.Stop()]
                for number, point in self.points.items()}, (tree.Stop(),))

    # -- carrying out ------------------------------------------------------------------------------

    def enter(self, code: Code) -> None:
        """Carry out a legal code, and run on."""
        packed, block = code.local(), code.local(wide=False)
        cases = {number: self.enter_at(number, packed, block) for number in self.points}
        code.emit(tree.Set(TOP, BASE), tree.Set(LISTED, ZERO))
        self.at_point(code, cases, (tree.Stop(),))
        code.emit(tree.Perform(tree.Call("run", (block,)), gives=False))

    def enter_at(self, number: int, packed: tree.Local, block: tree.Local) -> list[tree.Stmt]:
        point = self.points[number]
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

    # -- chance ------------------------------------------------------------------------------------

    def one_step(self, code: Code) -> None:
        """Choose or roll at random, and carry it out; gives the code. The game goes on."""
        packed, block = code.local(), code.local(wide=False)
        part = code.local(wide=False), code.local(wide=False)
        cases = {number: [*self.listed_at(code, number, part[1]), *self.drawn_at(code, number, packed, part),
                          tree.Set(TOP, BASE), tree.Set(LISTED, ZERO), *self.enter_at(number, packed, block)]
                 for number in self.points}
        self.at_point(code, cases, (tree.Stop(),))
        self.run_on(code, block)
        code.emit(tree.Return(packed))

    def listed_at(self, code: Code, number: int, end: tree.Local) -> list[tree.Stmt]:
        """List the codes at a point, unless that is done; none is a fault."""
        point = self.points[number]
        with code.nested() as listing:
            self.begin(code)
            code.emit(tree.Set(end, tree.Mark(self.memory.codes)), *self.list_at(code, number, end),
                      tree.Set(COUNT, self.codes_between(tree.Mark(self.memory.codes), end)))
        with code.nested() as body:
            # Only where there may be nothing to choose are codes listed before the game waits.
            if isinstance(point, ir.ChooseMove) and point.otherwise is not None:
                code.emit(tree.If(tree.Test("eq", LISTED, ZERO, wide=False), tuple(listing)))
            else:
                code.emit(*listing)
            with code.when(tree.Test("eq", COUNT, ZERO, wide=False)):
                code.wrong(FAULT, point.site)
        return body

    def run_on(self, code: Code, block: tree.Local) -> None:
        """Go on from a block; most often it only waits."""
        waiting = [number for number, point in self.points.items()
                   if not isinstance(point, ir.ChooseMove) or point.otherwise is None]
        flags = [int(number in waiting) for number in range(len(self.program.blocks))]
        address = self.whole.constants.bytes_of(flags, 1)
        inside = tree.Test("lt_u", block, tree.Mark(len(flags)), wide=False)
        waits = tree.Both(inside, tree.Test("ne", tree.Load(block, address, 1), tree.Int(0))) if len(waiting) != 1 else \
            tree.Test("eq", block, tree.Mark(waiting[0]), wide=False)
        wait = (self.put_slot(ir.BLOCK_SLOT, tree.Widen(block)),)
        code.emit(tree.If(waits, wait, (tree.Perform(tree.Call("run", (block,)), gives=False),)))

    def drawn_at(self, code: Code, number: int, packed: tree.Local, part: tuple[tree.Local, tree.Local]) -> list[tree.Stmt]:
        point = self.points[number]
        start = tree.Mark(self.memory.codes)
        with code.nested() as body:
            if isinstance(point, ir.RollValue):
                self.roll(code, point, packed)
                return body
            self.note_offer(code)
            if len(point.moves) == 1:
                code.emit(tree.Set(packed, self.one_of(start, tree.Widen(COUNT))))
                return body
            first, end = part
            with code.nested() as kind:
                self.pick_kind(code, len(point.moves), (first, end))
            every = (tree.Set(first, start), tree.Set(end, plus(times(COUNT, self.memory.code_width), self.memory.codes)))
            code.emit(tree.If(tree.Test("ne", tree.Load(ZERO, UNIFORM, 8), tree.Int(0)), every, tuple(kind)))
            code.emit(tree.Set(packed, self.one_of(first, tree.Widen(self.codes_between(first, end)))))
        return body

    def note_offer(self, code: Code) -> None:
        """Count a choice, and how many moves were offered."""
        count = code.held(tree.Widen(COUNT))
        code.emit(tree.Set(CHOICES, tree.Arith("add", CHOICES, tree.Int(1))),
                  tree.Set(OFFERED, tree.Arith("add", OFFERED, count)),
                  tree.Set(WIDEST, tree.Select(tree.Test("gt_s", count, WIDEST), count, WIDEST)))

    def one_of(self, first: tree.Expr, count: tree.Expr) -> tree.Expr:
        """One of the codes from an address on, each equally likely."""
        place = times(narrowed(tree.Call("below", (count,))), self.memory.code_width)
        return self.load_code(tree.Arith("add", first, place, wide=False))

    def pick_kind(self, code: Code, kinds: int, part: tuple[tree.Local, tree.Local]) -> None:
        """One of the kinds of move that are possible, each equally likely: where its codes begin and end."""
        first, end = part
        possible, at = code.local(), code.local(wide=False)
        ends = [tree.Load(tree.Mark(self.memory.kinds), 4 * i, 4, wide=False) for i in range(kinds)]
        starts: list[tree.Expr] = [tree.Mark(self.memory.codes), *ends[:-1]]
        total: tree.Expr = tree.Int(0)
        for start, other in zip(starts, ends, strict=True):
            total = tree.Arith("add", total, tree.Widen(tree.Test("ne", start, other, wide=False)))
        code.emit(tree.Set(possible, tree.Call("below", (total,))), tree.Set(end, starts[0]), tree.Set(at, ZERO))
        with code.loop() as again:
            code.emit(tree.Set(first, end),
                      tree.Set(end, tree.Load(plus(times(at, 4), self.memory.kinds), 0, 4, wide=False)),
                      tree.Set(at, plus(at, 1)), tree.Leave(again, tree.Test("eq", first, end, wide=False)),
                      tree.Set(possible, tree.Arith("sub", possible, tree.Int(1))),
                      tree.Leave(again, tree.Test("ge_s", possible, tree.Int(0))))

    def roll(self, code: Code, roll: ir.RollValue, packed: tree.Local) -> None:
        """One of the outcomes, each as likely as it is heavy."""
        start = tree.Mark(self.memory.codes)
        if not self.is_weighted(roll):
            code.emit(tree.Set(packed, self.one_of(start, tree.Widen(COUNT))))
            return
        total, at, end = code.local(), code.local(wide=False), code.local(wide=False)
        code.emit(tree.Set(total, tree.Int(0)), tree.Set(at, WEIGHTS),
                  tree.Set(end, tree.Arith("add", WEIGHTS, times(COUNT, 8), wide=False)))
        with code.loop() as again:
            code.emit(tree.Set(total, tree.Arith("add", total, tree.Load(at, 0, 8))), tree.Set(at, plus(at, 8)),
                      tree.Leave(again, tree.Test("lt_u", at, end, wide=False)))
        # A share of 53 random bits is exact up to here only; Python draws among more.
        code.beyond_when(tree.Test("gt_u", total, tree.Int(1 << 52)))
        code.emit(tree.Set(total, tree.Call("below", (total,))), tree.Set(at, WEIGHTS))
        with code.loop() as again:
            code.emit(tree.Set(total, tree.Arith("sub", total, tree.Load(at, 0, 8))), tree.Set(at, plus(at, 8)),
                      tree.Leave(again, tree.Test("ge_s", total, tree.Int(0))))
        place = self.codes_of_weights(at)
        code.emit(tree.Set(packed, self.load_code(tree.Arith("add", start, place, wide=False))))

    def codes_of_weights(self, past: tree.Expr) -> tree.Expr:
        """Return how far from the first the code lies whose weight ends at an address."""
        place = tree.Arith("shr_u", tree.Arith("sub", past, plus(WEIGHTS, 8), wide=False), tree.Mark(3), wide=False)
        return times(place, self.memory.code_width)
