"""A program to the ways between its blocks: where play goes on after a block, and where it arrives from elsewhere."""

from __future__ import annotations

from collections.abc import Iterator

from ....dsl import ir


def reached_from_afar(program: ir.Program) -> Iterator[int]:
    """Yield the blocks that play comes to in another way than from the block before them."""
    # Such a block needs a function of its own; any other may be written into the one block that leads to it.
    yield program.entry
    yield from (procedure.entry for procedure in program.suspending)
    yield from (frame.setup for frame in program.loops)
    for block in program.blocks:
        match block.end:
            case ir.CallRule(back=back):
                # The rule that is carried out comes back here by the number in its slot, from wherever it ends.
                yield back
            case ir.ChooseMove(otherwise=int(otherwise)):
                yield otherwise
            case _:
                # Other ends come back to no block.
                pass


def next_blocks(end: ir.Terminator) -> tuple[int, ...]:
    """Return the blocks that play goes on with right after an end."""
    match end:
        case ir.Jump(to):
            return (to,)
        case ir.Branch(_, then, otherwise):
            return (then, otherwise)
        case _:
            # Other ends wait, or hand over to another rule.
            return ()
