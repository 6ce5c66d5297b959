"""Quantifiers to Python: what they make of the values that a loop goes through."""

from __future__ import annotations

from typing import assert_never

from .....dsl import ir


def gathered(kind: ir.StepQuantifier, body: str, loop: str) -> str:
    """Return the text of a quantifier, from the text of its body and that of the loop (`for ... in ... if ...`)."""
    # `every`, `some` and `no` stop at the first value that decides, so no fault behind it comes up.
    # That is part of what rulebooks mean, and every other generator must do the same. The others go through all values in
    # any case, and a list is faster than a generator there.
    match kind:
        case "every":
            return f"all({body} {loop})"
        case "some":
            return f"any({body} {loop})"
        case "no":
            return f"(not any({body} {loop}))"
        case "count":
            return f"len([1 {loop}])"
        case "sum":
            return f"sum([{body} {loop}])"
        case "max" | "min":
            return f"{kind}([{body} {loop}], default=0)"
        case _:
            assert_never(kind)
