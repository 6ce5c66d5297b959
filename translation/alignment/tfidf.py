"""Texts -> TF-IDF: the weight of each word by how rare it is, and the cosine similarity of texts."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from math import log

# The length of a character n-gram.
NGRAM = 4

Matrix = list[list[float]]


class TfIdf:
    """The words of a document, or of clauses: the texts that have each, and its inverse document frequency."""

    def __init__(self, texts: Sequence[Iterable[str]]) -> None:
        self.count = len(texts)
        self.places: dict[str, list[int]] = {}
        for place, text in enumerate(texts):
            for word in text:
                self.places.setdefault(word, []).append(place)
        self._idfs = {word: self._idf(len(places)) for word, places in self.places.items()}
        self._unknown = self._idf(0) / 2
        self.lengths = [sum(map(self.square, text)) ** 0.5 for text in texts]

    def idf(self, word: str) -> float:
        """The weight of a word, higher for rarer words; for a word that no text has, half of the highest."""
        return self._idfs.get(word, self._unknown)

    def _idf(self, times: int) -> float:
        return log(1 + self.count / (1 + times))

    def square(self, word: str) -> float:
        """The weight of a word, squared."""
        return self.idf(word) ** 2

    def cosine(self, text: frozenset[str], other: frozenset[str]) -> float:
        """The cosine similarity of two texts, from 0 to 1."""
        product = sum(map(self.square, text & other))
        return product / (sum(map(self.square, text)) * sum(map(self.square, other))) ** 0.5 if product else 0.0

    def recalls(self, text: Iterable[str], idf: Callable[[str], float] | None = None) -> list[float]:
        """The share of a text that each of the texts has, from 0 to 1; `idf` gives other weights of its words."""
        out, whole, value_of = [0.0] * self.count, 0.0, idf or self.idf
        for word in text:
            value = value_of(word)
            whole += value
            for place in self.places.get(word, ()):
                out[place] += value
        return [value / whole for value in out] if whole else out

    def cosines(self, text: Iterable[str]) -> list[float]:
        """The cosine similarity of a text and each of the texts, from 0 to 1."""
        out = [0.0] * self.count
        length = 0.0
        for word in text:
            square = self.square(word)
            length += square
            for place in self.places.get(word, ()):
                out[place] += square
        size = length**0.5
        return [product / (size * other) if product else 0.0 for product, other in zip(out, self.lengths, strict=True)]


def added_up(start: Sequence[float], rows: Sequence[tuple[float, Sequence[float]]]) -> list[float]:
    """Add rows, each with its weight, to a row."""
    out, left = list(start), list(rows)
    # Much of the time for a long document goes into these sums: four rows at once need fewer lists than one at a time.
    # INVARIANT: each sum has the same order as with one row at a time, and so the same rounding.
    while len(left) >= 4:
        (a, first), (b, second), (c, third), (d, fourth), *left = left
        out = [whole + a * v + b * w + c * x + d * y
               for whole, v, w, x, y in zip(out, first, second, third, fourth, strict=True)]
    for weight, row in left:
        out = [whole + weight * value for whole, value in zip(out, row, strict=True)]
    return out


@lru_cache(maxsize=4096)
def ngrams(text: str) -> frozenset[str]:
    """The character n-grams of a text, without its digits."""
    bare = " ".join("".join(word if word.isalpha() else " " for word in text.casefold()).split())
    padded = f" {bare} "
    return frozenset(padded[i : i + NGRAM] for i in range(len(padded) - NGRAM + 1))
