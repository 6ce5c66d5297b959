"""Two rulebooks played side by side: where their games diverge, by which clause, shrunk to a short playthrough.

    clause_words     what a clause does, in words that are equal in two programs when it does the same
    changed_clauses  the clauses that do something else in one program than in the other
    blame            clauses that were applied -> those that explain a divergence
    state_mapping    positions of one game as positions of the other
    quick_check      a quick test for positions in which nothing differs
    quick_offers     positions that differ in known offers only
    tandem           two modules that play the same game, up to what has to be looked at
    pair             a position of each, the same moves in both, and what differs
    diverging_games  games that diverge, and how much was tried
    explore          random games, and playthroughs that exist, until the two diverge
    shared_games     random games, to see quickly in which of them both play alike
    shrink           the game in which they diverged -> the shortest that shows it
    playthrough      that as a playthrough
"""

from .blame import Changed
from .diverging_games import DivergingGame, Exploration, Sightings
from .explore import Examples, explore, follow
from .pair import Comparison, Divergence, comparison, in_tandem
from .playthrough import arranged, played, written
from .quick_check import Key
from .shared_games import ReferenceGames

__all__ = [
           "Changed",
           "Comparison",
           "Divergence",
           "DivergingGame",
           "Examples",
           "Exploration",
           "Key",
           "ReferenceGames",
           "Sightings",
           "arranged",
           "comparison",
           "explore",
           "follow",
           "in_tandem",
           "played",
           "written",
]
