"""Evaluate positions and moves for a seat: what all players who look ahead share.

It answers as `analysis.playouts.search` does in Python. Functions of several evaluations in one module differ in their `mark`.
"""

from __future__ import annotations

from functools import partial

from .....dsl import ir
from ...evaluation import DRAWN, LOST, MOST_STEPS, TRIALS, WON, Evaluation
from ..language import tree
from ..language.values import number
from ..layout.memory import STOP
from ..lowering import expressions
from ..module.playing import PlayCode
from ..module.position import BASE, CHOICES, LISTED, OFFERED, WIDEST, ZERO
from ..writing.building import TOP, Code, plus, times
from ..writing.functions import once
from ..writing.numbers import arith, as_num

# A mean of three such numbers and the end of a game is exact enough as a float that Python orders it as it is ordered here.
MAX_EVALUATION = 1 << 50
# Of a move that is tried: its code, and the sum of its evaluations in `TRIALS` trials.
PAIR_BYTES = 16
# What is put aside while moves are tried.
COUNTED = (CHOICES, OFFERED, WIDEST)


class EvaluationCode:
    """Writes the functions that evaluate positions and try moves."""

    def __init__(self, playing: PlayCode, evaluation: Evaluation, mark: str = "", settle: str | None = None) -> None:
        self.position = playing.position
        whole = playing.whole
        self.whole, self.memory, self.program = whole, whole.memory, whole.program
        self.evaluation, self.mark = evaluation, mark
        self.state_bytes = self.memory.width * self.program.size
        self.ended = tree.Test("ne", self.position.slot(ir.ENDED_SLOT), tree.Int(0))
        for seat in range(self.program.players):
            once(whole, self.named(f"sum_{seat}"), (), True, partial(self.sum_for, seat))
        once(whole, self.named("seen_by"), (False,), True, self.seen_by)
        once(whole, self.named("settle"), (False, False), False, self.settle, settle)
        once(whole, self.named("evaluate_move"), (True, False, False, False), True, self.evaluate_move)
        once(whole, self.named("try_all"), (False, False, False), None, self.try_all)

    def named(self, name: str) -> str:
        """The name of a function of this evaluation."""
        return f"{name}{self.mark}"

    # -- evaluation ------------------------------------------------------------------------------

    def sum_for(self, seat: int, code: Code) -> None:
        """The sum of the numbers for a seat, also when the game is over."""
        total = number(0)
        for condition in self.evaluation.numbers[seat]:
            self.position.begin(code)
            total = arith(code, "+", total, as_num(code.reusable(expressions.value(code, condition.value))))
        code.emit(tree.Return(code.within(total, -MAX_EVALUATION, MAX_EVALUATION).node))

    def seen_by(self, code: Code) -> None:
        """The evaluation of the position for a seat, in which an end outweighs all else."""
        seat, won, added = code.local(wide=False), code.local(), code.local()
        code.emit(tree.Set(added, tree.Int(0)))
        with code.when(self.ended):
            self.position.begin(code)
            code.emit(tree.Set(won, tree.Call("winners", ())))
            # Scores are computed only because they may raise a fault, as they do in Python then.
            for player in range(self.program.players if self.program.scores else 0):
                code.emit(tree.Perform(tree.Call("score", (tree.Mark(player),)), gives=True))
            bit = tree.Arith("and", tree.Arith("shr_u", won, tree.Widen(seat)), tree.Int(1))
            others = tree.Select(tree.Test("ne", won, tree.Int(0)), tree.Int(LOST), tree.Int(DRAWN))
            code.emit(tree.Set(added, tree.Select(tree.Test("ne", bit, tree.Int(0)), tree.Int(WON), others)))
        for player in range(self.program.players):
            with code.when(tree.Test("eq", seat, tree.Mark(player), wide=False)):
                code.emit(tree.Return(tree.Arith("add", added, tree.Call(self.named(f"sum_{player}"), ()))))
        code.emit(tree.Stop())

    # -- trials ----------------------------------------------------------------------------------

    def settle(self, code: Code) -> None:
        """Play on at random until what a choice in a block led to is done, for at most `limit` steps; how many were made."""
        current, limit = code.local(wide=False), code.local(wide=False)
        row, done = code.local(wide=False), code.local(wide=False)
        order = sorted(self.position.points)
        rows = {block: i for i, block in enumerate(order)}
        places = self.whole.constants.bytes_of([rows.get(block, 0) for block in range(len(self.program.blocks))], 4)
        flags = [int((current, reached) in self.evaluation.settled) for current in order for reached in order]
        settled = self.whole.constants.bytes_of(flags, 1)
        # What is listed before the game waits is listed again: so that no more passes of loops are allowed than in Python.
        code.emit(tree.Set(row, times(tree.Load(times(current, 4), places, 4, wide=False), len(order))), tree.Set(done, ZERO),
                  tree.Set(LISTED, ZERO))
        with code.block() as out, code.loop() as again:
            reached = tree.Load(times(tree.Narrow(self.position.slot(ir.BLOCK_SLOT)), 4), places, 4, wide=False)
            is_done = tree.Load(tree.Arith("add", row, reached, wide=False), settled, 1)
            code.emit(tree.Leave(out, self.ended), tree.Leave(out, tree.Test("ne", is_done, tree.Int(0))),
                      tree.Leave(out, tree.Test("ge_s", done, limit, wide=False)),
                      tree.Leave(out, tree.Test("ne", tree.Load(ZERO, STOP, 8), tree.Int(0))),
                      tree.Set(done, plus(done, 1)),
                      tree.Perform(tree.Call("one_step", ()), gives=True), tree.Leave(again))
        code.emit(tree.Return(done))

    def evaluate_move(self, code: Code) -> None:
        """The evaluation of a code at a block for a seat, from a saved position: `TRIALS` times the mean."""
        packed, block, seat, saved = code.local(), *(code.local(wide=False) for _ in range(3))
        total, left, steps = code.local(), code.local(wide=False), code.local(wide=False)
        code.emit(tree.Set(total, tree.Int(0)), tree.Set(left, tree.Mark(TRIALS)))
        with code.loop() as again:
            code.emit(tree.Copy(tree.Mark(self.memory.state), saved, tree.Mark(self.state_bytes)), tree.Set(TOP, BASE),
                      tree.Perform(tree.Call("enter", (packed,)), gives=False),
                      tree.Set(steps, tree.Call(self.named("settle"), (block, tree.Mark(MOST_STEPS)))),
                      tree.Set(total, tree.Arith("add", total, tree.Call(self.named("seen_by"), (seat,)))))
            # Where nothing could come otherwise in one trial it cannot in any, so the first was the only one.
            with code.when(tree.Test("eq", steps, ZERO, wide=False)):
                code.emit(tree.Return(tree.Arith("mul", total, tree.Int(TRIALS))))
            code.emit(tree.Set(left, tree.Arith("sub", left, tree.Mark(1), wide=False)),
                      tree.Leave(again, tree.Test("gt_s", left, ZERO, wide=False)))
        code.emit(tree.Return(total))

    def try_all(self, code: Code) -> None:
        """Try the codes of N pairs at an address, for a seat; the evaluation for the seat is put beside each.

        The position stays as it is, and what is only tried is no part of the game.
        """
        pairs, count, seat = (code.local(wide=False) for _ in range(3))
        around, address, end = code.in_local(BASE, wide=False), code.local(wide=False), code.local(wide=False)
        saved = code.in_local(tree.Call("room", (tree.Mark(self.state_bytes),)), wide=False)
        # Trials enter phases too, which are no entries of the game.
        phases = code.in_local(tree.Call("room", (tree.Mark(self.position.phase_bytes),)), wide=False)
        block = code.in_local(tree.Narrow(self.position.slot(ir.BLOCK_SLOT)), wide=False)
        counted = [code.in_local(item) for item in COUNTED]
        state, entries = tree.Mark(self.memory.state), tree.Mark(self.memory.entries)
        code.emit(tree.Copy(saved, state, tree.Mark(self.state_bytes)),
                  tree.Copy(phases, entries, tree.Mark(self.position.phase_bytes)), tree.Set(BASE, TOP),
                  tree.Set(address, pairs),
                  tree.Set(end, tree.Arith("add", pairs, times(count, PAIR_BYTES), wide=False)))
        with code.loop() as again:
            value = tree.Call(self.named("evaluate_move"), (tree.Load(address, 0, 8), block, seat, saved))
            code.emit(tree.Store(address, 8, value, 8), tree.Set(address, plus(address, PAIR_BYTES)),
                      tree.Leave(again, tree.Test("lt_u", address, end, wide=False)))
        code.emit(tree.Copy(state, saved, tree.Mark(self.state_bytes)),
                  tree.Copy(entries, phases, tree.Mark(self.position.phase_bytes)),
                  tree.Set(BASE, around), tree.Set(TOP, around), tree.Set(LISTED, ZERO),
                  *(tree.Set(item, local) for item, local in zip(COUNTED, counted, strict=True)))

    def put_codes(self, code: Code, pairs: tree.Expr, count: tree.Expr) -> None:
        """Put the codes that are listed down as pairs; the second number of each is still open."""
        address, to, end = (code.local(wide=False) for _ in range(3))
        width = self.memory.code_width
        code.emit(tree.Set(address, tree.Mark(self.memory.codes)), tree.Set(to, pairs),
                  tree.Set(end, plus(times(count, width), self.memory.codes)))
        with code.loop() as again:
            code.emit(tree.Store(to, 0, self.position.load_code(address), 8), tree.Set(address, plus(address, width)),
                      tree.Set(to, plus(to, PAIR_BYTES)), tree.Leave(again, tree.Test("lt_u", address, end, wide=False)))
