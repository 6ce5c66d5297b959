"""Declare the edges and corners of a board: types of their own, with names for their members."""

from __future__ import annotations

from .. import syntax as ast
from ..boards.layout import Layout
from ..boards.outline import Outline, outline
from ..symbols.symbols import BoardInfo, Constant, DomainOf
from ..types.types import EnumType
from .names import Names
from .spaces import named_spaces


def outline_of(names: Names, node: ast.Board, layout: Layout) -> Outline | None:
    """Return the edges and corners of a board, if it names any; report those that its shape does not have."""
    if node.rims and not layout.form.is_drawn:
        for rim in node.rims:
            names.diagnostics.add("E206", f"only a square or hex board has {rim.shape}", rim.shape_span)
    return outline(layout) if node.rims and layout.form.is_drawn else None


def rims(names: Names, board: BoardInfo) -> None:
    """Declare the edges and corners of a board."""
    declared: dict[str, ast.Board] = {}
    for node in board.node.rims:
        if node.shape in declared:
            names.diagnostics.add("E202", f"the {node.shape} of `{board.name}` have a name already", node.name_span,
                                  related=(("it is given here", declared[node.shape].name_span),))
        elif board.outline is None:
            names.wrong(node.name)
        else:
            declared[node.shape] = node
            _rim(names, board, board.outline, node)


def _rim(names: Names, board: BoardInfo, outline: Outline, node: ast.Board) -> None:
    layout = outline.rim(node.shape).layout
    type_ = EnumType(node.name, layout.names, "space")
    info = BoardInfo(node.name, layout, type_, None, node, outline, board)
    if names.define_type(node.space, type_, DomainOf(type_)):
        names.symbols.components.boards[node.name] = info
        names.members(type_, (node.name_span,) * len(layout.names))
        for name, number in layout.other_names.items():
            names.symbols.names.globals.setdefault(name, Constant(name, type_, number))
        named_spaces(names, info)
