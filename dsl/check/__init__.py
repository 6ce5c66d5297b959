"""Names to types: give every expression its type and every name its meaning, or say why not.

    rulebook      functions, rules, ends, first values        (the parts, in order)
    statements    what changes, what is carried out, loops
    choices       choices, moves, requirements, rolls
    expressions   with `operators`, `domains`, `builtins` and `steps`
    amounts       numbers for each value of a type, taken as a whole: what something costs, what somebody has
    boards        the functions of boards: what each takes on which board, and the type of what it gives
    builtins      the functions of the language: what each takes, and the type of what it gives
    domains       quantifiers, sets, lists and ranges to types
    fitting       what is wanted and what is given: does a value fit where it stands, and as what is it handed on?
    holding       domains to how many values they hold at most, by what is known of them before play
    membership    what is among what: `x in values`, and domains of several types
    narrowing     what a condition tells about values that may be missing: `x != none` makes x the thing itself
    operators     operators to types: `+` to `mod`, comparisons, `and`, `or`, `in`, `the` and the rest
    pieces        what the lines of a kind of pieces say of fields: with which other values some pieces begin
    ranks         places in a ranking, and shares of prizes, to types
    scopes        where the checker stands: the names in scope, the facts that hold, the clause it is in
    spaces        what a board says of its spaces: fields that begin with other values there than elsewhere
    starts        first values of a field that are said for one thing only: a space of a board, a piece
    steps         what invariants of steps ask about a step: what was before, what happened, what was applied, who decided
    symmetries    symmetries: whether what they relabel is there, and whether a board is the same when it is turned or mirrored
    typing        what the checker finds, and small questions about types that several of its parts ask
        on top of scopes: the names and facts that hold where the walk stands
                  narrowing: what a condition tells about values that may be missing
                  typing: what was found
                  holding: how many values a domain gives at most

The checker walks a rulebook once. It never stops at a mistake: what is wrong gets the unknown
type, which fits everywhere, and the walk goes on. Values that may be missing (`T or none`) can
only be used as a T where a test has shown that they are there.
"""

from .rulebook import Checker, check
from .typing import Typing

__all__ = ["Checker", "Typing", "check"]
