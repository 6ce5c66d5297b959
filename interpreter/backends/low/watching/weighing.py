"""The worth of positions by numbers that stand beside a rulebook: the exports `worth`, `settle` and `weigh`.

A module has them only where it is written with an `Evaluation`. They answer as `analysis.playouts.search` does in Python.
"""

from __future__ import annotations

from functools import partial

from .....dsl import ir
from ...evaluation import DRAWN, LOST, WON, Evaluation
from ..language import tree
from ..layout.extras import Extras
from ..layout.memory import STOP
from ..lowering import expressions
from ..module.alike import Alike
from ..module.playing import BASE, CHOICES, LISTED, ROOM_START, ZERO, Playing
from ..module.program import Lowered, lowered
from ..writing.building import TOP, Code, plus, times
from ..writing.functions import once
from ..writing.whole import Whole

# What `weigh` notes of a move: the sum of the worths, and how often it was carried out.
NOTE_BYTES = 16


def weighed(program: ir.Program, evaluation: Evaluation) -> Lowered:
    """A program as a module that says what positions are worth. Raises Unsupported."""
    def write(whole: Whole, alike: Alike, entered: set[int]) -> None:
        Weighing(whole, alike, entered, evaluation)

    return lowered(Extras(ahead=evaluation).added_to(program), more=write)


class Weighing(Playing):
    """Writes the functions that look ahead by an evaluation."""

    def __init__(self, whole: Whole, alike: Alike, entered: set[int], evaluation: Evaluation) -> None:
        super().__init__(whole, alike, entered)
        self.evaluation = evaluation
        for seat in range(self.program.players):
            once(whole, f"worth{seat}", (), True, partial(self.worth_to, seat))
        for name, params, gives, write in (
                ("worth", (False,), True, self.worth), ("settle", (False, False), False, self.settle),
                ("weigh", (False, False, False), False, self.weigh)):
            once(whole, name, params, gives, write, name)

    def worth_to(self, seat: int, code: Code) -> None:
        """The sum of the numbers for a seat, also when the game is over."""
        total = code.local()
        self.begin(code)
        code.emit(tree.Set(total, tree.Int(0)))
        for number in self.evaluation.numbers[seat]:
            with code.releasing():
                code.emit(tree.Set(total, tree.Arith("add", total, expressions.num(code, number.value).node)))
        code.emit(tree.Return(total))

    def worth(self, code: Code) -> None:
        """The worth to a seat; who has won is no part of it."""
        seat = code.local(wide=False)
        for i in range(self.program.players):
            with code.when(tree.Test("eq", seat, tree.Mark(i), wide=False)):
                code.emit(tree.Return(tree.Call(f"worth{i}", ())))
        code.emit(tree.Return(tree.Int(0)))

    def ended(self) -> tree.Expr:
        return tree.Test("ne", self.slot(ir.ENDED_SLOT), tree.Int(0))

    def settle(self, code: Code) -> None:
        """Play on at random until what a choice in a block led to is done, for at most `limit` steps; how many were made."""
        asked, limit = code.local(wide=False), code.local(wide=False)
        row, done = code.local(wide=False), code.local(wide=False)
        blocks = range(len(self.program.blocks))
        order = {number: place for place, number in enumerate(sorted(self.points))}
        places = self.whole.constants.bytes_of([order.get(block, 0) for block in blocks], 4)
        flags = [int((asked, here) in self.evaluation.settled) for asked in sorted(order) for here in sorted(order)]
        settled = self.whole.constants.bytes_of(flags, 1)
        code.emit(tree.Set(row, times(tree.Load(times(asked, 4), places, 4, wide=False), len(order))), tree.Set(done, ZERO),
                  tree.Set(LISTED, ZERO))
        with code.block() as out, code.loop() as again:
            here = tree.Load(times(tree.Narrow(self.slot(ir.BLOCK_SLOT)), 4), places, 4, wide=False)
            code.emit(tree.Leave(out, self.ended()),
                      tree.Leave(out, tree.Test("ne", tree.Load(tree.Arith("add", row, here, wide=False), settled, 1),
                                                tree.Int(0))),
                      tree.Leave(out, tree.Test("ge_s", done, limit, wide=False)),
                      tree.Leave(out, tree.Test("ne", tree.Load(ZERO, STOP, 8), tree.Int(0))),
                      tree.Set(done, plus(done, 1)),
                      tree.Perform(tree.Call("one_step", ()), gives=True), tree.Leave(again))
        code.emit(tree.Return(done))

    def weigh(self, code: Code) -> None:
        """Carry out each move with what it leads to, and note its worth to who makes it; how many moves there are.

        A move is carried out up to `trials` times, and once where nothing could come otherwise. The position stays as it is.
        """
        at, trials, limit = (code.local(wide=False) for _ in range(3))
        code.emit(tree.Set(BASE, ROOM_START), tree.Set(TOP, BASE))
        count = code.held(tree.Call("legal", ()), wide=False)
        seat, asked = (code.held(node, wide=False) for node in (tree.Call("mover", ()), tree.Narrow(self.slot(ir.BLOCK_SLOT))))
        width, size = self.memory.width * self.program.size, code.held(times(count, self.memory.code_width), wide=False)
        code.emit(tree.Set(TOP, BASE))
        state = code.held(tree.Call("room", (tree.Mark(width),)), wide=False)
        codes = code.held(tree.Call("room", (size,)), wide=False)
        made = code.held(CHOICES)
        code.emit(tree.Copy(state, tree.Mark(self.memory.state), tree.Mark(width)),
                  tree.Copy(codes, tree.Mark(self.memory.codes), size), tree.Set(BASE, TOP))
        end = code.held(tree.Arith("add", codes, size, wide=False), wide=False)
        place = code.local(wide=False)
        code.emit(tree.Set(place, codes))
        with code.block() as out, code.loop() as again:
            code.emit(tree.Leave(out, tree.Test("ge_u", place, end, wide=False)))
            self.weigh_move(code, (state, width), (place, seat, asked), (trials, limit), at)
            code.emit(tree.Set(place, plus(place, self.memory.code_width)), tree.Set(at, plus(at, NOTE_BYTES)),
                      tree.Leave(again))
        code.emit(tree.Set(BASE, ROOM_START), tree.Set(TOP, BASE), tree.Set(LISTED, ZERO), tree.Set(CHOICES, made),
                  tree.Return(count))

    def weigh_move(self, code: Code, kept: tuple[tree.Expr, int], move: tuple[tree.Expr, tree.Expr, tree.Expr],
                   bounds: tuple[tree.Expr, tree.Expr], at: tree.Expr) -> None:
        """Carry out one move several times, and note what it is worth."""
        (state, width), (place, seat, asked), (trials, limit) = kept, move, bounds
        total, tried, steps = code.local(), code.local(wide=False), code.local(wide=False)
        code.emit(tree.Set(total, tree.Int(0)), tree.Set(tried, ZERO))
        with code.loop() as again:
            code.emit(tree.Perform(tree.Call("enter", (self.load_code(place),)), gives=False),
                      tree.Set(steps, tree.Call("settle", (asked, limit))), tree.Set(tried, plus(tried, 1)))
            value = self.valued(code, seat)
            code.emit(tree.Set(total, tree.Arith("add", total, value)),
                      tree.Copy(tree.Mark(self.memory.state), state, tree.Mark(width)))
            code.emit(tree.Leave(again, tree.Both(tree.Test("ne", steps, ZERO, wide=False),
                                                  tree.Test("lt_s", tried, trials, wide=False))))
        code.emit(tree.Store(at, 0, total, 8), tree.Store(at, 8, tree.Widen(tried), 8))

    def valued(self, code: Code, seat: tree.Expr) -> tree.Expr:
        """The worth to a seat, in which an end outweighs all else."""
        value = code.local()
        code.emit(tree.Set(value, tree.Call("worth", (seat,))))
        with code.when(self.ended()):
            self.begin(code)
            winners = code.held(tree.Call("winners", ()))
            # Scores are computed only because they may go wrong, as they do in Python then.
            for each in range(self.program.players if self.program.scores else 0):
                code.emit(tree.Perform(tree.Call("score", (tree.Mark(each),)), gives=True))
            mine = tree.Arith("and", tree.Arith("shr_u", winners, tree.Widen(seat)), tree.Int(1))
            won = tree.Select(tree.Test("ne", mine, tree.Int(0)), tree.Int(WON), tree.Int(LOST))
            code.emit(tree.Set(value, tree.Arith("add", value, tree.Select(
                tree.Test("ne", winners, tree.Int(0)), won, tree.Int(DRAWN)))))
        return value
