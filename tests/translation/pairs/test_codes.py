"""The codes of the data of languages: the data has those that the code names, and each language has the same ones.

A name that no data has is no mistake to Python: nothing is ever found under it.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Collection, Iterator
from functools import cache
from pathlib import Path

import pytest

from rulewright.translation.decisions.findings import LEVELS
from rulewright.translation.document.language import SIGNALS, language, languages
from rulewright.translation.pairs import agreement, combined, equivalents, reading, signals
from rulewright.translation.pairs.checks import (
    by_part,
    contraries,
    crossed,
    denied_otherwise,
    negation,
    one_sided,
    opposites,
    parted,
    replaced,
    singled,
    stages,
    times,
    unlinked,
)

from ...imports import ROOT, modules, text

# What the modules that compare two texts say in one word besides: levels, names of weights, kinds of sentences and of numbers,
# keys of files, a code of findings alone, and what is no word.
OTHER_WORDS = {*LEVELS, *unlinked.WEIGHTS, "caption", "heading", "row", "figure", "page", "section", "cardinal", "ordinal",
               "name", "game", "original", "translation", "pairs", "sentences", "paragraph", "may_not", "inf", "_",
               "aaaeeeiiiooouuu"}
# A module with words that are letters in other scripts.
OF_LETTERS = "reading.py"
# Codes of which a language lists words that say this and something else; most languages have none.
SOMETIMES = contraries.AMBIGUOUS.keys()


def words_in(path: Path) -> Iterator[str]:
    """The words of the strings of a module that are one word, but for docstrings and messages."""
    tree = ast.parse(text(path))
    within = {id(part) for node in ast.walk(tree) if isinstance(node, (ast.JoinedStr, ast.Expr)) for part in ast.walk(node)
              if isinstance(node, ast.JoinedStr) or node.value is part}
    yield from (node.value.lstrip("!~") for node in ast.walk(tree)
                if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in within
                and re.fullmatch("[!~]?[a-z_]+", node.value))


@cache
def codes(section: str) -> frozenset[str]:
    """The codes of a section of the data, in any language."""
    return frozenset(code for each in languages() for code in getattr(language(each), section).codes)


def test_each_code_that_is_named_is_a_code_of_the_data() -> None:
    known = SIGNALS.union(*map(codes, ("senses", "contraries", "things", "naming", "labels", "polarity")), OTHER_WORDS)
    compared = [path for path in modules("translation") if "pairs" in path.parts and path.name != OF_LETTERS]
    named = {word: path.relative_to(ROOT).as_posix() for path in compared for word in words_in(path)}
    assert "must_not" in named
    assert {word: path for word, path in named.items() if word not in known} == {}


def flat(table: object) -> Iterator[str]:
    """The codes of a table, however they are nested; keys of a mapping, and its values."""
    if isinstance(table, str):
        yield table.lstrip("!")
    elif isinstance(table, Collection):
        parts = (*table, *table.values()) if isinstance(table, dict) else table
        yield from (code for part in parts for code in flat(part))


TURNS = [
    agreement.CLEAR, combined.CONDITIONS, equivalents.AKIN, equivalents.EQUIVALENT, equivalents.PERHAPS, equivalents.TURNED,
    equivalents.CONTRARY_BOUNDS, equivalents.ONLY_THEN, reading.NOT_YET, reading.VERBS, signals.LEXICAL, signals.DENYING_MODALS,
    signals.MEANINGLESS, by_part.OTHERWISE, negation.FREED, denied_otherwise.GONE, negation.LACKING, [*one_sided.MISSED],
    [*one_sided.RARELY], one_sided.BY_OTHERS, [two for _, rows in opposites.OPPOSITES for two in rows],
    opposites.SOFT, opposites.DOUBTFUL, opposites.BORDERS, opposites.BY_DENIAL, opposites.GRADES, crossed.STAGES, parted.PLAIN,
    parted.MOVING, singled.MANY, [*stages.GOES_WITH], times.NOT_YET]
SENSES = [combined.NONE, denied_otherwise.CONTRARY_ACTS, denied_otherwise.WORDLESS, one_sided.CHOOSE, one_sided.TAKE,
          replaced.COLOUR, times.DEEDS, stages.BEGINS[1], stages.ENDS[1]]
CONTRARIES = [parted.PLAIN_WORDS, [denied_otherwise.INDIFFERENT], singled.SINGLE, [*contraries.AMBIGUOUS], contraries.OF_ORDER,
              [contraries.AND, contraries.OR]]
# A word stands in the place of a turn of phrase as well as of another word.
WORDS_OR_TURNS = [[two for _, rows in contraries.CONTRARIES for two in rows], contraries.SOFT, contraries.IMPLIED_BY,
                  contraries.WORDED_BY]


@pytest.mark.parametrize(("tables", "known"), [
    (TURNS, SIGNALS), (SENSES, codes("senses")), (CONTRARIES, codes("contraries")),
    (WORDS_OR_TURNS, SIGNALS | codes("contraries"))], ids=["turns", "senses", "contraries", "contraries and turns"])
def test_each_table_has_codes_of_its_section(tables: Collection[object], known: Collection[str]) -> None:
    assert {code for table in tables for code in flat(table)} - {*known} == set()


@pytest.mark.parametrize("section", ["senses", "things", "contraries"])
def test_each_language_has_the_same_codes(section: str) -> None:
    """An idea that one language lacks hides every mistake in a text of that language."""
    lacking = {each: codes(section) - {*getattr(language(each), section).codes} - SOMETIMES for each in languages()}
    assert len(codes(section)) > 50
    assert {each: some for each, some in lacking.items() if some} == {}


def test_each_language_has_words_for_all_contraries() -> None:
    named = {*flat([two for _, rows in contraries.CONTRARIES for two in rows])} - SOMETIMES - {"no_other"}
    lacking = {each: named - {*language(each).contraries.codes, *language(each).signals.codes} for each in languages()}
    assert {each: some for each, some in lacking.items() if some} == {}
