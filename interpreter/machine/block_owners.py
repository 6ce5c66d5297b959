"""Blocks to the rules that they belong to."""

from __future__ import annotations

from typing import assert_never

from ...dsl import ir


def rules_of_blocks(program: ir.Program) -> dict[int, str]:
    """The rule that each block belongs to; `play` for those outside all rules."""
    out: dict[int, str] = {}
    for name, entry in [("play", program.entry), *((procedure.name, procedure.entry) for procedure in program.suspending)]:
        stack = [entry]
        while stack:
            block = stack.pop()
            if block in out:
                continue
            # A call of another rule comes back to the same rule (`next_blocks`), so no search leaves the blocks of its rule.
            out[block] = name
            stack += next_blocks(program.blocks[block].end)
    return out


def next_blocks(end: ir.Terminator) -> list[int]:
    """The blocks of the same rule that come after one that ends so."""
    match end:
        case ir.Jump(to):
            return [to]
        case ir.Branch(_, then, otherwise):
            return [then, otherwise]
        case ir.CallRule(_, _, back):
            return [back]
        case ir.ChooseMove():
            return [move.to for move in end.moves] + ([] if end.otherwise is None else [end.otherwise])
        case ir.RollValue():
            return [end.to]
        case ir.Return() | ir.RunOut():
            return []
        case _:
            assert_never(end)
