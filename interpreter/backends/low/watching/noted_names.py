"""A program to the clauses and events that may come in a step, by the kind of move or roll that it begins with."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from .....dsl import ir
from ...plan.joins import next_blocks


class NotedNames:
    """The names that generated code may note in a step: a superset, read off what the step can come to."""

    def __init__(self, program: ir.Program) -> None:
        self.program = program
        self.bodies: dict[str, object] = {function.name: function.value for function in program.functions}
        self.bodies |= {procedure.name: procedure.body for procedure in program.procedures}
        self.entries = {procedure.name: procedure.entry for procedure in program.suspending}
        self.backs: dict[str, set[int]] = {}
        for block in program.blocks:
            if isinstance(block.end, ir.CallRule):
                self.backs.setdefault(block.end.rule, set()).add(block.end.back)
        self.names, self.written_in, self.of_body = cache(self._names), cache(self._written_in), cache(self._of_body)
        self.known = self.called_by({name for number in range(len(program.blocks)) for name in self.written_in(number)}) | {
            event.name for event in program.events}

    def may(self, block: int, place: int, clauses: frozenset[str]) -> bool:
        """Return whether any of these names may be noted in a step that begins with this kind of move or roll."""
        # A row of a table, `table.row`, is noted where it is read: no name tells where.
        if any(name not in self.known or "." in name for name in clauses):
            return True
        return not clauses.isdisjoint(self.names(block, place))

    def _names(self, block: int, place: int) -> frozenset[str]:
        point = self.program.blocks[block]
        names = {point.clause}
        match point.end:
            case ir.ChooseMove(clause, player, moves=moves):
                names |= self.names_in((player, moves[place])) | {clause}
                to = moves[place].to
            case ir.RollValue(to=to):
                names |= self.names_in(point.end)
            case _:
                # Other blocks are no points.
                raise AssertionError("play waits for a choice or a roll")
        for number in self.reached(to):
            names |= self.written_in(number)
        return frozenset(self.called_by(names))

    def reached(self, first: int) -> set[int]:
        """The blocks that a step can come to from one, up to where the game waits."""
        blocks: set[int] = set()
        left = [first]
        while left:
            number = left.pop()
            if number in blocks:
                continue
            blocks.add(number)
            left += self.after(self.program.blocks[number].end)
        return blocks

    def after(self, end: ir.Terminator) -> Iterator[int]:
        """The blocks that come after an end."""
        yield from next_blocks(end)
        match end:
            case ir.CallRule(rule):
                yield self.entries[rule]
            case ir.Return(rule):
                yield from self.backs.get(rule, ())
            case ir.ChooseMove(otherwise=int(otherwise)):
                yield otherwise
            case _:
                # Others wait, or come to the blocks above.
                pass

    def _written_in(self, number: int) -> frozenset[str]:
        """The names that stand in a block, as far as a step that comes to it may note them."""
        block = self.program.blocks[number]
        # The step ends where the game waits. With an `otherwise` the choice may be passed over within the step.
        waits = isinstance(block.end, ir.RollValue) or (isinstance(block.end, ir.ChooseMove) and block.end.otherwise is None)
        return frozenset(self.names_in((block.clause, block.ops, None if waits else block.end)))

    def _of_body(self, name: str) -> frozenset[str]:
        return frozenset(self.names_in(self.bodies[name]))

    def called_by(self, names: set[str]) -> set[str]:
        """These names, and those in the functions and rules among them, at any depth."""
        called, left = set(names), [name for name in names if name in self.bodies]
        while left:
            more = self.of_body(left.pop()) - called
            called |= more
            left += [name for name in more if name in self.bodies]
        return called

    def names_in(self, part: object) -> set[str]:
        """The names that stand in a part of the program, with the ends that it tests."""
        names: set[str] = set()
        for item in ir.inside(part):
            match item:
                case str():
                    names.add(item)
                case ir.Happen(event):
                    names.add(self.program.events[event].name)
                case ir.CheckEnds(ends):
                    names |= self.names_in((*(self.program.ends[end] for end in ends), self.program.scores))
                case _:
                    # Other parts have no names of their own.
                    pass
        return names
