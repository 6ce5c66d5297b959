"""Properties of every position of every game of every rulebook, tested in random games.

    law/               the parts of every law: its record, a breach, the lines that show a breach
    conservation/      what the rules only move is never lost
    secrets/           hidden values decide nothing that a viewer sees
    symmetry/          a relabelled position plays like the first
    positions          properties of one position
    games              properties of a whole game
    catalogue          all of them
    codes              properties of codes and states, which need no words
    effects            the kinds of moves that never changed anything in these games
    search             random games, and each property at every position of them
    code_games         many more games, in either machine, and the properties of codes and states
    shrink             the game in which a property is broken -> the shortest that breaks it
    law_playthrough    that as a playthrough
"""

from .catalogue import LAWS
from .code_games import hold_in_codes, questions
from .codes import CODE_LAWS
from .conservation.conserved import ConservedQuantity, conserved_quantities
from .effects import Effects, MoveEffect
from .law.law import Breach, Law, ReachedPosition, Step
from .law_playthrough import written
from .search import MAX_STEPS, BrokenLaw, PropertyResult, breach_of, hold, positions
from .shrink import shrunk

__all__ = [
           "CODE_LAWS",
           "LAWS",
           "MAX_STEPS",
           "Breach",
           "BrokenLaw",
           "ConservedQuantity",
           "Effects",
           "Law",
           "MoveEffect",
           "PropertyResult",
           "ReachedPosition",
           "Step",
           "breach_of",
           "conserved_quantities",
           "hold",
           "hold_in_codes",
           "positions",
           "questions",
           "shrunk",
           "written",
]
