"""Laws: what holds at every position of every game of every rulebook, looked for in random games.

    law         a law, a position that is looked at, and how a law is broken
    positions, conservation     laws of one position; `stock` finds in the rules what is only moved
    secrets, symmetry           laws of two positions that are alike; `twins` and `relabel` make the other,
                                `relabellings` says how a symmetry relabels, `fixed` what may stand against it
    games                       laws of a whole game
    catalogue   all of them
    search      random games, and each law at every position of them
    effects     in these games, the kinds of moves that never change anything
    shrink      from the game in which one is broken to the shortest that breaks it
    written     that as a playthrough
"""

from .catalogue import LAWS
from .effects import Effect, Effects
from .law import Breach, Here, Law, Step
from .search import MAX_STEPS, Broken, Held, breach_of, hold, positions
from .shrink import shrunk
from .stock import Stock, stocks
from .written import written

__all__ = ["LAWS", "MAX_STEPS", "Breach", "Broken", "Effect", "Effects", "Held", "Here", "Law", "Step", "Stock", "breach_of",
           "hold", "positions", "shrunk", "stocks", "written"]
