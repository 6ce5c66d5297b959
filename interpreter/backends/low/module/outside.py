"""The face of a module to the outside (`docs/wasm.md`): what can be called, and what a call leaves behind.

    start (seed, number)        begin a game; its chance is that of this number of the series of a seed
    legal ()                    list what may come next; how many codes there are
    code (place)                one of them
    step (code)                 carry one out: 1, or 0 where it is not legal
    draw ()                     let chance decide: the code that was carried out, or -1 when the game is over
    mover ()                    the seat that chooses, -1 for chance, -2 when the game is over
    playout (limit)             play on at random; how many choices were made
    playouts (seed, first, count, limit)   many games from the start, each with a result; how many were played
    playouts_from (seed, first, count, limit)   the same, from the position on, which stays as it is
    perft (depth)               the number of sequences of exactly N choices
    chance (seed, number)       let the chance from here on be that of this number of the series of a seed
    score (seat)                the score of a seat, 0 where the rulebook counts none
    lanes (table, seed, first, end)        carry on many positions (`lanes`); the lane that it came to
    trace (table)               play on at random, and note where the game came by (`traces`); how many steps were made
"""

from __future__ import annotations

from .....dsl import ir
from ..language import tree
from ..layout.memory import STOP
from ..writing.building import TOP, Code, plus, times
from ..writing.functions import once
from .lanes import Lanes
from .playing import PlayCode
from .position import BASE, CHOICES, COUNT, LISTED, OFFERED, ROOM_START, WIDEST, ZERO
from .traces import Traces


def write_all(playing: PlayCode) -> None:
    """Write all that plays, and what can be called from outside."""
    outside, whole, running = _Outside(playing), playing.whole, playing.running
    once(whole, "begin_series", (True, True), None, running.begin_series)
    once(whole, "run", (False,), None, running.run)
    once(whole, "begin_game", (), None, running.begin_game)
    once(whole, "list", (), False, playing.listed.list_codes)
    once(whole, "enter", (True,), None, running.enter)
    once(whole, "one_step", (), True, playing.one_step)
    once(whole, "sequences", (False,), True, outside.sequences)
    once(whole, "put_result", (False,), None, outside.put_result)
    lanes, traces = Lanes(whole), Traces(playing)
    for name, params, gives, write in (
            ("start", (True, True), None, outside.start), ("legal", (), False, outside.legal),
            ("code", (False,), True, outside.code), ("step", (True,), False, outside.step),
            ("draw", (), True, outside.draw), ("mover", (), False, outside.mover),
            ("playout", (True,), True, outside.playout), ("perft", (False,), True, outside.perft_from),
            ("playouts", (True, True, False, True), False, outside.playouts),
            ("chance", (True, True), None, outside.chance), ("score", (False,), True, outside.score),
            ("playouts_from", (True, True, False, True), False, lanes.playouts_from),
            ("lanes", (False, True, False, False), False, lanes.write), ("trace", (False,), False, traces.write)):
        once(whole, name, params, gives, write, name)


class _Outside:
    """Writes the functions for callers outside, but for those with a file of their own."""

    def __init__(self, playing: PlayCode) -> None:
        self.position, self.listed, self.running = playing.position, playing.listed, playing.running
        self.whole, self.memory, self.program = playing.whole, playing.whole.memory, playing.whole.program

    def start(self, code: Code) -> None:
        seed, number = code.local(), code.local()
        code.emit(tree.Perform(tree.Call("begin_series", (seed, number)), gives=False),
                  tree.Perform(tree.Call("begin_game", ()), gives=False))

    def chance(self, code: Code) -> None:
        seed, number = code.local(), code.local()
        code.emit(tree.Perform(tree.Call("begin_series", (seed, number)), gives=False))

    def legal(self, code: Code) -> None:
        with code.when(tree.Test("ne", self.position.slot(ir.ENDED_SLOT), tree.Int(0))):
            code.emit(tree.Return(ZERO))
        code.emit(tree.Set(LISTED, ZERO))
        self.listed.list_now(code)
        code.emit(tree.Return(COUNT))

    def code(self, code: Code) -> None:
        place = code.local(wide=False)
        with code.when(tree.Test("ge_u", place, COUNT, wide=False)):
            code.emit(tree.Return(tree.Int(-1)))
        code.emit(tree.Return(self.position.load_code(plus(times(place, self.memory.code_width), self.memory.codes))))

    def step(self, code: Code) -> None:
        packed, address, end = code.local(), code.local(wide=False), code.local(wide=False)
        code.emit(tree.Set(address, tree.Mark(self.memory.codes)),
                  tree.Set(end, plus(times(tree.Call("legal", ()), self.memory.code_width), self.memory.codes)))
        with code.loop() as again:
            with code.when(tree.Test("ge_u", address, end, wide=False)):
                code.emit(tree.Return(ZERO))
            is_wanted = tree.Test("eq", self.position.load_code(address), packed)
            with code.when(is_wanted):
                code.emit(tree.Perform(tree.Call("enter", (packed,)), gives=False), tree.Return(tree.Mark(1)))
            code.emit(tree.Set(address, plus(address, self.memory.code_width)), tree.Leave(again))

    def draw(self, code: Code) -> None:
        with code.when(tree.Test("ne", self.position.slot(ir.ENDED_SLOT), tree.Int(0))):
            code.emit(tree.Return(tree.Int(-1)))
        code.emit(tree.Set(LISTED, ZERO), tree.Return(tree.Call("one_step", ())))

    def mover(self, code: Code) -> None:
        with code.when(tree.Test("ne", self.position.slot(ir.ENDED_SLOT), tree.Int(0))):
            code.emit(tree.Return(tree.Mark(-2)))
        self.position.begin(code)
        cases: dict[int, list[tree.Stmt]] = {
            number: [tree.Return(tree.Call(f"p{number}", ()) if isinstance(point, ir.ChooseMove) else tree.Mark(-1))]
            for number, point in self.position.points.items()}
        self.position.at_point(code, cases, (tree.Stop(),))
        code.emit(tree.Stop())

    def playout(self, code: Code) -> None:
        left = code.local()
        with code.block() as out, code.loop() as again:
            code.emit(tree.Leave(out, tree.Test("le_s", left, tree.Int(0))),
                      tree.Leave(out, tree.Test("ne", self.position.slot(ir.ENDED_SLOT), tree.Int(0))),
                      # Another thread may ask for a stop at any time, so each step tests it first.
                      tree.Leave(out, tree.Test("ne", tree.Load(ZERO, STOP, 8), tree.Int(0))),
                      tree.Set(left, tree.Arith("sub", left, tree.Int(1))),
                      tree.Perform(tree.Call("one_step", ()), gives=True), tree.Leave(again))
        code.emit(tree.Return(CHOICES))

    def playouts(self, code: Code) -> None:
        """Many games from the start, each with a result."""
        self.running.series(code, lambda _seed, _number: None, ("playout", True), "put_result")

    def put_result(self, code: Code) -> None:
        """Put down how a game went, and the entries of phases up to it."""
        address = code.local(wide=False)
        for i, value in enumerate((self.position.slot(ir.ENDED_SLOT), CHOICES, OFFERED, WIDEST)):
            code.emit(tree.Store(address, 8 * i, value, 8))
        with code.when(tree.Test("ne", self.position.slot(ir.ENDED_SLOT), tree.Int(0))):
            code.emit(tree.Set(TOP, BASE), tree.Store(address, 32, tree.Call("winners", ()), 8))
            for seat in range(self.program.players if self.program.scores else 0):
                code.emit(tree.Store(address, 40 + 8 * seat, self.score_of(seat), 8))
        if self.whole.phases:
            code.emit(tree.Copy(tree.Mark(self.memory.entries + self.position.phase_bytes), tree.Mark(self.memory.entries),
                                tree.Mark(self.position.phase_bytes)))

    def score_of(self, seat: int) -> tree.Expr:
        """The score of a seat: its own, or that of its side."""
        owner, _, _ = self.program.scores[0]
        return tree.Call("score0", (tree.Int(seat if owner == "player" else self.program.side_of[seat]),))

    def score(self, code: Code) -> None:
        seat = code.local(wide=False)
        self.position.begin(code)
        for i in range(self.program.players if self.program.scores else 0):
            with code.when(tree.Test("eq", seat, tree.Mark(i), wide=False)):
                code.emit(tree.Return(self.score_of(i)))
        code.emit(tree.Return(tree.Int(0)))

    def perft_from(self, code: Code) -> None:
        depth = code.local(wide=False)
        code.emit(tree.Set(BASE, ROOM_START), tree.Return(tree.Call("sequences", (depth,))))

    def sequences(self, code: Code) -> None:
        """The number of sequences of N choices and rolls; the state is left as it is."""
        depth = code.local(wide=False)
        ended = tree.Test("ne", self.position.slot(ir.ENDED_SLOT), tree.Int(0))
        with code.when(tree.Test("le_s", depth, ZERO, wide=False)):
            code.emit(tree.Return(tree.Int(1)))
        with code.when(ended):
            code.emit(tree.Return(tree.Int(0)))
        count = code.in_local(tree.Call("legal", ()), wide=False)
        # The moves of the last step are counted and not carried out: most of the time of perft would go there.
        with code.when(tree.Test("eq", depth, tree.Mark(1), wide=False)):
            code.emit(tree.Return(tree.Widen(count)))
        width = self.memory.width * self.program.size
        size = code.in_local(times(count, self.memory.code_width), wide=False)
        around = code.in_local(BASE, wide=False)
        code.emit(tree.Set(TOP, BASE))
        # The position and its codes lie behind those of the steps before; the room for transitions begins behind them, because
        # a transition frees all room from `base` on.
        state = code.in_local(tree.Call("room", (tree.Mark(width),)), wide=False)
        codes = code.in_local(tree.Call("room", (size,)), wide=False)
        address, end, total = code.local(wide=False), code.local(wide=False), code.local()
        code.emit(tree.Copy(state, tree.Mark(self.memory.state), tree.Mark(width)),
                  tree.Copy(codes, tree.Mark(self.memory.codes), size), tree.Set(BASE, TOP), tree.Set(address, codes),
                  tree.Set(end, tree.Arith("add", codes, size, wide=False)), tree.Set(total, tree.Int(0)))
        with code.loop() as again:
            code.emit(tree.Perform(tree.Call("enter", (self.position.load_code(address),)), gives=False))
            deeper = tree.Call("sequences", (tree.Arith("sub", depth, tree.Mark(1), wide=False),))
            code.emit(tree.Set(total, tree.Arith("add", total, deeper)),
                      tree.Copy(tree.Mark(self.memory.state), state, tree.Mark(width)),
                      tree.Set(address, plus(address, self.memory.code_width)),
                      tree.Leave(again, tree.Test("lt_u", address, end, wide=False)))
        code.emit(tree.Set(BASE, around), tree.Set(TOP, around), tree.Return(total))
