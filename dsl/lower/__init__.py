"""Checked syntax to IR: lay out the state, and turn rules into operations and blocks.

    program       the state, functions, ends, texts          (the parts, in order)
    flow          what asks for something, to blocks; with `loops` and `choices`
    operations    what asks for nothing, to operations
    expressions   every name becomes a slot, a constant, a table or a function; with `boards` and `steps`
        on top of graph: blocks and slots while they are made
                  shared: places, texts and tables
"""

from .expressions import Expressions
from .program import lay_out, lower
from .shared import Shared

__all__ = ["Expressions", "Shared", "lay_out", "lower"]
