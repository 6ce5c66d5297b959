"""Parse text by `grammar/rulebook.lark`: lark's tree, or a report of why there is none."""

from __future__ import annotations

import re
from collections.abc import Generator, Iterator
from contextlib import suppress
from functools import cache, lru_cache

from lark import Lark, Token, Tree
from lark.exceptions import UnexpectedCharacters, UnexpectedInput, UnexpectedToken
from lark.indenter import DedentError, Indenter

from ..source.chunks import cut, line_span, without_brackets
from ..source.diagnostics import Diagnostics, did_you_mean
from ..source.fixes import Fix, in_place, indented
from ..source.habits import habit_at
from ..source.letters import described, meant
from ..source.span import Source, Span, code_of
from .hints import hint
from .parser import parser_of

# Every pass recurs over the tree; Python's own limit must never be what stops it.
MAX_TREE_DEPTH = 64
# Declarations that were read last: a file is read several times while it is laid out, and its variants again and again.
CHUNKS_KEPT = 512

_WORDS = {
    "_NL": "the end of the line", "_INDENT": "an indented block", "_DEDENT": "the end of the block",
    "NAME": "a name", "BASE": "the name of a rulebook", "INT": "a number",
    "SUPPOSING": "`after`", "CAN": "`can`", "CHAIN": "`chain`", "AMOUNT": "`amount`", "EDGES": "`edges`",
    "SIDES_OF": "`sides of`", "CORNERS": "`corners`",
    "STRING": "a text in quotes", "QUANTIFIER": "a quantifier", "EVENT_QUANTIFIER": "a quantifier",
    "LPAR": "`(`", "_SEVERAL": "`(`", "RPAR": "`)`", "LSQB": "`[`", "RSQB": "`]`", "LBRACE": "`{`", "RBRACE": "`}`",
    "COLON": "`:`", "COMMA": "`,`", "DOT": "`.`", "EQUAL": "`=`", "_UPTO": "`..`", "$END": "the end of the text",
}
_QUANTIFIER = re.compile(r"\b(every|some|no|sum|max|min|count|first|last)[ \t]+$")
# A quantifier that asks something of its values.
_ASKED = re.compile(r"\b(every|some|no|sum|max|min)[ \t]+\w+[ \t]+in\b[^:]*$")
_IN_BRACKETS = "a line goes on in the next one inside brackets only: put what is long in `(` and `)`"
# The end of a word, and the beginning of one.
_ENDS, _BEGINS, _WORD_BEFORE = re.compile(r"\w\Z"), re.compile(r"\w"), re.compile(r"\w+\Z")
# Words that no line begins with, and that one goes on with.
_GOING_ON = {"and", "or", "=", "in", "where", "by", "for", "..", ",", ")", "from", "to", "weighted", "as", "seen"}
_BEGINS_WITH = re.compile(r"[ \t]+(and|or|where|by|from|weighted)[ \t]+")
# The most lines without code between two lines of code.
MOST_BLANK = 1000
# What a line does not show.
_UNWRITTEN = {"_NL", "_INDENT", "_DEDENT", "$END"}
# No more words than these are listed as those that would fit.
MOST_EXPECTED = 9
_OPERATORS = {"PLUS", "MINUS", "STAR", "DIV", "MOD", "COMPARE", "COUNT", "FIRST", "EVENT_COUNT", "SUPPOSING", "CAN", "CHAIN",
              "AMOUNT", "EDGES", "CORNERS", "SIDES_OF"}


# A word as the grammar sees it: its line, column, kind and text.
Word = tuple[int, int, str, str]


class _Joined(UnexpectedInput):
    """Two words without a blank between them, which the lexer has cut one from: `players` where only `play` could stand."""

    def __init__(self, first: Token, second: Token) -> None:
        super().__init__()
        self.first, self.second = first, second


class _Blocks(Indenter):
    """Makes blocks of indentation; lines inside brackets go on. Notes the words of the text that is being parsed."""

    def __init__(self) -> None:
        super().__init__()
        self.words: list[Word] = []

    def process(self, stream: Iterator[Token]) -> Generator[Token, None, None]:
        self.words = []
        last: Token | None = None
        for token in super().process(stream):  # type: ignore[no-untyped-call]  # lark has no types for it
            # Where no name can stand, the lexer looks for words of the language only, and finds one at the beginning of a
            # longer word. Without this test `rulekeep` would be `rule keep`.
            if last is not None and last.end_pos == token.start_pos and _ENDS.search(last) and _BEGINS.match(token):
                raise _Joined(last, token)
            last = token
            self.words.append((token.line or 0, token.column or 0, token.type, str(token)))
            yield token

    @property
    def NL_type(self) -> str:
        return "_NL"

    @property
    def OPEN_PAREN_types(self) -> list[str]:
        return ["LPAR", "_SEVERAL", "LSQB", "LBRACE"]

    @property
    def CLOSE_PAREN_types(self) -> list[str]:
        return ["RPAR", "RSQB", "RBRACE"]

    @property
    def INDENT_type(self) -> str:
        return "_INDENT"

    @property
    def DEDENT_type(self) -> str:
        return "_DEDENT"

    @property
    def tab_len(self) -> int:
        return 8


@cache
def _blocks() -> _Blocks:
    return _Blocks()


@cache
def _lark() -> Lark:
    return parser_of(_blocks())


@cache
def _own_words() -> frozenset[str]:
    """Return the words of the language."""
    return frozenset(terminal.pattern.value for terminal in _lark().terminals if terminal.pattern.value.isalpha())


def tokens(source: Source) -> Iterator[Word]:
    """Yield the words of a file as the grammar sees them: line, column, kind, text.

    A declaration that does not parse is left at the word that does not fit.
    """
    for chunk in cut(source, Diagnostics()):
        for line, column, kind, text in _tokens_of(chunk.text):
            yield line + chunk.line - 1, column, kind, text


def _tokens_of(text: str) -> tuple[Word, ...]:
    """Return the words of a declaration: line, column, kind, text."""
    try:
        return _tree(text, "declaration")[1]
    except (UnexpectedInput, DedentError):
        return _tokens_before_the_mistake(text)


@lru_cache(maxsize=CHUNKS_KEPT)
def _tokens_before_the_mistake(text: str) -> tuple[Word, ...]:
    found: list[Word] = []
    with suppress(UnexpectedInput, DedentError):
        found += ((token.line or 0, token.column or 0, token.type, str(token))
                  for token in _lark().parse_interactive(text, start="declaration").iter_parse())
    return tuple(found)


@lru_cache(maxsize=CHUNKS_KEPT)
def _tree(text: str, start: str) -> tuple[Tree[Token], tuple[Word, ...]]:
    """Return the tree of a text, which nobody changes, and its words. Raises what lark raises."""
    tree = _lark().parse(text, start=start)
    return tree, tuple(_blocks().words)


def tree_of(text: str, start: str, source: Source, line: int, column: int, diagnostics: Diagnostics) -> Tree[Token] | None:
    """Return the tree of a text that stands in `source` from this line and column on, or None."""
    try:
        tree, _ = _tree(text, start)
    except _Joined as error:
        _joined(error, source, line, column, diagnostics)
    except UnexpectedToken as error:
        _misplaced(error, _token_span(error.token, source, line, column), diagnostics)
    except UnexpectedCharacters as error:
        row, col = error.line + line - 1, error.column + (column - 1 if error.line == 1 else 0)
        _strange(error.char, Span(source, row, col, row, col + 1), diagnostics)
    except DedentError:
        number, levels = _misfit(text)
        at = line_span(source, number + line)
        diagnostics.add("E102", "this line is not indented like any block it could belong to", at,
                        help="indent each level by four spaces", fixes=tuple(indented(at, level) for level in levels))
    else:
        deep = _too_deep(tree)
        if deep is None:
            return tree
        diagnostics.add("E106", f"nested deeper than {MAX_TREE_DEPTH} levels", line_span(source, deep + line - 1))
    return None


def _strange(character: str, at: Span, diagnostics: Diagnostics) -> None:
    """Record a character that begins nothing."""
    if _other_language(at, False, diagnostics):
        return
    diagnostics.add("E101", f"the character {described(character)} does not fit here", at,
              help='write a text between two `"` on one line' if character == '"' else meant(character))


# What stands behind a name in a statement.
_USED = re.compile(r"\(|\.\w|\s+(?:becomes|gains|loses)\b")


def _misplaced(error: UnexpectedToken, at: Span, diagnostics: Diagnostics) -> None:
    """Record a word that does not fit, or the word before it where that is what does not."""
    line = code_of(at.source.line(at.line))
    before = line[: at.column - 1]
    begun = _WORD_BEFORE.search(before)
    if begun is not None and _BEGINS.match(error.token):
        # The lexer has cut a word of the language off the beginning of a longer word, after which nothing fits.
        whole = Span(at.source, at.line, begun.start() + 1, at.line, at.end_column)
        diagnostics.add("E101", f"`{whole.text}` does not fit here", whole)
        return
    quantifier, going_on = _QUANTIFIER.search(before), _BEGINS_WITH.fullmatch(before)
    if quantifier is not None and error.token.type == "NAME":
        _instead(at, quantifier.span(1), "put it, and what belongs to it, in parentheses", diagnostics)
        return
    if going_on is not None:
        _instead(at, going_on.span(1), _IN_BRACKETS, diagnostics)
        return
    expected = error.accepts or error.expected or set()
    broken = _broken(error.token, at)
    known = hint(line, at.column, expected)
    help = broken if known is None else known.help
    only = len(expected) == 1 and not expected & {*_WORDS, *_OPERATORS}
    if help is None and error.token.type not in _UNWRITTEN and _other_language(at, only, diagnostics):
        return
    colon = None if help is not None else _colon(before, expected)
    fixes = known.fixes(at) if known is not None else (_with_colon(at, before),) if colon is not None else ()
    diagnostics.add("E101", f"{_described(error.token)} does not fit here", at,
                    help=help or colon or _reserved(error.token, line, at, expected) or _near(error.token, expected)
                    or _expectation(expected), fixes=fixes)


def _joined(error: _Joined, source: Source, line: int, column: int, diagnostics: Diagnostics) -> None:
    """Record a word that only begins like a word of the language; with a blank, it may be that word and a name."""
    first, second = (_token_span(token, source, line, column) for token in (error.first, error.second))
    at = Span(source, first.line, first.column, second.end_line, second.end_column)
    if at.text in _own_words():
        diagnostics.add("E101", f"`{at.text}` does not fit here", at)
        return
    parted = f"{first.text} {second.text}"
    diagnostics.add("E101", f"`{at.text}` does not fit here", at, help=f"if two words are meant, write `{parted}`",
                    fixes=(in_place(at, parted),))


def _other_language(at: Span, only: bool, diagnostics: Diagnostics) -> bool:
    """Record a word or sign of another language that makes a place not fit; return false if there is none.

    Where `only` one word fits in its place, that word helps more than what is meant elsewhere.
    """
    written = habit_at(code_of(at.source.line(at.line)), at.column)
    if written is None or (only and written.column == at.column):
        return False
    _instead(at, (written.column - 1, written.end - 1), written.help, diagnostics)
    return True


def _instead(at: Span, part: tuple[int, int], help: str, diagnostics: Diagnostics) -> None:
    """Record that a part of the line of a place, from and to a column counted from 0, does not fit."""
    there = Span(at.source, at.line, part[0] + 1, at.line, part[1] + 1)
    diagnostics.add("E101", f"`{there.text}` does not fit here", there, help=help)


def _reserved(token: Token, line: str, at: Span, expected: set[str]) -> str | None:
    """Return the help for a word of the language that is used as the name of a rule, a function or a field."""
    if "NAME" not in expected or not str(token).isalpha() or _USED.match(line, at.column - 1 + len(token)) is None:
        return None
    return f"`{token}` is a word of the language, which means something else here: take another name"


def _near(token: Token, expected: set[str]) -> str | None:
    """Return the word that would fit, and is most like the one that does not."""
    return did_you_mean(str(token), {text.lower() for text in expected if text not in _WORDS and text not in _OPERATORS})


def _broken(token: Token, at: Span) -> str | None:
    """Return the help for a line that goes on in the next one, or a block where none is opened."""
    if token.type == "_INDENT":
        return f"a block stands below a line that opens one, such as `if`; {_IN_BRACKETS}"
    source, line = at.source, at.source.line(at.line)
    if token.type == "_NL":
        below = next((source.line(n) for n in range(at.line + 1, at.line + MOST_BLANK) if code_of(source.line(n)).strip()), "")
        return _IN_BRACKETS if _indent(below) > _indent(line) else None
    begins = at.column == _indent(line) + 1
    return _IN_BRACKETS if begins and (token.type in _OPERATORS or str(token) in _GOING_ON) else None


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip(" "))


def _colon(before: str, expected: set[str]) -> str | None:
    """Return the help for a quantifier without its `:`, found behind the part of a line that is `before` a place."""
    if "COLON" not in expected or len(expected) <= MOST_EXPECTED or not _ASKED.search(before):
        return None
    return "a `:` is missing before it, as in `every p in players: p.ready`"


def _with_colon(at: Span, before: str) -> Fix:
    """Return the change that puts a `:` behind the part of a line that is `before` a place."""
    column = len(before.rstrip()) + 1
    return Fix("add `:`", Span(at.source, at.line, column, at.line, column), ":")


def _too_deep(tree: Tree[Token]) -> int | None:
    """The line, counted from 1, of what is nested too deep; an `else if` is a level, since it becomes an `if` in an `else`."""
    stack = [(tree, 1, 1)]
    while stack:
        node, depth, line = stack.pop()
        line = getattr(node.meta, "line", line)
        if depth > MAX_TREE_DEPTH:
            return line
        for child in node.children:
            if isinstance(child, Tree):
                depth += child.data == "else_if"
                stack.append((child, depth + 1, line))
    return None


def _misfit(text: str) -> tuple[int, tuple[int, ...]]:
    """Find the line, from 0, that is indented less than its block and unlike those around it, and its nearest levels."""
    levels = [0]
    for number, line in without_brackets(text):
        indent = len(line) - len(line.lstrip(" "))
        if indent > levels[-1]:
            levels.append(indent)
        deeper = levels[-1]
        while indent < levels[-1]:
            deeper = levels.pop()
        if indent != levels[-1]:
            return number, (levels[-1], deeper)
    return 0, ()


# ---- Places and words ------------------------------------------------------------------------


def _token_span(token: Token, source: Source, line: int, column: int) -> Span:
    row = (token.line or 1) + line - 1
    col = (token.column or 1) + (column - 1 if (token.line or 1) == 1 else 0)
    if token.type == "_INDENT":
        row = next((n for n in range(row + 1, row + MOST_BLANK) if code_of(source.line(n)).strip()), row)
        return line_span(source, row)
    if token.type == "$END" and column > 1:
        # The end of an expression in a text stands where its last word does.
        return Span(source, row, col, row, col + max(1, (token.end_column or 0) - (token.column or 0)))
    if token.type in ("_NL", "_DEDENT", "$END"):
        end = max(1, len(code_of(source.line(row))))
        return Span(source, row, end, row, end + 1)
    return Span(source, row, col, row, col + len(token))


def _described(token: Token) -> str:
    match token.type:
        case "_NL":
            return "the end of the line"
        case "$END":
            return "the end of the text"
        case "_INDENT":
            return "a deeper indentation"
        case "_DEDENT":
            return "the end of the block"
    return f"`{token}`"


def _expectation(expected: set[str]) -> str | None:
    names = sorted(_WORDS.get(text, f"`{text.lower()}`") for text in expected
                   if text not in _OPERATORS and not text.startswith("__"))
    return f"expected {', '.join(names)}" if 0 < len(names) <= MOST_EXPECTED else None
