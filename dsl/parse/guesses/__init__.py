"""Lines that authors guess, as they would be in other languages or in English, and what to write instead.

The first row that fits counts: the tables stand in this order, and so do the rows of each.

    rows            the form of a table
    whole           whole lines
    variants        places in lines of variants
    expressions     places in values: those by a condition, and those of several things
    declarations    places in declarations
    changes         places in statements
    choices         places in conditions, choices and ends
    last            places where nothing else helps
"""

from .changes import CHANGES
from .choices import CHOICES
from .declarations import DECLARATIONS
from .expressions import EXPRESSIONS
from .last import LAST
from .rows import Place, Row
from .variants import CHANGED, VARIANTS
from .whole import LINES

PLACES: tuple[Place, ...] = (*VARIANTS, *EXPRESSIONS, *DECLARATIONS, *CHANGES, *CHOICES)

__all__ = ["CHANGED", "LAST", "LINES", "PLACES", "Place", "Row"]
