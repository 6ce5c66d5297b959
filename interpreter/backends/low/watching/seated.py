"""Players of seats, each with chance of their own, in a module: as `analysis.players.match.Seats`, with the same draws."""

from __future__ import annotations

from .....dsl import ir
from ...evaluation import Evaluation
from ..language import tree
from ..module.playing import PlayCode
from ..module.position import LISTED, ZERO
from ..module.runtime import DRAWN
from ..writing.building import Code
from ..writing.functions import once
from .ahead import LooksAhead

# What keeps the series of a table and those of its players apart (`runtime.chance.seed_of`).
APART = 1_000_003


class SeatedCode:
    """Writes the function that lets the seat to move choose: by its evaluation, or at random where it has none."""

    def __init__(self, playing: PlayCode, seats: tuple[Evaluation | None, ...]) -> None:
        self.position, self.listed, self.drawing = playing.position, playing.listed, playing.drawing
        whole = playing.whole
        # Where the chance of each seat stands.
        self.chances = whole.memory.reserved(8 * len(seats))
        self.chosen: list[str] = []
        marks: dict[str, str] = {}
        for evaluation in seats:
            if evaluation is None:
                once(whole, "taken_at_random", (), True, self.at_random)
                self.chosen.append("taken_at_random")
            else:
                mark = marks.setdefault(evaluation.digest, f"_by{len(marks)}")
                self.chosen.append(LooksAhead(playing, evaluation, mark).name)
        once(whole, "seated", (), True, self.choose)

    def begin_seats(self, code: Code, seed: tree.Expr, number: tree.Expr) -> None:
        """A game begins: each seat has a series of its own."""
        first = tree.Arith("mul", seed, tree.Int(APART))
        for seat in range(len(self.chosen)):
            own = tree.Arith("add", first, tree.Int(1 + seat))
            code.emit(tree.Perform(tree.Call("begin_series", (own, number)), gives=False),
                      tree.Store(ZERO, self.chances + 8 * seat, DRAWN, 8))

    def at_random(self, code: Code) -> None:
        """A kind of move that is possible, each equally likely, and then one of its codes."""
        packed = code.local()
        part = code.local(wide=False), code.local(wide=False)
        cases = {number: [*self.listed.listed_at(code, number, part[1]), *self.drawing.drawn_at(code, number, packed, part)]
                 for number, point in self.position.points.items() if isinstance(point, ir.ChooseMove)}
        self.position.at_point(code, cases, (tree.Stop(),))
        code.emit(tree.Set(LISTED, ZERO), tree.Return(packed))

    def choose(self, code: Code) -> None:
        """The code that the seat to move chooses; chance goes on where it stood."""
        packed = code.local()
        seat = code.in_local(self.position.mover_now(code), wide=False)
        # Dice and players draw from counters of their own, so a player who draws more often changes no roll.
        around = code.in_local(DRAWN)
        cases = []
        for place, name in enumerate(self.chosen):
            address = self.chances + 8 * place
            cases.append((tree.Set(DRAWN, tree.Load(ZERO, address, 8)), tree.Set(packed, tree.Call(name, ())),
                          tree.Store(ZERO, address, DRAWN, 8)))
        code.emit(tree.Switch(seat, code.label(), tuple(cases), (tree.Stop(),)), tree.Set(DRAWN, around),
                  tree.Return(packed))
