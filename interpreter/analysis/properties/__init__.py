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
    fixed           what never changes against a relabelling: the values of rows and spaces, and what spaces begin with
    pairs           two games from one position as lines of a playthrough: the one in a branch, the other from where it begins
    relabel         positions, choices and events with other labels: players in other seats, spaces and words with other names
    relabellings    A symmetry to the ways in which it relabels: each part of it in one of its ways, all of them at once
    stock           what is only moved: fields whose numbers the rules change by moving them from one to another, and in no othe
    twins           two games that are the same to one viewer, played on side by side: what he sees and is told in each
"""

from .catalogue import LAWS
from .effects import Effect, Effects
from .law import Breach, Here, Law, Step
from .search import MAX_STEPS, Broken, Held, breach_of, hold, positions
from .shrink import shrunk
from .conserved import ConservedQuantity, conserved_quantities
from .written import written

__all__ = ["LAWS", "MAX_STEPS", "Breach", "Broken", "Effect", "Effects", "Held", "Here", "Law", "Step", "ConservedQuantity", "breach_of",
           "hold", "positions", "shrunk", "conserved_quantities", "written"]
