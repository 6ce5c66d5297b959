"""The plain form of a piece of code: what is written otherwise looks the same, what says something else does not."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from rulewright.dsl import syntax as ast
from rulewright.dsl.parse import parse
from rulewright.dsl.source.diagnostics import Diagnostics
from rulewright.dsl.source.span import Source
from rulewright.dsl.syntax.walk import nodes_in
from rulewright.dsl.tools.format import canonical, canonical_part

from ...strategies import RULEBOOKS, written_otherwise

TEXT = '''
constants by players   2   3
    most               5  -3  "At most {most}."  # a table

rule grow(n: 0..9)
    "It grows."

    # A choice.
    choose step by P1
        move "goes {m}" for m in {1, 2,  # two
                3}
            require allowed: m < most - 1
                "{m} is too much"

            heap gains f(m, n)
    heap becomes -1
'''


def nodes(text: str, *kinds: type[ast.Node]) -> Iterator[ast.Node]:
    return (node for node in nodes_in(tuple(parse(Source("case", text), Diagnostics()))) if isinstance(node, kinds))


def plain(kind: type[ast.Node]) -> str:
    return canonical_part(next(nodes(TEXT, kind)).span)


def test_the_plain_form_of_a_clause_begins_at_the_left() -> None:
    assert plain(ast.Require) == 'require allowed: m < most - 1\n    "{m} is too much"'
    assert plain(ast.Move) == (
        'move "goes {m}" for m in {1, 2, 3}\n    require allowed: m < most - 1\n        "{m} is too much"\n'
        "    heap gains f(m, n)")
    assert plain(ast.Constant) == 'most 5 -3 "At most {most}."'
    assert plain(ast.Call) == "f(m, n)"
    assert plain(ast.Collection) == "{1, 2, 3}"


def test_the_plain_form_of_a_text_has_no_comments_and_no_tables() -> None:
    assert canonical(TEXT).splitlines()[:4] == [
        "constants by players 2 3", '    most 5 -3 "At most {most}."', "rule grow(n: 0..9)", '    "It grows."']


WRITTEN_TWICE = st.sampled_from(RULEBOOKS).flatmap(lambda text: st.tuples(st.just(text), written_otherwise(text)))


@settings(max_examples=2, deadline=None, phases=[Phase.generate])
@given(WRITTEN_TWICE)
def test_what_is_written_otherwise_has_the_same_plain_form(texts: tuple[str, str]) -> None:
    assert_same_form(*texts)


@pytest.mark.slow
@settings(max_examples=100, deadline=None, phases=[Phase.generate])
@given(WRITTEN_TWICE)
def test_what_is_written_otherwise_has_the_same_plain_form_for_long(texts: tuple[str, str]) -> None:
    assert_same_form(*texts)


def assert_same_form(*texts: str) -> None:
    """Assert that two texts that say the same have the same plain form, and so have the parts of them."""
    kinds = (ast.Rule, ast.Require, ast.Move, ast.Choose, ast.Constant, ast.Row, ast.Field, ast.Binary)
    items, other = ([canonical_part(node.span) for node in nodes(text, *kinds)] for text in texts)
    assert items == other
    assert canonical(texts[0]) == canonical(texts[1])
