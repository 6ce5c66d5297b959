"""Text to syntax: the declarations of a file, as nodes of `syntax`. The one folder that knows lark.

    layout.cut  ->  grammar.tree_of  ->  declarations  ->  statements  ->  expressions
     (chunks)        (lark's trees)            (builders, each on top of the next)

lark's trees are untyped; this folder is the door through which they become the typed nodes of
`syntax`, and the only place where `Any` is allowed in.
"""

from .declarations import parse
from .expressions import parse_expression
from .grammar import tokens

__all__ = ["parse", "parse_expression", "tokens"]
