"""Words as lark names them -> their places in a file, and what messages call them."""

from __future__ import annotations

from lark import Token

from ..source.chunks import line_span
from ..source.diagnostics import did_you_mean
from ..source.span import Source, Span, code_of

WORDS = {
    "_NL": "the end of the line", "_INDENT": "an indented block", "_DEDENT": "the end of the block",
    "NAME": "a name", "BASE": "the name of a rulebook", "INT": "a number",
    "SUPPOSING": "`after`", "CAN": "`can`", "CHAIN": "`chain`", "AMOUNT": "`amount`", "EDGES": "`edges`",
    "SIDES_OF": "`sides of`", "CORNERS": "`corners`",
    "STRING": "a text in quotes", "QUANTIFIER": "a quantifier", "EVENT_QUANTIFIER": "a quantifier",
    "LPAR": "`(`", "_SEVERAL": "`(`", "RPAR": "`)`", "LSQB": "`[`", "RSQB": "`]`", "LBRACE": "`{`", "RBRACE": "`}`",
    "COLON": "`:`", "COMMA": "`,`", "DOT": "`.`", "EQUAL": "`=`", "_UPTO": "`..`", "$END": "the end of the text",
}
# No more words than these are listed as those that would fit.
MOST_EXPECTED = 9
OPERATORS = {"PLUS", "MINUS", "STAR", "DIV", "MOD", "COMPARE", "COUNT", "FIRST", "EVENT_COUNT", "SUPPOSING", "CAN", "CHAIN",
             "AMOUNT", "EDGES", "CORNERS", "SIDES_OF"}
# The most lines without code between two lines of code.
MOST_BLANK = 1000


def token_span(token: Token, source: Source, line: int, column: int) -> Span:
    """Return the place of a word of a text that stands in a file from this line and column on."""
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


def named(token: Token) -> str:
    """Return a word as messages call it."""
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


def expectation(expected: set[str]) -> str | None:
    """Return the words that would fit as messages list them; None where they are too many."""
    names = sorted(WORDS.get(text, f"`{text.lower()}`") for text in expected
                   if text not in OPERATORS and not text.startswith("__"))
    return f"expected {', '.join(names)}" if 0 < len(names) <= MOST_EXPECTED else None


def nearest(token: Token, expected: set[str]) -> str | None:
    """Return the word that would fit, and is most like the one that does not."""
    return did_you_mean(str(token), {text.lower() for text in expected if text not in WORDS and text not in OPERATORS})
