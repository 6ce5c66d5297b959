"""Build the call graph of the rules: callers of each rule, rules that wait for a choice or a roll; report recursion."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TypeVar

from attrs import define, field

from .. import syntax as ast
from ..check import Typing
from ..source.diagnostics import Diagnostics
from ..symbols.symbols import EffectInfo, EventInfo, FunctionInfo, RuleInfo, SymbolTable
from ..syntax.walk import nodes_in, statements

Calls = Mapping[str, Sequence[tuple[str, ast.Node]]]
Mark = TypeVar("Mark")


@define(eq=False)
class CallGraph:
    """Calls between rules, effects of rows, and functions, by name.

    `suspending` are the rules that hand control out, by a choice or a roll, themselves or through
    others; `merging` those that merge regions.
    """

    symbols: SymbolTable
    typing: Typing
    calls: dict[str, list[tuple[str, ast.Node]]] = field(factory=dict)
    suspending: set[str] = field(factory=set)
    merging: set[str] = field(factory=set)

    def effect_names(self, effect: EffectInfo) -> tuple[str, ...]:
        """Return the names under which the rows' ways of an effect are kept."""
        return tuple(f"{effect.owner.name}.{row}.{effect.name}" for row in effect.owner.members)

    def called_by(self, node: ast.Do | ast.Announce) -> tuple[str, ...]:
        """Return the rules that a statement carries out, or may carry out, in their order."""
        call = node.call if isinstance(node, ast.Do) else node.event
        meaning = self.typing.meanings.get(call)
        match meaning:
            case RuleInfo():
                return (meaning.name,)
            case EffectInfo():
                return self.effect_names(meaning)
            case EventInfo():
                # INVARIANT: reactions come in the order of the rulebook, here as in `lower.operations`; games depend on it.
                return tuple(rule.name for rule in self.symbols.rules.values() if rule.reacts_to == meaning.name)
            case _:
                # What is carried out has no such name; the check reports that.
                return ()

    def suspends(self, nodes: tuple[ast.Stmt, ...]) -> bool:
        """Return whether any of these statements hands control out."""
        return any(
            isinstance(node, ast.Choose | ast.Roll | ast.Throw)
            or (isinstance(node, ast.Do | ast.Announce) and any(n in self.suspending for n in self.called_by(node)))
            for node in statements(nodes))


def call_graph(symbols: SymbolTable, typing: Typing, diagnostics: Diagnostics) -> CallGraph:
    """Return the calls of a checked rulebook; circles are recorded as mistakes."""
    graph = CallGraph(symbols, typing)
    bodies: dict[str, tuple[ast.Stmt, ...]] = {rule.name: _all_of(rule.node) for rule in symbols.rules.values()}
    if symbols.play is not None:
        bodies["play"] = _all_of(symbols.play)
    for effect in symbols.effects:
        bodies |= dict(zip(graph.effect_names(effect), effect.bodies, strict=True))
    for name, body in bodies.items():
        graph.calls[name] = [(called, node) for node in statements(body) if isinstance(node, ast.Do | ast.Announce)
                             for called in graph.called_by(node)]
    # `play` is lowered to blocks even where nothing in it asks: a game begins in its first block.
    graph.suspending = _closure(graph, bodies, (ast.Choose, ast.Roll, ast.Throw)) | {"play"}
    graph.merging = _closure(graph, bodies, (ast.Merge,))
    for trail, node in circles(graph.calls):
        diagnostics.add("E404", f"circular rules:  {' -> '.join(trail)}", node.span, clause=trail[-2],
                  help="a rulebook has no recursion; use `repeat`")
    for trail, node in circles(_function_calls(symbols, typing)):
        diagnostics.add("E404", f"circular functions:  {' -> '.join(trail)}", node.span,
                  clause=trail[-2], help="a rulebook has no recursion")
    return graph


def _all_of(rule: ast.Rule | ast.RuleException) -> tuple[ast.Stmt, ...]:
    out = rule.body
    for exception in rule.exceptions:
        out += _all_of(exception)
    return out


def _closure(graph: CallGraph, bodies: Mapping[str, tuple[ast.Stmt, ...]], kinds: tuple[type, ...]) -> set[str]:
    """Return the rules that hold a statement of one of these kinds, and all that carry one of them out."""
    callers: dict[str, list[str]] = {}
    for name, calls in graph.calls.items():
        for called, _ in calls:
            callers.setdefault(called, []).append(name)
    edge = [name for name, body in bodies.items() if any(isinstance(node, kinds) for node in statements(body))]
    out = set(edge)
    while edge:
        for caller in callers.get(edge.pop(), ()):
            if caller not in out:
                out.add(caller)
                edge.append(caller)
    return out


def _function_calls(symbols: SymbolTable, typing: Typing) -> Calls:
    return {info.name: [
        (meaning.name, node) for node in nodes_in(info.node)
        if isinstance(node, ast.Call) and isinstance(meaning := typing.meanings.get(node), FunctionInfo)]
        for info in symbols.functions.values()}


def circles(calls: Mapping[str, Sequence[tuple[str, Mark]]]) -> Iterator[tuple[tuple[str, ...], Mark]]:
    """Yield each call that leads back to where it came from: the names on the way round, and the mark of the call, its node.

    A depth-first search with a stack of its own, because a chain of calls may be longer than
    Python's; a call to a name that is still open closes a circle.
    """
    done: set[str] = set()
    for start in calls:
        trail: dict[str, Iterator[tuple[str, Mark]]] = {}
        if start not in done:
            trail[start] = iter(calls[start])
        # `trail` is the stack and the set of open names in one: a dict keeps its keys in the order in which they were opened.
        while trail:
            name = next(reversed(trail))
            called, node = next(trail[name], ("", None))
            if node is None:
                del trail[name]
                done.add(name)
            elif called in trail:
                names = tuple(trail)
                yield (*names[names.index(called):], called), node
            elif called not in done:
                trail[called] = iter(calls.get(called, ()))
