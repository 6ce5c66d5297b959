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

The legal codes of a point are kept from choice to choice where each depends on one slot (`KeptList`). The code that was drawn
is in such a list as long as nothing else is written, and an end may only ask whether a code is left. That every writer of
such a slot stands in the loop, or is known to be called from it, is what makes this right: `op`, `do` and `short` see them all.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from .....dsl import ir
from ...plan.listing import Planner
from ...plan.rebuild import size_of
from ..values import naming
from ..values.loops import read_first
from ..values.simplify import simplified
from .alone import alone_in_loop
from .kept_lists import KeptList
from .list_updates import KeptListWriter

# Blocks with more lines are called, and so are rules with more parts: a call costs little beside them.
MAX_LINES, MAX_PARTS = 60, 80
# The most blocks between points that are written into the loop; the machine carries out others.
MAX_BETWEEN = 8
# How deep what is done in a block stands.
INSIDE = 4
# Renews the number of blocks that may be carried out before the next choice.
RENEWED = f"left = {naming.MAX_BLOCKS}"


def generate_run(program: ir.Program, planner: Planner, points: Sequence[int]) -> str:
    """The Python text of the loop through these points, each with one kind of move or with equally likely outcomes."""
    writer = _RunWriter(program, planner)
    return "\n".join([*writer.run(points), *writer.shared()]) + "\n"


def sections(text: str) -> list[tuple[str, ...]]:
    """For each line, counted from 1, the functions that it stands for, the innermost last."""
    out: list[tuple[str, ...]] = [()]
    for line in text.split("\n"):
        head, _, names = line.strip().partition(" ")
        out.append(tuple(names.split()) if head == "#" else out[-1])
    return out


class _RunWriter(KeptListWriter):
    """Writes blocks so that play goes on in the loop around them."""

    def __init__(self, program: ir.Program, planner: Planner) -> None:
        super().__init__(program, planner)
        self.procedures = {procedure.name: procedure for procedure in program.procedures}
        self.within: list[str] = []
        # Where play goes on from what is written so far.
        self.targets: dict[int, None] = {}
        self.code.derives_tables = True

    def run(self, points: Sequence[int]) -> Iterator[str]:
        """The function, as `backend.RandomRun` says: from where the rules wait on, up to a block that is not written here."""
        self.kept = [kept for kept in map(self.kept_list, points) if kept is not None]
        cases = [self.case(number, self.point(self.program.blocks[number])) for number in points]
        between = list[list[str]]()
        written = set(points)
        while (more := [to for to in self.targets if to not in written and self.is_between(to)]) and len(between) < MAX_BETWEEN:
            written.add(more[0])
            # Writing a block may add targets, so they are read again each time.
            between.append(self.case(more[0], self.block_here(self.program.blocks[more[0]])))
        if not between:
            # There is nothing to count.
            cases = [[line for line in case if line.strip() != RENEWED] for case in cases]
        alone = None if between or len(cases) != 1 else alone_in_loop(points[0], cases[0], [kept.name for kept in self.kept])
        yield f"def {naming.RUN}(s, random, limit):"
        yield "    steps = rolls = offered = widest = 0"
        yield f"    block, end, left = s[0], -1, {naming.MAX_BLOCKS}"
        yield from (f"    {kept.name} = None" for kept in self.kept)
        yield "    try:"
        if alone is not None:
            yield from alone
        else:
            yield "        while steps < limit:"
            for case in (*cases, *between):
                yield from case
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
        self.nothing_known()
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
        kept = next((kept for kept in self.kept if kept.legal == legal), None)
        if kept is not None:
            yield f"{pad}{self.asked_again(kept, move)}"
            yield f"{pad}codes = {kept.name}"
            self.known, self.drawn, self.alias = {kept.name}, (kept, move), {}
            return
        yield f"{pad}# {legal}"
        with self.names.rows.listing(move.bound), self.code.reading_once() as read, self.code.remembering(frozenset()):
            text = self.legal(move)
        yield from read_first(read, INSIDE)
        yield f"{pad}codes = {text}"

    def asked_again(self, kept: KeptList, move: ir.MoveOption) -> str:
        """The line that lists the codes of a point where they are not known."""
        return f"if {kept.name} is None: {kept.name} = {self.legal(move)}"

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
        self.nothing_known()
        yield f"{pad}if not left: break"
        yield f"{pad}left -= 1"
        yield from self.short(block, name, [f"{pad}# {name}"], f"{name}(s)")

    def short(self, block: ir.Block, name: str, head: list[str], call: str) -> Iterator[str]:
        """A block written here, or the call of its function where it is long."""
        self.within = [name]
        body = [*head, *self.inlined(block, INSIDE, {block.id})]
        self.within = []
        # The targets that were noted on the way stay: a case too many costs a comparison, one too few hands play back to the
        # machine.
        if len(body) > MAX_LINES:
            body = [*self.forgotten("    " * INSIDE), f"{'    ' * INSIDE}block = {call}", f"{'    ' * INSIDE}continue"]
        yield from body

    # -- operations --------------------------------------------------------------------------------

    def goes_on(self, block: str, depth: int, to: tuple[int, ...]) -> list[str]:
        self.targets |= dict.fromkeys(to)
        return [f"{'    ' * depth}block = {block}", f"{'    ' * depth}continue"]

    def over(self, end: int, depth: int) -> Iterator[str]:
        if self.loops:
            yield from super().over(end, depth)
            return
        yield f"{'    ' * depth}end = {end}"
        yield f"{'    ' * depth}break"

    def op(self, op: ir.Op, depth: int) -> Iterator[str]:
        pad = "    " * depth
        match op:
            case ir.CheckEnds(ends):
                for end in ends:
                    asked = self.asked_here(end, depth)
                    yield from asked or super().op(ir.CheckEnds((end,)), depth)
            case ir.Write(_, ir.Slot() as value):
                yield from self.write_copy(op, value, pad)
            case ir.Write(_, value) if not isinstance(value, ir.Const | ir.Temp | ir.Slot):
                yield from self.write_named(op, pad)
            case ir.Let(name):
                yield from super().op(op, depth)
                self.renamed((name,))
            case _:
                # Others are written as elsewhere.
                yield from super().op(op, depth)
        match op:
            case ir.Write(to, value):
                if isinstance(value, ir.Const | ir.Temp):
                    self.written(to, value.name if isinstance(value, ir.Temp) else None)
                for kept in self.kept:
                    yield from self.kept_up(kept, to, value, pad)
            case ir.WriteList() | ir.Append() | ir.Remove() | ir.MergeRegions():
                yield from self.forgotten(pad)
            case _:
                # Others write nothing, or hold operations that are written here one by one, or call what `do` speaks of.
                pass

    def asked_here(self, end: int, depth: int) -> list[str] | None:
        """The lines of an end that is a quantifier, or a condition and then one: a loop here. None for other ends."""
        condition, pad = simplified(self.program.ends[end].condition), "    " * depth
        first, asked = (condition.left, condition.right) if isinstance(condition, ir.Both) else (None, condition)
        if self.loops or not isinstance(asked, ir.Gather) or self.budget.is_long(condition):
            return None
        found = self.code.asked_here(asked, f"end = {end}", depth if first is None else depth + 1)
        if found is None:
            return None
        read, lines = found
        before = [] if first is None else [f"{pad}if {self.code.expr(first)}:"]
        # Nothing is written meanwhile: what is read for this is known behind it too.
        self.code.held |= {ir.Slot(slot, ()): name for slot, name in read.items() if isinstance(slot, int)}
        return [*read_first(read, depth), *before, *lines, f"{pad}if end >= 0: break"]

    def do(self, op: ir.Do, depth: int) -> Iterator[str]:
        """A rule that asks for nothing: its operations, where they are few."""
        procedure, name = self.procedures[op.rule], self.names.rules[op.rule]
        if size_of(procedure.body) > MAX_PARTS or name in self.within:
            yield from super().do(op, depth)
            yield from self.forgotten("    " * depth)
            return
        pad = "    " * depth
        if procedure.params:
            yield f"{pad}{', '.join(procedure.params)} = {self.code.arguments('', op.arguments)}"
            self.renamed(procedure.params)
            self.alias |= {param: self.alias.get(given.name, given.name) for param, given
                           in zip(procedure.params, op.arguments, strict=True) if isinstance(given, ir.Temp)}
        self.within.append(name)
        yield f"{pad}# {' '.join(self.within)}"
        yield from (f"{pad}{line.strip()}" for line in self.counted(procedure.body))
        yield from self.ops(procedure.body, depth)
        self.within.pop()
        yield f"{pad}# {' '.join(self.within)}"
