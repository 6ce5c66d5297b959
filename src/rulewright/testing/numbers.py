"""A position and an expression of the rulebook to a number."""

from __future__ import annotations

from collections.abc import Callable
from weakref import WeakKeyDictionary

from ..dsl.source.span import Source
from ..interpreter.game.rules import Rules
from ..interpreter.game.state import State

_compiled: WeakKeyDictionary[Rules, dict[str, Callable[[State], int]]] = WeakKeyDictionary()


def number(state: State, expression: str) -> int:
    """Return a number of a position, in the words of the rulebook; each expression is compiled once.

    Raises RulebookError when the expression does not compile, and RulebookFault when it has no value here.

    >>> import rulewright
    >>> number(rulewright.load("nim").initial(), "sum h in 1..heaps: counters[h]")
    15
    """
    compiled = _compiled.setdefault(state.rules, {})
    if expression not in compiled:
        compiled[expression] = state.rules.expressions.number(expression, Source("number", expression))
    return compiled[expression](state)
