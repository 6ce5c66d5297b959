"""Analyses of a program, each made when it is first asked for. All tables of the program share them."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property

from ....dsl import ir
from ...canonical.coverable import coverable
from ...canonical.effects import doers
from ...canonical.fingerprint import fingerprint
from ...machine.block_owners import rules_of_blocks
from ...machine.dependencies import Dependencies
from ...machine.live_values import LiveValues


class Analyses:
    """The analyses of one program."""

    def __init__(self, program: ir.Program) -> None:
        self.program = program

    @cached_property
    def hash(self) -> str:
        """A short hash of what the rules do; comments, layout, statements and messages do not change it."""
        return fingerprint(self.program)

    @cached_property
    def coverable(self) -> Mapping[str, str]:
        """The clauses that play can exercise, with their kinds."""
        return coverable(self.program)

    @cached_property
    def doers(self) -> frozenset[str]:
        """The rules that coverage counts only where they have an effect."""
        return doers(self.program)

    @cached_property
    def remembered(self) -> LiveValues:
        """The values that the waiting rules remember."""
        return LiveValues(self.program)

    @cached_property
    def invariant_dependencies(self) -> Dependencies:
        """The dependencies of the invariants of positions."""
        return Dependencies(self.program, [condition for _, condition in self.program.invariants])

    @cached_property
    def step_dependencies(self) -> Dependencies:
        """The dependencies of the invariants of steps."""
        return Dependencies(self.program, [condition for _, condition in self.program.step_invariants])

    @cached_property
    def rule_of_block(self) -> Mapping[int, str]:
        """The name of the rule that each block belongs to; `play` for those outside all rules."""
        return rules_of_blocks(self.program)

    @cached_property
    def procedure_at_block(self) -> Mapping[int, ir.SuspendingProcedure]:
        """The rule that asks for something in each block; nothing for the blocks of `play` itself."""
        suspending = {procedure.name: procedure for procedure in self.program.suspending}
        return {block: suspending[name] for block, name in self.rule_of_block.items() if name in suspending}
