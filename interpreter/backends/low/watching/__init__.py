"""Games that are watched: what a module finds out about them besides how they go.

    games            games that are watched: the export `watched`
      seated         players of seats, each with chance of their own
        ahead        players who look a move ahead
      barred         a seat that may not make some moves
      probing        the laws of codes and states, tested in every position
      invariants     what must hold in every position and of every step
        surely       a condition on a step -> one that a module can test, and that implies it
        noted_names  the clauses that a step may apply
      counting       moves and rolls that are counted, and steps that are noted for Python
    weighing         the evaluation of positions and moves: the exports `evaluate`, `settle` and `weigh`
      evaluating     what all who look ahead share: the evaluation of a position, and of a move that is tried
"""

from .games import watched
from .weighing import weighed

__all__ = ["watched", "weighed"]
