"""Text -> its words, of those for which the parser has a use: what lark's contextual lexer does.

lark makes a lexer for each state of the parser, with an expression of all words that may come there. To compile these takes
longer than to parse a small rulebook. Here the first character finds words of fixed characters, so that only the few words with
a pattern are compiled. A state is looked at when a text comes to it. Words, their places and what is raised are lark's.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from itertools import groupby

from attrs import frozen
from lark import Token
from lark.exceptions import UnexpectedCharacters, UnexpectedToken
from lark.lexer import Lexer, LexerState, TerminalDef
from lark.parsers.lalr_parser_state import ParserState

# Looks for words at a place of a text: returns the text and the kind of the first that is there.
Try = Callable[[str, int, int], tuple[str, str] | None]


@frozen
class Terminals:
    """The words of a grammar, in the order in which they are tried."""

    terminals: Sequence[TerminalDef]
    # Kinds that may hold the end of a line, and kinds that are left out.
    with_newlines: frozenset[str]
    ignored: frozenset[str]
    # For a kind with a pattern: words of fixed characters that it fits too, and their kinds. These go before it.
    within: Mapping[str, Mapping[str, str]]


@frozen(eq=False)
class _Attempts:
    """The words that fit in some states: how to try them, the kinds tried, and the words of fixed characters within a kind."""

    tries: Sequence[Try]
    kinds: frozenset[str]
    within: Mapping[str, Mapping[str, str]]


class Scanner(Lexer):
    """Reads the words of a text for a parser whose state changes with each word."""

    # lark gives such a lexer the state of the parser.
    __future_interface__ = 2

    def __init__(self, vocabulary: Terminals, accepted_in: Mapping[int, Collection[str]], always: Iterable[str]) -> None:
        self._vocabulary, self._accepted_in = vocabulary, accepted_in
        self._by_name = {terminal.name: terminal for terminal in vocabulary.terminals}
        self._always = vocabulary.ignored.union(always)
        self._in_state: dict[int, _Attempts] = {}
        self._of_kinds: dict[frozenset[str], _Attempts] = {}

    def lex(self, lexer_state: LexerState, parser_state: ParserState[int]) -> Iterator[Token]:
        """Yield the words of a text. Raises UnexpectedCharacters, and UnexpectedToken for a word that would fit elsewhere."""
        while True:
            state = parser_state.position
            expected = self._in_state.get(state)
            if expected is None:
                expected = self._in_state[state] = self._expected(self._by_name.keys() & self._accepted_in[state])
            try:
                token = self._next(expected, lexer_state, parser_state)
            except UnexpectedCharacters as error:
                raise self._reported(error, lexer_state, parser_state) from None
            if token is None:
                return
            yield token

    def _reported(self, error: UnexpectedCharacters, lexer_state: LexerState, parser_state: ParserState[int]
                  ) -> UnexpectedCharacters | UnexpectedToken:
        """Return the error for a text that begins with no word that fits: for the word that it begins with, if it is any."""
        last = lexer_state.last_token
        try:
            token = self._next(self._expected(self._by_name.keys()), lexer_state, parser_state)
        except UnexpectedCharacters:
            return error
        assert token is not None, "the text has not ended"
        return UnexpectedToken(  # type: ignore[no-untyped-call]  # lark has no types for it
            token, error.allowed, state=parser_state, token_history=[last], terminals_by_name=self._by_name)

    def _next(self, expected: _Attempts, lexer_state: LexerState, parser_state: ParserState[int]) -> Token | None:
        """Return the next word; None at the end. Raises UnexpectedCharacters."""
        counter, text, end = lexer_state.line_ctr, lexer_state.text.text, lexer_state.text.end
        vocabulary = self._vocabulary
        while counter.char_pos < end:
            for attempt in expected.tries:
                word = attempt(text, counter.char_pos, end)
                if word is not None:
                    break
            else:
                last = lexer_state.last_token
                raise UnexpectedCharacters(  # type: ignore[no-untyped-call]  # as above
                    text, counter.char_pos, counter.line, counter.column, state=parser_state, token_history=last and [last],
                    allowed=expected.kinds - vocabulary.ignored or {"<END-OF-FILE>"}, terminals_by_name=self._by_name)
            value, kind = word
            if kind in vocabulary.ignored:
                counter.feed(value, kind in vocabulary.with_newlines)
                continue
            token = Token(expected.within[kind].get(value, kind) if kind in expected.within else kind, value,
                          counter.char_pos, counter.line, counter.column)
            counter.feed(value, kind in vocabulary.with_newlines)
            token.end_line, token.end_column, token.end_pos = counter.line, counter.column, counter.char_pos
            lexer_state.last_token = token
            return token
        return None

    def _expected(self, kinds: Collection[str]) -> _Attempts:
        """Return the words to try where some kinds fit, with those that always do."""
        key = self._always.union(kinds)
        known = self._of_kinds.get(key)
        if known is None:
            known = self._of_kinds[key] = self._attempts_for(key)
        return known

    def _attempts_for(self, kinds: frozenset[str]) -> _Attempts:
        within = {name: {value: kind for value, kind in words.items() if kind in kinds}
                  for name, words in self._vocabulary.within.items() if name in kinds}
        within_others = {kind for words in within.values() for kind in words.values()}
        terminals = [terminal for terminal in self._vocabulary.terminals
                     if terminal.name in kinds and terminal.name not in within_others]
        tries = [_by_first_character(list(run)) if fixed else _by_pattern(list(run))
                 for fixed, run in groupby(terminals, lambda terminal: terminal.pattern.type == "str")]
        return _Attempts(tries, frozenset(terminal.name for terminal in terminals), within)


def _by_first_character(terminals: Sequence[TerminalDef]) -> Try:
    words: dict[str, list[tuple[str, str]]] = {}
    for terminal in terminals:
        value = terminal.pattern.value
        words.setdefault(value[0], []).append((value, terminal.name))

    def find(text: str, place: int, end: int) -> tuple[str, str] | None:
        for word in words.get(text[place], ()):
            if text.startswith(word[0], place, end):
                return word
        return None

    return find


def _by_pattern(terminals: Sequence[TerminalDef]) -> Try:
    match = re.compile("|".join(f"(?P<{terminal.name}>{terminal.pattern.value})" for terminal in terminals)).match

    def find(text: str, place: int, end: int) -> tuple[str, str] | None:
        match_ = match(text, place, end)
        if match_ is None:
            return None
        assert match_.lastgroup is not None, "each alternative is a group"
        return match_[0], match_.lastgroup

    return find
