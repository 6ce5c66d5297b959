"""Who carries out whom: which rules ask for something, which merge regions, and no circles."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import define, field

from . import syntax as ast
from .check import Typing
from .diagnostics import Diagnostics
from .world import EffectInfo, EventInfo, FunctionInfo, RuleInfo, World


@define(eq=False)
class CallGraph:
    """Calls between rules, effects of rows, and functions, by name.

    `suspending` are the rules that hand control out, by a choice or a roll, themselves or through
    others; `merging` those that merge regions.
    """

    world: World
    typing: Typing
    calls: dict[str, list[tuple[str, ast.Node]]] = field(factory=dict)
    suspending: set[str] = field(factory=set)
    merging: set[str] = field(factory=set)

    def effect_names(self, effect: EffectInfo) -> tuple[str, ...]:
        """The names under which the rows' ways of an effect are kept."""
        return tuple(f"{effect.owner.name}.{row}.{effect.name}" for row in effect.owner.members)

    def called_by(self, node: ast.Do | ast.Announce) -> tuple[str, ...]:
        """The rules that a statement carries out, or may carry out, in their order."""
        call = node.call if isinstance(node, ast.Do) else node.event
        meaning = self.typing.meanings.get(call)
        match meaning:
            case RuleInfo():
                return (meaning.name,)
            case EffectInfo():
                return self.effect_names(meaning)
            case EventInfo():
                return tuple(rule.name for rule in self.world.rules.values() if rule.reacts_to == meaning.name)
        return ()

    def suspends(self, nodes: tuple[ast.Stmt, ...]) -> bool:
        """Whether any of these statements hands control out."""
        return any(
            isinstance(node, ast.Choose | ast.Roll)
            or (isinstance(node, ast.Do | ast.Announce) and any(n in self.suspending for n in self.called_by(node)))
            for node in statements(nodes))


def call_graph(world: World, typing: Typing, found: Diagnostics) -> CallGraph:
    """The calls of a checked rulebook; circles are recorded as mistakes."""
    graph = CallGraph(world, typing)
    bodies: dict[str, tuple[ast.Stmt, ...]] = {rule.name: _all_of(rule.node) for rule in world.rules.values()}
    if world.play is not None:
        bodies["play"] = _all_of(world.play)
    for effect in world.effects:
        bodies |= dict(zip(graph.effect_names(effect), effect.bodies, strict=True))
    for name, body in bodies.items():
        graph.calls[name] = [(called, node) for node in statements(body) if isinstance(node, ast.Do | ast.Announce)
                             for called in graph.called_by(node)]
    _circles(graph, found)
    graph.suspending = _closure(
        graph, {name for name, body in bodies.items()
                if any(isinstance(node, ast.Choose | ast.Roll) for node in statements(body))} | {"play"})
    graph.merging = _closure(
        graph, {name for name, body in bodies.items()
                if any(isinstance(node, ast.Merge) for node in statements(body))})
    _function_circles(world, typing, found)
    return graph


def _all_of(rule: ast.Rule | ast.RuleException) -> tuple[ast.Stmt, ...]:
    out = rule.body
    for exception in rule.exceptions:
        out += _all_of(exception)
    return out


def statements(nodes: tuple[ast.Stmt, ...]) -> Iterator[ast.Stmt]:
    """Every statement among these, outer ones before inner ones."""
    for node in nodes:
        yield node
        match node:
            case ast.If():
                yield from statements(node.then)
                yield from statements(node.otherwise)
            case ast.ForEach() | ast.Repeat():
                yield from statements(node.body)
            case ast.Choose():
                for move in node.moves:
                    yield from statements(move.body)
                yield from statements(node.otherwise or ())
            case _:
                pass


def _closure(graph: CallGraph, names: set[str]) -> set[str]:
    """These rules, and all that carry one of them out."""
    grown = True
    while grown:
        grown = False
        for name, calls in graph.calls.items():
            if name not in names and any(called in names for called, _ in calls):
                names.add(name)
                grown = True
    return names


def _circles(graph: CallGraph, found: Diagnostics) -> None:
    state: dict[str, int] = {}

    def visit(name: str, trail: tuple[str, ...]) -> None:
        state[name] = 1
        for called, node in graph.calls.get(name, ()):
            if state.get(called) == 1:
                circle = [*trail[trail.index(called):], called] if called in trail else [name, called]
                found.add("E404", f"rules that carry each other out: {' -> '.join(circle)}", node.span,
                          help="a rulebook has no recursion; use `repeat`")
            elif called not in state:
                visit(called, (*trail, called))
        state[name] = 2

    for name in graph.calls:
        if name not in state:
            visit(name, (name,))


def _function_circles(world: World, typing: Typing, found: Diagnostics) -> None:
    uses: dict[str, list[tuple[str, ast.Node]]] = {}
    for info in world.functions.values():
        uses[info.name] = [
            (meaning.name, node) for node in expressions(info.node)
            if isinstance(node, ast.Call) and isinstance(meaning := typing.meanings.get(node), FunctionInfo)]
    state: dict[str, int] = {}

    def visit(name: str) -> None:
        state[name] = 1
        for called, node in uses.get(name, ()):
            if state.get(called) == 1:
                found.add("E404", f"the function `{called}` needs its own value", node.span,
                          help="a rulebook has no recursion")
            elif called not in state:
                visit(called)
        state[name] = 2

    for name in uses:
        if name not in state:
            visit(name)


def expressions(root: object) -> Iterator[ast.Node]:
    """Every node below a node, itself included."""
    stack = [root]
    while stack:
        node = stack.pop()
        if isinstance(node, ast.Node):
            yield node
            stack += [getattr(node, name) for name in _fields(type(node))]
        elif isinstance(node, tuple):
            stack += node


def _fields(kind: type) -> tuple[str, ...]:
    import attrs

    return tuple(one.name for one in attrs.fields(kind) if one.name not in ("span", "id_span", "name_span"))
