"""Kept code of a program, and declarations that differ from those it was made from -> the program with their code in place.

A declaration is lowered from the numbers of places, texts, blocks and slots at which it began. Where it ends at the same
numbers as before, all other code stays as it is, and the program is that of a whole compilation. Where it ends at others, it is
lowered behind all other code, and nothing leads to the code of before. Games do not depend on these numbers.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import TypeVar, assert_never

from attrs import evolve, frozen

from .. import ir
from .. import syntax as ast
from ..analyses.call_graph import CallGraph
from ..analyses.information_flow import HiddenValues
from ..check.scope.typing import Unit
from ..symbols.symbols import EffectInfo, FunctionInfo, Local, RuleInfo, SymbolTable
from ..syntax.alone import Alone, EffectWay, Key, key_of
from .blocks.flow import play_blocks
from .expressions.expressions import lowering_of
from .functions import loose_by_name, loose_params, lower_function
from .operations.operations import procedure
from .operations.scope import RuleScope
from .program import end_of, events_of, suspending_rule
from .shared.graph import MAX_BLOCKS, Graph, OpenBlock
from .shared.shared import Shared
from .units import LoweredUnit, LoweredUnits, NextNumbers

Part = TypeVar("Part")
Named = TypeVar("Named", ir.Function, ir.Procedure)


def _no_function(name: str) -> None:
    """Return no function, whatever its name."""


@frozen
class CodeRange:
    """The numbers between which the code of a declaration lies, and which parameters are loose.

    `labels` has, for each label that it asked for, how often others had asked for it before, and how often it did.
    """

    begin: NextNumbers
    end: NextNumbers
    labels: Mapping[str, tuple[int, int]]
    loose: tuple[bool, ...]


@frozen
class CachedCode:
    """A program without its clauses, and where the code of its declarations lies in it.

    `labels` counts how often each label was asked for.
    """

    program: ir.Program
    labels: Mapping[str, int]
    roots: Mapping[str, int]
    merging: frozenset[str]
    hidden: frozenset[str]
    units: Mapping[Key, CodeRange]


def cached_code(program: ir.Program, lowered: LoweredUnits) -> CachedCode:
    """Return the part of a program that is kept."""
    around = lowered.around
    units = {key: _placed(unit) for part, unit in lowered.units.items() if (key := _key_of(part)) is not None}
    labels = dict[str, int]()
    for placed in units.values():
        for label, (before, taken) in placed.labels.items():
            labels[label] = max(labels.get(label, 0), before + taken)
    return CachedCode(evolve(program, clauses=()), labels, around.roots, around.merging, around.private, units)


def _key_of(part: object) -> Key | None:
    match part:
        case RuleInfo() | FunctionInfo():
            return key_of(part.node)
        case ast.Rule() | ast.End() | ast.Invariant():
            return key_of(part)
        case (EffectInfo() as effect, int(row)):
            return EffectWay.__name__, f"{effect.owner.name}.{effect.owner.members[row]}.{effect.name}"
        case _:
            # Texts of clauses cannot be lowered alone.
            return None


def _placed(unit: LoweredUnit[object]) -> CodeRange:
    loose = tuple(map(bool, unit.own)) if isinstance(unit.own, tuple) else ()
    return CodeRange(unit.begin, unit.end, dict(unit.labels), loose)


@frozen
class Relowering:
    """A program with declarations as they are now; `blocks` says how many a whole compilation makes, and `before` made."""

    program: ir.Program
    blocks: int
    before: int


def lower_again(cached: CachedCode, symbols: SymbolTable, nodes: Sequence[tuple[Alone, Unit, Unit]],
                new: Sequence[tuple[Alone, Unit]] = (), gone: Sequence[Alone] = (),
                heads: frozenset[str] = frozenset(), function: Callable[[str], tuple[ast.Function, Unit] | None] = _no_function
                ) -> Relowering | None:
    """Return a program in which some declarations are lowered again, as they were checked; None where that changes other code.

    They may be too many blocks then, as well. Each comes with what the check found of it before and now. Those that are `new`
    are lowered besides. Nothing calls those that are `gone`, none of which waits: their code may stay, but for invariants and
    ends. Where an end is new or gone, all that checks ends is lowered again: it knows them by their numbers.
    `heads` are the functions with other parameters: all that calls one of these is lowered again. `function` returns another
    one by its name, as it is checked: it is lowered again if a call gives it a number outside its range that none gave before.
    """
    program, before = cached.program, len(cached.program.blocks)
    invariants = {node.name for node in gone if isinstance(node, ast.Invariant)}
    program = evolve(program, invariants=_without(program.invariants, invariants), parameters=symbols.chosen,
                     ends=_in_order(symbols, program.ends),
                     step_invariants=_without(program.step_invariants, invariants), events=events_of(symbols))
    lowered_again = {*heads, *(node.name for node, _ in new if isinstance(node, ast.Function))}
    loose = {param for unit in (*(unit for _, _, unit in nodes), *(unit for _, unit in new))
             for param in loose_params(unit.typing)}

    def loose_elsewhere(unit: Unit) -> set[tuple[str, int]]:
        return {(name, number) for name, number in loose_by_name(unit.typing)
                if name in symbols.functions and name not in lowered_again}

    # A function checks its parameters if any call needs that. One that is gone checks nothing, and a check that no call needs
    # any more finds nothing.
    more = _looser(cached, set[tuple[str, int]]().union(*map(loose_elsewhere, (*(current for _, _, current in nodes), *(
        unit for _, unit in new)))))
    if more is None:
        return None
    for name in sorted(more.keys() - {node.name for node, _, _ in nodes if isinstance(node, ast.Function)}):
        other = function(name)
        if other is None:
            return None
        nodes = (*nodes, (other[0], other[1], other[1]))
    blocks = before
    for node, unit in new:
        params = symbols.functions[node.name].params if isinstance(node, ast.Function) else ()
        placed = _nowhere(program, tuple(param in loose for param in params))
        besides = _UnitRelowering(cached, program, symbols, unit, placed)
        besides_code = besides.relower_behind(node, placed)
        if besides_code is None:
            return None
        blocks += besides.blocks_made
        program = besides_code
    for node, _, current in nodes:
        known = cached.units.get(key_of(node))
        if known is None:
            return None
        if isinstance(node, ast.Function) and node.name in heads:
            known = evolve(known, loose=tuple(param in loose for param in symbols.functions[node.name].params))
        elif isinstance(node, ast.Function) and node.name in more:
            known = evolve(known, loose=more[node.name])
        relowering = _UnitRelowering(cached, program, symbols, current, known)
        program_now = relowering.relower(node)
        if program_now is None:
            relowering_behind = _UnitRelowering(cached, program, symbols, current,
                                                evolve(known, begin=_behind(program, known.begin)))
            program_now = relowering_behind.relower_behind(node, known)
            if program_now is None:
                return None
            blocks += relowering_behind.blocks_made - (known.end.blocks - known.begin.blocks)
        program = program_now
    return None if blocks > MAX_BLOCKS else Relowering(program, blocks, before)


def sites_of(cached: CachedCode, program: ir.Program, symbols: SymbolTable, node: Alone, unit: Unit) -> Sequence[ir.Site]:
    """Return the sites of a program up to those of a declaration; of these the places are known.

    `program` was made of the kept code, with these names. Neither the declaration nor what it uses differs.
    """
    relowering = _UnitRelowering(cached, program, symbols, unit, cached.units[key_of(node)])
    relowering.lower(node)
    assert len(relowering.shared.sites) == relowering.placed.end.sites, "what does not differ is lowered to the same code"
    return relowering.shared.sites


def _looser(cached: CachedCode, params: set[tuple[str, int]]) -> dict[str, tuple[bool, ...]] | None:
    """Return the functions that check more of these parameters than they did, with all that each checks.

    Return None where one of the functions has no code.
    """
    out: dict[str, tuple[bool, ...]] = {}
    for name, number in sorted(params):
        known = cached.units.get((ast.Function.__name__, name))
        if known is None:
            return None
        loose = out.get(name, known.loose)
        if not loose[number]:
            out[name] = (*loose[:number], True, *loose[number + 1:])
    return out


def _in_order(symbols: SymbolTable, ends: Sequence[ir.Ending]) -> tuple[ir.Ending, ...]:
    """Return those of some ends that are there, in the order in which they are declared."""
    by_name = {end.id: end for end in ends}
    return tuple(by_name[node.name] for node in symbols.ends if node.name in by_name)


def _without(invariants: Sequence[tuple[str, ir.Expr]], names: set[str]) -> tuple[tuple[str, ir.Expr], ...]:
    return tuple((name, value) for name, value in invariants if name not in names)


def _nowhere(program: ir.Program, loose: tuple[bool, ...]) -> CodeRange:
    """Return the place of a declaration that has no code yet: behind all code, with these of its parameters loose."""
    begin = _behind(program, NextNumbers(0, 0, 0, 0, 0, 0, 0, 0, 0))
    return CodeRange(begin, begin, {}, loose)


def _behind(program: ir.Program, begin: NextNumbers) -> NextNumbers:
    """Return the numbers behind all code; temporaries count on from where they were, as no code sees those of another."""
    return evolve(begin, sites=len(program.sites), texts=len(program.texts), blocks=len(program.blocks),
                  frames=len(program.loops), locals=len(program.locals), size=program.size)


class _UnitRelowering:
    """Lowers one declaration, and puts its code in the place of what it was before."""

    def __init__(self, cached: CachedCode, program: ir.Program, symbols: SymbolTable, unit: Unit, placed: CodeRange) -> None:
        self.cached, self.program, self.symbols, self.placed = cached, program, symbols, placed
        begin = placed.begin
        slots = {(field.name, field.owner): field.base for field in program.fields}
        bases = {info: slots[info.name, info.owner] for info in symbols.components.fields}
        self.tables = dict(program.tables)
        self.shared = Shared(symbols, unit.typing, bases, list(program.sites[:begin.sites]), list(program.texts[:begin.texts]),
                             dict(self.tables), temps=begin.temps)
        suspending = {procedure.name: procedure for procedure in program.suspending}
        calls = CallGraph(symbols, unit.typing, {}, {*suspending, "play"}, set(cached.merging))
        blocks: list[OpenBlock | ir.Block] = list(program.blocks[:begin.blocks])
        hidden = HiddenValues(choices=cached.hidden)
        self.graph = Graph(self.shared, calls, begin.size, dict(cached.roots), hidden, blocks, suspending,
                           list(program.loops[:begin.frames]), list(program.locals[:begin.locals]),
                           {label: before for label, (before, _) in placed.labels.items()})

    def relower(self, node: Alone) -> ir.Program | None:
        """Return the program with the code of a declaration; None where it does not fit in the place of the code before."""
        program = self.lower(node)
        end, shared = self.placed.end, self.shared
        numbers = evolve(NextNumbers.of(self.graph), tables=end.tables, labels=end.labels)
        requests = {label: taken for label, (_, taken) in self.placed.labels.items()}
        known = all(self.tables.get(name) == rows for name, rows in shared.requested_tables)
        if numbers != end or Counter(self.graph.requested_labels) != requests or not known or not self._is_by_itself():
            return None
        blocks = self.graph.finished()
        return evolve(program, sites=_spliced(program.sites, shared.sites, end.sites),
                      texts=_spliced(program.texts, shared.texts, end.texts),
                      blocks=_spliced(program.blocks, blocks, end.blocks),
                      loops=_spliced(program.loops, self.graph.frames, end.frames),
                      locals=_spliced(program.locals, self.graph.locals, end.locals))

    def relower_behind(self, node: Alone, before: CodeRange) -> ir.Program | None:
        """Return the program with the code of a declaration behind all other code; None where that depends on it."""
        program = self.lower(node)
        if not self._is_by_itself() or any(self._is_known_elsewhere(label, before) for label in self.graph.requested_labels):
            return None
        grown = self.graph.size - program.size
        # A table that was there is another one where the types by which it is named have other members.
        tables = {**self.shared.tables, **dict(self.shared.requested_tables)}
        return evolve(program, sites=tuple(self.shared.sites), texts=tuple(self.shared.texts), tables=tuple(tables.items()),
                      blocks=tuple(self.graph.finished()),
                      loops=tuple(self.graph.frames), locals=tuple(self.graph.locals), size=self.graph.size,
                      start=(*program.start, *[0] * grown))

    @property
    def blocks_made(self) -> int:
        """The number of blocks that the code has of its own."""
        return len(self.graph.blocks) - self.placed.begin.blocks

    def _is_by_itself(self) -> bool:
        """Return whether the code needs no function that is made for it."""
        return not self.shared.functions and not self.shared.looks_ahead

    def _is_known_elsewhere(self, label: str, before: CodeRange) -> bool:
        """Return whether other code has a label that this code asks for more often than before, or for the first time."""
        begin, taken = before.labels.get(label, (0, 0))
        return self.graph.labels[label] > begin + taken and self.cached.labels.get(label, 0) > begin + taken

    def lower(self, node: Alone) -> ir.Program:
        """Lower a declaration; return the program with what has a name in it."""
        program, symbols, shared, graph = self.program, self.symbols, self.shared, self.graph
        match node:
            case ast.Function():
                info = evolve(symbols.functions[node.name], node=node)
                loose = {param for param, is_loose in zip(info.params, self.placed.loose, strict=True) if is_loose}
                function = lower_function(shared, info, loose)
                return evolve(program, functions=_named(program.functions, function))
            case ast.Rule(kind="play"):
                return evolve(program, entry=play_blocks(graph, node))
            case ast.Rule():
                params = symbols.rules[node.name].params
                return self._with_rule(node.name, params, node.body, node.exceptions)
            case EffectWay():
                return self._with_rule(node.name, symbols.effect_of(node).params, node.body, (), node.clause)
            case ast.End():
                end = end_of(node, shared)
                # The name of an end is that of its binder.
                return evolve(program, ends=_in_order(symbols, (*(other for other in program.ends if other.id != end.id), end)))
            case ast.Invariant():
                value = lowering_of(shared, node.name, {}).expr(node.condition)
                if node.of_steps:
                    return evolve(program, step_invariants=_valued(program.step_invariants, node.name, value))
                return evolve(program, invariants=_valued(program.invariants, node.name, value))
            case _:
                assert_never(node)

    def _with_rule(self, name: str, params: tuple[Local, ...], body: tuple[ast.Stmt, ...],
                   exceptions: tuple[ast.RuleException, ...], clause: str | None = None) -> ir.Program:
        """Lower a rule, or the way of a row, which belongs to the `clause` of the row; return the program with it."""
        graph = self.graph
        if name in graph.suspending:
            # Its first block was there before any rule was lowered.
            entry = graph.suspending[name].entry
            block = graph.blocks[entry]
            graph.blocks[entry] = OpenBlock(block.id, block.label, block.clause, [], None, block.enters, block.loops)
            suspending_rule(graph, name, body, exceptions, params, clause)
            return self.program
        rule = procedure(RuleScope(graph, name, {}, clause), params, body, exceptions)
        return evolve(self.program, procedures=_named(self.program.procedures, rule))


def _spliced(before: Sequence[Part], parts: Sequence[Part], end: int) -> tuple[Part, ...]:
    """Return the parts that were made, and behind them those that came behind the code before."""
    return (*parts, *before[end:])


def _named(before: Sequence[Named], entry: Named) -> tuple[Named, ...]:
    """Return functions or rules with one in the place of what has its name, or behind them."""
    parts = [entry if part.name == entry.name else part for part in before]
    if all(part is not entry for part in parts):
        parts.append(entry)
    return tuple(parts)


def _valued(before: Sequence[tuple[str, ir.Expr]], name: str, value: ir.Expr) -> tuple[tuple[str, ir.Expr], ...]:
    """Return invariants with a value in the place of the one that goes by a name, or behind them."""
    if all(owner != name for owner, _ in before):
        return (*before, (name, value))
    return tuple((owner, value if owner == name else old) for owner, old in before)
