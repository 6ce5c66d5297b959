"""The rules that ask for nothing, and the functions of a rulebook -> a function of Python each."""

from __future__ import annotations

from collections.abc import Iterator

from .....dsl import ir
from ..values import naming
from ..values.expressions import PyCode
from .counting import counted
from .operations import Body


class FunctionCode:
    """Writes rules and functions, whose operations `body` writes."""

    def __init__(self, program: ir.Program, code: PyCode, body: Body) -> None:
        self.code, self.body = code, body
        self.clauses = {clause.id for clause in program.clauses}

    def procedure(self, procedure: ir.Procedure, name: str) -> Iterator[str]:
        """A rule that asks for nothing."""
        yield f"def {name}({', '.join(('s', *procedure.params))}):"
        yield from counted(self.code.names.budget, procedure.body, 1)
        yield from self.body.ops(procedure.body, 1)
        # A rule may do nothing at all, and a function of Python needs a line.
        yield "    pass"

    def function(self, function: ir.Function, name: str) -> Iterator[str]:
        """A function of the rulebook."""
        yield f"def {name}({', '.join(('s', *function.params))}):"
        yield from counted(self.code.names.budget, function.value, 1)
        if self.code.names.record and function.name in self.clauses:
            yield f"    {naming.CLAUSES}.add({function.name!r})"
        if self.code.names.trace:
            yield f"    {naming.WATCH}.computed({function.name!r})"
        yield from self._value(function.value, 1)

    def _value(self, value: ir.Value, depth: int) -> Iterator[str]:
        pad = "    " * depth
        if value.exceptions:
            picked = f"picked_{next(self.code.names.fresh)}"
            pick = ir.PickException(tuple(exception.condition for exception in value.exceptions),
                                    tuple(exception.over for exception in value.exceptions),
                                    tuple(exception.site for exception in value.exceptions))
            yield f"{pad}{picked} = {self.code.expr(pick)}"
            for i, exception in enumerate(value.exceptions):
                yield f"{pad}if {picked} == {i}:"
                if self.code.names.record:
                    yield f"{pad}    {naming.CLAUSES}.add({exception.id!r})"
                yield from self._value(exception.value, depth + 1)
        yield from self.body.ops(value.lets, depth)
        yield f"{pad}return {self.code.expr(value.gives)}"
