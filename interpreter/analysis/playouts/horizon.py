"""A choice and where the game waits later to whether all that the choice led to is done.

It is done when the same choice is asked again, or one above it in its rule, or when the rule that asks is done and the game
waits in another one that is carried out no deeper inside others. Where chance decides, it is not done.
"""

from __future__ import annotations

from functools import cache

from ....dsl import ir
from ...machine.block_owners import rules_of_blocks


class Horizon:
    """The points of a program that lie behind all that a choice leads to."""

    def __init__(self, program: ir.Program) -> None:
        self._rule_of = rules_of_blocks(program)
        # Blocks of a rule come after those that lead to them.
        self._order = {block: place for place, block in enumerate(self._rule_of)}
        self._depths = _depths(program, self._rule_of)
        choices = [block.id for block in program.blocks if isinstance(block.end, ir.ChooseMove)]
        self.settled = frozenset((point, reached) for point in choices for reached in choices if self._is_done(point, reached))

    def _is_done(self, block: int, reached: int) -> bool:
        """Return whether what the choice in one block leads to is carried out when the game waits for the choice in another."""
        rule, other = self._rule_of.get(block), self._rule_of.get(reached)
        if rule is None or other is None:
            # A block that nothing leads to.
            return False
        if rule == other:
            return self._order[reached] <= self._order[block]
        return self._depths[other] <= self._depths[rule]


def _depths(program: ir.Program, rule_of: dict[int, str]) -> dict[str, int]:
    """Return how deep inside others, at most, each rule is carried out that asks for something."""
    callers: dict[str, set[str]] = {}
    for block, rule in rule_of.items():
        end = program.blocks[block].end
        if isinstance(end, ir.CallRule):
            callers.setdefault(end.rule, set()).add(rule)

    @cache
    def depth(rule: str) -> int:
        return 1 + max(map(depth, callers.get(rule, ())), default=-1)

    return {rule: depth(rule) for rule in rule_of.values()}
