"""The words of some texts: how much each is worth, in which of the texts it stands, and how like texts are by them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from math import log

# Groups of so many letters.
GROUP = 4

Matrix = list[list[float]]


class Scale:
    """The words of a document, or of clauses: how much each is worth, the rarer the more, and in which texts it stands."""

    def __init__(self, texts: Sequence[Iterable[str]]) -> None:
        self.count = len(texts)
        self.places: dict[str, list[int]] = {}
        for place, text in enumerate(texts):
            for word in text:
                self.places.setdefault(word, []).append(place)
        self._worths = {word: self._worth(len(places)) for word, places in self.places.items()}
        self._unknown = self._worth(0) / 2
        self.lengths = [sum(map(self.square, text)) ** 0.5 for text in texts]

    def worth(self, word: str) -> float:
        """The worth of a word; half of it for one that the texts do not have."""
        return self._worths.get(word, self._unknown)

    def _worth(self, times: int) -> float:
        return log(1 + self.count / (1 + times))

    def square(self, word: str) -> float:
        """The worth of a word, squared."""
        return self.worth(word) ** 2

    def cosine(self, item: frozenset[str], other: frozenset[str]) -> float:
        """How like two texts are, from 0 to 1."""
        both = sum(map(self.square, item & other))
        return both / (sum(map(self.square, item)) * sum(map(self.square, other))) ** 0.5 if both else 0.0

    def recalls(self, text: Iterable[str], worth: Callable[[str], float] | None = None) -> list[float]:
        """How much of a text is in each of the texts, from 0 to 1; `worth` is another worth of its words."""
        out, whole, value_of = [0.0] * self.count, 0.0, worth or self.worth
        for word in text:
            value = value_of(word)
            whole += value
            for place in self.places.get(word, ()):
                out[place] += value
        return [value / whole for value in out] if whole else out

    def cosines(self, text: Iterable[str]) -> list[float]:
        """How like a text each of the texts is, from 0 to 1."""
        out = [0.0] * self.count
        length = 0.0
        for word in text:
            worth = self.square(word)
            length += worth
            for place in self.places.get(word, ()):
                out[place] += worth
        size = length**0.5
        return [both / (size * other) if both else 0.0 for both, other in zip(out, self.lengths, strict=True)]


@lru_cache(maxsize=4096)
def groups(text: str) -> frozenset[str]:
    """The groups of letters of a text; digits are none."""
    bare = " ".join("".join(word if word.isalpha() else " " for word in text.casefold()).split())
    padded = f" {bare} "
    return frozenset(padded[i : i + GROUP] for i in range(len(padded) - GROUP + 1))
