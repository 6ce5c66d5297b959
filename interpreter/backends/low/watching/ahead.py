"""Players who look a move ahead, in a module: as `analysis.playouts.search.GreedyPlayer` chooses, with the same draws."""

from __future__ import annotations

from ...evaluation import Evaluation
from ..language import tree
from ..module.playing import PlayCode
from ..module.position import BASE, COUNT, LISTED, ZERO
from ..writing.building import TOP, Code, plus, times
from ..writing.functions import once
from .evaluating import PAIR_BYTES, EvaluationCode


class LooksAhead:
    """Writes the function that chooses a move by an evaluation."""

    def __init__(self, playing: PlayCode, evaluation: Evaluation, mark: str = "") -> None:
        self.position, self.listed, self.drawing = playing.position, playing.listed, playing.drawing
        self.memory = playing.whole.memory
        self.evaluating = EvaluationCode(playing, evaluation, mark)
        self.name = self.evaluating.named("ahead")
        once(playing.whole, self.name, (), True, self.choose)

    def choose(self, code: Code) -> None:
        """The code of the best move; of moves that are as good, a random one."""
        # What is listed before the game waits is listed again: so that no more passes of loops are allowed than in Python.
        code.emit(tree.Set(LISTED, ZERO))
        self.listed.list_now(code)
        seat = code.in_local(self.position.mover_now(code), wide=False)
        self.drawing.note_offer(code)
        # Python does not try a single legal move either. A try here could use up the budget of loops, or raise a fault, where
        # Python does not.
        with code.when(tree.Test("eq", COUNT, tree.Mark(1), wide=False)):
            code.emit(tree.Set(LISTED, ZERO),
                      tree.Return(self.drawing.one_of(tree.Mark(self.memory.codes), tree.Int(1))))
        count = code.in_local(COUNT, wide=False)
        code.emit(tree.Set(TOP, BASE))
        pairs = code.in_local(tree.Call("room", (times(count, PAIR_BYTES),)), wide=False)
        self.evaluating.put_codes(code, pairs, count)
        code.emit(tree.Perform(tree.Call(self.evaluating.named("try_all"), (pairs, count, seat)), gives=False))
        most, alike = self.best_of(code, pairs, count)
        # Python draws below the number of best moves and takes the one at that place. To give the same game, the module draws
        # once and counts down through the moves in their order.
        left = code.in_local(tree.Call("below", (alike,)))
        address = code.in_local(pairs, wide=False)
        assert isinstance(address, tree.Local), "the address of the pairs is worked out"
        assert isinstance(left, tree.Local), "a number is drawn"
        with code.loop() as again:
            with code.when(tree.Test("eq", tree.Load(address, 8, 8), most)):
                with code.when(tree.Test("eq", left, tree.Int(0))):
                    code.emit(tree.Return(tree.Load(address, 0, 8)))
                code.emit(tree.Set(left, tree.Arith("sub", left, tree.Int(1))))
            code.emit(tree.Set(address, plus(address, PAIR_BYTES)), tree.Leave(again))
        code.emit(tree.Stop())

    def best_of(self, code: Code, pairs: tree.Expr, count: tree.Expr) -> tuple[tree.Local, tree.Local]:
        """Return the evaluation of the best move, and how many are as good."""
        most, alike, value = code.local(), code.local(), code.local()
        address, end = code.local(wide=False), code.local(wide=False)
        code.emit(tree.Set(most, tree.Load(pairs, 8, 8)), tree.Set(alike, tree.Int(0)), tree.Set(address, pairs),
                  tree.Set(end, tree.Arith("add", pairs, times(count, PAIR_BYTES), wide=False)))
        with code.loop() as again:
            code.emit(tree.Set(value, tree.Load(address, 8, 8)))
            with code.when(tree.Test("gt_s", value, most)):
                code.emit(tree.Set(most, value), tree.Set(alike, tree.Int(0)))
            code.emit(tree.Set(alike, tree.Arith("add", alike, tree.Widen(tree.Test("eq", value, most)))),
                      tree.Set(address, plus(address, PAIR_BYTES)), tree.Leave(again,
                                                                               tree.Test("lt_u", address, end, wide=False)))
        return most, alike
