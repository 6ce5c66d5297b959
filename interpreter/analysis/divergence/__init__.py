"""Two rulebooks played side by side: where they diverge, by which clause, shrunk to a short playthrough.

    clause_words   what a clause does, in words that are equal in two programs when it does the same
    acting         the clauses that do something else in one program than in the other
    blame          clauses that were applied to those that explain a difference
    bridge         positions of one game as positions of the other
    plainly        a quick test for positions in which nothing differs
    pair           a position of each, the same moves in both, and what differs
    tried          games that diverge, and how much was tried
    explore        random games, and playthroughs that exist, until the two diverge
    kept           random games, to see quickly in which of them both play alike
    shrink         from the game in which they diverged to the shortest that shows it
    written        that as a playthrough
"""

from .blame import Changed
from .explore import explore, follow
from .shared_games import KeptGames
from .pair import Comparison, Key, Divergence, comparison
from .attempts import Found, Seen, Tried
from .written import arranged, played, written

__all__ = ["Changed", "Comparison", "Found", "KeptGames", "Key", "Divergence", "Seen", "Tried", "arranged", "comparison",
           "explore", "follow", "played", "written"]
