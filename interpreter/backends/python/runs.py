"""A program to one Python function that makes random choices one after the other: the inner loop of random games.

    def run(s, random, limit):
        ...
        while steps < limit:
            if block == 5:
                # o5_0
                codes = [...]
                ...
                code = codes[int(random() * count)]
                # b7
                s[2 + code] = s[11]
                ...
                block = 5
                continue
            break

What lists the moves of a point and what carries one out is written into the loop, where it is not long. So a choice of a small
game costs no call of a function. Calls that are in a traceback tell which clauses were being applied when a fault came
(`applied`); a comment before each part says which functions the part stands for.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ....dsl import ir
from ..plan.loop_budget import LoopBudget
from ..plan.rebuild import size_of
from . import naming
from .loops import read_first
from .module import ModuleWriter

# Blocks with more lines are called, and so are rules with more parts: a call costs little beside them.
MAX_LINES, MAX_PARTS = 60, 80
# So many blocks between points are written into the loop; others are left to the machine.
MAX_BETWEEN = 8
# How deep what is done in a block stands.
INSIDE = 4
# So many blocks may be carried out before the next choice.
RENEWED = f"left = {naming.MAX_BLOCKS}"


def generate_run(program: ir.Program, budget: LoopBudget, points: Sequence[int]) -> str:
    """The Python text of the loop through these points, each with one kind of move or with equally likely outcomes."""
    writer = _RunWriter(program, budget)
    return "\n".join([*writer.run(points), *writer.shared()]) + "\n"


def sections(text: str) -> list[tuple[str, ...]]:
    """For each line, counted from 1, the functions that it stands for, the innermost last."""
    out: list[tuple[str, ...]] = [()]
    for line in text.split("\n"):
        head, _, names = line.strip().partition(" ")
        out.append(tuple(names.split()) if head == "#" else out[-1])
    return out


class _RunWriter(ModuleWriter):
    """Writes blocks so that play goes on in the loop around them."""

    def __init__(self, program: ir.Program, budget: LoopBudget) -> None:
        super().__init__(program, record=False, budget=budget)
        self.straights = {straight.name: straight for straight in program.straights}
        self.within: list[str] = []
        # Where play goes on from what is written so far.
        self.targets: dict[int, None] = {}
        # How many loops are around an operation: only outside all of them `break` leaves the loop through the points.
        self.loops = 0

    def run(self, points: Sequence[int]) -> Iterator[str]:
        """The function, as `backend.RandomRun` says: from where the rules wait on, up to a block that is not written here."""
        cases = [self.case(number, self.point(self.program.blocks[number])) for number in points]
        between = list[list[str]]()
        written = set(points)
        while (more := [to for to in self.targets if to not in written and self.is_between(to)]) and len(between) < MAX_BETWEEN:
            written.add(more[0])
            between.append(self.case(more[0], self.block_here(self.program.blocks[more[0]])))
        yield f"def {naming.RUN}(s, random, limit):"
        yield "    steps = rolls = offered = widest = 0"
        yield f"    block, end, left = s[0], -1, {naming.MAX_BLOCKS}"
        yield "    try:"
        yield "        while steps < limit:"
        for case in (*cases, *between):
            # Where no block is between points, there is nothing to count.
            yield from case if between else (line for line in case if line.strip() != RENEWED)
        yield "            break"
        yield "    except GameOver as over:"
        yield "        end = over.end"
        yield "    return steps, block, end, left, steps - rolls, offered, widest"

    def case(self, number: int, body: Iterator[str]) -> list[str]:
        """The lines for a block, behind the question whether play has come to it."""
        return [f"            if block == {number}:", *body]

    def is_between(self, number: int) -> bool:
        """Return whether a block between points has a function of its own, so that play may arrive there."""
        block = self.program.blocks[number]
        return self.is_entered(block) and block.enters is None and not isinstance(block.end, ir.ChooseMove | ir.RollValue)

    def point(self, block: ir.Block) -> Iterator[str]:
        """Draw one of the codes at a point, and carry it out."""
        pad = "    " * INSIDE
        match block.end:
            case ir.ChooseMove(moves=(move,)):
                legal = naming.legal(block.id, 0)
            case ir.RollValue() as roll:
                move, legal = self.outcomes(roll), naming.legal(block.id)
            case _:
                raise AssertionError("a point has one kind of move")
        if self.counts:
            yield f"{pad}begin()"
        yield from self.codes(move, legal, pad)
        yield f"{pad}#"
        yield f"{pad}count = len(codes)"
        yield f"{pad}if not count: break"
        yield f"{pad}steps += 1"
        if isinstance(block.end, ir.ChooseMove):
            yield f"{pad}offered += count"
            yield f"{pad}if count > widest: widest = count"
        else:
            yield f"{pad}rolls += 1"
        drawn = "codes[int(random() * count)]"
        yield f"{pad}code = {drawn} - {move.first}" if move.first else f"{pad}code = {drawn}"
        yield f"{pad}{RENEWED}"
        yield from self.entered(move)

    def codes(self, move: ir.MoveOption, legal: str, pad: str) -> Iterator[str]:
        """List the legal codes of a kind of move."""
        if self.shares(move):
            yield f"{pad}codes = {legal}(s)"
            return
        yield f"{pad}# {legal}"
        with self.names.rows.listing(move.bound), self.code.reading_once() as read, self.code.remembering(frozenset()):
            text = self.legal(move)
        yield from read_first(read, INSIDE)
        yield f"{pad}codes = {text}"

    def entered(self, move: ir.MoveOption) -> Iterator[str]:
        """Carry out a code, and go on with the block that comes next."""
        block = self.program.blocks[move.to]
        name = naming.block(block.id)
        head = [f"{'    ' * INSIDE}# {name}", *(["    " * INSIDE + "begin()"] if self.counts else []),
                *self.decode(move.bound, INSIDE)]
        yield from self.short(block, name, head, f"{name}(s, code)")

    def block_here(self, block: ir.Block) -> Iterator[str]:
        """Carry out a block between points, as one of those that may be."""
        name, pad = naming.block(block.id), "    " * INSIDE
        yield f"{pad}if not left: break"
        yield f"{pad}left -= 1"
        yield from self.short(block, name, [f"{pad}# {name}"], f"{name}(s)")

    def short(self, block: ir.Block, name: str, head: list[str], call: str) -> Iterator[str]:
        """A block written here, or the call of its function where it is long."""
        self.within = [name]
        body = [*head, *self.inlined(block, INSIDE, {block.id})]
        self.within = []
        if len(body) > MAX_LINES:
            body = [f"{'    ' * INSIDE}block = {call}", f"{'    ' * INSIDE}continue"]
        yield from body

    # -- operations --------------------------------------------------------------------------------

    def goes_on(self, block: str, depth: int, to: tuple[int, ...]) -> Iterator[str]:
        self.targets |= dict.fromkeys(to)
        yield f"{'    ' * depth}block = {block}"
        yield f"{'    ' * depth}continue"

    def over(self, end: int, depth: int) -> Iterator[str]:
        if self.loops:
            yield from super().over(end, depth)
            return
        yield f"{'    ' * depth}end = {end}"
        yield f"{'    ' * depth}break"

    def for_each(self, op: ir.For, depth: int) -> Iterator[str]:
        self.loops += 1
        yield from super().for_each(op, depth)
        self.loops -= 1

    def loop(self, op: ir.Loop, depth: int) -> Iterator[str]:
        self.loops += 1
        yield from super().loop(op, depth)
        self.loops -= 1

    def do(self, op: ir.Do, depth: int) -> Iterator[str]:
        """A rule that asks for nothing: its operations, where they are few."""
        straight, name = self.straights[op.rule], self.names.rules[op.rule]
        if size_of(straight.body) > MAX_PARTS or name in self.within:
            yield from super().do(op, depth)
            return
        pad = "    " * depth
        if straight.params:
            yield f"{pad}{', '.join(straight.params)} = {self.code.arguments('', op.arguments)}"
        self.within.append(name)
        yield f"{pad}# {' '.join(self.within)}"
        yield from (f"{pad}{line.strip()}" for line in self.counted(straight.body))
        yield from self.ops(straight.body, depth)
        self.within.pop()
        yield f"{pad}# {' '.join(self.within)}"
