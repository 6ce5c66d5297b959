"""Text to text: a rulebook file in the one layout that all have, saying exactly what it said before.

    lines      text            -> lines of code and comments, with their levels
    spacing    a line of code  -> the space before each of its words
    columns    lines           -> wider spaces, where they make a table
    breaking   a long line     -> several, broken inside brackets
    blanks     lines           -> which of them stand below a blank line
    same       before, after   -> what the layout has changed: it should be nothing
    text       all of it       -> the text of a file
    plain      a piece of code -> a form of it in which only what it says makes a difference

Nothing here knows the constructs of the language one by one. A line is a row of words from the
parser; what it needs to know of a word is whether it is a name, a word of the grammar, or a sign.
"""

from .plain import canonical, canonical_part
from .text import Mismatch, formatted

__all__ = ["Mismatch", "canonical", "canonical_part", "formatted"]
