"""Names to types: give every expression its type and every name its meaning, or say why not.

The parts, each on top of those below it:

    rulebook      all declarations in order: first values, functions, rules, ends, texts
    units         what an earlier check found of a part in which no word has changed its meaning
    spaces        first values that a board gives to some of its spaces
    pieces        first values that the lines of a kind of pieces give to some of them
    starts        first values to slots
    statements    statements: names, branches, loops
    chains        open values of several parts: chains and amounts
    choices       choices, moves, requirements and rolls
    changes       `becomes`, `gains`, `loses`, `transfer`, `merge`
    carried_out   rules, effects and events that are carried out
    expressions   the type of every expression: each form goes to one of the next ten
    names         locals, words and what is declared
    parts         `thing.part`, and a part in brackets
    ahead         what would be so after a rule, and whether a choice has a legal move
    calls         calls of functions, of the rulebook or of the language
    builtins      the functions of the language
    boards        the functions of boards
    rims          the functions of edges and corners
    tiles         turns and sides of tiles
    steps         what an invariant asks about a step: before, events, clauses, who decided
    ranks         places in a ranking, shares of prizes
    domains       quantifiers, sets, lists and ranges
    operators     `+` to `mod`, comparisons, `and`, `or`, `the`, `if`
    membership    `x in values`, domains of several types
    amounts       numbers for each value of a type, taken as a whole
    checking      what every part asks of an expression: a value, a number, values to go through
    fitting       does a value fit where it stands, and as what number is it handed on?
    holding       how many values a domain holds at most
    symmetries    whether what a symmetry relabels is there, and the board stays the same
    scopes        the names in scope, the facts that hold, the clause that is checked
    narrowing     what a condition says of values that may be missing
    typing        the result: types and meanings by node

The checker walks a rulebook once. The parts are functions that take a `Checking`: the scope, the
result, and `expr`, which leads back to `expressions`; so no file imports one that is drawn above it.

The walk never stops at a mistake: an expression with a mistake gets the unknown type, which fits
everywhere, so that each mistake is reported once. Values that may be missing (`T or none`) can only
be used as a T where a test has shown that they are there.
"""

from .expressions import ExpressionChecker
from .rulebook import check
from .typing import Typing

__all__ = ["ExpressionChecker", "Typing", "check"]
