"""Report why a text has no tree: the word that does not fit, what would, and the change that mends it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cached_property
from typing import assert_never

from attrs import frozen
from lark import Token
from lark.exceptions import UnexpectedCharacters, UnexpectedToken

from ..source.diagnostics import Diagnostics, did_you_mean
from ..source.fixes import Fix, Meant, block_indented, in_parentheses, in_place, indented
from ..source.habits import habit_at
from ..source.letters import described, help_with_character
from ..source.span import Source, Span, code_of, indent_of
from .brackets import closing_before, left_open, missing_here, report_unclosed
from .hints import Hint, hint, last_hint
from .tokens import MOST_BLANK, MOST_EXPECTED, OPERATORS, WORDS, expectation, named, nearest, token_span
from .words import BEGINS, JoinedWords, declaring, own_words

QUANTIFIERS = ("every", "some", "no", "sum", "max", "min", "count", "first", "last")
_QUANTIFIER = re.compile(rf"\b({'|'.join(QUANTIFIERS)})[ \t]+$")
# A word before a place, and a name that stands for each of several values.
_LAST_WORD = re.compile(r"\b([^\W\d]\w*)[ \t]+$")
_SEVERAL = re.compile(r"[^\W\d]\w*[ \t]+in\b")
# A quantifier that asks something of its values.
_ASKED = re.compile(r"\b(every|some|no|sum|max|min)[ \t]+\w+[ \t]+in\b[^:]*$")
_IN_BRACKETS = "a line goes on in the next one inside brackets only: put what is long in `(` and `)`"
_BELOW = "what belongs to it stands below it, indented by four spaces"
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
# What stands on a line of its own in a block, and goes on with no line above.
_LINE_OF_BLOCK = re.compile(
    r"[ \t]*(?:if\b(?!.*\belse\b)|for\s+each\b|(?:let|var|repeat|choose|move|require|exception|check|roll|draw|place|transfer|"
    r"announce|stop|skip|must|when|winners|ranking|gives|row|players|seats)\b|"
    r"[^\W\d][\w.]*(?:\[[^\]]*\])?(?::|\(.*\)$|\s+(?:becomes|gains|loses)\b))")
# What a line does not show.
_UNWRITTEN = {"_NL", "_INDENT", "_DEDENT", "$END"}
# The header of a variant.
_VARIANT = re.compile(r"^variant\b", re.MULTILINE)
# What stands behind a name in a statement.
_USED = re.compile(r"\(|\.\w|\s+(?:becomes|gains|loses)\b")


@frozen
class _MisplacedWord:
    """A word that does not fit, and its place."""

    error: UnexpectedToken
    span: Span

    @property
    def token(self) -> Token:
        token: Token = self.error.token
        return token

    @property
    def is_unwritten(self) -> bool:
        """Whether it is the end of a line, a block or the text, or the begin of a block."""
        return self.token.type in _UNWRITTEN

    @cached_property
    def line(self) -> str:
        """Its line, without a comment."""
        return code_of(self.span.source.line(self.span.line))

    @property
    def before(self) -> str:
        """The part of its line before it."""
        return self.line[: self.span.column - 1]

    @cached_property
    def expected(self) -> set[str]:
        """The words that would fit; lark tries all of them, which takes long."""
        return self.error.accepts or self.error.expected or set()

    @cached_property
    def hint(self) -> Hint | None:
        """The hint for its line; what does not fit at the end of a line stands behind its last character."""
        return hint(self.line, self.span.column + self.is_unwritten, self.expected, _is_variant(self.span.source))

    @cached_property
    def help(self) -> str | None:
        """The help of the hint, or that for a line that is broken."""
        return _broken(self.token, self.span) if self.hint is None else self.hint.help


def _is_variant(source: Source) -> bool:
    return _VARIANT.search(source.text) is not None


def report(error: JoinedWords | UnexpectedToken | UnexpectedCharacters, source: Source, line: int, column: int,
           diagnostics: Diagnostics) -> None:
    """Record why a text that stands in `source` from this line and column on does not parse."""
    match error:
        case JoinedWords():
            joined(error, source, line, column, diagnostics)
        case UnexpectedToken():
            misplaced(error, token_span(error.token, source, line, column), diagnostics)
        case UnexpectedCharacters():
            row, col = error.line + line - 1, error.column + (column - 1 if error.line == 1 else 0)
            strange(error.char, Span(source, row, col, row, col + 1), diagnostics)
        case _:
            assert_never(error)


def misplaced(error: UnexpectedToken, span: Span, diagnostics: Diagnostics) -> None:
    """Record a word that does not fit, or the word before it where that is what does not."""
    wrong = _MisplacedWord(error, span)
    if not any(records(wrong, diagnostics) for records in _RECORDERS):
        _does_not_fit(wrong, diagnostics)


def strange(character: str, span: Span, diagnostics: Diagnostics) -> None:
    """Record a character that begins nothing."""
    written = f"the character {described(character)}"
    known = hint(code_of(span.source.line(span.line)), span.column, set(), _is_variant(span.source))
    if known is not None:
        _record(written, span, diagnostics, known.help, known.fixes(span))
    elif not _other_language(span, False, diagnostics):
        _record(written, span, diagnostics,
                'write a text between two `"` on one line' if character == '"' else help_with_character(character))


def _record(written: str, span: Span, diagnostics: Diagnostics, help: str | None = None, fixes: Sequence[Fix] = ()) -> None:
    diagnostics.add("E101", f"{written} does not fit here", span, help=help, fixes=tuple(fixes))


# ---- What does not fit, one after another ------------------------------------------------------
# Each of these records what is wrong if it is its case, and returns whether it is.


def _not_closed(wrong: _MisplacedWord, diagnostics: Diagnostics) -> bool:
    """Record a bracket above that nothing closes."""
    opened = left_open(wrong.span, is_end=wrong.is_unwritten)
    if opened is not None:
        report_unclosed(opened, opened.line, diagnostics)
    return opened is not None


def _longer(wrong: _MisplacedWord, diagnostics: Diagnostics) -> bool:
    """Record a word off the beginning of which the lexer has cut a word of the language; after that nothing fits."""
    span, begun = wrong.span, _WORD_BEFORE.search(wrong.before)
    if begun is None or BEGINS.match(wrong.token) is None:
        return False
    whole = Span(span.source, span.line, begun.start() + 1, span.line, span.end_column)
    guess = hint(wrong.line, whole.column, set(), _is_variant(whole.source))
    if guess is not None:
        _record(f"`{whole.text}`", whole, diagnostics, guess.help, guess.fixes(span))
    elif whole.column > 1:
        _record(f"`{whole.text}`", whole, diagnostics)
    elif not _indented_instead(whole, diagnostics):
        _record(f"`{whole.text}`", whole, diagnostics,
                None if whole.text in own_words() else did_you_mean(whole.text, declaring()))
    return True


def _opens_nothing(wrong: _MisplacedWord, diagnostics: Diagnostics) -> bool:
    """Record a word of another language above a block, such as `loop`."""
    source, above = wrong.span.source, range(wrong.span.line - 1, 0, -1)
    number = next((number for number in above if code_of(source.line(number)).strip()), wrong.span.line)
    line = code_of(source.line(number))
    begin = indent_of(line) + 1
    habit = habit_at(line, begin) if wrong.token.type == "_INDENT" else None
    if habit is None:
        return False
    _instead(Span(source, number, begin, number, habit.end), (habit.column - 1, habit.end - 1), habit.help, diagnostics)
    return True


def _at_margin(wrong: _MisplacedWord, diagnostics: Diagnostics) -> bool:
    """Record a word at the left margin that begins no declaration, and belongs to one."""
    if wrong.span.column > 1 or wrong.is_unwritten or wrong.hint is not None:
        return False
    return _indented_instead(wrong.span, diagnostics)


def _in_capitals(wrong: _MisplacedWord, diagnostics: Diagnostics) -> bool:
    """Record a word of the language in capitals, at a place that does not fit or right before it."""
    span, begun = wrong.span, _CAPITALS.search(wrong.before)
    ends = span.column - 1 + len(wrong.token)
    for text, begin, end in ((str(wrong.token), span.column - 1, ends), *([(begun[1], *begun.span(1))] if begun else ())):
        if text != text.lower() and text.lower() in own_words():
            _instead(span, (begin, end), Meant("words of the language have small letters", text, text.lower()), diagnostics)
            return True
    return False


def _without_brackets(wrong: _MisplacedWord, diagnostics: Diagnostics) -> bool:
    """Record a quantifier inside a value, or a word that goes on with the line above, that stand outside brackets."""
    quantifier = _QUANTIFIER.search(wrong.before)
    if quantifier is not None and wrong.token.type == "NAME" and wrong.hint is None:
        _instead(wrong.span, quantifier.span(1), "put it, and what belongs to it, in parentheses", diagnostics,
                 [in_parentheses(wrong.span, wrong.line, quantifier.start(1))])
        return True
    going_on = _BEGINS_WITH.fullmatch(wrong.before)
    if going_on is not None:
        _instead(wrong.span, going_on.span(1), _IN_BRACKETS, diagnostics)
    return going_on is not None


def _foreign(wrong: _MisplacedWord, diagnostics: Diagnostics) -> bool:
    """Record a word or sign of another language."""
    only = len(wrong.expected) == 1 and not wrong.expected & {*WORDS, *OPERATORS}
    return wrong.help is None and not wrong.is_unwritten and _other_language(wrong.span, only, diagnostics)


def _quantifier(wrong: _MisplacedWord, diagnostics: Diagnostics) -> bool:
    """Record the word before a name as a quantifier that is not written right, such as `cuont p in players`."""
    written = _LAST_WORD.search(wrong.before)
    if written is None or _SEVERAL.match(wrong.line, wrong.span.column - 1) is None:
        return False
    near = did_you_mean(written[1], QUANTIFIERS)
    if near is not None:
        _instead(wrong.span, written.span(1), near, diagnostics)
    return near is not None


def _without_a_sign(wrong: _MisplacedWord, diagnostics: Diagnostics) -> bool:
    """Record a place before which a colon or a closing bracket is missing."""
    if wrong.help is not None:
        return False
    colon = _colon(wrong.before, wrong.expected)
    sign = missing_here(wrong.span, wrong.expected) if colon is None else None
    if colon is not None:
        _record(named(wrong.token), wrong.span, diagnostics, colon, [_with_colon(wrong.span, wrong.before)])
    elif sign is not None:
        _record(named(wrong.token), wrong.span, diagnostics, f"a `{sign}` is missing before it",
                [closing_before(wrong.span, sign)])
    return colon is not None or sign is not None


# The first that applies counts. What is wrong above a place, or before it, comes before what may be wrong with it;
# and those that need the words that would fit come last, as these take long to find.
_RECORDERS = (_not_closed, _longer, _opens_nothing, _at_margin, _in_capitals, _without_brackets, _quantifier, _foreign,
              _without_a_sign)


def _does_not_fit(wrong: _MisplacedWord, diagnostics: Diagnostics) -> None:
    """Record a word that does not fit, with a guess at what is meant, or with what would fit."""
    span, expected = wrong.span, wrong.expected
    is_head = wrong.token.type == "$END" and "_INDENT" in expected
    written = "the end of the declaration" if is_head else named(wrong.token)
    help = wrong.help or (_BELOW if is_head else None) or _reserved(
        wrong.token, wrong.line, span, expected) or nearest(wrong.token, expected)
    known = wrong.hint if help is not None else last_hint(wrong.line, span.column, expected)
    if known is not None:
        _record(written, span, diagnostics, known.help, known.fixes(span))
        return
    if wrong.token.type == "_INDENT" and _LINE_OF_BLOCK.match(wrong.line):
        _record(written, span, diagnostics, help, [block_indented(span, indent_of(_line_above(span)))])
        return
    is_shallow = expected == {"_INDENT"} and span.column == indent_of(span.source.line(span.line)) + 1
    _record(written, span, diagnostics, help or expectation(expected),
            [indented(span, indent_of(_line_above(span)) + 4)] if is_shallow else ())


def _indented_instead(span: Span, diagnostics: Diagnostics) -> bool:
    """Record a word at the left margin that belongs to the declaration above it.

    Return false if there is none, or if the word is more like one that begins a declaration.
    """
    is_own = span.text in own_words()
    if not is_own and (habit_at(code_of(span.source.line(span.line)), 1) or did_you_mean(span.text, declaring())):
        return False
    above = _line_above(span)
    level = indent_of(above) + (4 if _OPENS.match(above) else 0)
    if level:
        _record(f"`{span.text}`", span, diagnostics,
                "only declarations such as `rule` and `end` begin at the left margin: indent what belongs to one",
                [indented(span, level)])
    return bool(level)


def _line_above(span: Span) -> str:
    """Return the line of code above a place; an empty text if there is none."""
    lines = (code_of(span.source.line(number)) for number in range(span.line - 1, max(0, span.line - MOST_BLANK), -1))
    return next((line for line in lines if line.strip()), "")


def joined(error: JoinedWords, source: Source, line: int, column: int, diagnostics: Diagnostics) -> None:
    """Record a word that only begins like a word of the language; with a blank, it may be that word and a name."""
    first, second = (token_span(token, source, line, column) for token in (error.first, error.second))
    span = Span(source, first.line, first.column, second.end_line, second.end_column)
    written = code_of(source.line(first.line))
    known, habit = hint(written, first.column, set(), _is_variant(first.source)), habit_at(written, first.column)
    parted = f"{first.text} {second.text}"
    if known is not None:
        _record(f"`{span.text}`", span, diagnostics, known.help, known.fixes(span))
    elif habit is not None and habit.end == span.end_column:
        _record(f"`{span.text}`", span, diagnostics, habit.help)
    elif second.text == "s" and first.text in declaring():
        _record(f"`{span.text}`", span, diagnostics, Meant(f"write `{first.text}`", span.text, first.text))
    elif first.column == 1 and (near := did_you_mean(span.text, declaring())) is not None and near.meant != first.text:
        _record(f"`{span.text}`", span, diagnostics, near)
    elif span.text not in own_words():
        _record(f"`{span.text}`", span, diagnostics, f"if two words are meant, write `{parted}`", [in_place(span, parted)])
    elif first.column > 1 or not _indented_instead(span, diagnostics):
        _record(f"`{span.text}`", span, diagnostics)


def _other_language(span: Span, only: bool, diagnostics: Diagnostics) -> bool:
    """Record a word or sign of another language that makes a place not fit; return false if there is none.

    Where `only` one word fits in its place, that word helps more than what is meant elsewhere.
    """
    written = habit_at(code_of(span.source.line(span.line)), span.column)
    if written is None or (only and written.column == span.column):
        return False
    _instead(span, (written.column - 1, written.end - 1), written.help, diagnostics)
    return True


def _instead(span: Span, part: tuple[int, int], help: str, diagnostics: Diagnostics, fixes: Sequence[Fix] = ()) -> None:
    """Record that a part of the line of a place, from and to a column counted from 0, does not fit."""
    misplaced_span = Span(span.source, span.line, part[0] + 1, span.line, part[1] + 1)
    _record(f"`{misplaced_span.text}`", misplaced_span, diagnostics, help, fixes)


def _reserved(token: Token, line: str, span: Span, expected: set[str]) -> str | None:
    """Return the help for a word of the language that is used as the name of a rule, a function or a field."""
    if "NAME" not in expected or not str(token).isalpha() or _USED.match(line, span.column - 1 + len(token)) is None:
        return None
    return f"`{token}` is a word of the language, which means something else here: take another name"


def _broken(token: Token, span: Span) -> str | None:
    """Return the help for a line that goes on in the next one, or a block where none is opened."""
    if token.type == "_INDENT":
        return f"a block stands below a line that opens one, such as `if`; {_IN_BRACKETS}"
    source, line = span.source, span.source.line(span.line)
    if token.type == "_NL":
        below = next((source.line(n) for n in range(span.line + 1, span.line + MOST_BLANK) if code_of(source.line(n)).strip()),
                     "")
        return _IN_BRACKETS if indent_of(below) > indent_of(line) else None
    begins = span.column == indent_of(line) + 1
    return _IN_BRACKETS if begins and (token.type in OPERATORS or str(token) in _GOING_ON) else None


def _colon(before: str, expected: set[str]) -> str | None:
    """Return the help for a quantifier without its `:`, found behind the part of a line that is `before` a place."""
    if "COLON" not in expected or len(expected) <= MOST_EXPECTED or not _ASKED.search(before):
        return None
    return "a `:` is missing before it, as in `every p in players: p.ready`"


def _with_colon(span: Span, before: str) -> Fix:
    """Return the change that puts a `:` behind the part of a line that is `before` a place."""
    column = len(before.rstrip()) + 1
    return Fix("add `:`", Span(span.source, span.line, column, span.line, column), ":")
