"""Check calls of the functions of edges and corners: what they are asked of, the type of the result."""

from __future__ import annotations

from ... import syntax as ast
from ...boards.forms import CORNERS, DIRECTIONS, EDGES
from ...symbols.constants import NotKnown, fold
from ...symbols.symbols import DIRECTION, BoardInfo
from ...types.types import UNKNOWN, DomainType, Type, UnionType
from ..scope.checking import Checker
from ..scope.scopes import Scopes

# What each function is asked of: spaces, edges or corners.
_OF = {"edges": ("space", CORNERS), "corners": ("space", EDGES), "spaces": (EDGES, CORNERS), "edge": ("space",),
       "corner": ("space",)}
# What each function gives, where that is not spaces.
_GIVES = {"edges": EDGES, "corners": CORNERS, "edge": EDGES, "corner": CORNERS}


def at_a_rim(checker: Checker, node: ast.Call, name: str, board: BoardInfo) -> Type:
    """Return the type of what lies at a space, an edge or a corner."""
    scopes = checker.scopes
    base = board.of or board
    gives = base if name == "spaces" else scopes.symbols.components.rim_of(base, _GIVES[name])
    if _is_asked_of(scopes, node, name, board) and gives is None:
        scopes.complain("E301", f"`{base.name}` does not name its {_GIVES[name]}", node.span,
                        help=f"write `{_GIVES[name]} NAME` below the board"
                        if base.layout.form.is_drawn or _GIVES[name] == EDGES else "only a square or hex board has them")
    elif _is_asked_of(scopes, node, name, board) and gives is not None:
        scopes.typing.used.add(gives)
        return DomainType(gives.space) if len(node.arguments) == 1 else _towards(checker, node, gives)
    for argument in node.arguments[1:]:
        checker.expr(argument, UNKNOWN)
    return UNKNOWN


def _is_asked_of(scopes: Scopes, node: ast.Call, name: str, board: BoardInfo) -> bool:
    """Check that a function is asked of what has an answer: a space has edges, an edge has none."""
    shape = "space" if board.of is None else board.shape
    if shape not in _OF[name]:
        known = {"space": "a space", EDGES: "an edge", CORNERS: "a corner"}
        scopes.complain("E301", f"`{name}` takes {' or '.join(known[kind] for kind in _OF[name])}, "
                        f"and this is {known[shape]}", node.arguments[0].span,
                        help=f"for the {board.shape} beside it, write `neighbours`" if name == board.shape else None)
    return shape in _OF[name]


def _towards(checker: Checker, node: ast.Call, rim: BoardInfo) -> Type:
    """Return the type of the edge or corner in a direction; it is there where the direction is known and leads to one."""
    assert rim.outline is not None, "edges and corners have an outline"
    space, base = node.arguments[1], rim.of or rim
    if not base.layout.form.is_drawn:
        checker.value(space, base.space)
        return UnionType((rim.space,), ("none",))
    checker.value(space, DIRECTION)
    directions = rim.outline.rim(rim.shape).directions
    try:
        # A direction that is written as a word always has its edge or corner, so the author need not test for `none`.
        known = fold(space, checker.scopes.typing.meanings.get)[1]
    except NotKnown:
        return UnionType((rim.space,), ("none",))
    if known in directions:
        return rim.space
    word = rim.shape.removesuffix("s")
    checker.scopes.complain("E301", f"a {base.shape} has no {word} {DIRECTIONS[known]}", space.span,
                            help=f"there are {', '.join(DIRECTIONS[direction] for direction in sorted(directions))}")
    return UNKNOWN


def rim_asked(checker: Checker, node: ast.Expr, board: BoardInfo) -> BoardInfo | None:
    """Return the edges or corners of a board to which an expression belongs; None where it is something else."""
    if board.outline is None or not board.layout.form.is_drawn:
        return None
    type_ = checker.expr(node, board.space)
    return next((rim for rim in checker.scopes.symbols.components.boards.values()
                 if rim.of is board and type_ in (rim.space, UnionType((rim.space,), ("none",)))), None)


def direction_of_rim(checker: Checker, node: ast.Call, rim: BoardInfo) -> Type:
    """Return the type of the direction in which an edge or corner lies from a space."""
    checker.value(node.arguments[1], rim.space)
    return UnionType((DIRECTION,), ("none",))
