"""Text to syntax: the declarations of a file, as nodes of `syntax`. The one folder that knows lark.

    layout.cut  ->  grammar.tree_of  ->  variants  ->  declarations  ->  statements  ->  expressions
     (chunks)        (lark's trees)            (builders, each on top of the next)

    files  puts it together

lark's trees are untyped; this folder is the door through which they become the typed nodes of
`syntax`, and the only place where `Any` is allowed in.
"""

from .expressions import parse_expression
from .files import items_of, parse, parse_file
from .grammar import tokens

__all__ = ["items_of", "parse", "parse_expression", "parse_file", "tokens"]
