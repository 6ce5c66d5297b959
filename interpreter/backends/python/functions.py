"""A program's generated Python at one table: the functions behind the wall of `backends.backend`."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from types import FrameType
from typing import Any

from ....dsl import ir
from ...runtime import paths, primitives
from ...runtime.faults import Fault, GameOver
from ...runtime.regions import region_slots
from ...runtime.rows import RowNotes
from ...runtime.step_counter import StepCounter
from ..backend import MAX_BLOCKS, MoveFunctions, Notes, PointFunctions, RandomRun, Vector
from .applied import applied
from .late import LateScript
from .parts.module import generate_block
from .script import Script, compiled
from .values import naming
from .values.expressions import CodeNames, PyCode
from .values.rows import rows_of_tables

# What generated code calls by its own name.
PRIMITIVES = ("members", "in_set", "set_of", "rotated", "item_at", "amounts", "present", "within", "entries_within", "opened",
              "one_of_each", "first_of_each", "ranked", "shared", "foremost", "write_list", "append", "remove", "Picks")
ON_PATHS = ("reachable", "distance", "reachable_at_cost", "cheapest")


class PythonFunctions:
    """The functions of a script, defined among names of their own. Fills `backends.backend.Backend`."""

    is_watched = False

    def __init__(self, program: ir.Program, script: Script | LateScript, seats: list[str], notes: Notes) -> None:
        self.program, self.script, self.notes = program, script, notes
        self.counter = StepCounter()
        self.names = _around(program, seats, notes, self.counter)
        script.run(self.names)
        names = self.names
        # The names around the loop of random choices, and the functions that its lines stand for.
        self.run_names: dict[str, Any] = {}
        self.run_sections: list[tuple[str, ...]] = []
        self.blocks: list[Callable[[Vector], int] | None] = [names.get(naming.block(block.id)) for block in program.blocks]
        self.points = [self._point(block) for block in program.blocks]
        self.texts = [names[naming.text(i)] for i in range(len(program.texts))]
        self.ends = [names.get(naming.end_value(i)) for i in range(len(program.ends))]
        self.scores = [names[naming.score(i)] for i in range(len(program.scores))]
        self.invariants = [names[naming.invariant(i)] for i in range(len(program.invariants))]
        self.step_invariants = [names[naming.step_invariant(i)] for i in range(len(program.step_invariants))]

    def _point(self, block: ir.Block) -> PointFunctions | None:
        names, number = self.names, block.id
        match block.end:
            case ir.ChooseMove(moves=moves):
                kinds = tuple(self._move(number, i, move) for i, move in enumerate(moves))
                return PointFunctions(kinds, player=names[naming.player(number)], says=names.get(naming.statement(number)),
                                      audience=names.get(naming.audience(number)), listed=names.get(naming.listed(number)))
            case ir.RollValue(to=to):
                kind = MoveFunctions(names[naming.legal(number)], names[naming.block(to)], names[naming.notation(number)],
                                     note=names.get(naming.note(number)))
                return PointFunctions((kind,), weight=names.get(naming.weight(number)),
                                      audience=names.get(naming.audience(number)))
            case _:
                return None  # play runs on after any other block

    def _move(self, number: int, i: int, move: ir.MoveOption) -> MoveFunctions:
        names = self.names
        return MoveFunctions(
            names[naming.legal(number, i)], names[naming.block(move.to)], names[naming.notation(number, i)],
            names[naming.refused(number, i)],
            tuple(names[naming.message(number, i, guard)] for guard in range(len(move.guards))),
            names.get(naming.note(number, i)), names.get(naming.lifting(number, i)), names.get(naming.possible(number, i)),
            names.get(naming.looked(number, i)))

    def evaluate(self, value: ir.Expr, tables: tuple[tuple[str, tuple[Any, ...]], ...] = ()) -> Callable[[Vector], Any]:
        """An expression that is no part of the program, as a function of the state."""
        code = CodeNames(self.program, budget=self.script.budget)
        own = {naming.own_table(i): values for i, (_, values) in enumerate(tables)}
        code.tables |= {name: naming.own_table(i) for i, (name, _) in enumerate(tables)}
        # Safe for any rulebook: the text is made of the IR alone, and names nothing but the game's functions
        # (tests/readers/test_nothing_outside.py).
        text = f"lambda {naming.STATE}: {PyCode(code).expr(value)}"
        function: Callable[[Vector], Any] = eval(compiled(text, "<string>", "eval"), {**self.names, **own})
        return function

    def block_function(self, block: ir.Block) -> Callable[[Vector], int]:
        """The function of a block that is no part of the program, and leads to blocks of it."""
        names = dict(self.names)
        exec(generate_block(self.program, self.script.record, self.script.budget, block, self.script.trace), names)
        function: Callable[[Vector], int] = names[naming.block(block.id)]
        return function

    def random_run(self, points: tuple[int, ...]) -> RandomRun | None:
        """The function that makes random choices at these points; None where only what is called is written."""
        if isinstance(self.script, LateScript):
            return None
        loop = self.script.loop(points)
        self.run_names, self.run_sections = {**self.names, naming.MAX_BLOCKS: MAX_BLOCKS}, loop.sections
        exec(loop.code, self.run_names)
        run: RandomRun = self.run_names[naming.RUN]
        return run

    def applied(self, fault: Fault) -> tuple[str, ...]:
        """The clauses that were being applied when a fault was raised, the innermost last."""
        return applied(self.program, self.frame_functions, fault)

    def frame_functions(self, frame: FrameType, line: int) -> tuple[str, ...]:
        """The generated functions that a frame stands for at a line; none for a frame of other code."""
        # Other functions may be called alike; only generated ones have these names around them.
        name = frame.f_code.co_name
        if frame.f_globals is self.run_names and name == naming.RUN:
            return self.run_sections[line]
        return (naming.original(name),) if frame.f_globals is self.names else ()


def _around(program: ir.Program, seats: list[str], notes: Notes, counter: StepCounter) -> dict[str, Any]:
    """The names that generated functions find around them."""
    rows = RowNotes(rows_of_tables(program), notes.clauses)
    names: dict[str, Any] = {
        "Fault": Fault, "GameOver": GameOver, "entries": _entries, "seats_of": _seats_of, naming.SEATS: seats,
        naming.CLAUSES: notes.clauses, naming.DID: notes.did, naming.EVENTS: notes.events, naming.OPENED: notes.opened,
        naming.ENTRIES: notes.entries, naming.WATCH: notes.watch, "MAX_ROUNDS": primitives.MAX_ROUNDS,
        "row_met": rows.met, "row_read": rows.read, "row_matched": rows.matched,
        "supposed": partial(_supposed, notes),
        "begin": counter.begin, "once_more": counter.once_more, "each": counter.counting,
    }
    names |= {name: getattr(primitives, name) for name in PRIMITIVES}
    names |= {name: getattr(paths, name) for name in ON_PATHS}
    names |= {naming.table(i): values for i, (_, values) in enumerate(program.tables)}
    tables: dict[str, Any] = dict(program.tables)
    for i, board in enumerate(program.boards):
        functions = primitives.BoardFunctions(tables[f"near.{board.name}"], board.roots, board.places, board.towards)
        names[naming.board(i)] = functions
        if board.region is not None:
            names[naming.merger(naming.board(i))] = functions.merger(region_slots(program, board))
    return names


def _supposed(notes: Notes, s: Vector, rule: Callable[..., None], arguments: tuple[Any, ...], value: Callable[..., Any],
              tested: tuple[Any, ...]) -> Any:
    """Return the value of a function after a rule, on a copy of the state; what happens there leaves no notes."""
    after = s.copy()
    with notes.unchanged():
        rule(after, *arguments)
        return value(after, *tested)


def _seats_of(side_of: tuple[int, ...], side: int) -> tuple[int, ...]:
    return tuple(seat for seat, its_side in enumerate(side_of) if its_side == side)


def _entries(s: Vector, base: int) -> list[int]:
    return s[base + 1 : base + 1 + s[base]]
