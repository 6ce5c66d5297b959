"""What a module finds out about its games besides how they go.

    watching      games that are watched: the export `watched`
      ahead       players who look a move ahead
      counting    moves and rolls that are counted, and steps that are noted for Python
      invariants  what must hold in every position and of every step
        surely    a condition on a step -> one that the module can test, and that implies it
    asked         what is asked for
"""

from .asked import Ahead, Extras

__all__ = ["Ahead", "Extras"]
