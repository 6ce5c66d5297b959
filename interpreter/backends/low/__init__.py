"""A program (`dsl.ir`) to a small structured language, from which machine code is easily written.

    program          a program -> a module of the small language
      outside        the face of a module to the outside
        lanes        many positions in one memory
        traces       games that note where they came by
      ahead          what positions are worth, by numbers beside the rulebook
      playing        games begun, run on, and carried on at random
      choices        choices and rolls: what is legal, codes, weights
        alike        pieces that are alike
      operations     what rules do
      expressions    values and conditions
        calls        functions of the rulebook
        remembered   what is worked out once for all moves of a position
        gathers      quantifiers, comprehensions
          sorting    values in the order of a key: sorted lists, rankings
          rows       loops that go through fewer values
        domains      what loops go through
        lists        slots, tables, lists
        numbers      arithmetic with ranges, sets
        boards       regions, geometry
          paths      paths on boards
      runtime        functions that all modules have
    whole            what the functions of a module share: which are written, for which arguments
      slots          the ranges of the slots of a state
      memory         where things are in memory
      constants      tables and lists as bytes
    building         a function while it is written
    values           what is known of a value: its range, its kind
    tree             the small language

Whatever the small language cannot say exactly as Python does it (numbers beyond 62 bits, an index outside a field,
lists without end) is tested where it comes up, and hands the game over to Python.
"""

from .program import Lowered, lowered
from .values import Unsupported

__all__ = ["Lowered", "Unsupported", "lowered"]
