"""Moves and rolls that are counted, and steps that are noted for Python: by a table that the host writes anywhere.

The address of the table stands at `TABLE`. For each kind of move (`numbered`) it has two numbers of 4 bytes: the address of
a table of its codes, or 0, and whether each of its moves is noted. A code has the address of its row there, or 0: how many
tallies it counts for, and the address of each. A tally has six numbers of 8 bytes: how often it was counted, by how many
players of games that ended, how many of them won, then of this game how often and by whom (a set of seats), and who counts
where chance decides.
"""

from __future__ import annotations

from .....dsl import ir
from ..language import tree
from ..layout.memory import PLAYED, TABLE
from ..module.position import ZERO
from ..writing.building import FULL, Code, plus, times
from ..writing.functions import once
from ..writing.numbers import narrowed
from ..writing.whole import Whole

# The head of the table: the kinds; the tallies of this game, and how many; where notes begin, where the next goes, their end.
FIELDS = ("kinds", "touched", "touched_count", "notes", "next_note", "notes_end")
PLACES = {name: 4 * i for i, name in enumerate(FIELDS)}
HEAD_BYTES = 4 * len(FIELDS)
KIND_BYTES = 8
MADE, PLAYERS, WON, NOW, MAKERS, BY_CHANCE = range(0, 48, 8)
TALLY_BYTES = 48
# A note: the number of the game, the code, the seat (-1: chance), what it is noted for; and then the position before the step.
NOTE_BYTES = 32
COUNTED, STEPPED = 1, 2


def numbered(program: ir.Program) -> dict[tuple[int, int], int]:
    """The kinds of moves and rolls by their blocks and their places there, numbered."""
    numbers: dict[tuple[int, int], int] = {}
    for block in program.blocks:
        kinds = len(block.end.moves) if isinstance(block.end, ir.ChooseMove) else int(isinstance(block.end, ir.RollValue))
        for place in range(kinds):
            numbers[block.id, place] = len(numbers)
    return numbers


def note_bytes(whole_state: int) -> int:
    """The bytes of a note with a position of this many bytes."""
    return NOTE_BYTES + whole_state + -whole_state % 8


class CountingCode:
    """Writes the functions that count and note."""

    def __init__(self, whole: Whole) -> None:
        self.whole, self.memory = whole, whole.memory
        self.state_bytes = whole.memory.width * whole.program.size
        once(whole, "put_note", (False, True, False, False), None, self.put_note)
        once(whole, "count_move", (False, True, True, False), None, self.count_move)
        once(whole, "begin_counts", (), None, self.begin_counts)
        once(whole, "end_counts", (False, True), None, self.end_counts)

    def field(self, name: str) -> tree.Expr:
        """A number in the head of the table."""
        return tree.Load(narrowed(tree.Load(ZERO, TABLE, 8)), PLACES[name], 4, wide=False)

    def put_field(self, name: str, value: tree.Expr) -> tree.Stmt:
        return tree.Store(narrowed(tree.Load(ZERO, TABLE, 8)), PLACES[name], value, 4, wide=False)

    def put_note(self, code: Code) -> None:
        """Note a step for Python, with the position at an address."""
        position, packed, seat, why = code.local(wide=False), code.local(), code.local(wide=False), code.local(wide=False)
        address = code.in_local(self.field("next_note"), wide=False)
        size = note_bytes(self.state_bytes)
        with code.when(tree.Test("gt_u", plus(address, size), self.field("notes_end"), wide=False)):
            code.wrong(FULL)
        words: tuple[tree.Expr, ...] = (tree.Load(ZERO, PLAYED, 8), packed, tree.Widen(seat), tree.Widen(why))
        for i, value in enumerate(words):
            code.emit(tree.Store(address, 8 * i, value, 8))
        code.emit(tree.Copy(plus(address, NOTE_BYTES), position, tree.Mark(self.state_bytes)),
                  self.put_field("next_note", plus(address, size)))

    def count_move(self, code: Code) -> None:
        """Count a move or roll: of the kind with this number, its code there, its code at the point, and the seat."""
        kind, apart, packed, seat = code.local(wide=False), code.local(), code.local(), code.local(wide=False)
        entry = code.in_local(tree.Arith("add", self.field("kinds"), times(kind, KIND_BYTES), wide=False), wide=False)
        with code.when(tree.Test("ne", tree.Load(entry, 4, 4, wide=False), ZERO, wide=False)):
            code.emit(tree.Perform(tree.Call("put_note", (
                tree.Mark(self.memory.state), packed, seat, tree.Mark(COUNTED))), gives=False))
        codes = code.in_local(tree.Load(entry, 0, 4, wide=False), wide=False)
        with code.when(tree.Test("ne", codes, ZERO, wide=False)):
            place = tree.Arith("add", codes, times(narrowed(apart), 4), wide=False)
            row = code.in_local(tree.Load(place, 0, 4, wide=False), wide=False)
            with code.when(tree.Test("ne", row, ZERO, wide=False)):
                self.count_row(code, row, seat)

    def count_row(self, code: Code, row: tree.Expr, seat: tree.Expr) -> None:
        """Count for each tally of a row."""
        address, end = code.local(wide=False), code.local(wide=False)
        code.emit(tree.Set(address, plus(row, 4)),
                  tree.Set(end, tree.Arith("add", address, times(tree.Load(row, 0, 4, wide=False), 4), wide=False)))
        with code.loop() as again:
            tally = code.in_local(tree.Load(address, 0, 4, wide=False), wide=False)
            # The first time in this game: the tally goes on the list, so that the end of the game need not look at all of them.
            with code.when(tree.Test("eq", tree.Load(tally, NOW, 8), tree.Int(0))):
                count = code.in_local(self.field("touched_count"), wide=False)
                place = tree.Arith("add", self.field("touched"), times(count, 4), wide=False)
                code.emit(tree.Store(place, 0, tally, 4, wide=False), self.put_field("touched_count", plus(count, 1)),
                          tree.Store(tally, MAKERS, tree.Int(0), 8))
            makers = code.local()
            # What chance decides counts for the seats that the table names.
            code.emit(tree.Set(makers, tree.Load(tally, BY_CHANCE, 8)))
            with code.when(tree.Test("ge_s", seat, ZERO, wide=False)):
                code.emit(tree.Set(makers, tree.Arith("shl", tree.Int(1), tree.Widen(seat))))
            code.emit(tree.Store(tally, NOW, tree.Arith("add", tree.Load(tally, NOW, 8), tree.Int(1)), 8),
                      tree.Store(tally, MAKERS, tree.Arith("or", tree.Load(tally, MAKERS, 8), makers), 8),
                      tree.Set(address, plus(address, 4)), tree.Leave(again, tree.Test("lt_u", address, end, wide=False)))

    def begin_counts(self, code: Code) -> None:
        """A game begins: what was counted in one that was broken off counts for nothing."""
        address, end = self.touched(code)
        with code.block() as out, code.loop() as again:
            code.emit(tree.Leave(out, tree.Test("ge_u", address, end, wide=False)),
                      tree.Store(tree.Load(address, 0, 4, wide=False), NOW, tree.Int(0), 8),
                      tree.Set(address, plus(address, 4)),
                      tree.Leave(again))
        code.emit(self.put_field("touched_count", ZERO))

    def end_counts(self, code: Code) -> None:
        """A game is done: whether it ended, and with which winners."""
        ended, winners = code.local(wide=False), code.local()
        address, end = self.touched(code)
        with code.block() as out, code.loop() as again:
            code.emit(tree.Leave(out, tree.Test("ge_u", address, end, wide=False)))
            tally = code.in_local(tree.Load(address, 0, 4, wide=False), wide=False)
            self.add(code, tally, MADE, tree.Load(tally, NOW, 8))
            makers = code.in_local(tree.Load(tally, MAKERS, 8))
            with code.when(ended):
                self.add(code, tally, PLAYERS, tree.Bits("popcnt", makers))
                self.add(code, tally, WON, tree.Bits("popcnt", tree.Arith("and", makers, winners)))
            code.emit(tree.Store(tally, NOW, tree.Int(0), 8), tree.Set(address, plus(address, 4)), tree.Leave(again))
        code.emit(self.put_field("touched_count", ZERO))

    def add(self, code: Code, tally: tree.Expr, offset: int, more: tree.Expr) -> None:
        code.emit(tree.Store(tally, offset, tree.Arith("add", tree.Load(tally, offset, 8), more), 8))

    def touched(self, code: Code) -> tuple[tree.Local, tree.Local]:
        """The list of the tallies of this game: its first address, and its end."""
        address, end = code.local(wide=False), code.local(wide=False)
        code.emit(tree.Set(address, self.field("touched")),
                  tree.Set(end, tree.Arith("add", address, times(self.field("touched_count"), 4), wide=False)))
        return address, end
