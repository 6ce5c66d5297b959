"""Two texts side by side -> findings.

Each module in `CHECKS` finds one kind of mistake; the others are what these share, or parts of one of them. Their thresholds
were set with the texts of `bench/pairs/development` at hand, by `bench/development.py`; other texts tell how good they are.

    messages    what a finding says: the original, the translation, and the line of the original
    dropped     parts of a sentence that are missing, with what sentences finds
    left_out    spans of a sentence that are missing, between any words that may part it
    sentences   sentences that are missing, added, repeated, shortened, moved, or left as they were
    forms       which stems are forms of one word
    items       items of lists that are missing, of a word or two
    exchanged_numbers  numbers that are in each other's places
    numbers     numbers that are others or missing, with what exchanged_numbers finds
    bounded     bounds of numbers that are turned round
    stages      which of two stages follows the other, said from either end
    denials     where parts of sentences say no
    times       what is before something on one side, and after it on the other
    opposed     tables of codes that turn each other round, by code
    opposites   turns of phrase that turn each other round
    one_sided   turns of phrase that stand on one side only
    places      how far apart two turns of phrase stand
    contraries  words in the place of their contraries, as `attacker` for `defender`
    singled     a thing of which one side says `all`, and the other `a`
    exchanges   turns of phrase that have another in their place
    turns       comparisons, directions, order, may and must, quantifiers, conditions
    parted      parts of a sentence that have exchanged what they say
    by_part     turns of phrase of one part of a sentence that are turned round there
    cells       cells of a table's row that have changed places
    listed      numbers that have changed places between lists of more and of fewer things
    crossed     turns of phrase that stand in each other's places within a sentence
    denied_otherwise  denials of one side that the other says in another way
    negation    what is denied on one side only
    pair_words  the words of a pair: for players, of every game, as they are written
    terms       terms in the place of others, by the dictionary that the two texts give
    word_links  which words of two texts are linked, by one form of each
    unlinked    words that perhaps nothing on the other side says
    noun_tagger  which words are nouns, and so may be terms
    replaced    terms in the place of others, by unlinked words, with what terms finds
    named       players that are named in the place of others
    mixed       one term in two ways, two terms in one
    garbled     words that can hardly be meant
    marks       brackets, quotation marks, doubled words, references
    repeated    one warning for several turns of phrase of one sentence
    story       notes for what differs in the story of a game
    word_by_word    words that differ in two texts of one language, where sentences are otherwise the same
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from ...decisions.findings import Finding
from ..side_by_side import SideBySide
from . import (
    by_part,
    cells,
    crossed,
    garbled,
    items,
    listed,
    marks,
    mixed,
    named,
    negation,
    numbers,
    parted,
    replaced,
    sentences,
    turns,
)
from .repeated import with_one_warning
from .story import with_story
from .word_by_word import with_words

CHECKS: tuple[Callable[[SideBySide], Iterator[Finding]], ...] = (
    sentences.check, items.check, numbers.check, listed.check, turns.check, crossed.check, parted.check, by_part.check,
    cells.check, negation.check, replaced.check, named.check, mixed.check, garbled.check, marks.check)


def compared(texts: SideBySide) -> tuple[Finding, ...]:
    """Run every check on two texts."""
    findings = [finding for check in CHECKS for finding in check(texts)]
    return tuple(with_words(texts, [*with_one_warning([*with_story(texts, findings)])]))
