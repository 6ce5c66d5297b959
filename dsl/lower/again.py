"""Kept code of a program, and declarations that differ from those it was made from -> the program with their code in place.

A declaration is lowered from the numbers of places, texts, blocks and slots at which it began. Where it ends at the same
numbers as before, all other code stays as it is.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeVar, assert_never

from attrs import evolve, frozen

from .. import ir
from .. import syntax as ast
from ..analyses.call_graph import CallGraph
from ..analyses.information_flow import Hidden
from ..check.scope.typing import Unit
from ..symbols.symbols import FunctionInfo, RuleInfo, SymbolTable
from .blocks.flow import Flow
from .expressions.expressions import Expressions
from .functions import loose_params, lower_function
from .operations.operations import RuleLowering
from .program import end_of, suspending_rule
from .shared.graph import Graph, OpenBlock
from .shared.shared import Shared
from .units import At, Lowered, LoweredUnit

Alone = ast.Function | ast.Rule | ast.End | ast.Invariant
Part = TypeVar("Part")
Named = TypeVar("Named", ir.Function, ir.Procedure, ir.Ending)
# The form of a declaration, and its name.
Key = tuple[str, str]


@frozen
class Placed:
    """The numbers between which the code of a declaration lies, with those of its labels, and which parameters are loose."""

    begin: At
    end: At
    labels: Mapping[str, int]
    loose: tuple[bool, ...]


@frozen
class KeptCode:
    """A program without its clauses, and where the code of its declarations lies in it."""

    program: ir.Program
    roots: Mapping[str, int]
    merging: frozenset[str]
    hidden: frozenset[str]
    units: Mapping[Key, Placed]


def keep_code(program: ir.Program, lowered: Lowered) -> KeptCode:
    """Return the part of a program that is kept."""
    around = lowered.around
    units = {key: _placed(unit) for of, unit in lowered.units.items() if (key := _key_of(of)) is not None}
    return KeptCode(evolve(program, clauses=()), around.roots, around.merging, around.private, units)


def _key_of(of: object) -> Key | None:
    match of:
        case RuleInfo() | FunctionInfo():
            return key_of(of.node)
        case ast.Rule() | ast.End() | ast.Invariant():
            return key_of(of)
        case _:
            # Effects of rows and texts of clauses are no declarations.
            return None


def key_of(node: Alone) -> Key:
    """Return the key of a declaration."""
    return type(node).__name__, "play" if isinstance(node, ast.Rule) and node.kind == "play" else node.name


def _placed(unit: LoweredUnit[object]) -> Placed:
    loose = tuple(map(bool, unit.own)) if isinstance(unit.own, tuple) else ()
    return Placed(unit.begin, unit.end, {label: before for label, (before, _) in unit.labels.items()}, loose)


def lower_again(kept: KeptCode, symbols: SymbolTable, nodes: Sequence[tuple[Alone, Unit, Unit]]) -> ir.Program | None:
    """Return a program in which some declarations are lowered again, as they were checked; None where that changes other code.

    Each comes with what the check found of it before and now.
    """
    program = kept.program
    for node, before, now in nodes:
        placed = kept.units.get(key_of(node))
        # A function checks its parameters if any call needs that.
        if placed is None or loose_params(before.typing) != loose_params(now.typing):
            return None
        put = _Put(kept, program, symbols, now, placed).put(node)
        if put is None:
            return None
        program = put
    return program


class _Put:
    """Lowers one declaration, and puts its code in the place of what it was before."""

    def __init__(self, kept: KeptCode, program: ir.Program, symbols: SymbolTable, unit: Unit, placed: Placed) -> None:
        self.program, self.symbols, self.placed = program, symbols, placed
        begin = placed.begin
        slots = {(field.name, field.owner): field.base for field in program.fields}
        bases = {info: slots[info.name, info.owner] for info in symbols.components.fields}
        self.tables = dict(program.tables)
        self.shared = Shared(symbols, unit.typing, bases, list(program.sites[:begin.sites]), list(program.texts[:begin.texts]),
                             dict(self.tables), temps=begin.temps)
        suspending = {procedure.name: procedure for procedure in program.suspending}
        calls = CallGraph(symbols, unit.typing, {}, {*suspending, "play"}, set(kept.merging))
        blocks = [_open(block) for block in program.blocks[:begin.blocks]]
        self.graph = Graph(self.shared, calls, begin.size, dict(kept.roots), Hidden(choices=kept.hidden), blocks, suspending,
                           list(program.loops[:begin.frames]), list(program.locals[:begin.locals]), dict(placed.labels))

    def put(self, node: Alone) -> ir.Program | None:
        """Return the program with the code of a declaration; None where it does not fit in the place of the code before."""
        program = self._with(node)
        begin, end, shared = self.placed.begin, self.placed.end, self.shared
        made = evolve(At.of(self.graph), tables=begin.tables + len(shared.asked), labels=begin.labels + len(self.graph.asked))
        known = all(self.tables.get(name) == rows for name, rows in shared.asked)
        if made != end or not known or shared.functions or shared.looks_ahead:
            return None
        blocks = self.graph.finished()
        return evolve(program, sites=_spliced(program.sites, shared.sites, end.sites),
                      texts=_spliced(program.texts, shared.texts, end.texts),
                      blocks=_spliced(program.blocks, blocks, end.blocks),
                      loops=_spliced(program.loops, self.graph.frames, end.frames),
                      locals=_spliced(program.locals, self.graph.locals, end.locals))

    def _with(self, node: Alone) -> ir.Program:
        """Lower a declaration; return the program with what has a name in it."""
        program, symbols, shared, graph = self.program, self.symbols, self.shared, self.graph
        match node:
            case ast.Function():
                info = evolve(symbols.functions[node.name], node=node)
                loose = {param for param, is_loose in zip(info.params, self.placed.loose, strict=True) if is_loose}
                function = lower_function(shared, info, loose)
                return evolve(program, functions=_named(program.functions, function))
            case ast.Rule(kind="play"):
                return evolve(program, entry=Flow(graph, "play", {}).play(node))
            case ast.Rule():
                params = symbols.rules[node.name].params
                if node.name in graph.suspending:
                    # Its first block was there before any rule was lowered.
                    entry = graph.suspending[node.name].entry
                    graph.blocks[entry] = evolve(graph.blocks[entry], ops=[], end=None)
                    suspending_rule(graph, node.name, node.body, node.exceptions, params)
                    return program
                rule = RuleLowering(graph, node.name, {}).procedure(node.name, params, node.body, node.exceptions)
                return evolve(program, procedures=_named(program.procedures, rule))
            case ast.End():
                return evolve(program, ends=_named(program.ends, end_of(node, shared)))
            case ast.Invariant():
                value = Expressions(shared, node.name, {}).expr(node.condition)
                if node.of_steps:
                    return evolve(program, step_invariants=_valued(program.step_invariants, node.name, value))
                return evolve(program, invariants=_valued(program.invariants, node.name, value))
            case _:
                assert_never(node)


def _open(block: ir.Block) -> OpenBlock:
    return OpenBlock(block.id, block.label, block.clause, list(block.ops), block.end, block.enters, block.loops)


def _spliced(before: Sequence[Part], made: Sequence[Part], end: int) -> tuple[Part, ...]:
    """Return the parts that were made, and behind them those that came behind the code before."""
    return (*made, *before[end:])


def _named(before: Sequence[Named], made: Named) -> tuple[Named, ...]:
    return tuple(made if part.name == made.name else part for part in before)


def _valued(before: Sequence[tuple[str, ir.Expr]], name: str, value: ir.Expr) -> tuple[tuple[str, ir.Expr], ...]:
    return tuple((of, value if of == name else old) for of, old in before)
