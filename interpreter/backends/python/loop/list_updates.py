"""Lines of Python that keep lists of legal codes up to date, and read them where they answer a question.

A list is known as long as nothing else is written. The code that was drawn from it is in it, and an end may only ask whether
a code is left. Where anything may have been written, the list is dropped, and the next choice lists its codes again.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from .....dsl import ir
from .....dsl.types.types import lowest
from ...plan.rebuild import replaced
from ..parts.codes import moved
from ..values.loops import LoopCode
from .code_lists import SLOT_VALUE, CodeList, SlotValues, is_plain, span_of
from .slot_names import SlotNames


class CodeLists:
    """Writes the lines that keep each list right, or drop it. Where no list is known, no slot has a name either."""

    def __init__(self, lists: Sequence[CodeList], code: LoopCode, values: SlotValues, slot_names: SlotNames) -> None:
        self.lists, self.code, self.values, self.slot_names = lists, code, values, slot_names
        # The lists that are known here, and the one that the code was drawn from which is carried out, with its open value and
        # other names for that: as long as nothing may have changed them.
        self._known: set[str] = set()
        self._drawn: tuple[CodeList, ir.MoveOption] | None = None
        self._alias: dict[str, str] = {}

    # -- what is known ---------------------------------------------------------------------------

    def nothing_known(self) -> None:
        """Any list may be gone, or have lost the code that was drawn."""
        self._known, self._drawn, self._alias = set(), None, {}
        self.slot_names.forget()

    def drawn_from(self, code_list: CodeList, move: ir.MoveOption) -> None:
        """Note that the list is known, and that a code of this kind of move was drawn from it."""
        self._known, self._drawn, self._alias = {code_list.name}, (code_list, move), {}

    def given(self, params: Sequence[str], arguments: Sequence[ir.Expr]) -> None:
        """Note that parameters of a rule have the values of arguments."""
        self._alias |= {param: self._alias.get(argument.name, argument.name) for param, argument
                        in zip(params, arguments, strict=True) if isinstance(argument, ir.Temp)}

    def values_in(self, slot: ir.Slot) -> frozenset[int] | None:
        """The values that a slot may hold; where its code was drawn, those that make the code legal. None for many."""
        among = self.values.of(span_of(slot))
        for code_list in self.lists:
            if among is not None and self._is_drawn(code_list, slot):
                among = self.values.holding(code_list.test, among)
        return among

    def answer(self, condition: ir.Expr) -> str | None:
        """A condition as a question about a list that is known; None for other conditions."""
        for code_list in self.lists:
            asks = self.values.asks_for_code(code_list, condition) if code_list.name in self._known else None
            if asks is not None:
                return code_list.name if asks else f"not {code_list.name}"
        return None

    def _is_drawn(self, code_list: CodeList, to: ir.Slot) -> bool:
        """Return whether a slot is that of the code that was drawn, and nothing has changed the list since."""
        if self._drawn is None or self._drawn[0] is not code_list:
            return False
        move = self._drawn[1]
        match to.steps:
            case (ir.Step(ir.Temp(name), low, _, 1),):
                return (self._alias.get(name, name) == move.bound[0].name
                        and to.base - low + code_list.by == move.first - lowest(move.bound[0].type))
            case _:
                # Its place is worked out.
                return False

    # -- lines -----------------------------------------------------------------------------------

    def forgotten(self, pad: str) -> Iterator[str]:
        """Anything may have been written: no list is kept."""
        self.nothing_known()
        yield from (f"{pad}{code_list.name} = None" for code_list in self.lists)

    def written(self, to: ir.Slot, value: ir.Expr, pad: str) -> Iterator[str]:
        """After a slot was written: the codes that belong to it come or go."""
        for code_list in self.lists:
            yield from self._updated(code_list, to, value, pad)

    def _updated(self, code_list: CodeList, to: ir.Slot, value: ir.Expr, pad: str) -> Iterator[str]:
        # All slots that a place may be, from the least index to the greatest.
        span = span_of(to)
        if span.start >= code_list.slots.stop or span.stop <= code_list.slots.start:
            return
        inside = code_list.slots.start <= span.start and span.stop <= code_list.slots.stop
        if not inside or not all(is_plain(step.index) for step in to.steps):
            # The place may be another one now, or one that has no code.
            self.nothing_known()
            yield f"{pad}{code_list.name} = None"
            return
        match to.steps:
            case (ir.Step(index, low, _, 1),):
                code = moved(self.code.grouped(index, self.code.expr(index)), to.base - low + code_list.by)
            case _:
                # Another place is worked out as it is for the slot.
                code = moved(self.code.slot(to), code_list.by)
        among = self.values.of_value(value)
        legal = None if among is None else self.values.holding(code_list.test, among)
        if self._is_drawn(code_list, to):
            self._drawn = None
            yield from self._updated_drawn(code_list, to, code, pad, is_never=legal == frozenset())
            return
        guard = "" if code_list.name in self._known else f"{code_list.name} is not None and "
        if legal == frozenset():
            yield f"{pad}if {guard}{code} in {code_list.name}: {code_list.name}.remove({code})"
            return
        self.nothing_known()
        yield f"{pad}{SLOT_VALUE} = s[{self.code.slot(to)}]"
        yield f"{pad}if {code_list.name} is not None:"
        yield f"{pad}    if {self.code.expr(code_list.test)}:"
        yield f"{pad}        if {code} not in {code_list.name}: {code_list.name} = None"
        yield f"{pad}    elif {code} in {code_list.name}: {code_list.name}.remove({code})"

    def _updated_drawn(self, code_list: CodeList, to: ir.Slot, code: str, pad: str, is_never: bool) -> Iterator[str]:
        """After the slot was written whose code was drawn, which is in the list: it stays or goes."""
        if is_never:
            yield f"{pad}{code_list.name}.remove({code})"
            return
        name = self.slot_names.of(to)
        if name is None:
            name = SLOT_VALUE
            yield f"{pad}{SLOT_VALUE} = s[{self.code.slot(to)}]"
        test = replaced(code_list.test, ir.Temp(SLOT_VALUE), ir.Temp(name))
        yield f"{pad}if not {self.code.expr(test)}: {code_list.name}.remove({code})"
