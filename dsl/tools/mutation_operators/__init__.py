"""A rulebook to its mutants: rulebooks that differ from it in one small step each.

    steps     the small steps that can be made at a node of the syntax tree
    mutants   all of a rulebook, by clause and place; and the rulebook with one of them
"""

from .mutants import Mutant, mutants, mutated
from .steps import KINDS, ORDER_OF_EFFECTS

__all__ = ["KINDS", "ORDER_OF_EFFECTS", "Mutant", "mutants", "mutated"]
