"""Names to types: give every expression its type and every name its meaning, or say why not.

    rulebook      functions, rules, ends, first values        (the parts, in order)
    statements    what changes, what is carried out, loops
    choices       choices, moves, requirements, rolls
    expressions   with `operators`, `domains`, `builtins` and `steps`
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
