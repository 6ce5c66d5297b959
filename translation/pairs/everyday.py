"""The sentences of a text -> what its words say in the rules of every game: their senses, and the things that they name."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from .reading import Features


def senses_of(some: Sequence[Features], forms: Mapping[str, str]) -> dict[str, frozenset[str]]:
    """The senses of the stems of a text's words: what they say in the rules of every game."""
    out = dict[str, set[str]]()
    for features in some:
        for stem, codes in features.senses:
            out.setdefault(forms.get(stem, stem), set()).update(codes)
    return {stem: frozenset(codes) for stem, codes in out.items()}


def things_of(some: Sequence[Features], forms: Mapping[str, str]) -> dict[str, frozenset[str]]:
    """The things that the words of a text name, whatever the game: a card, a die, a board."""
    out = dict[str, frozenset[str]]()
    for features in some:
        for stem, codes in features.things:
            word = forms.get(stem, stem)
            out[word] = out.get(word, frozenset()) | codes
    return out
