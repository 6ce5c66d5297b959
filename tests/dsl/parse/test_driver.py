"""Trees and words of texts are those that lark's own lexer and loop make, and what does not fit is reported as lark does."""

from __future__ import annotations

from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any

import lark
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from lark import Token, Tree
from lark.exceptions import LarkError, UnexpectedToken
from lark.parsers.lalr_parser import _Parser

from rulewright.dsl.parse import words as reader
from rulewright.dsl.parse.driver import is_passing_on
from rulewright.dsl.parse.parser import Parser
from rulewright.dsl.parse.tables import FastParser
from rulewright.dsl.source.chunks import cut
from rulewright.dsl.source.diagnostics import Diagnostics
from rulewright.dsl.source.span import Source

ROOT = Path(__file__).parents[3]
# Every construct of the language, with and without mistakes.
FILES = sorted([*(ROOT / "games" / "tutorial").rglob("*.rules"), *(ROOT / "tests" / "fragments").rglob("*.rules"),
                *(ROOT / "tests" / "errors" / "cases").glob("E101*.rules")])
# Words for texts that hardly ever fit.
WORDS = ["rule", "a", "1", "+", "(", ")", ":", "\n    ", "\n", "if", "and", "not", "=", "p", ".",
         "for", "in", '"x"', "becomes", ","]


@cache
def slow() -> lark.Lark:
    """Return lark's parser of the grammar with lark's own lexer and loop, on a table made now."""
    made = lark.Lark(resources.files("rulewright").joinpath("grammar", "rulebook.lark").read_text("utf-8"), parser="lalr",
                     postlex=reader.BlockLexer(), start=["declaration", "expression"], propagate_positions=True,
                     maybe_placeholders=True, _plugins={"LALR_Parser": FastParser})
    inner: Any = made.parser.parser
    inner.parser = _Parser(inner._parse_table, inner.parser.callbacks)
    return made


def shape(node: object) -> object:
    """Return all of a tree: names, children, where it stands and what was read for it."""
    if isinstance(node, Tree):
        return node.data, vars(node.meta), [shape(child) for child in node.children]
    if isinstance(node, Token):
        return node.type, str(node), node.line, node.column, node.end_line, node.end_column, node.start_pos, node.end_pos
    return node


def result(parser: lark.Lark | Parser, text: str, start: str) -> object:
    """Return the tree of a text, or the error with its place and what could stand there."""
    try:
        return shape(parser.parse(text, start=start))
    except UnexpectedToken as error:
        return type(error), shape(error.token), sorted(error.accepts), sorted(error.expected)
    except LarkError as error:
        return type(error), str(error)


@pytest.mark.parametrize("every", [4, pytest.param(1, marks=pytest.mark.slow)])
def test_trees_are_those_of_lark(every: int) -> None:
    texts = {chunk.text: None for file in FILES for chunk in cut(Source("x", file.read_text("utf-8")), Diagnostics())
             if chunk.sound}
    assert len(texts) > 300
    for text in list(texts)[::every]:
        assert result(reader.lark(), text, "declaration") == result(slow(), text, "declaration")


@given(st.lists(st.sampled_from(WORDS), max_size=12).map(" ".join), st.sampled_from(["declaration", "expression"]))
@settings(max_examples=40)
def test_what_does_not_fit_is_reported_as_lark_does(text: str, start: str) -> None:
    assert result(reader.lark(), text, start) == result(slow(), text, start)


def test_a_rule_that_passes_its_child_on_makes_nothing() -> None:
    child: Tree[Token] = Tree("child", [])
    child.meta.line = 1
    tables = reader.lark().tables
    rules = [rule for rule in tables.rules if is_passing_on(rule)]
    assert len(rules) > 20
    assert all(tables.makers[rule]([child]) is child for rule in rules)
