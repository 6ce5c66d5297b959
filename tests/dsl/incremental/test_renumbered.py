"""A text of a declaration with other numbers has the nodes that the grammar finds, without the grammar."""

from __future__ import annotations

import random
import re
from collections import Counter

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
            nodes = renumbered(was, before, chunk, other) if before.text != chunk.text else None
            if nodes is not None:
                made += 1
                expected = parse_part(other, chunk, Diagnostics())
                assert repr(nodes) == repr(expected), (number, now)
    assert made > 2


# A word in a text, and what stands there then: other words, and what is more than words.
SPOKEN = re.compile(r"(?<=[\" ])[a-z]+(?=[ .,\"])")
SAYINGS = ("anything", "x", "two words", "it's", "naïve #", "50 %", "{", "}", "{}", "{ }", "{x}", "\"", "\" \"", "\t", "")


@pytest.mark.parametrize("name", ["pig", "hearts", "chess", "emperor_4"])
def test_a_text_with_other_words_has_the_nodes_that_the_grammar_finds(name: str) -> None:
    dice, made = random.Random(name), Counter[str]()
    for path in sorted(find(name).parent.glob("*.rules" if name == "emperor_4" else f"{name}.rules")):
        text = path.read_text(encoding="utf-8")
        source, items = Source(str(path), text), parsed(path, text)
        quotes = {place: text[text.rfind("\n", 0, place.start()):place.start()].count('"') for place in SPOKEN.finditer(text)}
        places = [place for place, number in quotes.items() if number % 2]
        for place in dice.sample(places, min(20, len(places))):
            saying = dice.choice(SAYINGS)
            now = text[:place.start()] + saying + text[place.end():]
            other = Source(str(path), now)
            before_all, now_all = cut(source, Diagnostics()), cut(other, Diagnostics())
            if len(before_all) != len(now_all):
                continue
            for was, before, chunk in zip(items, before_all, now_all, strict=True):
                nodes = renumbered(was, before, chunk, other) if before.text != chunk.text else None
                if nodes is not None:
                    made[saying] += 1
                    diagnostics = Diagnostics()
                    assert repr(nodes) == repr(parse_part(other, chunk, diagnostics)), (place, saying)
                    assert not diagnostics.sorted()
    assert {"anything", "two words"} & made.keys()
    assert not {"{", "}", "{}", "{ }", "{x}", '"'} & made.keys()


INVARIANT = 'invariant few: left <= 9 and a1 + 2 > {number}  # 3\n    "There are 4."\n'


@pytest.mark.parametrize(("before", "now", "differs_in_numbers"), [
    ("9", "8", True), ("9", "1000", True), ("> {number}", "> 12", True), ("9", "09", False), ("9", "b", False),
    ("9", "9x", False), ("a1", "a2", False), ("2", "(2)", False), ("+", "-", False), ("# 3", "# 5", False), ("4", "5", True),
    ("<= 9", "<=  9", False), ("There are", "These are", True), ("are 4.", "are {4}.", False), ("are 4.", "are", True)])
def test_only_a_text_with_other_numbers_or_words_is_not_parsed(before: str, now: str, differs_in_numbers: bool) -> None:
    texts = [INVARIANT.replace("{number}", "1"), INVARIANT.replace(before, now).replace("{number}", "1")]
    sources, chunks = [Source("x", text) for text in texts], [Chunk(text, 1) for text in texts]
    items = parse_part(sources[0], chunks[0], Diagnostics())
    assert isinstance(items[0], ast.Invariant)
    assert (renumbered(items, chunks[0], chunks[1], sources[1]) is not None) == differs_in_numbers


@pytest.mark.parametrize(("words", "is_made"), [
    ('"There are {left}."\n    # A "remark".\n    "They are there."', True), ('"They { are there."', False)])
def test_words_are_put_into_texts_of_several_lines_and_into_none_with_a_mistake(words: str, is_made: bool) -> None:
    text = f"invariant few: left <= 9\n    {words}\n"
    now = text.replace("They are", "All are").replace("They {", "All {")
    sources, chunks = (Source("x", text), Source("x", now)), (Chunk(text, 1), Chunk(now, 1))
    nodes = renumbered(parse_part(sources[0], chunks[0], Diagnostics()), *chunks, sources[1])
    assert (nodes is not None) == is_made
    assert nodes is None or repr(nodes) == repr(parse_part(sources[1], chunks[1], Diagnostics()))


@pytest.mark.parametrize(("condition", "now", "is_made"), [
    ("open = yes", "open = no", True), ("no", "yes", True), ("(yes and no)", "(no and yes)", True),
    ("open = yes", "open = maybe", False), ("open = yes", "open = 1", False),
    ("(no p in players: p.out)", "(yes p in players: p.out)", False)])
def test_another_flag_is_put_where_a_flag_stands(condition: str, now: str, is_made: bool) -> None:
    texts = [f"invariant few: {flag} or left > 2  # yes\n" for flag in (condition, now)]
    sources, chunks = [Source("x", text) for text in texts], [Chunk(text, 1) for text in texts]
    nodes = renumbered(parse_part(sources[0], chunks[0], Diagnostics()), chunks[0], chunks[1], sources[1])
    assert (nodes is not None) == is_made
    assert nodes is None or repr(nodes) == repr(parse_part(sources[1], chunks[1], Diagnostics()))


def test_a_text_with_another_flag_has_the_nodes_that_the_grammar_finds() -> None:
    made = 0
    for name in ("nim", "hearts", "chess", "lancaster"):
        path = find(name)
        text = path.read_text(encoding="utf-8")
        source = Source(str(path), text)
        for place in re.finditer(r"(?<![\w.])(?:yes|no)(?![\w.])", text):
            now = text[:place.start()] + {"yes": "no", "no": "yes"}[place[0]] + text[place.end():]
            other = Source(str(path), now)
            for before, chunk in zip(cut(source, Diagnostics()), cut(other, Diagnostics()), strict=True):
                if before.text != chunk.text:
                    nodes = renumbered(parse_part(source, before, Diagnostics()), before, chunk, other)
                    diagnostics = Diagnostics()
                    parsed = parse_part(other, chunk, diagnostics)
                    made += nodes is not None
                    assert nodes is None or (repr(nodes) == repr(parsed) and not diagnostics.sorted()), place
    assert made > 10
