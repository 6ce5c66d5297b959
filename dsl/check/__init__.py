"""Names to types: give every expression its type and every name its meaning, or say why not.

A folder imports only folders that are drawn above it:

    scope/        the names in scope, the facts that hold, the types found so far; does a value fit?
    functions/    the functions of the language
    expressions/  the type of every expression
    starts/       first values
    statements/   statements, choices, changes
    symmetries    whether what a symmetry relabels is there, and the board stays the same
    units         what an earlier check found of a part in which no word has changed its meaning
    rulebook      all declarations in order: first values, functions, rules, ends, texts

The checker walks a rulebook once. The parts are functions. Those that check expressions inside take a `Checker`: the
scope with the result, and `expr`, which leads back to `expressions`; so no folder imports one that is drawn below it. The
others take the scope alone, or the names and types that they read.

The walk never stops at a mistake: an expression with a mistake gets the unknown type, which fits
everywhere, so that each mistake is reported once. Values that may be missing (`T or none`) can only
be used as a T where a test has shown that they are there.
"""

from .expressions.expressions import expression_checker
from .rulebook import check
from .scope.typing import Typing

__all__ = ["Typing", "check", "expression_checker"]
