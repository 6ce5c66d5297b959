"""Declared invariants in a module: those of positions trap where they do not hold; steps that are not decided are noted."""

from __future__ import annotations

from .....dsl import ir
from ..language import tree
from ..language.values import Cond, Num
from ..lowering import conditions
from ..module.position import BASE, LISTED, ZERO, PositionCode
from ..writing.building import BEYOND, TOP, Code, plus, times
from ..writing.functions import once
from ..writing.whole import Whole
from .counting import STEPPED, numbered
from .noted_names import NotedNames
from .surely import Steps

# The name of the condition that one of some clauses may be applied in the step, by the place of their set.
MAY = "may be applied "


class InvariantCode:
    """Writes the functions that test a position, and a step."""

    def __init__(self, whole: Whole, position: PositionCode) -> None:
        self.whole, self.memory, self.position, self.program = whole, whole.memory, position, whole.program
        self.sets: list[frozenset[str]] = []
        self.steps = Steps(self.program, whole.budget, self.are_noted, self.may)
        for i, (_, condition) in enumerate(self.program.invariants):
            once(whole, f"invariant{i}", (), None, lambda code, condition=condition: self.holds(code, condition))  # type: ignore[misc]  # a default
        once(whole, "all_hold", (), None, self.all_hold)
        surely = [self.steps.surely(condition) for _, condition in self.program.step_invariants]
        if surely:
            may = self.may_table()
            for i, condition in enumerate(surely):
                once(whole, f"follows{i}", (False, False), False,
                           lambda code, condition=condition: self.follows(code, condition, may))  # type: ignore[misc]  # a default
            once(whole, "all_follow", (False, True, False), None, self.all_follow)

    def are_noted(self, clauses: tuple[str, ...]) -> bool:
        """Return whether the module notes all of these clauses."""
        return self.whole.noted is not None and self.whole.noted.are_exact(clauses)

    def may(self, clauses: frozenset[str]) -> ir.Expr:
        """The name of the condition that any of these clauses may be applied in the step."""
        if clauses not in self.sets:
            self.sets.append(clauses)
        return ir.Temp(f"{MAY}{self.sets.index(clauses)}")

    def may_table(self) -> int:
        """The address of a byte for each kind of move and each set of clauses: whether one of them may be applied."""
        applied = NotedNames(self.program)
        return self.whole.constants.bytes_of(
            [int(applied.may(block, place, members)) for block, place in numbered(self.program) for members in self.sets], 1)

    # -- positions -------------------------------------------------------------------------------

    def holds(self, code: Code, condition: ir.Expr) -> None:
        """Trap unless an invariant holds of the position."""
        code.emit(tree.Set(TOP, BASE))
        with code.block() as past:
            conditions.leave_when(code, condition, True, past)
            # Python plays the game again and says which invariant does not hold, and why.
            code.wrong(BEYOND)

    def all_hold(self, code: Code) -> None:
        """Trap unless all invariants hold of the position."""
        # What may come next is listed already at some choices, with weights and lists behind `base`: it is listed again.
        code.emit(tree.Set(LISTED, ZERO))
        self.position.begin(code)
        for i in range(len(self.program.invariants)):
            code.emit(tree.Perform(tree.Call(f"invariant{i}", ()), gives=False))

    # -- steps -----------------------------------------------------------------------------------

    def follows(self, code: Code, condition: ir.Expr, may: int) -> None:
        """Return whether an invariant surely holds of the step, which began with this kind and which this seat decided."""
        kind, seat = code.local(wide=False), code.local(wide=False)
        code.emit(tree.Set(TOP, BASE))
        row = code.in_local(times(kind, len(self.sets)), wide=False)
        for place in range(len(self.sets)):
            code.env[f"{MAY}{place}"] = Cond(tree.Narrow(tree.Load(plus(row, place), may, 1)))
        code.decider = Num(tree.Arith("sub", tree.Widen(plus(seat, 1)), tree.Int(1)), -1, self.program.players - 1)
        with code.block() as past:
            conditions.leave_when(code, condition, True, past)
            code.emit(tree.Return(ZERO))
        code.emit(tree.Return(tree.Mark(1)))

    def all_follow(self, code: Code) -> None:
        """Note the step for Python unless all invariants of steps surely hold of it: its kind, its code, who decided."""
        kind, packed, seat = code.local(wide=False), code.local(), code.local(wide=False)
        code.emit(tree.Set(LISTED, ZERO))
        self.position.begin(code)
        for i in range(len(self.program.step_invariants)):
            with code.when(tree.Not(tree.Call(f"follows{i}", (kind, seat)))):
                code.emit(tree.Perform(tree.Call("put_note", (
                    tree.Mark(self.memory.before), packed, seat, tree.Mark(STEPPED))), gives=False), tree.Return(None))
