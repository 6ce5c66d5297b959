"""The rules as a whole: is every clause reached, does every loop end, do exceptions contradict?

What can be shown at compile time is an error here. What cannot (two exceptions whose conditions
depend on the position, a loop that goes round without a choice) is a fault in play that names
both places; see `docs/language.md`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations, product

from . import syntax as ast
from .calls import CallGraph, expressions, statements
from .check import Typing
from .diagnostics import Diagnostics
from .fold import NotKnown, fold
from .narrowing import path
from .spans import Span
from .types import EnumType, FlagType, IntType, UnionType, size, values
from .world import Known, Local, World

MAX_TRIALS = 20_000
Exceptional = ast.FunctionException | ast.RuleException


def verify(world: World, typing: Typing, calls: CallGraph, found: Diagnostics) -> None:
    """Check a rulebook in which every name and type is right."""
    _reached(world, calls, found)
    _used(world, typing, found)
    _loops(world, calls, found)
    _conflicts(world, typing, found)
    _ends(world, found)
    _notations(world, found)


def bodies(world: World) -> Iterator[tuple[str, tuple[ast.Stmt, ...]]]:
    """Every run of statements in the rulebook, with the clause it belongs to."""

    def of(name: str, rule: ast.Rule | ast.RuleException) -> Iterator[tuple[str, tuple[ast.Stmt, ...]]]:
        yield name, rule.body
        for exception in rule.exceptions:
            yield from of(exception.id, exception)

    if world.play is not None:
        yield from of("play", world.play)
    for rule in world.rules.values():
        yield from of(rule.name, rule.node)
    for effect in world.effects:
        yield from zip(effect.clauses, effect.bodies, strict=True)


def _reached(world: World, calls: CallGraph, found: Diagnostics) -> None:
    seen = {"play"}
    edge = ["play"]
    while edge:
        for called, _ in calls.calls.get(edge.pop(), ()):
            if called not in seen:
                seen.add(called)
                edge.append(called)
    for rule in world.rules.values():
        if rule.name not in seen:
            what = (f"nothing announces `{rule.reacts_to}`" if rule.reacts_to else "nothing carries it out")
            found.add("E401", f"the {rule.node.kind} `{rule.name}` is never reached: {what}", rule.node.name_span,
                      clause=rule.name)
    checked: set[str] = set()
    for _, body in bodies(world):
        for node in statements(body):
            if isinstance(node, ast.Check):
                checked |= set(node.ends or (end.name for end in world.ends))
    for end in world.ends:
        if end.name not in checked:
            found.add("E401", f"the end `{end.name}` is never reached: nothing checks it", end.name_span,
                      clause=end.name, help="say where it is checked: `check ends`")


def _used(world: World, typing: Typing, found: Diagnostics) -> None:
    used = {id(meaning) for meaning in typing.used}
    for name, meaning in world.globals.items():
        if isinstance(meaning, Known) and id(meaning) not in used and name not in world.used:
            node = world.constants.get(name) or next((p for p in world.parameters if p.name == name), None)
            if node is not None:
                kind = "parameter" if isinstance(node, ast.Parameter) else "constant"
                found.add("E405", f"the {kind} `{name}` is never used", node.name_span, clause=name)
    for info in world.functions.values():
        if id(info) not in used:
            found.add("E405", f"the function `{info.name}` is never used", info.node.name_span, clause=info.name)


def _loops(world: World, calls: CallGraph, found: Diagnostics) -> None:
    for clause, body in bodies(world):
        for node in statements(body):
            if isinstance(node, ast.Repeat) and node.times is None and not calls.suspends(node.body):
                if node.condition is None and any(isinstance(one, ast.Leave) and one.kind == "stop"
                                                  for one in statements(node.body)):
                    message = "this loop may never stop"
                elif node.condition is None:
                    message = "this loop never stops"
                else:
                    message = "this loop may go on for ever"
                found.add("E403", message, _first_line(node.span), clause=clause,
                          help="say how often at most: `repeat while ... at most 10 times`, or `repeat 10 times`")


def _first_line(span: Span) -> Span:
    return Span(span.source, span.line, span.column, span.line, len(span.source.line(span.line)) + 1)


def _ends(world: World, found: Diagnostics) -> None:
    if not world.ends:
        found.add("E406", "the game has no end", world.span, help="declare an `end`, and check it with `check ends`")


# ---- Exceptions that contradict each other --------------------------------------------------


def _conflicts(world: World, typing: Typing, found: Diagnostics) -> None:
    def visit(exceptions: Iterable[Exceptional]) -> None:
        one: Exceptional
        two: Exceptional
        for one, two in combinations(tuple(exceptions), 2):
            if one.over != two.id and two.over != one.id and _both_can_hold(one, two, world, typing) \
                    and not _same_outcome(one, two, typing):
                found.add("E402", f"`{one.id}` and `{two.id}` can both apply, and neither goes before the other",
                          two.id_span, related=((f"`{one.id}` is here", one.id_span),), clause=two.id,
                          help=f"say which goes first: `exception {two.id} over {one.id}: ...`")
        for exception in exceptions:
            visit(exception.exceptions)

    for info in world.functions.values():
        visit(info.node.exceptions)
    for rule in world.rules.values():
        visit(rule.node.exceptions)


def _both_can_hold(one: Exceptional, two: Exceptional, world: World, typing: Typing) -> bool:
    """Whether it can be shown that both conditions hold at once for some values.

    That is so when one condition contains the other, or when they depend only on names with few
    values and trying all of them finds a case.
    """
    parts = [{_written(part, typing) for part in _conjuncts(node.condition)} for node in (one, two)]
    if parts[0] <= parts[1] or parts[1] <= parts[0]:
        return True
    names = {meaning for node in (one, two) for part in expressions(node.condition)
             if isinstance(part, ast.Name) and isinstance(meaning := typing.meanings.get(part), Local)}
    ordered = sorted(names, key=lambda local: local.name)
    domains = []
    trials = 1
    for local in ordered:
        if not isinstance(local.type, IntType | FlagType | EnumType | UnionType):
            return False
        trials *= size(local.type)
        if trials > MAX_TRIALS:
            return False
        domains.append(values(local.type))
    try:
        for combination in product(*domains):
            given = dict(zip(ordered, combination, strict=True))
            if all(_holds(node.condition, world, typing, given) for node in (one, two)):
                return True
    except NotKnown:
        return False
    return False


def _holds(node: ast.Expr, world: World, typing: Typing, given: dict[Local, int]) -> bool:
    by_name = {local.name: local for local in given}
    words = {part.name: meaning for part in expressions(node) if isinstance(part, ast.Name)
             and isinstance(meaning := typing.meanings.get(part), Known)}
    return bool(fold(node, lambda name: by_name.get(name) or words.get(name) or world.globals.get(name), given)[1])


def _conjuncts(node: ast.Expr) -> Iterator[ast.Expr]:
    if isinstance(node, ast.Binary) and node.operator == "and":
        yield from _conjuncts(node.left)
        yield from _conjuncts(node.right)
    else:
        yield node


def _written(node: ast.Expr, typing: Typing) -> str:
    """A text that is the same for expressions that always have the same value."""
    return path(node, typing.meanings.get) or f"{type(node).__name__}:{' '.join(node.span.text.split())}"


def _same_outcome(one: Exceptional, two: Exceptional, typing: Typing) -> bool:
    return (isinstance(one, ast.FunctionException) and isinstance(two, ast.FunctionException)
            and not one.lets and not two.lets and not one.exceptions and not two.exceptions
            and _written(one.gives, typing) == _written(two.gives, typing))


# ---- Moves that cannot be told apart ---------------------------------------------------------


def _notations(world: World, found: Diagnostics) -> None:
    for clause, body in bodies(world):
        for node in statements(body):
            if not isinstance(node, ast.Choose):
                continue
            seen: dict[tuple[str, ...], ast.Move] = {}
            for move in node.moves:
                shape = tuple(part if isinstance(part, str) else "{}" for part in move.notation.parts)
                if shape in seen:
                    found.add("E407", "two moves of one choice are written alike", move.notation.span, clause=clause,
                              related=(("the other is here", seen[shape].notation.span),))
                seen.setdefault(shape, move)
                written = {part.name for one in move.notation.parts if not isinstance(one, str)
                           for part in expressions(one) if isinstance(part, ast.Name)}
                for binder in (*node.binders, *move.binders):
                    if binder.name not in written:
                        found.add("E407", f"the notation does not tell which `{binder.name}` is meant",
                                  move.notation.span, clause=clause, help=f"add `{{{binder.name}}}` to it")
