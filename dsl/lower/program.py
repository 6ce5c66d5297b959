"""Lower a checked rulebook to a program: the state, rules, functions, ends, scores and boards."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from .. import ir
from .. import syntax as ast
from ..analyses.call_graph import CallGraph
from ..analyses.information_flow import HiddenValues
from ..boards import geometry
from ..boards.forms import EDGES
from ..check import Typing
from ..check.scope.typing import cell_of
from ..symbols.symbols import BoardInfo, ColumnInfo, EffectInfo, FieldInfo, Local, PieceInfo, RuleInfo, SymbolTable
from ..types.types import FLAG, PerType, size, width
from .blocks.flow import play_blocks, suspending_procedure
from .expressions import histories
from .expressions.expressions import lowering_of, numbered_text
from .expressions.lowering import Lowering
from .functions import loose_params, lower_function
from .operations.operations import procedure
from .operations.scope import RuleScope
from .shared.graph import Graph
from .shared.shared import Shared, natural_start
from .symmetries import lower_symmetry
from .units import Lowerings


def lower(symbols: SymbolTable, typing: Typing, calls: CallGraph, hidden: HiddenValues, traced: bool = False,
          units: Lowerings | None = None) -> ir.Program:
    """Return the program of a rulebook in which no mistake was found; `hidden` is what not all may know.

    The `traced` program has the same slots and blocks, and says where each statement is reached. `units` has the code of
    an earlier program that shares its meanings with this one, and gets that of this one.
    """
    shared = Shared(symbols, typing, traced=traced)
    fields, start, roots = lay_out(symbols, shared)
    graph = Graph(shared, calls, len(start), roots, hidden)
    # Before any unit: rules may call each other in any order, and the slots of parameters must not depend on it.
    _declare(graph)
    units = units or Lowerings()
    units.begin(graph)
    play = symbols.play
    assert play is not None, "a rulebook without `play` does not get here"
    # Units are lowered in the order of the rulebook, and the numbers in their code count on from one to the next (`Lowerings`).
    # So a unit that takes more numbers than before lets those behind it be lowered again.
    entry = units.lower(play, lambda: play_blocks(graph, play))
    procedures = [procedure for rule in symbols.rules.values() for procedure in _rule(graph, rule, units)]
    procedures += [procedure for effect in symbols.effects for procedure in _effect(graph, effect, units)]
    ends = tuple(units.lower(end, partial(end_of, end, shared)) for end in symbols.ends)
    loose = loose_params(typing)
    # Which parameters are loose lies with the callers. So it is given besides, as the check of the function itself does not
    # tell.
    functions = tuple(units.lower(info, partial(lower_function, shared, info, loose),
                                  tuple(param in loose for param in info.params)) for info in symbols.functions.values())
    functions += tuple(histories.functions(shared))

    def invariants_of(steps: bool) -> tuple[tuple[str, ir.Expr], ...]:
        return tuple((node.name, units.lower(node, partial(lowering_of(shared, node.name, {}).expr, node.condition)))
                     for node in symbols.invariants if node.of_steps == steps)

    invariants, of_steps = invariants_of(False), invariants_of(True)
    symmetries = tuple(lower_symmetry(symmetry, shared) for symmetry in symbols.symmetries)
    scores = tuple(_score(score, shared) for score in symbols.scores)
    boards = tuple(_board(board, shared, roots.get(board.name)) for board in symbols.components.boards.values())
    pieces = tuple(_pieces(info) for info in symbols.components.pieces.values())
    # INVARIANT: what is shared is read last. Tables, functions, texts and places grow while everything else is lowered.
    seating = symbols.seating
    return ir.Program(
        symbols.name, symbols.title, seating.fewest, seating.most, seating.players, seating.player, seating.side,
        seating.side_of, symbols.chosen, tuple(fields), tuple(graph.locals), graph.size,
        # What rules remember begins with 0, as it is left when a rule is done (`clearing`).
        (*start, *[0] * (graph.size - len(start))), entry,
        tuple(shared.tables.items()), (*functions, *shared.functions), tuple(procedures), tuple(graph.suspending.values()),
        tuple(graph.finished()), tuple(graph.frames), tuple(shared.texts), ends, invariants, of_steps, symmetries,
        scores, boards, pieces, events_of(symbols), tuple(shared.sites), tuple(symbols.wording.clauses.values()),
        tuple(columns_of(symbols)))


def events_of(symbols: SymbolTable) -> tuple[ir.EventShape, ...]:
    """Return the events of a rulebook, by their numbers."""
    return tuple(ir.EventShape(event.name, tuple((param.name, param.type) for param in event.params), event.audiences)
                 for event in symbols.events.values())


# ---- The state -------------------------------------------------------------------------------


def lay_out(symbols: SymbolTable, shared: Shared) -> tuple[list[ir.FieldSlots], list[int], dict[str, int]]:
    """Return the fields' slots, their first values, and where each board keeps its regions."""
    start = [0] * ir.FIRST_FIELD
    fields: list[ir.FieldSlots] = []
    roots: dict[str, int] = {}
    for board in symbols.components.boards.values():
        if board.region is not None:
            # Each space begins as a region of its own, which goes by that space.
            roots[board.name] = len(start)
            fields.append(_regions(board, len(start)))
            start += range(len(board.space.members))
    for info in symbols.components.fields:
        shared.bases[info] = len(start)
        values = first_values_of(info, shared.typing)
        fields.append(slots_of(info, shared.typing, len(start), len(values)))
        start += values
    return fields, start, roots


def slots_of(info: FieldInfo, typing: Typing, base: int, count: int) -> ir.FieldSlots:
    """Return the slots of a field: this number of them, from a base on."""
    return ir.FieldSlots(info.name, info.owner, info.type, base, count, typing.seen_by.get(info), info.node.merge,
                         info.node.aside or info.history is not None)


def _regions(board: BoardInfo, base: int) -> ir.FieldSlots:
    """Return the slots that say, for each space, in which region it lies."""
    assert board.region is not None
    part = PerType(board.region, board.space)
    return ir.FieldSlots(f"{board.region.name} of {board.space.name}", None, part, base, width(part), None, None)


def first_values_of(info: FieldInfo, typing: Typing) -> list[int]:
    """Return the slots with which a field begins, for one of its owners after another."""
    cell = cell_of(info.type)
    part = list(typing.starts.get(info, natural_start(cell)))
    # A first value may be written once for all parts of a field, such as one number for each value of a type.
    cells = part * (width(info.type) // len(part))
    owners = size(info.owner) if info.owner else 1
    return [slot for owner in range(owners) for slot in typing.starts_at.get((info, owner), cells)]


# ---- Rules -----------------------------------------------------------------------------------


def _declare(graph: Graph) -> None:
    """Reserve the suspending procedures of all rules that wait, so that calls can name them."""
    symbols = graph.shared.symbols
    for rule in symbols.rules.values():
        if rule.name in graph.calls.suspending:
            graph.declare(rule.name, rule.params)
    for effect in symbols.effects:
        for name in graph.calls.effect_names(effect):
            if name in graph.calls.suspending:
                graph.declare(name, effect.params)


def _rule(graph: Graph, info: RuleInfo, units: Lowerings) -> tuple[ir.Procedure, ...]:
    node = info.node
    if info.name in graph.calls.suspending:
        return units.lower(info, lambda: suspending_rule(graph, info.name, node.body, node.exceptions, info.params),
                           procedure=info.name)
    return units.lower(info, lambda: (procedure(
        RuleScope(graph, info.name, {}), info.params, node.body, node.exceptions),))


def _effect(graph: Graph, info: EffectInfo, units: Lowerings) -> Iterator[ir.Procedure]:
    ways = zip(graph.calls.effect_names(info), info.bodies, info.clauses, strict=True)
    for row, (name, body, clause) in enumerate(ways):
        if name in graph.calls.suspending:
            make = partial(suspending_rule, graph, name, body, (), info.params, clause)
            yield from units.lower((info, row), make, procedure=name)
        else:
            scope = RuleScope(graph, name, {}, clause)
            yield units.lower((info, row), partial(procedure, scope, info.params, body, ()))


def suspending_rule(graph: Graph, name: str, body: tuple[ast.Stmt, ...], exceptions: tuple[ast.RuleException, ...],
                params: tuple[Local, ...], clause: str | None = None) -> tuple[ir.Procedure, ...]:
    """Make the blocks of a rule that waits; return no straight code."""
    suspending_procedure(RuleScope(graph, name, {}, clause), params, body, exceptions)
    return ()


# ---- Ends, scores and boards -----------------------------------------------------------------


def end_of(node: ast.End, shared: Shared) -> ir.Ending:
    """Return an end of the game."""
    lowering = lowering_of(shared, node.name, {})
    condition = lowering.expr(node.condition)
    site = shared.site(node.span, node.name, "the end of the game")
    if node.binder is None:
        return ir.Ending(node.name, condition, "drawn", "player", "", None, False, site)
    owner, name = _bound_to_players_or_sides(node.binder, lowering)
    if node.kind == "ranking":
        assert node.binder.key is not None, "the grammar asks for `by`"
        value = lowering.expr(node.binder.key)
    else:
        value = ir.Const(1) if node.binder.condition is None else lowering.expr(node.binder.condition)
    return ir.Ending(node.name, condition, node.kind, owner, name, value, node.binder.descending, site,
                     node.drawn_when_tied)


def _bound_to_players_or_sides(binder: ast.Binder, lowering: Lowering) -> tuple[str, str]:
    """Return whether a binder goes through players or sides, and its name from now on."""
    local = lowering.typing.locals[binder]
    name = lowering.shared.temp(binder.name)
    lowering.env[local] = ir.Temp(name)
    return "player" if local.type == lowering.symbols.seating.player else "side", name


def _score(node: ast.Score, shared: Shared) -> tuple[str, str, ir.Expr]:
    lowering = lowering_of(shared, "score", {})
    owner, name = _bound_to_players_or_sides(node.binder, lowering)
    return owner, name, lowering.expr(node.value)


def _pieces(info: PieceInfo) -> ir.PieceShape:
    """Pieces with a number for each, the same for those of which the same is fixed."""
    numbers: dict[tuple[int, ...], int] = {}
    kinds = []
    for piece in range(len(info.type.members)):
        parts = [column.values[piece * cells : (piece + 1) * cells] for column in info.columns
                 for cells in (width(column.type),)]
        kinds.append(numbers.setdefault(tuple(number for part in parts for number in part), len(numbers)))
    fixed = tuple(ir.FixedPart(column.name, column.type, column.values) for column in info.columns if column.name != "owner")
    return ir.PieceShape(info.type, tuple(kinds), fixed)


def columns_of(symbols: SymbolTable) -> Iterator[ir.ColumnShape]:
    """Yield the columns of tables and boards, with their values."""
    for attribute in symbols.names.attributes.values():
        # The columns of pieces are in the shapes of the pieces (`FixedPart`).
        if isinstance(attribute, ColumnInfo) and attribute.owner.kind != "piece":
            yield ir.ColumnShape(attribute.owner, attribute.name, attribute.type, attribute.values, attribute.given_rows)


def _board(board: BoardInfo, shared: Shared, roots: int | None) -> ir.BoardShape:
    # Paths and neighbours of regions look into it by this name, whether the rulebook asks for neighbours or not.
    shared.table(f"near.{board.name}", board.layout.neighbours)
    return ir.BoardShape(board.name, board.shape, board.space, board.region, roots, board.layout.places,
                         geometry.towards(board.layout), tuple(letter.name for letter in board.layout.letters),
                         tuple(_picture(board, shown_as, shared) for shown_as in board.node.shown_as), _rim(board))


def _rim(board: BoardInfo) -> ir.RimShape | None:
    """Return where edges or corners lie."""
    if board.of is None or board.outline is None:
        return None
    points, corners = board.outline.rim(board.shape), board.outline.corners.points
    ends = tuple(tuple(corners[end] for end in joined) for joined in board.outline.joined)
    others = ((name, board.layout.names[number]) for name, number in board.layout.other_names.items())
    return ir.RimShape(board.of.name, ends if board.shape == EDGES else tuple((point,) for point in points.points),
                       points.spaces, tuple(others))


def _picture(board: BoardInfo, shown: ast.ShownAs, shared: Shared) -> ir.Picture:
    """Return a text of a space, with its values marked, and its condition as a text."""
    env: dict[Local, ir.Expr] = {shared.typing.space_shown(board): ir.Temp("space")}
    lowering, when = lowering_of(shared, (board.of or board).name, env), None
    if shown.condition is not None:
        shared.texts.append(ir.TextOf((ir.TextPart(lowering.expr(shown.condition), FLAG),), ("space",)))
        when = len(shared.texts) - 1
    number = numbered_text(lowering, shown.text, ("space",))
    parts = shared.texts[number].parts
    marked = (node for part in parts for node in ((part,) if isinstance(part, str) else (ir.VALUE, part, ir.VALUE)))
    shared.texts[number] = ir.TextOf(tuple(marked), ("space",))
    return ir.Picture(number, when)
