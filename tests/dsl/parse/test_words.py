"""Texts that are parsed at the same time, as a server does in several threads, leave each other's words alone."""

from __future__ import annotations

from itertools import zip_longest
from threading import Thread

from lark import Token

from rulewright.dsl.parse.words import blocks, lark

# The first is inside brackets and blocks while the second, which is longer, ends blocks.
FIRST = "rule a(p: player)\n    if (p.n +\n        1) > 2\n        p.n becomes 3\n"
SECOND = "rule b()\n    for each p in players\n        if p.n\n            p.n becomes (1\n            + 2)\n    done(p)\n"


def test_words_of_texts_that_are_parsed_in_turns_are_those_of_each_alone() -> None:
    def words(text: str) -> list[tuple[str, str]]:
        return [(word.type, str(word)) for word in lark().parse_interactive(text, start="declaration").iter_parse()]

    alone = words(FIRST), words(SECOND)
    first, second = (lark().parse_interactive(text, start="declaration").iter_parse() for text in (FIRST, SECOND))
    turns: list[tuple[Token | None, Token | None]] = list(zip_longest(first, second))
    assert tuple([(word.type, str(word)) for word in of if word is not None] for of in zip(*turns, strict=True)) == alone


def test_a_thread_that_parses_leaves_the_words_of_another() -> None:
    lark().parse(FIRST, start="declaration")
    ours = list(blocks().words)
    other = Thread(target=lambda: lark().parse(SECOND, start="declaration"))
    other.start()
    other.join()
    assert blocks().words == ours
    assert [text for _, _, kind, text in ours if kind == "NAME"][:2] == ["a", "p"]
