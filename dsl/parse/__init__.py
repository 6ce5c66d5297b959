"""Text to syntax: the declarations of a file, as nodes of `syntax`. The one folder that knows lark.

    layout.cut  ->  grammar.tree_of  ->  variants  ->  declarations  ->  statements  ->  expressions
     (chunks)        (lark's trees)            (builders, each on top of the next)

    files  puts it together
    boards          lark's trees to syntax: boards, and the columns that boards and tables have
    declarations    lark's trees to syntax: declarations
    expressions     lark's trees to syntax: expressions, texts, types, and what all builders share
    grammar         text to lark's trees, with the grammar in `grammar/rulebook.lark`; or why the text has none
    hints           A word that does not fit to what its author may have meant: help for mistakes that many make
    statements      lark's trees to syntax: statements, and the choices and requirements among them
    symmetries      lark's trees to syntax: symmetries
    variants        lark's trees to syntax: headers of variants, and what variants change

lark's trees are untyped; this folder is the door through which they become the typed nodes of
`syntax`, and the only place where `Any` is allowed in.
"""

from .expressions import parse_expression
from .files import items_of, parse, parse_file
from .grammar import tokens

__all__ = ["items_of", "parse", "parse_expression", "parse_file", "tokens"]
