"""Two rulebooks played side by side: where they part, by which clause, shrunk to a short playthrough.

    pair      a position of each, the same moves in both, and what differs
    explore   random games, and playthroughs that exist, until the two part
    shrink    from the game in which they parted to the shortest that shows it
    written   that as a playthrough
"""

from .explore import Found, Key, Tried, explore, follow
from .pair import Changed, Parting
from .written import written

__all__ = ["Changed", "Found", "Key", "Parting", "Tried", "explore", "follow", "written"]
