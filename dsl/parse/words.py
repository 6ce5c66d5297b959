"""Text -> its words as the grammar sees them, by lark's lexer and what makes blocks of indentation."""

from __future__ import annotations

import re
from collections.abc import Generator, Iterator
from functools import cache
from threading import local

from lark import Token
from lark.exceptions import UnexpectedInput
from lark.indenter import Indenter
from lark.lark import PostLex

from .parser import Parser, parser_of

# The end of a word, and the beginning of one.
ENDS, BEGINS = re.compile(r"\w\Z"), re.compile(r"\w")


# A word as the grammar sees it: its line, column, kind and text.
Word = tuple[int, int, str, str]


class JoinedWords(UnexpectedInput):
    """Two words without a blank between them, which the lexer has cut one from: `players` where only `play` could stand."""

    def __init__(self, first: Token, second: Token) -> None:
        super().__init__()
        self.first, self.second = first, second


class _Text(Indenter):
    """Makes blocks of the indentation of one text; lines inside brackets go on. Notes the words of the text."""

    def __init__(self) -> None:
        super().__init__()
        self.words: list[Word] = []

    def process(self, stream: Iterator[Token]) -> Generator[Token, None, None]:
        last: Token | None = None
        for token in super().process(stream):  # type: ignore[no-untyped-call]  # lark has no types for it
            # Where no name can stand, the lexer looks for words of the language only, and finds one at the beginning of a
            # longer word. Without this test `rulekeep` would be `rule keep`.
            if last is not None and last.end_pos == token.start_pos and ENDS.search(last) and BEGINS.match(token):
                raise JoinedWords(last, token)
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


class BlockLexer(PostLex):
    """Makes blocks of indentation, and knows the words of the text that this thread has parsed last.

    A server parses in several threads with one parser, so what is known of a text while it is parsed is apart for each text.
    """

    always_accept = ("_NL",)

    def __init__(self) -> None:
        self._of_thread = local()

    @property
    def words(self) -> list[Word]:
        """The words of the text that this thread has parsed last, up to the word that does not fit."""
        words: list[Word] = self._of_thread.words
        return words

    def process(self, stream: Iterator[Token]) -> Iterator[Token]:
        text = _Text()
        self._of_thread.words = text.words
        return text.process(stream)


@cache
def blocks() -> BlockLexer:
    return BlockLexer()


@cache
def lark() -> Parser:
    return parser_of(blocks())


@cache
def own_words() -> frozenset[str]:
    """Return the words of the language."""
    return frozenset(terminal.pattern.value for terminal in lark().terminals if terminal.pattern.value.isalpha())


@cache
def declaring() -> frozenset[str]:
    """Return the words that declarations begin with."""
    return frozenset(text.lower() for text in lark().parse_interactive("", start="declaration").accepts() if text.isalpha())  # type: ignore[no-untyped-call]  # lark has no types for it
