"""A program (`dsl.ir`) to a small structured language, from which machine code is easily written.

    language/   the small language itself, and what is known of a value in it
    layout/     where things are in memory
    writing/    a function while it is written, and what the functions of a module share
    emitting/   code for values that are lowered already: lists, boards, choices between two values
    lowering/   the rulebook: values, conditions and operations as statements
    module/     the whole: blocks, choices, games played at random, the face to the outside
    watching/   games of which more is asked: invariants, counts, figures, players who look ahead

Whatever the small language cannot say exactly as Python does it (numbers beyond 62 bits, an index outside a field,
lists without end) is tested where it comes up, and hands the game over to Python.
"""

from .language.values import Unsupported
from .module.program import LoweredModule, lowered

__all__ = ["LoweredModule", "Unsupported", "lowered"]
