"""Declare the edges and corners of a board: types of their own, with names for their members."""

from __future__ import annotations

from .. import syntax as ast
from ..boards.forms import CORNERS
from ..boards.layout import Layout
from ..boards.outline import Outline, linked, outline
from ..boards.shapes import links_of
from ..symbols.symbols import BoardInfo, Constant, DomainOf
from ..types.types import EnumType
from .names import Names
from .spaces import named_spaces


def outline_of(names: Names, node: ast.Board, layout: Layout) -> Outline | None:
    """Return the edges and corners of a board, if it names any; report those that its shape does not have."""
    if not node.rims:
        return None
    if layout.form.is_drawn:
        return outline(layout)
    for rim in node.rims:
        if rim.shape == CORNERS:
            names.diagnostics.add("E206", "only a square or hex board has corners", rim.shape_span)
    links = linked(layout)
    if not links.edges.layout.names:
        names.diagnostics.add("E304", f"`{node.name}` has no links", node.rims[0].shape_span,
                              help="link two of its spaces: `lake - forest`")
    return links if _are_distinct(names, node) else None


def _are_distinct(names: Names, node: ast.Board) -> bool:
    """Return whether no two links of a graph have one name, such as `a_b` - `c` and `a` - `b_c`; report those that have."""
    first: dict[str, tuple[ast.Name, ast.Name]] = {}
    apart = True
    for link in links_of(node):
        for begin, end in (link, link[::-1]):
            earlier = first.setdefault(f"{begin.name}_{end.name}", link)
            if {word.name for word in earlier} != {word.name for word in link}:
                apart = False
                names.diagnostics.add("E202", f"two links would be called `{begin.name}_{end.name}`", link[1].span,
                                      related=(("the other one ends here", earlier[1].span),),
                                      help="a link has the names of its two spaces: rename one of the spaces")
    return apart


def rims(names: Names, board: BoardInfo) -> None:
    """Declare the edges and corners of a board."""
    declared: dict[str, ast.Board] = {}
    for node in board.node.rims:
        if node.shape in declared:
            names.diagnostics.add("E202", f"the {node.shape} of `{board.name}` have a name already", node.name_span,
                                  related=(("it is given here", declared[node.shape].name_span),))
        elif board.outline is None or not board.outline.rim(node.shape).layout.names:
            names.wrong_type(node.name)
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
