"""A condition -> a weaker one that follows from it and reads no value of some names.

    some i in 1..4: fast(h, i) and room(to) > i        without `to`: some i in 1..4: fast(h, i)

What is implied never raises a fault, even where the condition itself may.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Literal

from ....dsl import ir
from ...canonical.free_temps import free_temps
from .knowledge import Knowledge, folded
from .limits import ValueLimits
from .rebuild import inlined, size_of, substituted

# Functions are looked into so deep, and so much is said at most.
DEEPEST, LONGEST = 6, 90
# Comparisons of how many there are, or of a set, that say that there are some, or none.
SOME, NONE = {("!=", 0), (">", 0), (">=", 1)}, {("=", 0), ("<", 1), ("<=", 0)}


class Consequences:
    """Consequences of a program's conditions; `fails` returns whether computing an expression may be a fault."""

    def __init__(self, program: ir.Program, fails: Callable[[object], bool]) -> None:
        self.functions = {function.name: function for function in program.functions}
        self.fails, self.limits = fails, ValueLimits(fails, Knowledge(program))
        self.bounds: dict[str, ir.Bound] = {}
        # The loops around the condition that is looked at.
        self.loops = 0

    def without(self, node: ir.Expr, unknown: Sequence[ir.Bound]) -> ir.Expr | None:
        """Return a consequence of a condition that names none of these open values; None where there is none."""
        self.bounds = {bound.name: bound for bound in unknown}
        consequence = self._of(node, frozenset(self.bounds), True, DEEPEST)
        # A long consequence costs more at each value than it saves.
        if consequence is None or size_of(consequence) > LONGEST:
            return None
        return folded(consequence)

    def _of(self, node: ir.Expr, unknown: frozenset[str], holds: bool, depth: int) -> ir.Expr | None:
        """Return a consequence of a condition that holds, or of one that does not hold; None where there is none."""
        consequence = self._worked_out(node, unknown, holds, depth)
        return None if isinstance(consequence, ir.Const) and consequence.value else consequence

    def _worked_out(self, node: ir.Expr, unknown: frozenset[str], holds: bool, depth: int) -> ir.Expr | None:
        # INVARIANT: the answer is weaker than the question. Whenever the condition is met (or, with `holds` false, is not met),
        # the answer holds; so a test of the answer throws no legal move away. `not` turns `holds`, and with it `and` into `or`
        # and `some` into `every`, by De Morgan.
        if unknown.isdisjoint(free_temps(node)):
            return None if self.fails(node) else folded(node if holds else ir.Not(node))
        match node:
            case ir.Not(operand):
                return self._of(operand, unknown, not holds, depth)
            case ir.Both(left, right) | ir.Either(left, right):
                first, second = (self._of(part, unknown, holds, depth) for part in (left, right))
                return _conjunction(first, second) if isinstance(node, ir.Both) == holds else _either(first, second)
            case ir.IfElse() | ir.CallFunction():
                return self._cases(node, unknown, lambda value: value if holds else ir.Not(value), depth)
            case ir.Compare(sign, ir.Const() as value, right):
                return self._of(ir.Compare(ir.MIRRORED[sign], right, value), unknown, holds, depth)
            case ir.Compare(sign, left, ir.MakeSet(())):
                return self._of(ir.Compare(sign, left, ir.Const(0)), unknown, holds, depth)
            case ir.Compare(sign, left, right):
                stated = sign if holds else ir.OPPOSITE[sign]
                consequence = self._compared(stated, left, right.value, unknown, depth) if isinstance(right, ir.Const) else None
                # The limits of a sum say little; to go through a loop for them would cost more than they save.
                if consequence is not None or self.loops:
                    return consequence
                return self.limits.implied(stated, left, right, {name: self.bounds[name] for name in unknown})
            case ir.Gather("some" | "no", body=body) if body is not None:
                condition = body if node.condition is None else ir.Both(node.condition, body)
                return self._gathered(node, "some" if (node.kind == "some") == holds else "no", condition, unknown, depth)
            case ir.Gather("every", body=body) if body is not None:
                opposite: ir.Expr = ir.Not(body)
                condition = opposite if node.condition is None else ir.Both(node.condition, opposite)
                return self._gathered(node, "no" if holds else "some", condition, unknown, depth)
            case _:
                # Other conditions say nothing of a part of what they speak of.
                return None

    def _compared(self, sign: ir.Comparison, left: ir.Expr, value: int, unknown: frozenset[str], depth: int) -> ir.Expr | None:
        """Return a consequence of a comparison with a known value."""
        counted = left.of if isinstance(left, ir.SizeOf) else left
        match counted:
            case ir.Gather("set" | "list" | "count" | "first", condition=condition):
                signs = (sign, value + 1 if counted.kind == "first" else value)
                if signs in SOME or signs in NONE:
                    kind: Literal["some", "no"] = "some" if signs in SOME else "no"
                    return self._gathered(counted, kind, condition or ir.Const(1), unknown, depth)
            case ir.IfElse() | ir.CallFunction():
                kind_of = left.kind if isinstance(left, ir.SizeOf) else None

                def claim(part: ir.Expr) -> ir.Expr:
                    return folded(ir.Compare(sign, part if kind_of is None else ir.SizeOf(kind_of, part), ir.Const(value)))

                return self._cases(counted, unknown, claim, depth)
            case _:
                # Other values say nothing where they are not known.
                pass
        return None

    def _gathered(self, node: ir.Gather, kind: Literal["some", "no"], condition: ir.Expr, unknown: frozenset[str],
                  depth: int) -> ir.Expr | None:
        """Return a consequence of a loop that has some values that meet a condition, or none."""
        if not unknown.isdisjoint(free_temps(node.domain)) or self.fails(node.domain):
            return None
        self.loops += 1
        inside = self._of(condition, unknown - {node.name}, kind == "some", depth)
        self.loops -= 1
        if inside is None:
            return None
        return ir.Gather("some" if kind == "some" else "every", node.name, node.domain, None, None, False, inside)

    def _cases(self, node: ir.Expr, unknown: frozenset[str], claim: Callable[[ir.Expr], ir.Expr], depth: int) -> ir.Expr | None:
        """Return a consequence of the statement `claim` about a value that is one of several."""
        match node:
            case ir.IfElse(condition, this, that):
                return self._one_of([(condition, this), (ir.Not(condition), that)], unknown, claim, depth)
            case ir.CallFunction(name, arguments) if depth:
                function = self.functions[name]
                plain = inlined(function, arguments)
                if plain is not None:
                    return self._of(claim(plain), unknown, True, depth - 1)
                names = dict(zip(function.params, arguments, strict=True))
                return self._one_of(list(_values(function.value, names, ir.Const(1))), unknown, claim, depth - 1)
            case _:
                # Other values have no cases.
                return None

    def _one_of(self, cases: list[tuple[ir.Expr, ir.Expr]], unknown: frozenset[str], claim: Callable[[ir.Expr], ir.Expr],
                depth: int) -> ir.Expr | None:
        """Return a consequence of cases: one of their conditions holds, and `claim` is true of the value beside it."""
        stated = [(condition, statement) for condition, value in cases if (statement := folded(claim(value))) != ir.Const(0)]
        follows = [self._of(statement, unknown, True, depth) for _, statement in stated]
        if len(stated) == len(cases) and not any(follows):
            # One of the conditions holds in any case.
            return None
        out: ir.Expr | None = ir.Const(0)
        for (condition, _), second in zip(stated, follows, strict=True):
            out = _either(out, _conjunction(self._of(condition, unknown, True, depth), second))
        return out


def _values(value: ir.Value, names: dict[str, ir.Expr], when: ir.Expr) -> Iterator[tuple[ir.Expr, ir.Expr]]:
    """Yield each value that a function may give, with the condition under which alone it does."""
    plain = when
    for exception in value.exceptions:
        condition = substituted(exception.condition, names)
        yield from _values(exception.value, names, folded(ir.Both(when, condition)))
        plain = folded(ir.Both(plain, ir.Not(condition)))
    inner = dict(names)
    for let in value.lets:
        inner[let.name] = substituted(let.value, inner)
    yield plain, substituted(value.gives, inner)


def _conjunction(first: ir.Expr | None, second: ir.Expr | None) -> ir.Expr | None:
    if first is None or second is None:
        return first or second
    return folded(ir.Both(first, second))


def _either(first: ir.Expr | None, second: ir.Expr | None) -> ir.Expr | None:
    """One of two; None where nothing is implied by one of them."""
    if ir.Const(0) in (first, second):
        return second if first == ir.Const(0) else first
    if first is None or second is None:
        return None
    return folded(ir.Either(first, second))
