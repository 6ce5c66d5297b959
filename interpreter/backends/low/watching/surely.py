"""A condition on a step to one that a module can test, and that holds only where the first one does.

A module does not note clauses that functions, exceptions and rows apply. It knows which of them a step may apply: one that
begins with another kind of move cannot. Where that does not decide, the step is left to Python.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import cast

import attrs

from .....dsl import ir
from ...plan.loop_budget import LoopBudget
from ...plan.rebuild import rebuilt

# Tells whether any of these clauses may be applied in a step.
May = Callable[[frozenset[str]], ir.Expr]
NO = ir.Const(0)
# What is never a fault, whatever its parts are.
HARMLESS = (ir.Const, ir.Values, ir.Temp, ir.Slot, ir.Step, ir.Compare, ir.Both, ir.Either, ir.Not, ir.Negate, ir.IfElse,
            ir.Gather, ir.Before, ir.Applied, ir.Happened, ir.Decider, ir.Member, ir.RegionOf, ir.Lookup, ir.ReadList,
            ir.SetArith, ir.SizeOf, ir.RangeDomain, ir.SetDomain, ir.ListDomain, ir.WordDomain, ir.RegionDomain)


class Steps:
    """The conditions on steps of a program."""

    def __init__(self, program: ir.Program, budget: LoopBudget, are_exact: Callable[[tuple[str, ...]], bool],
                 may: May) -> None:
        self.functions: Mapping[str, ir.Function] = {function.name: function for function in program.functions}
        self.budget, self.are_exact, self.may = budget, are_exact, may

    def surely(self, node: ir.Expr) -> ir.Expr:
        """A condition that a module can test, and that implies this one; where it holds, this one is no fault either."""
        questions = self.asked(node)
        if not questions:
            return node
        nothing = ir.Both(ir.Not(self.may(questions)), self.idle(node))
        return ir.Either(nothing, self.sure(node)) if self.is_harmless(node) else nothing

    def asked(self, node: object) -> frozenset[str]:
        """The clauses that a part of a condition asks for and that a module does not note."""
        return frozenset(name for item in ir.inside(node) if isinstance(item, ir.Applied) and not self.are_exact(item.clauses)
                         for name in item.clauses)

    def is_harmless(self, node: object) -> bool:
        """Return whether nothing in a condition can be a fault, whichever parts of it are worked out."""
        for item in ir.inside(node):
            match item:
                case ir.CallFunction(name):
                    value = self.functions[name].value
                    checked = any(let.low is not None or let.high is not None for let in value.lets)
                    if value.exceptions or checked or not all(map(self.is_harmless, (value.lets, value.gives))):
                        return False
                case ir.Arith(operator):
                    if operator not in ("+", "-", "*"):
                        return False
                case ir.Let() | str() | int() | tuple() | None:
                    pass
                case _:
                    # Whatever stands in no list may be a fault.
                    if not isinstance(item, HARMLESS):
                        return False
        return not self.budget.is_long(node)

    def idle(self, node: ir.Expr) -> ir.Expr:
        """A part of a condition where nothing that it asks for has come."""
        def change(item: object) -> object:
            match item:
                case ir.Applied(clauses) if not self.are_exact(clauses):
                    return NO
                case _:
                    # Other parts may have such a question inside.
                    return rebuilt(item, change)

        return cast("ir.Expr", change(node))

    # -- what is not decided ---------------------------------------------------------------------

    def sure(self, node: ir.Expr) -> ir.Expr:
        """A condition that holds only where this one does."""
        return self.weighed(node, sure=True)

    def possible(self, node: ir.Expr) -> ir.Expr:
        """A condition that holds wherever this one does."""
        return self.weighed(node, sure=False)

    def weighed(self, node: ir.Expr, sure: bool) -> ir.Expr:
        questions = self.asked(node)
        if not questions:
            return node
        match node:
            case ir.Both(left, right):
                return ir.Both(self.weighed(left, sure), self.weighed(right, sure))
            case ir.Either(left, right):
                return ir.Either(self.weighed(left, sure), self.weighed(right, sure))
            case ir.Not(operand):
                return ir.Not(self.weighed(operand, not sure))
            case ir.IfElse(condition, this, that):
                these = self.weighed(this, sure), self.weighed(that, sure)
                if not self.asked(condition):
                    return ir.IfElse(condition, *these)
                return ir.Both(*these) if sure else ir.Either(*these)
            case ir.Gather("every" | "some" | "no") if node.body is not None and not self.asked(node.domain):
                return self.gathered(node, sure)
            case _:
                # Other conditions are weighed as a whole.
                pass
        quiet = ir.Not(self.may(questions)), self.idle(node)
        # With nothing of what it asks for the condition is what is left of it; else it may be this or that.
        return ir.Both(*quiet) if sure else ir.Either(ir.Not(quiet[0]), quiet[1])

    def gathered(self, node: ir.Gather, sure: bool) -> ir.Expr:
        """A quantifier of which the condition or the body is not decided."""
        assert node.body is not None, "a quantifier has a body"
        # `no` is so where the body is not, so the body is weighed the other way.
        body = self.weighed(node.body, sure != (node.kind == "no"))
        # More values make `some` likelier, and `every` and `no` less likely: their conditions are weighed the other way.
        condition = None if node.condition is None else self.weighed(node.condition, sure == (node.kind == "some"))
        return attrs.evolve(node, condition=condition, body=body)
