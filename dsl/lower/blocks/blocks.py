"""Keep track of the blocks of a rule while they are made: the current one, and the open loops."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ... import ir
from ... import syntax as ast
from ..operations.scope import RuleScope
from ..shared.graph import OpenBlock


class Blocks:
    """The blocks of a rule that asks for something; operations go to the `current` one, none where nothing is reached.

    `flow` lowers statements of one scope: the parts of a statement get back to it through the blocks.
    """

    def __init__(self, rule: RuleScope, flow: Callable[[Blocks, tuple[ast.Stmt, ...]], None]) -> None:
        self.rule, self.graph, self._flow = rule, rule.graph, flow
        self.loops: tuple[int, ...] = ()
        # For each open loop: the block behind it (`stop`), the block of its next round (`skip`), and how many scopes were
        # open.
        self.exits: list[tuple[OpenBlock, OpenBlock, int]] = []
        self.current: OpenBlock | None = None

    def current_id(self) -> int:
        """Return the block that is being made."""
        assert self.current is not None, "statements that nothing reaches are a mistake"
        return self.current.id

    def start(self, label: str, enters: tuple[int, int] | None = None) -> OpenBlock:
        """Return a new block, to be made from now on."""
        self.current = self.graph.block(label, self.rule.clause, self.loops, enters)
        return self.current

    def make(self, label: str) -> OpenBlock:
        """Return a new block, to be made later."""
        return self.graph.block(label, self.rule.clause, self.loops)

    def add_ops(self, ops: Sequence[ir.Op]) -> None:
        """Add operations to the current block; nothing, where nothing is reached."""
        if self.current is not None:
            self.current.ops += ops

    def finish(self, end: ir.Terminator) -> None:
        """End the current block."""
        if self.current is not None:
            self.current.end = end
        self.current = None

    def jump(self, to: OpenBlock) -> None:
        """End the current block with a jump."""
        self.finish(ir.Jump(to.id))

    def breaks(self, nodes: tuple[ast.Stmt, ...]) -> bool:
        """Return whether these statements make new blocks, in which temporary values are gone."""
        return self.rule.calls.suspends(nodes) or any(leaves_loop(node) for node in nodes)

    def flow(self, nodes: tuple[ast.Stmt, ...]) -> None:
        """Lower statements of one scope, in the current block and those that follow it."""
        self._flow(self, nodes)


def leaves_loop(node: ast.Stmt) -> bool:
    """Return whether a statement that asks for nothing may leave a loop that does."""
    # A loop inside catches its own `stop` and `skip`, so only branches are looked into.
    match node:
        case ast.Leave():
            return True
        case ast.If():
            return any(leaves_loop(inner) for inner in (*node.then, *node.otherwise))
        case _:
            # Loops catch what leaves them, and other statements that ask for nothing have no statements in them.
            return False
