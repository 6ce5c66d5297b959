"""The evaluation of positions by numbers beside a rulebook: the exports `evaluate`, `settle` and `weigh`.

A module has them only where it is written with an `Evaluation`. They answer as `analysis.playouts.search` does in Python.
"""

from __future__ import annotations

from .....dsl import ir
from ...evaluation import Evaluation
from ..language import tree
from ..layout.extras import Extras
from ..module.playing import PlayCode
from ..module.position import BASE, ROOM_START, ZERO
from ..module.program import LoweredModule, lowered
from ..writing.building import TOP, Code
from ..writing.functions import once
from .evaluating import EvaluationCode


def weighed(program: ir.Program, evaluation: Evaluation) -> LoweredModule:
    """A program as a module that evaluates positions. Raises Unsupported."""
    def write(playing: PlayCode) -> None:
        WeighingCode(playing, evaluation)

    return lowered(Extras(ahead=evaluation).added_to(program), more=write)


class WeighingCode:
    """Writes the exports."""

    def __init__(self, playing: PlayCode, evaluation: Evaluation) -> None:
        whole = playing.whole
        self.program = whole.program
        self.evaluating = EvaluationCode(playing, evaluation, settle="settle")
        once(whole, "evaluate", (False,), True, self.evaluate, "evaluate")
        once(whole, "weigh", (False,), False, self.weigh, "weigh")

    def evaluate(self, code: Code) -> None:
        """The evaluation for a seat; who has won is no part of it."""
        seat = code.local(wide=False)
        for i in range(self.program.players):
            with code.when(tree.Test("eq", seat, tree.Mark(i), wide=False)):
                code.emit(tree.Return(tree.Call(self.evaluating.named(f"sum_{i}"), ())))
        # No seat has this number: the callers give one from 0 up to the number of players.
        code.emit(tree.Return(tree.Int(0)))

    def weigh(self, code: Code) -> None:
        """Note each legal code, and the sum of its evaluations for who chooses in all trials; how many codes there are."""
        address = code.local(wide=False)
        code.emit(tree.Set(BASE, ROOM_START), tree.Set(TOP, BASE))
        count, seat = (code.in_local(tree.Call(name, ()), wide=False) for name in ("legal", "mover"))
        code.emit(tree.Set(TOP, BASE))
        with code.when(tree.Test("ne", count, ZERO, wide=False)):
            self.evaluating.put_codes(code, address, count)
            code.emit(tree.Perform(tree.Call(self.evaluating.named("try_all"), (address, count, seat)), gives=False))
        code.emit(tree.Return(count))
