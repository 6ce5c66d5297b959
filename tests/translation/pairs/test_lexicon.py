"""The dictionary that pairs of texts give."""

from __future__ import annotations

from rulewright.translation.pairs.lexicon import learnt


def test_words_for_one_thing_are_tied_before_others() -> None:
    pairs = [({"white", "red"}, {"blanc", "rouge"})] * 3
    things = ({"white": {"white"}, "red": {"red"}}, {"blanc": {"white"}, "rouge": {"red"}})
    assert learnt(pairs, things=things).links == {("white", "blanc"): 3, ("red", "rouge"): 3}
    turned = ({"white": {"white"}, "red": {"red"}}, {"blanc": {"red"}, "rouge": {"white"}})
    assert learnt(pairs, things=turned).links == {("white", "rouge"): 3, ("red", "blanc"): 3}
