"""Checked syntax to IR: lay out the state, and turn rules into operations and blocks."""

from __future__ import annotations

from . import ir
from . import syntax as ast
from .calls import CallGraph
from .check import Typing
from .lower_expr import Expressions, Shared
from .lower_rule import Flow, Graph, RuleLowering, compose_end
from .types import EnumType, PerType, Type, name_of, size, width
from .world import EffectInfo, FieldInfo, Local, RuleInfo, World


def lower(world: World, typing: Typing, calls: CallGraph) -> ir.Program:
    """The program of a rulebook in which no mistake was found."""
    shared = Shared(world, typing)
    fields, start, roots = _lay_out(world, shared)
    graph = Graph(shared, calls, len(start), roots)
    straights: list[ir.Straight] = []
    for rule in world.rules.values():
        if rule.name in calls.suspending:
            graph.declare(rule.name, rule.params)
    for effect in world.effects:
        for name in calls.effect_names(effect):
            if name in calls.suspending:
                graph.declare(name, effect.params)
    assert world.play is not None
    entry = Flow(graph, "play", {}).play(world.play)
    for rule in world.rules.values():
        straights += _rule(graph, rule)
    for effect in world.effects:
        straights += _effect(graph, effect)
    ends = tuple(_end(end, shared) for end in world.ends)
    functions = tuple(
        ir.Function(info.name, *_function(shared, info.name, info.params, info.node))
        for info in world.functions.values())
    invariants = tuple(
        (one.name, Expressions(shared, one.name, {}).expr(one.condition)) for one in world.invariants)
    scores = tuple(_score(score, shared) for score in world.scores)
    boards = tuple(_board(world, shared, name, roots.get(name)) for name in world.boards)
    options = tuple((p.name, name_of(_known_type(world, p.name), world.options[p.name])) for p in world.parameters)
    start += [0] * (graph.size - len(start))
    return ir.Program(
        world.name, world.title, world.fewest, world.most, world.players, world.player, world.side,
        world.side_of, options, tuple(fields), tuple(graph.locals), graph.size, tuple(start), entry,
        tuple(shared.tables.items()), functions, tuple(straights), tuple(graph.routines.values()),
        tuple(graph.finished()), tuple(graph.frames), tuple(shared.texts), ends, invariants, scores, boards,
        tuple(ir.EventShape(e.name, tuple((p.name, p.type) for p in e.params)) for e in world.events.values()),
        tuple(shared.sites), tuple(world.clauses.values()))


def _known_type(world: World, name: str) -> Type:
    known = world.globals[name]
    return known.type  # type: ignore[union-attr, return-value]  # a parameter is a Known


# ---- The state -----------------------------------------------------------------------------


def _lay_out(world: World, shared: Shared) -> tuple[list[ir.FieldSlots], list[int], dict[str, int]]:
    """The fields' slots, their first values, and where each board keeps its regions."""
    start = [0] * ir.FIRST_FIELD
    fields: list[ir.FieldSlots] = []
    roots: dict[str, int] = {}
    for board in world.boards.values():
        if board.region is not None:
            roots[board.name] = len(start)
            part = PerType(board.region, board.space)
            fields.append(ir.FieldSlots(f"{board.region.name} of {board.space.name}", None, part, len(start),
                                        width(part), None, None))
            start += range(len(board.space.members))
    for info in world.fields:
        shared.bases[info] = len(start)
        cells = (size(info.owner) if info.owner else 1) * width(info.type)
        fields.append(ir.FieldSlots(info.name, info.owner, info.type, len(start), cells,
                                    _seen_by(info, shared), info.node.merge))
        start += _first_values(info, shared)
    return fields, start, roots


def _seen_by(info: FieldInfo, shared: Shared) -> str | None:
    if info.node.seen_when is not None:
        value = Expressions(shared, info.name, {}).expr(info.node.seen_when)
        if not _is_true(value):
            return None
    return info.node.seen_by


def _is_true(value: ir.Expr) -> bool:
    """Whether a condition on parameters and constants holds."""
    match value:
        case ir.Const(number):
            return bool(number)
        case ir.Compare(operator, ir.Const(left), ir.Const(right)):
            from .fold import compare

            return compare(operator, left, right)
        case ir.Both(left, right):
            return _is_true(left) and _is_true(right)
        case ir.Either(left, right):
            return _is_true(left) or _is_true(right)
        case ir.Not(operand):
            return not _is_true(operand)
    raise AssertionError("the audience of a field is known before play")


def _first_values(info: FieldInfo, shared: Shared) -> list[int]:
    type_: Type = info.type
    copies = size(info.owner) if info.owner else 1
    while isinstance(type_, PerType):
        copies *= size(type_.index)
        type_ = type_.value
    cell = compose_end(type_)
    if info.node.value is not None:
        value = Expressions(shared, info.name, {}).expr(info.node.value)
        cell = _constant_cell(value, type_)
    return cell * copies


def _constant_cell(value: ir.Expr, type_: Type) -> list[int]:
    match value:
        case ir.Const(number):
            return [number]
        case ir.MakeSet(items, low):
            return [sum(1 << item.value - low for item in items if isinstance(item, ir.Const))]
        case ir.MakeList(items):
            numbers = [item.value for item in items if isinstance(item, ir.Const)]
            return [len(numbers), *numbers] + [0] * (width(type_) - 1 - len(numbers))
        case ir.RegionOf(_, space):
            return _constant_cell(space, type_)
    raise AssertionError("the first value of a field is known before play")


# ---- The parts -----------------------------------------------------------------------------


def _rule(graph: Graph, info: RuleInfo) -> list[ir.Straight]:
    if info.name in graph.calls.suspending:
        Flow(graph, info.name, {}).routine(info.node.body, info.node.exceptions, info.params)
        return []
    return [RuleLowering(graph, info.name, {}).straight_rule(info.name, info.params, info.node.body,
                                                             info.node.exceptions)]


def _effect(graph: Graph, info: EffectInfo) -> list[ir.Straight]:
    out = []
    for name, body, clause in zip(graph.calls.effect_names(info), info.bodies, info.clauses, strict=True):
        if name in graph.calls.suspending:
            Flow(graph, name, {}, clause).routine(body, (), info.params)
        else:
            out.append(RuleLowering(graph, name, {}, clause).straight_rule(name, info.params, body, ()))
    return out


def _function(shared: Shared, name: str, params: tuple[Local, ...],
              node: ast.Function) -> tuple[tuple[str, ...], ir.Value]:
    env: dict[Local, ir.Expr] = {}
    names = []
    for param in params:
        names.append(shared.temp(param.name))
        env[param] = ir.Temp(names[-1])
    return tuple(names), _value(shared, name, env, node.lets, node.gives, node.exceptions)


def _value(shared: Shared, clause: str, env: dict[Local, ir.Expr], lets: tuple[ast.Let, ...], gives: ast.Expr,
           exceptions: tuple[ast.FunctionException, ...]) -> ir.Value:
    lowering = Expressions(shared, clause, env)
    places = {one.id: i for i, one in enumerate(exceptions)}
    out = []
    for one in exceptions:
        condition = Expressions(shared, one.id, env).expr(one.condition)
        over = (places[one.over],) if one.over is not None else ()
        value = _value(shared, one.id, dict(env), one.lets, one.gives, one.exceptions)
        out.append(ir.ValueException(one.id, condition, over, value,
                                     shared.site(one.id_span, one.id, "two exceptions apply")))
    named = []
    for let in lets:
        value_ = lowering.expr(let.value)
        temp = shared.temp(let.name)
        env[shared.typing.locals[let]] = ir.Temp(temp)
        named.append(ir.Let(temp, value_))
    return ir.Value(tuple(named), lowering.expr(gives), tuple(out))


def _end(node: ast.End, shared: Shared) -> ir.Ending:
    lowering = Expressions(shared, node.name, {})
    condition = lowering.expr(node.condition)
    site = shared.site(node.span, node.name, "the end of the game")
    if node.binder is None:
        return ir.Ending(node.name, condition, "drawn", "player", "", None, False, site)
    local = shared.typing.locals[node.binder]
    name = shared.temp(node.binder.name)
    lowering.env[local] = ir.Temp(name)
    of = "side" if local.type == shared.world.side and not _means_players(node.binder, shared) else "player"
    value: ir.Expr | None = None
    if node.kind == "ranking":
        assert node.binder.key is not None
        value = lowering.expr(node.binder.key)
    else:
        value = ir.Const(1) if node.binder.condition is None else lowering.expr(node.binder.condition)
    return ir.Ending(node.name, condition, node.kind, of, name, value, node.binder.descending, site)


def _means_players(binder: ast.Binder, shared: Shared) -> bool:
    type_ = shared.typing.locals[binder].type
    return isinstance(type_, EnumType) and type_.kind == "player"


def _score(node: ast.Score, shared: Shared) -> tuple[str, str, ir.Expr]:
    lowering = Expressions(shared, "score", {})
    local = shared.typing.locals[node.binder]
    name = shared.temp(node.binder.name)
    lowering.env[local] = ir.Temp(name)
    of = "player" if isinstance(local.type, EnumType) and local.type.kind == "player" else "side"
    return of, name, lowering.expr(node.value)


def _board(world: World, shared: Shared, name: str, roots: int | None) -> ir.BoardShape:
    board = world.boards[name]
    shared.table(f"near.{name}", board.neighbours)
    picture = None
    if board.shown_as is not None:
        space = next((local for part in board.shown_as.parts if not isinstance(part, str)
                      for local in _locals_in(part, shared)), None)
        env: dict[Local, ir.Expr] = {} if space is None else {space: ir.Temp("space")}
        picture = Expressions(shared, name, env).text(board.shown_as, ("space",))
    return ir.BoardShape(name, board.shape, board.space, board.region, roots, board.columns, board.rows, picture)


def _locals_in(node: ast.Expr, shared: Shared) -> list[Local]:
    out = []
    stack: list[object] = [node]
    while stack:
        one = stack.pop()
        if isinstance(one, ast.Name):
            meaning = shared.typing.meanings.get(one)
            if isinstance(meaning, Local) and meaning.kind == "space":
                out.append(meaning)
        elif isinstance(one, ast.Node):
            stack += [getattr(one, name) for name in one.__slots__ if hasattr(one, name)]
        elif isinstance(one, tuple):
            stack += one
    return out
