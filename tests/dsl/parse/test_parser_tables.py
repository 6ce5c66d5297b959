"""The tables of parsers are those that lark makes, but for the numbers of their states."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import lark
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from lark.common import ParserConf
from lark.exceptions import GrammarError
from lark.grammar import NonTerminal, Rule, RuleOptions, Symbol, Terminal
from lark.parsers.lalr_analysis import IntParseTable, LALR_Analyzer, Shift

from rulewright.dsl.parse import words as reader
from rulewright.dsl.parse.tables import FastParser, table_of

ROOT = Path(__file__).parents[3]
SYMBOLS = [NonTerminal("s"), NonTerminal("t"), NonTerminal("u"), Terminal("A"), Terminal("B"), Terminal("C")]
OURS = ["declaration", "expression"]


def lark_table(rules: list[Rule], starts: list[str]) -> IntParseTable | None:
    """Return the table that lark makes; None where it refuses the grammar."""
    analyzer: Any = LALR_Analyzer(ParserConf(rules, {}, starts))
    try:
        analyzer.compute_lalr()
    except GrammarError:
        return None
    table: IntParseTable = analyzer.parse_table
    return table


def assert_same(ours: IntParseTable, theirs: IntParseTable) -> None:
    """Compare two tables from their first states on."""
    assert len(ours.states) == len(theirs.states)
    pairs = {ours.start_states[start]: theirs.start_states[start] for start in theirs.start_states}
    left = list(pairs)
    for state in left:  # which grows
        actions, others = ours.states[state], theirs.states[pairs[state]]
        assert actions.keys() == others.keys()
        for terminal, (action, to) in actions.items():
            assert action is others[terminal][0]
            if action is not Shift:
                assert to is others[terminal][1]
                continue
            left += [] if to in pairs else [to]
            assert pairs.setdefault(to, others[terminal][1]) == others[terminal][1]
    assert len(set(pairs.values())) == len(ours.states)
    assert {start: pairs[state] for start, state in ours.end_states.items()} == theirs.end_states


@st.composite
def grammars(draw: st.DrawFn) -> list[Rule]:
    """Return rules of three symbols; every symbol has one."""
    expansions = st.lists(st.lists(st.sampled_from(SYMBOLS), max_size=3), min_size=1, max_size=3, unique_by=tuple)
    return [_rule(symbol, expansion, draw(st.sampled_from((None, None, 1, 2)))) for symbol in SYMBOLS[:3]
            for expansion in draw(expansions)]


def _rule(symbol: Symbol, expansion: list[Symbol], priority: int | None = None) -> Rule:
    return Rule(symbol, expansion, options=RuleOptions(priority=priority))  # type: ignore[arg-type]  # any symbol


DRAWN = given(rules=grammars(), starts=st.sampled_from((["s"], ["s", "t"])))


def test_lark_decides_where_empty_symbols_follow_each_other_in_a_circle() -> None:
    s, t, u, a = SYMBOLS[0], SYMBOLS[1], SYMBOLS[2], Terminal("A")
    rules = [_rule(s, [u, u], 1), _rule(t, []), _rule(u, []), _rule(u, [s, s, a])]
    assert lark_table(rules, ["s"]) is not None
    assert table_of(rules, ["s"]) is None


@DRAWN
@settings(max_examples=30)
def test_tables_of_small_grammars_are_those_of_lark(rules: list[Rule], starts: list[str]) -> None:
    assert_table(rules, starts)


@pytest.mark.slow
@DRAWN
@settings(max_examples=10_000)
def test_tables_of_many_small_grammars_are_those_of_lark(rules: list[Rule], starts: list[str]) -> None:
    assert_table(rules, starts)


def assert_table(rules: list[Rule], starts: list[str]) -> None:
    """Compare our table of a grammar with that of lark. lark refuses what has none; where we have none, lark decides."""
    ours, theirs = table_of(rules, starts), lark_table(rules, starts)
    assert ours is None or theirs is not None
    if ours is not None and theirs is not None:
        assert_same(ours, theirs)


def grammar_of(starts: list[str]) -> lark.Lark:
    """Return the parser of the grammar of rulebooks, from some of its rules."""
    return lark.Lark((ROOT / "grammar" / "rulebook.lark").read_text(encoding="utf-8"), parser="lalr", start=starts,
                     postlex=reader.BlockLexer(), _plugins={"LALR_Parser": FastParser})


# Lark takes two seconds for the table of declarations, which holds that of expressions.
@pytest.mark.parametrize(("starts", "states"), [(["expression"], 200), pytest.param(OURS, 1_000, marks=pytest.mark.slow)])
def test_the_table_of_the_grammar_is_that_of_lark(starts: list[str], states: int) -> None:
    made = grammar_of(starts)
    theirs = lark_table(made.rules, starts)
    assert theirs is not None
    table: Any = made.parser.parser._parse_table
    assert len(table.states) > states
    assert_same(table, theirs)


def test_lark_refuses_a_grammar_in_which_two_rules_fit() -> None:
    with pytest.raises(GrammarError, match="Reduce/Reduce"):
        lark.Lark('s: a | b\na: "A"\nb: "A"', parser="lalr", start="s", _plugins={"LALR_Parser": FastParser})
