"""Report why a text has no tree: the word that does not fit, what would, and the change that mends it."""

from __future__ import annotations

import re

from lark import Token
from lark.exceptions import UnexpectedToken

from ..source.chunks import line_span
from ..source.diagnostics import Diagnostics, did_you_mean
from ..source.fixes import Fix, Meant, in_place, indented
from ..source.habits import habit_at
from ..source.letters import described, meant
from ..source.span import Source, Span, code_of
from .brackets import closing, closing_before, left_open, missing_here
from .hints import hint, last_hint
from .words import BEGINS, Joined, declaring, own_words

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
# A word right before a place.
_WORD_BEFORE = re.compile(r"\w+\Z")
# A word before a place, with a letter that is no small one.
_CAPITALS = re.compile(r"(?<![\w.])(\w*[^\W\d_a-z]\w*)[ \t]+\Z")
# What begins a line below which a block stands.
_OPENS = re.compile(r"[ \t]*(?:if|else|for|repeat|choose|move|require|exception|otherwise|[a-z]+ \w+(?:\(.*\))?.*has\b|"
                    r"(?:rule|phase|play|function|end|state|constants|each|table|pieces|board|rulebook|event)\b)")
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



def strange(character: str, at: Span, diagnostics: Diagnostics) -> None:
    """Record a character that begins nothing."""
    known = hint(code_of(at.source.line(at.line)), at.column, set())
    if known is not None:
        diagnostics.add("E101", f"the character {described(character)} does not fit here", at, help=known.help,
                        fixes=known.fixes(at))
        return
    if _other_language(at, False, diagnostics):
        return
    diagnostics.add("E101", f"the character {described(character)} does not fit here", at,
              help='write a text between two `"` on one line' if character == '"' else meant(character))


# What stands behind a name in a statement.
_USED = re.compile(r"\(|\.\w|\s+(?:becomes|gains|loses)\b")


def misplaced(error: UnexpectedToken, at: Span, diagnostics: Diagnostics) -> None:
    """Record a word that does not fit, or the word before it where that is what does not."""
    line = code_of(at.source.line(at.line))
    before = line[: at.column - 1]
    opened = left_open(at, is_end=error.token.type in _UNWRITTEN)
    if opened is not None:
        fix = closing(opened)
        diagnostics.add("E101", f"nothing closes the `{opened.text}`", opened, help=f"a `{fix.text}` is missing",
                        fixes=(fix,))
        return
    begun = _WORD_BEFORE.search(before)
    if begun is not None and BEGINS.match(error.token):
        # The lexer has cut a word of the language off the beginning of a longer word, after which nothing fits.
        whole = Span(at.source, at.line, begun.start() + 1, at.line, at.end_column)
        guess = hint(line, whole.column, set())
        if guess is not None:
            diagnostics.add("E101", f"`{whole.text}` does not fit here", whole, help=guess.help, fixes=guess.fixes(at))
        elif whole.column > 1 or not _indented_instead(whole, diagnostics):
            diagnostics.add("E101", f"`{whole.text}` does not fit here", whole,
                            help=None if whole.column > 1 or whole.text in own_words() else did_you_mean(
                                whole.text, declaring()))
        return
    if error.token.type == "_INDENT" and _opens_nothing(at, diagnostics):
        return
    if _at_margin(error.token, at, diagnostics) or _in_capitals(error.token, at, before, diagnostics):
        return
    expected = error.accepts or error.expected or set()
    quantifier, going_on = _QUANTIFIER.search(before), _BEGINS_WITH.fullmatch(before)
    if quantifier is not None and error.token.type == "NAME" and hint(line, at.column, expected) is None:
        _instead(at, quantifier.span(1), "put it, and what belongs to it, in parentheses", diagnostics)
        return
    if going_on is not None:
        _instead(at, going_on.span(1), _IN_BRACKETS, diagnostics)
        return
    broken = _broken(error.token, at)
    # What does not fit at the end of a line stands behind its last character.
    known = hint(line, at.column + (error.token.type in _UNWRITTEN), expected)
    help = broken if known is None else known.help
    only = len(expected) == 1 and not expected & {*_WORDS, *_OPERATORS}
    if help is None and error.token.type not in _UNWRITTEN and _other_language(at, only, diagnostics):
        return
    colon = None if help is not None else _colon(before, expected)
    sign = None if help is not None or colon is not None else missing_here(at, expected)
    if sign is not None:
        diagnostics.add("E101", f"{_described(error.token)} does not fit here", at, help=f"a `{sign}` is missing before it",
                        fixes=(closing_before(at, sign),))
        return
    help = help or colon or _reserved(error.token, line, at, expected) or _near(error.token, expected)
    if help is None:
        known = last_hint(line, at.column, expected)
    fixes = known.fixes(at) if known is not None else (_with_colon(at, before),) if colon is not None else ()
    if known is None and expected == {"_INDENT"} and at.column == _indent(at.source.line(at.line)) + 1:
        fixes = (indented(at, _indent(_line_above(at)) + 4),)
    diagnostics.add("E101", f"{_described(error.token)} does not fit here", at,
                    help=help or (_expectation(expected) if known is None else known.help), fixes=fixes)


def _opens_nothing(at: Span, diagnostics: Diagnostics) -> bool:
    """Record a word of another language above a block, such as `loop`; return false if there is none."""
    number = next((number for number in range(at.line - 1, 0, -1) if code_of(at.source.line(number)).strip()), at.line)
    line = code_of(at.source.line(number))
    begin = _indent(line) + 1
    habit = habit_at(line, begin)
    if habit is None:
        return False
    _instead(Span(at.source, number, begin, number, habit.end), (habit.column - 1, habit.end - 1), habit.help, diagnostics)
    return True


def _at_margin(token: Token, at: Span, diagnostics: Diagnostics) -> bool:
    """Record a word at the left margin that begins no declaration, and belongs to one; return false for any other."""
    if at.column > 1 or token.type in _UNWRITTEN or hint(code_of(at.source.line(at.line)), 1, set()) is not None:
        return False
    return _indented_instead(at, diagnostics)


def _indented_instead(at: Span, diagnostics: Diagnostics) -> bool:
    """Record a word at the left margin that belongs to the declaration above it.

    Return false if there is none, or if the word is more like one that begins a declaration.
    """
    is_own = at.text in own_words()
    if not is_own and (habit_at(code_of(at.source.line(at.line)), 1) or did_you_mean(at.text, declaring())):
        return False
    above = _line_above(at)
    level = _indent(above) + (4 if _OPENS.match(above) else 0)
    if level:
        diagnostics.add("E101", f"`{at.text}` does not fit here", at,
                        help="only declarations such as `rule` and `end` begin at the left margin: indent what belongs to one",
                        fixes=(indented(at, level),))
    return bool(level)


def _line_above(at: Span) -> str:
    """Return the line of code above a place; an empty text if there is none."""
    lines = (code_of(at.source.line(number)) for number in range(at.line - 1, max(0, at.line - MOST_BLANK), -1))
    return next((line for line in lines if line.strip()), "")


def _in_capitals(token: Token, at: Span, before: str, diagnostics: Diagnostics) -> bool:
    """Record a word of the language in capitals, at a place that does not fit or right before it; false for any other."""
    begun = _CAPITALS.search(before)
    ends = at.column - 1 + len(token)
    for text, begin, end in ((str(token), at.column - 1, ends), *([(begun[1], *begun.span(1))] if begun else ())):
        if text != text.lower() and text.lower() in own_words():
            _instead(at, (begin, end), Meant("words of the language have small letters", text, text.lower()), diagnostics)
            return True
    return False


def joined(error: Joined, source: Source, line: int, column: int, diagnostics: Diagnostics) -> None:
    """Record a word that only begins like a word of the language; with a blank, it may be that word and a name."""
    first, second = (token_span(token, source, line, column) for token in (error.first, error.second))
    at = Span(source, first.line, first.column, second.end_line, second.end_column)
    written = code_of(source.line(first.line))
    known = hint(written, first.column, set())
    habit = habit_at(written, first.column)
    if known is not None:
        diagnostics.add("E101", f"`{at.text}` does not fit here", at, help=known.help, fixes=known.fixes(at))
        return
    if habit is not None and habit.end == at.end_column:
        diagnostics.add("E101", f"`{at.text}` does not fit here", at, help=habit.help)
        return
    if second.text == "s" and first.text in declaring():
        diagnostics.add("E101", f"`{at.text}` does not fit here", at, help=Meant(f"write `{first.text}`", at.text, first.text))
        return
    if at.text in own_words():
        if first.column > 1 or not _indented_instead(at, diagnostics):
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


# ---- Places and words ------------------------------------------------------------------------


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
