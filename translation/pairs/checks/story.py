"""Warnings on the story of a game -> notes: the sentences below the title say who the players are, in whatever words.

A rulebook begins with a few sentences of prose below its title, before the first section. What they say of winning is a rule.
Authors word the rest in their own way in each language, so that turns of phrase in it differ without a mistake.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import takewhile

from attrs import evolve

from ...decisions.findings import Finding
from ...document.sentences import Sentence
from ..side_by_side import SideBySide
from .repeated import OF_TURNS

# A longer text below the title is no story.
MOST = 8
# What the end of the game is about.
OF_THE_END = ("wins", "loses")


def with_story(texts: SideBySide, findings: Sequence[Finding]) -> Iterator[Finding]:
    """The findings, of which warnings on turns of phrase of the story are notes."""
    below = _below_title(texts.translation.sentences)
    free = {pair.other[0].sentence.number for pair in texts.pairs
            if pair.other[0].sentence.number in below and not any(features.places(OF_THE_END) for features in pair.own)}
    for finding in findings:
        is_worded = finding.sentence in free and finding.rule in OF_TURNS and finding.level == "warning"
        yield evolve(finding, lowered="note") if is_worded else finding


def _below_title(sentences: Sequence[Sentence]) -> frozenset[int]:
    """The numbers of the sentences of prose between the title and the first section; none for a longer text."""
    if not sentences or sentences[0].kind != "heading":
        return frozenset()
    below = [*takewhile(lambda sentence: sentence.kind != "heading", sentences[1:])]
    return frozenset(sentence.number for sentence in below if sentence.kind == "paragraph" and len(below) <= MOST)
