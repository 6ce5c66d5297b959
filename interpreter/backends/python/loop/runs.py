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

The legal codes of a point are kept from choice to choice where each depends on one slot (`CodeList`). The code that was drawn
is in such a list as long as nothing else is written, and an end may only ask whether a code is left. That every writer of
such a slot stands in the loop, or is known to be called from it, is what makes this right: `LoopOperations` and `_short` see
them all.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from .....dsl import ir
from ...plan.listing import Planner
from ..parts.alike import AlikeCode
from ..parts.blocks import BlockCode
from ..parts.codes import decoded
from ..parts.counting import moves_begin
from ..parts.did import DidCode
from ..parts.listing import ListingCode
from ..parts.rolls import outcomes
from ..values import naming
from ..values.expressions import CodeNames
from ..values.loops import LoopCode, read_first
from .alone import alone_in_loop
from .code_lists import CodeList, SlotValues, code_list_at
from .list_updates import CodeLists
from .operations import LoopOperations
from .slot_names import SlotNames

# Blocks with more lines are called: a call costs little beside them.
MAX_LINES = 60
# The most blocks between points that are written into the loop; the machine carries out others.
MAX_BETWEEN = 8
# How deep what is done in a block stands.
INSIDE = 4
PAD = "    " * INSIDE
# Renews the number of blocks that may be carried out before the next choice.
RENEWED = f"left = {naming.MAX_BLOCKS}"


def generate_run(program: ir.Program, planner: Planner, points: Sequence[int]) -> str:
    """The Python text of the loop through these points, each with one kind of move or with equally likely outcomes."""
    writer = _RunWriter(program, planner, points)
    return "\n".join([*writer.run(), *writer.shared()]) + "\n"


def sections(text: str) -> list[tuple[str, ...]]:
    """For each line, counted from 1, the functions that it stands for, the innermost last."""
    out: list[tuple[str, ...]] = [()]
    for line in text.split("\n"):
        head, _, names = line.strip().partition(" ")
        out.append(tuple(names.split()) if head == "#" else out[-1])
    return out


class _RunWriter:
    """Writes the loop through some points of a program."""

    def __init__(self, program: ir.Program, planner: Planner, points: Sequence[int]) -> None:
        self.program, self.points = program, points
        self.counts = moves_begin(planner.budget, program)
        code = self.code = LoopCode(CodeNames(program, budget=planner.budget), planner.early.fails, derives_tables=True)
        self.alike = AlikeCode(program)
        self.listing = ListingCode(program, code, planner, self.alike)
        lists = (code_list_at(number, program, code, planner, self.alike) for number in points)
        self.code_lists = [code_list for code_list in lists if code_list is not None]
        slot_names, values, did = SlotNames(code), SlotValues(program), DidCode(program, record=False)
        self.lists = CodeLists(self.code_lists, code, values, slot_names)
        self.operations = LoopOperations(program, code, did, values, slot_names, self.lists)
        self.blocks = BlockCode(program, code, did, self.operations, self._continuing, self.counts)
        # Where play goes on from what is written so far.
        self.targets: dict[int, None] = {}

    def run(self) -> Iterator[str]:
        """The function, as `backend.RandomRun` says: from where the rules wait on, up to a block that is not written here."""
        points, targets = self.points, self.targets
        cases = [self._case(number, self._point(self.program.blocks[number])) for number in points]
        between = list[list[str]]()
        written = set(points)
        while (more := [to for to in targets if to not in written and self._is_between(to)]) and len(between) < MAX_BETWEEN:
            written.add(more[0])
            # Writing a block may add targets, so they are read again each time.
            between.append(self._case(more[0], self._block_here(self.program.blocks[more[0]])))
        if not between:
            # There is nothing to count.
            cases = [[line for line in case if line.strip() != RENEWED] for case in cases]
        lists = [code_list.name for code_list in self.code_lists]
        alone = None if between or len(cases) != 1 else alone_in_loop(points[0], cases[0], lists)
        yield f"def {naming.RUN}(s, random, limit):"
        yield "    steps = rolls = offered = widest = 0"
        yield f"    block, end, left = s[0], -1, {naming.MAX_BLOCKS}"
        yield from (f"    {name} = None" for name in lists)
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

    def shared(self) -> Iterator[str]:
        """The functions and tables that the lines of the loop use."""
        yield from self.alike.functions()
        yield from self.code.helpers
        yield from self.code.names.picking()

    def _continuing(self, block: str, depth: int, to: tuple[int, ...]) -> list[str]:
        """The way from block to block: the loop begins again."""
        self.targets |= dict.fromkeys(to)
        return [f"{'    ' * depth}block = {block}", f"{'    ' * depth}continue"]

    def _case(self, number: int, body: Iterator[str]) -> list[str]:
        """The lines for a block, behind the question whether play has come to it."""
        return [f"            if block == {number}:", *body]

    def _is_between(self, number: int) -> bool:
        """Return whether a block between points has a function of its own, so that play may arrive there."""
        block = self.program.blocks[number]
        waits = isinstance(block.end, ir.ChooseMove | ir.RollValue)
        return self.blocks.is_entered(block) and block.enters is None and not waits

    def _point(self, block: ir.Block) -> Iterator[str]:
        """Draw one of the codes at a point, and carry it out."""
        match block.end:
            case ir.ChooseMove(moves=(move,)):
                legal = naming.legal(block.id, 0)
            case ir.RollValue() as roll:
                move, legal = outcomes(roll), naming.legal(block.id)
            case _:
                # Only points with one kind of move, or a roll, are in the loop.
                raise AssertionError("a point has one kind of move")
        if self.counts:
            yield f"{PAD}begin()"
        self.lists.nothing_known()
        yield from self._codes(move, legal)
        yield f"{PAD}#"
        yield f"{PAD}count = len(codes)"
        yield f"{PAD}if not count: break"
        yield f"{PAD}steps += 1"
        if isinstance(block.end, ir.ChooseMove):
            yield f"{PAD}offered += count"
            yield f"{PAD}if count > widest: widest = count"
        else:
            yield f"{PAD}rolls += 1"
        drawn = "codes[int(random() * count)]"
        yield f"{PAD}code = {drawn} - {move.first}" if move.first else f"{PAD}code = {drawn}"
        yield f"{PAD}{RENEWED}"
        yield from self._entered(move)

    def _codes(self, move: ir.MoveOption, legal: str) -> Iterator[str]:
        """List the legal codes of a kind of move."""
        if self.listing.shares(move):
            yield f"{PAD}codes = {legal}(s)"
            return
        code_list = next((code_list for code_list in self.code_lists if code_list.legal == legal), None)
        if code_list is not None:
            yield f"{PAD}{self._asked_again(code_list, move)}"
            yield f"{PAD}codes = {code_list.name}"
            self.lists.drawn_from(code_list, move)
            return
        yield f"{PAD}# {legal}"
        with self.code.names.scope.listing(move.bound), self.code.reading_once() as read, self.code.remembering(frozenset()):
            text = self.listing.legal(move)
        yield from read_first(read, INSIDE)
        yield f"{PAD}codes = {text}"

    def _asked_again(self, code_list: CodeList, move: ir.MoveOption) -> str:
        """The line that lists the codes of a point where they are not known."""
        return f"if {code_list.name} is None: {code_list.name} = {self.listing.legal(move)}"

    def _entered(self, move: ir.MoveOption) -> Iterator[str]:
        """Carry out a code, and go on with the block that comes next."""
        block = self.program.blocks[move.to]
        name = naming.block(block.id)
        head = [f"{PAD}# {name}", *([f"{PAD}begin()"] if self.counts else []), *decoded(move.bound, INSIDE)]
        yield from self._short(block, name, head, f"{name}(s, code)")

    def _block_here(self, block: ir.Block) -> Iterator[str]:
        """Carry out a block between points, as one of those that may be."""
        name = naming.block(block.id)
        self.lists.nothing_known()
        yield f"{PAD}if not left: break"
        yield f"{PAD}left -= 1"
        yield from self._short(block, name, [f"{PAD}# {name}"], f"{name}(s)")

    def _short(self, block: ir.Block, name: str, head: list[str], call: str) -> Iterator[str]:
        """A block written here, or the call of its function where it is long."""
        with self.operations.within_block(name):
            body = [*head, *self.blocks.inlined(block, INSIDE, {block.id})]
        # The targets that were noted on the way stay: a case too many costs a comparison, one too few hands play back to the
        # machine.
        if len(body) > MAX_LINES:
            body = [*self.lists.forgotten(PAD), f"{PAD}block = {call}", f"{PAD}continue"]
        yield from body
