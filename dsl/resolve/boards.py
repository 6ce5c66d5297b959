"""Declare boards: their layouts, spaces and regions."""

from __future__ import annotations

from .. import syntax as ast
from ..boards import lay_out
from ..symbols.symbols import BoardInfo, DomainOf
from ..types.types import EnumType
from .names import Names
from .rims import outline_of, rims
from .spaces import named_spaces


def board(names: Names, node: ast.Board) -> None:
    """Declare a board with its spaces, or the names that it would have where it cannot be laid out."""
    columns = rows = 0
    if node.width is not None and node.height is not None:
        width, height = names.reader.constant_value(node.width), names.reader.constant_value(node.height)
        columns, rows = width or 0, height or 0
        layout = None if width is None or height is None else lay_out(node, columns, rows, names.diagnostics)
    else:
        layout = lay_out(node, columns, rows, names.diagnostics)
    if layout is None:
        _lost_board(names, node)
        return
    space = EnumType(node.space.name, layout.names, "space")
    region = None if node.region is None else EnumType(node.region.name, layout.names, "region")
    info = BoardInfo(node.name, layout, space, region, node, outline_of(names, node, layout))
    if names.define(node.name, node.name_span, info):
        names.clause(node.name, "board", node.name_span, node.statement,
                     assumed=next((drawing.assumed for drawing in node.drawings if drawing.assumed), None))
    elif node.name in names.symbols.components.boards:
        _lost_board(names, node)
        return
    # The spaces of a board are there also where its name means something else.
    names.symbols.components.boards[node.name] = info
    if names.define_type(node.space, space, DomainOf(space)):
        letters = tuple(letter.span for letter in layout.letters)
        names.members(space, letters or (node.span,) * len(layout.names))
    if region is not None and node.region is not None:
        names.define_type(node.region, region, DomainOf(region))
    named_spaces(names, info)
    rims(names, info)


def _lost_board(names: Names, node: ast.Board) -> None:
    """A board that cannot be laid out: its names, and those of its spaces, are not complained about."""
    types = (node.space, *((node.region,) if node.region else ()), *(rim.space for rim in node.rims))
    names.wrong(node.name)
    for type_ in types:
        names.wrong_type(type_.name)
    # The names of its spaces are not known. As after a `use` that cannot be read, any unknown name may be one of them.
    names.symbols.names.faulty += (ast.Faulty(node.span, "use", frozenset()),)
