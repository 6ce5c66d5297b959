"""Games that are watched: the export `watched`, which plays games of a series and finds out what is asked of them."""

from __future__ import annotations

from .....dsl import ir
from ..language import tree
from ..layout.extras import Extras
from ..layout.memory import BARRED, STOP
from ..lowering import expressions, happened
from ..module.playing import PlayCode
from ..module.position import BASE, LISTED, ZERO
from ..module.program import LoweredModule, lowered
from ..writing.building import TOP, Code
from ..writing.functions import once
from .ahead import LooksAhead
from .barred import BarredCode
from .counting import CountingCode, numbered
from .invariants import InvariantCode
from .probing import ProbeCode
from .seated import SeatedCode


def watched(program: ir.Program, extras: Extras) -> LoweredModule:
    """A program as a module that finds out extras. Raises Unsupported."""
    def write(playing: PlayCode) -> None:
        watching = WatchedGamesCode(playing, extras)
        once(playing.whole, "watched", (True, True, False, True), False, watching.playouts, "watched")

    return lowered(extras.added_to(program), extras, write)


class WatchedGamesCode:
    """Writes the function that plays games."""

    def __init__(self, playing: PlayCode, extras: Extras) -> None:
        self.position, self.listed = playing.position, playing.listed
        self.running, self.drawing = playing.running, playing.drawing
        whole = playing.whole
        self.whole, self.memory, self.program = whole, whole.memory, whole.program
        self.extras = extras
        self.kinds = numbered(self.program)
        self.state_bytes = self.memory.width * self.program.size
        self.of_positions = extras.invariants and bool(self.program.invariants)
        self.of_steps = extras.invariants and bool(self.program.step_invariants)
        for i, condition in enumerate(extras.figures):
            once(whole, f"figure{i}", (), True, lambda code, value=condition.value: self.figure(code, value))  # type: ignore[misc]  # a default
        if extras.counts or self.of_steps:
            CountingCode(whole)
        if self.of_positions or self.of_steps:
            InvariantCode(whole, self.position)
        if extras.ahead is not None:
            LooksAhead(playing, extras.ahead)
        self.seated = SeatedCode(playing, extras.seats) if extras.seats else None
        if extras.barring:
            BarredCode(playing)
        if extras.totals is not None:
            ProbeCode(whole, self.position, extras.totals)
        once(whole, "watched_step", (), None, self.step)
        once(whole, "watched_playout", (True,), None, self.playout)
        once(whole, "put_watched", (False,), None, self.put_result)

    def figure(self, code: Code, value: ir.Expr) -> None:
        """A number of the position."""
        self.position.begin(code)
        code.emit(tree.Return(expressions.num(code, value).node))

    # -- a step ----------------------------------------------------------------------------------

    def step(self, code: Code) -> None:
        """Choose or roll, and carry it out; note and test what is asked."""
        packed, block = code.local(), code.local(wide=False)
        part = code.local(wide=False), code.local(wide=False)
        kind, seat = code.local(wide=False), code.local(wide=False)
        cases = {number: self.step_at(code, number, (packed, block, kind, seat), part) for number in self.position.points}
        self.position.at_point(code, cases, (tree.Stop(),))
        self.running.run_on(code, block)
        if self.of_steps:
            code.emit(tree.Perform(tree.Call("all_follow", (kind, packed, seat)), gives=False))

    def step_at(self, code: Code, number: int, names: tuple[tree.Local, tree.Local, tree.Local, tree.Local],
                part: tuple[tree.Local, tree.Local]) -> list[tree.Stmt]:
        """A step from a point."""
        packed, block, kind, seat = names
        point = self.position.points[number]
        with code.nested() as body:
            if isinstance(point, ir.ChooseMove) and (self.extras.ahead is not None or self.seated is not None):
                code.emit(tree.Set(packed, tree.Call("ahead" if self.seated is None else "seated", ())))
            else:
                code.emit(*self.listed.listed_at(code, number, part[1]), *self.drawing.drawn_at(code, number, packed, part))
            if isinstance(point, ir.ChooseMove) and self.extras.barring:
                with code.when(tree.Test("ne", tree.Load(ZERO, BARRED, 8), tree.Int(0))):
                    code.emit(tree.Set(packed, tree.Call("allowed", (packed,))))
            if self.extras.counts or self.of_steps:
                self.tell(code, number, (packed, kind, seat))
            if self.of_steps:
                self.begin_step(code, self.program.blocks[number].clause)
            # After the move other codes are legal: nothing counts as listed, and the room for lists is free again.
            code.emit(tree.Set(TOP, BASE), tree.Set(LISTED, ZERO), *self.running.enter_at(number, packed, block))
        return body

    def begin_step(self, code: Code, clause: str) -> None:
        """Put the position aside; nothing is noted of the step yet but the clause by which it is asked for."""
        noted = self.whole.noted
        assert noted is not None, "there are invariants of steps"
        code.emit(tree.Copy(tree.Mark(self.memory.before), tree.Mark(self.memory.state), tree.Mark(self.state_bytes)),
                  tree.Clear(tree.Mark(noted.at), tree.Mark(noted.bytes)))
        happened.touch(code, clause)

    def tell(self, code: Code, number: int, names: tuple[tree.Local, tree.Local, tree.Local]) -> None:
        """Work out which kind of move was made, and by whom; count it."""
        packed, kind, seat = names
        point = self.position.points[number]
        first = code.local()
        if isinstance(point, ir.RollValue):
            code.emit(tree.Set(seat, tree.Mark(-1)), tree.Set(kind, tree.Mark(self.kinds[number, 0])),
                      tree.Set(first, tree.Int(0)))
        else:
            code.emit(tree.Set(seat, self.position.mover_now(code)))
            out: tuple[tree.Stmt, ...] = ()
            for place, move in reversed(list(enumerate(point.moves))):
                this = (tree.Set(kind, tree.Mark(self.kinds[number, place])), tree.Set(first, tree.Int(move.first)))
                out = (tree.If(tree.Test("lt_s", packed, tree.Int(move.first + move.count)), this, out),) if out else this
            code.emit(*out)
        if self.extras.counts:
            apart = tree.Arith("sub", packed, first)
            code.emit(tree.Perform(tree.Call("count_move", (kind, apart, packed, seat)), gives=False))

    # -- games -----------------------------------------------------------------------------------

    def playout(self, code: Code) -> None:
        """Play on for at most N choices and rolls, as `Machine.play_out` does."""
        left = code.local()
        with code.block() as out, code.loop() as again:
            code.emit(tree.Leave(out, tree.Test("le_s", left, tree.Int(0))))
            if self.of_positions:
                # Asked before the test for the end, so the last position is tested as well.
                code.emit(tree.Perform(tree.Call("all_hold", ()), gives=False))
            if self.extras.totals is not None:
                code.emit(tree.Perform(tree.Call("probe", (left,)), gives=False))
            # The end is tested before the number of choices is counted down: a game that ends with its last choice has ended,
            # and is not cut off.
            code.emit(tree.Leave(out, tree.Test("ne", self.position.slot(ir.ENDED_SLOT), tree.Int(0))),
                      tree.Leave(out, tree.Test("ne", tree.Load(ZERO, STOP, 8), tree.Int(0))),
                      tree.Set(left, tree.Arith("sub", left, tree.Int(1))),
                      tree.Perform(tree.Call("watched_step", ()), gives=False), tree.Leave(again))

    def put_result(self, code: Code) -> None:
        """Put down how a game went, and what is asked of its last position."""
        address = code.local(wide=False)
        ended = tree.Test("ne", self.position.slot(ir.ENDED_SLOT), tree.Int(0))
        code.emit(tree.Perform(tree.Call("put_result", (address,)), gives=False))
        # The figures are those of a finished game. One that was cut off has a last position too, but it says nothing about the
        # rules.
        with code.when(ended):
            for i in range(len(self.extras.figures)):
                code.emit(tree.Store(address, 8 * (5 + self.program.players + i), tree.Call(f"figure{i}", ()), 8))
        if self.extras.counts:
            code.emit(tree.Perform(tree.Call("end_counts", (ended, tree.Load(address, 32, 8))), gives=False))

    def playouts(self, code: Code) -> None:
        """Many games from the start, each with a result, and what was asked of it."""
        def begin(seed: tree.Expr, number: tree.Expr) -> None:
            if self.extras.counts:
                code.emit(tree.Perform(tree.Call("begin_counts", ()), gives=False))
            if self.seated is not None:
                self.seated.begin_seats(code, seed, number)

        self.running.series(code, begin, ("watched_playout", False), "put_watched")
