"""Text to syntax: the declarations of a file, as nodes of `syntax`. The one folder that knows lark.

    files         a whole file: its chunks (`source/chunks`), each to a tree and to nodes
    cache         the nodes of files that were parsed before
    renumbered    the nodes of a declaration -> those of its text with other numbers, and other words in its texts
    text_expressions  an expression that is a text of its own, to nodes
    grammar       text to lark's trees, by `grammar/rulebook.lark`; or why the text has none
    words         text to its words as the grammar sees them
    parser        the grammar -> a parser, by tables that come with the program
      tables      the rules of a grammar -> the table of its parser
      compact     words, rules and table of a parser -> text, and back
      scanner     text -> the words for which the parser has a use
      driver      words -> lark's tree of them, by that table
    misplaced     reports of what does not fit, with changes
    tokens        words as lark names them -> their places, and what messages call them
    brackets      brackets that nothing closes
    hints         what the author of a misplaced word may have meant
      guesses/    lines that authors guess, and what to write instead
    variants      trees to headers of variants, and to what variants change
    declarations  trees to declarations
    boards        trees to boards, and to the columns of boards and tables
    symmetries    trees to symmetries
    statements    trees to statements, with choices and requirements
    expressions   trees to expressions, texts and types

Each builder of nodes has those below it that it needs: `read` makes expressions, `statements` statements.
lark's trees are untyped; this folder is the door through which they become the typed nodes of
`syntax`, and the only place where `Any` is allowed in.
"""

from .files import items_of, parse, parse_file, parse_part, source_of
from .renumbered import renumbered

__all__ = ["items_of", "parse", "parse_file", "parse_part", "renumbered", "source_of"]
