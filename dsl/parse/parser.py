"""The grammar -> a parser of texts, by tables that come with the program or are kept: lark takes long to make them.

The tables of the grammar lie beside it, in `grammar/rulebook.tables`. `python -m tests.grammar_tables` writes them. They serve
if they are those of this grammar and were made by this version of lark. Otherwise they are made, and kept in the user's cache
folder. That is so while an author of the language changes the grammar.
"""

from __future__ import annotations

from importlib import resources
from pathlib import Path
from types import ModuleType
from typing import cast

import lark
from attrs import frozen
from lark import Token, Tree
from lark.lark import PostLex
from lark.lexer import LexerThread, TerminalDef
from lark.parser_frontends import PostLexConnector
from lark.parsers.lalr_interactive_parser import InteractiveParser

from ..source.cache import digest_of, user_store
from . import compact, tables
from .driver import Driver
from .scanner import Scanner

# Each version of the grammar and of lark has tables of its own.
TABLES = 8
GRAMMAR, SHIPPED = "rulebook.lark", "rulebook.tables"
STARTS = ["declaration", "expression"]


@frozen(eq=False)
class Parser:
    """Parses texts by the grammar. Several threads may use it at once."""

    tables: compact.ParserParts
    _driver: Driver
    _words: PostLexConnector

    @property
    def terminals(self) -> tuple[TerminalDef, ...]:
        """The kinds of words."""
        return tuple(self.tables.vocabulary.terminals)

    def parse(self, text: str, start: str) -> Tree[Token]:
        """Return lark's tree of a text. Raises what lark raises."""
        return cast("Tree[Token]", self._driver.parse(self._thread(text), start))

    def parse_interactive(self, text: str, start: str) -> InteractiveParser:
        """Return lark's parser of a text word by word."""
        return cast(InteractiveParser, self._driver.parse(self._thread(text), start, start_interactive=True))

    def _thread(self, text: str) -> LexerThread:
        return LexerThread.from_text(self._words, text)  # type: ignore[arg-type]  # lark passes one as well


def parser_of(blocks: PostLex) -> Parser:
    """Return the parser of the grammar, with what makes blocks of its words."""
    folder = resources.files("rulewright").joinpath("grammar")
    grammar = folder.joinpath(GRAMMAR).read_text(encoding="utf-8")
    shipped = folder.joinpath(SHIPPED)
    shipped_tables = _parts_of(grammar, shipped.read_text(encoding="utf-8")) if shipped.is_file() else None
    parts = shipped_tables or _cached(grammar, blocks)
    scanner = Scanner(parts.vocabulary, parts.table.states, blocks.always_accept)
    return Parser(parts, Driver(parts.table, parts.makers), PostLexConnector(scanner, blocks))  # type: ignore[no-untyped-call]  # lark has no types for it


def tables_of(grammar: str, blocks: PostLex) -> str:
    """Return the tables of a grammar as text. Its first line says for which grammar and which lark they are."""
    parser = lark.Lark(grammar, parser="lalr", postlex=blocks, start=STARTS, propagate_positions=True, maybe_placeholders=True,
                       _plugins={"LALR_Parser": tables.FastParser})
    return f"{_head(grammar)}\n{compact.written(parser)}"


def _parts_of(grammar: str, text: str) -> compact.ParserParts | None:
    """Return the tables in a text, if they are those of this grammar."""
    head, _, body = text.partition("\n")
    if head != _head(grammar):
        return None
    try:
        return compact.read(body)
    except (ValueError, KeyError, TypeError):  # a file that was spoiled; the tables are made instead
        return None


def _head(grammar: str) -> str:
    """Return the first line of tables: their form, the version of lark but for its last number, and a digest of the grammar."""
    version = ".".join(lark.__version__.split(".")[:2])
    return f"tables {compact.FORM}, lark {version}, {digest_of(grammar.encode())}"


def _cached(grammar: str, blocks: PostLex) -> compact.ParserParts:
    """Return the tables of a grammar that are kept in the user's cache folder; make and keep them where there are none."""
    store = user_store("grammars", TABLES)
    key = digest_of(grammar.encode(), lark.__version__.encode(), *map(_code_of, (compact, tables)))
    payload = None if store is None else store.read(key)
    known = None if payload is None else _parts_of(grammar, payload.decode("utf-8", "replace"))
    if known is not None:
        return known
    text = tables_of(grammar, blocks)
    if store is not None:
        store.write(key, text.encode())
    parts = _parts_of(grammar, text)
    assert parts is not None, "what is written can be read"
    return parts


def _code_of(module: ModuleType) -> bytes:
    assert module.__file__ is not None, "a module of this folder is a file"
    return Path(module.__file__).read_bytes()
