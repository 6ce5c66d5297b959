"""The parts of what plays a program, and the step that plays on at random with all of them."""

from __future__ import annotations

from ..language import tree
from ..writing.building import TOP, Code
from ..writing.whole import Whole
from .alike import AlikeCode
from .drawing import DrawingCode
from .legal_moves import LegalMovesCode
from .position import BASE, LISTED, ZERO, PositionCode
from .running import RunningCode


class PlayCode:
    """The parts that all functions which play are written with; `entered` are the blocks with functions of their own."""

    def __init__(self, whole: Whole, alike: AlikeCode, entered: set[int]) -> None:
        self.whole = whole
        self.position = PositionCode(whole)
        self.listed = LegalMovesCode(self.position, alike)
        self.running = RunningCode(self.position, entered)
        self.drawing = DrawingCode(self.position, self.listed)

    def one_step(self, code: Code) -> None:
        """Choose or roll at random, and carry it out; gives the code. The game goes on."""
        packed, block = code.local(), code.local(wide=False)
        part = code.local(wide=False), code.local(wide=False)
        cases = {number: [*self.listed.listed_at(code, number, part[1]), *self.drawing.drawn_at(code, number, packed, part),
                          tree.Set(TOP, BASE), tree.Set(LISTED, ZERO), *self.running.enter_at(number, packed, block)]
                 for number in self.position.points}
        self.position.at_point(code, cases, (tree.Stop(),))
        self.running.run_on(code, block)
        code.emit(tree.Return(packed))
