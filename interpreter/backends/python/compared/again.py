"""Calls that were noted to whether the functions of other rules give the same."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property
from typing import Any

from ....runtime.faults import Fault, GameOver
from ...backend import Backend
from ..functions import PythonFunctions
from .parts import Changes
from .watched import Calls, Evaluated, FunctionCall, Gave, Outcome, frozen_form, noted_in

Called = Mapping[str | Evaluated, tuple[FunctionCall, ...]]


class Again:
    """Makes calls again by the functions of other rules, where they may give something else by the `changes`."""

    def __init__(self, changes: Changes) -> None:
        self.changes = changes

    def differs(self, calls: Calls, function: str | Evaluated) -> bool:
        """Return whether a function, or an expression, is or uses what is changed."""
        if isinstance(function, str):
            return self.changes.has(function)
        return any(map(self.changes.has, calls.named[function]))


class AtTable:
    """The functions of the other rules at one table, which are made when they are first needed."""

    def __init__(self, again: Again, calls: Calls, make: Callable[[], Backend]) -> None:
        self.again, self.calls, self._make = again, calls, make
        self.known: dict[FunctionCall, bool] = {}

    @cached_property
    def functions(self) -> PythonFunctions:
        """The functions."""
        functions = self._make()
        assert isinstance(functions, PythonFunctions), "the generator of Python is the reference"
        return functions

    def give_the_same(self, called: Called) -> bool:
        """Return whether all these calls give the same again."""
        return all(self._gives_the_same(call) for function, calls in called.items()
                   if self.again.differs(self.calls, function) for call in calls)

    def _gives_the_same(self, call: FunctionCall) -> bool:
        if call not in self.known:
            expected = self.calls.gave[call]
            self.known[call] = expected is not None and self._called(call) == expected
        return self.known[call]

    def _called(self, call: FunctionCall) -> Outcome:
        """Make a call."""
        functions, (slots, *others) = self.functions, call.arguments
        function = self._function(call)
        if function is None:
            return None
        s, entries = list(slots), list(functions.notes.entries)
        functions.notes.forget()
        functions.counter.begin()
        left = functions.counter.left
        over = None
        value: Any = None
        try:
            value = frozen_form(function(s, *others))
        except GameOver as ended:
            over = ended.end
        except Fault:
            return None
        return Gave(value, tuple(s), noted_in(functions.notes, entries), left - functions.counter.left, over)

    def _function(self, call: FunctionCall) -> Callable[..., Any] | None:
        if isinstance(call.function, str):
            return self.functions.names.get(call.function)
        return self.functions.evaluate(*call.function)
