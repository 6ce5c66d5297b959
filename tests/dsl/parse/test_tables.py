"""The tables of the grammar come with the program or are kept between runs, and are made where they cannot be used."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import lark
import pytest

from rulewright.dsl.parse import parser, words
from rulewright.dsl.source.cache import CacheStore

from ...grammar_tables import FOLDER, written

# What is made of the whole grammar is compared once.
SMALL = r"""
declaration: "sum" expression _NL _INDENT (expression _NL)+ _DEDENT
expression: NUMBER ("+" NUMBER)* -> arithmetic
NUMBER: /[0-9]+/
_NL: /\n[\t ]*/
LPAR: "("
RPAR: ")"
LSQB: "["
RSQB: "]"
LBRACE: "{"
RBRACE: "}"
%declare _INDENT _DEDENT
%ignore " "
"""


@pytest.fixture
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> CacheStore:
    """A store of its own, and a small grammar."""
    (tmp_path / "grammar").mkdir()
    (tmp_path / "grammar" / "rulebook.lark").write_text(SMALL)
    monkeypatch.setattr("rulewright.dsl.parse.parser.resources.files", lambda _: tmp_path)
    monkeypatch.setattr(parser, "user_store", lambda kind, most: CacheStore(tmp_path / kind, most))
    return CacheStore(tmp_path / "grammars", 8)


def tree(text: str = "sum 1\n    1 + 2\n    3\n", start: str = "declaration") -> str:
    return repr(parser.parser_of(words.BlockLexer()).parse(text, start=start))


def test_a_kept_parser_makes_the_same_trees(store: CacheStore, monkeypatch: pytest.MonkeyPatch) -> None:
    made, other = tree(), tree("1 + 2", "expression")
    assert "arithmetic" in made
    monkeypatch.setattr(lark.Lark, "__init__", lambda *_, **__: pytest.fail("it is kept"))
    assert (tree(), tree("1 + 2", "expression")) == (made, other)
    with pytest.raises(lark.UnexpectedToken) as wrong:
        tree("sum 1\n    1 +\n")
    assert wrong.value.accepts == {"NUMBER"}


@pytest.mark.parametrize("content", [b"", b"no pickle", b"\x80\x04K\x01."])
def test_a_parser_that_is_spoiled_is_made_anew(store: CacheStore, content: bytes) -> None:
    made = tree()
    (path,) = store.folder.iterdir()
    store.write(path.name, content)
    assert tree() == made
    assert tree() == made
    assert path.stat().st_size > 500


def test_without_a_place_for_it_nothing_is_kept(tmp_path: Path, store: CacheStore, monkeypatch: pytest.MonkeyPatch) -> None:
    made = tree()
    monkeypatch.setattr(parser, "user_store", lambda kind, most: None)
    assert tree() == made
    (tmp_path / "taken").write_text("")
    monkeypatch.setattr(parser, "user_store", lambda kind, most: CacheStore(tmp_path / "taken", most))
    assert tree() == made


def test_another_grammar_has_a_parser_of_its_own(tmp_path: Path, store: CacheStore) -> None:
    made = tree()
    path = tmp_path / "grammar" / "rulebook.lark"
    path.write_text(SMALL.replace("arithmetic", "sum_of"))
    assert tree() == made.replace("arithmetic", "sum_of") != made
    assert len(list(store.folder.iterdir())) == 2


def test_the_tables_that_come_with_the_program_are_those_of_the_grammar() -> None:
    # With another lark, only the first line differs, or `python -m tests.grammar_tables` has to write them again.
    assert (FOLDER / parser.SHIPPED).read_text(encoding="utf-8").partition("\n")[2] == written().partition("\n")[2]


@pytest.fixture
def shipped(tmp_path: Path, store: CacheStore) -> Path:
    """Tables that come with the small grammar."""
    path = tmp_path / "grammar" / parser.SHIPPED
    path.write_text(parser.tables_of(SMALL, words.BlockLexer()))
    return path


def test_tables_that_come_with_the_program_are_used(shipped: Path, store: CacheStore, monkeypatch: pytest.MonkeyPatch) -> None:
    made = tree()
    assert not store.folder.exists()
    monkeypatch.setattr(lark.Lark, "__init__", lambda *_, **__: pytest.fail("they come with the program"))
    assert tree() == made
    assert tree("1 + 2", "expression").startswith("Tree('arithmetic'")


@pytest.mark.parametrize("spoil", [
    lambda text: text[: len(text) // 2], lambda text: text.partition("\n")[0] + "\n{}", lambda text: "",
    lambda text: text.partition("\n")[0] + "\n[]"])
def test_tables_that_are_spoiled_are_made(shipped: Path, store: CacheStore, spoil: Callable[[str], str]) -> None:
    made = tree()
    shipped.write_text(spoil(shipped.read_text()))
    assert tree() == made
    assert store.folder.exists()


@pytest.mark.parametrize("of", ["grammar", "lark"])
def test_tables_of_another_grammar_or_lark_are_not_used(shipped: Path, store: CacheStore, of: str,
                                                        monkeypatch: pytest.MonkeyPatch) -> None:
    made = tree()
    if of == "grammar":
        (shipped.parent / "rulebook.lark").write_text(SMALL.replace("arithmetic", "sum_of"))
        made = made.replace("arithmetic", "sum_of")
    else:
        monkeypatch.setattr(lark, "__version__", "1.999.1")
    assert tree() == made
    assert store.folder.exists()


def test_a_word_with_flags_has_no_place_in_tables() -> None:
    with pytest.raises(ValueError, match="flags"):
        parser.tables_of(SMALL.replace('"sum"', '"sum"i'), words.BlockLexer())
