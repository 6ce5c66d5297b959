"""A text of a declaration with other numbers has the nodes that the grammar finds, without the grammar."""

from __future__ import annotations

import random

import pytest

from rulewright.dsl import syntax as ast
from rulewright.dsl.parse import parse_part, renumbered
from rulewright.dsl.source.chunks import Chunk, cut
from rulewright.dsl.source.diagnostics import Diagnostics
from rulewright.dsl.source.search_path import find
from rulewright.dsl.source.span import Source

from .edited import NUMBER, parsed


@pytest.mark.parametrize("name", ["pig", "hearts", "chess"])
def test_a_text_with_other_numbers_has_the_nodes_that_the_grammar_finds(name: str) -> None:
    path, dice, made = find(name), random.Random(name), 0
    text = path.read_text(encoding="utf-8")
    source, items = Source(str(path), text), parsed(path, text)
    places = list(NUMBER.finditer(text))
    for place in dice.sample(places, min(12, len(places))):
        now = text[:place.start()] + dice.choice(("0", "7", "12", "345", "007", "99999999", "1")) + text[place.end():]
        other = Source(str(path), now)
        pairs = zip(items, cut(source, Diagnostics()), cut(other, Diagnostics()), strict=True)
        for number, (was, before, chunk) in enumerate(pairs):
            found = renumbered(was, before, chunk, other) if before.text != chunk.text else None
            if found is not None:
                made += 1
                expected = parse_part(other, chunk, Diagnostics())
                assert repr(found) == repr(expected), (number, now)
    assert made > 2


INVARIANT = 'invariant few: left <= 9 and a1 + 2 > {number}  # 3\n    "There are 4."\n'


@pytest.mark.parametrize(("before", "now", "differs_in_numbers"), [
    ("9", "8", True), ("9", "1000", True), ("> {number}", "> 12", True), ("9", "09", False), ("9", "b", False),
    ("9", "9x", False), ("a1", "a2", False), ("2", "(2)", False), ("+", "-", False), ("# 3", "# 5", False), ("4", "5", False),
    ("<= 9", "<=  9", False)])
def test_only_a_text_with_other_numbers_is_not_parsed(before: str, now: str, differs_in_numbers: bool) -> None:
    texts = [INVARIANT.replace("{number}", "1"), INVARIANT.replace(before, now).replace("{number}", "1")]
    sources, chunks = [Source("x", text) for text in texts], [Chunk(text, 1) for text in texts]
    items = parse_part(sources[0], chunks[0], Diagnostics())
    assert isinstance(items[0], ast.Invariant)
    assert (renumbered(items, chunks[0], chunks[1], sources[1]) is not None) == differs_in_numbers
