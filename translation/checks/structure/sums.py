"""Check sums: parts of a whole that are listed beside it must add up to it.

Read are a list in brackets (`9 flags (4 red, 3 blue, 2 green)`), a product in brackets (`30 crates (10 x 3)`), and N of
each of several kinds (`200 cubes, 40 of each of five colours`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from ...decisions.findings import Finding
from ...document.document import Document
from ...document.features import Evidence, NumberMention
from ...document.language import Language
from ...document.words import folded_words

_PARTS = re.compile(r"\(([^()]*)\)")
_PRODUCT = re.compile(r"\s*(\d{1,3})\s*[xх×*·]\s*(\d{1,3})\s*")
# What stands between a whole and how many there are of each, and between that and the number of kinds: few words, and a sign.
_LEADS_ON = re.compile(r"(?:\s+[^\W\d]+){1,3}\s*[,:(–—-]\s*(?:[^\W\d]+\s+)?")
_BY_KIND = re.compile(r"(?:\s+[^\W\d]+){1,5}\s+")


def check(document: Document) -> Iterator[Finding]:
    """Findings on sums."""
    for index, shown in enumerate(document.evidence):
        for parts, before in _lists(shown):
            if sum(parts) not in before:
                yield _wrong(document, index, f"{' and '.join(map(str, parts))} make", sum(parts), ", ".join(map(str, before)))
        for whole, per_kind, kinds in _products(shown, document.language):
            if per_kind * kinds != whole > max(per_kind, kinds):
                yield _wrong(document, index, f"{per_kind} times {kinds} makes", per_kind * kinds, str(whole))


def _wrong(document: Document, index: int, parts: str, right: int, actual: str) -> Finding:
    sentence = document.sentences[index]
    return Finding("structure/sum", f"{parts} {right}, and this sentence says {actual}", None, sentence.number,
                   sentence.line, str(right), actual, document.wholes[index])


def _lists(shown: Evidence) -> Iterator[tuple[list[int], list[int]]]:
    """The numbers of each list in brackets, and the numbers before it."""
    values = [(number.match.first, number.value) for number in shown.numbers if number.match.kind == "cardinal"]
    for inside in _PARTS.finditer(shown.text):
        words = [i for i, word in enumerate(shown.words) if inside.start() < word.start < inside.end()]
        parts = [value for place, value in values if place in words]
        before = [value for place, value in values if words and place < words[0]]
        listed = len(parts) >= 2 and inside[1].count(",") + 1 >= len(parts) - 1 and len(words) <= 4 * len(parts)
        if listed and before and _is_list(inside[1]):
            yield parts, before


def _is_list(text: str) -> bool:
    """Return whether a text in brackets is a list of numbers, each with a word."""
    return all(re.search(r"\d", part) for part in text.split(",")) and "," in text and re.search(r"[.:=/]", text) is None


def _products(shown: Evidence, language: Language) -> Iterator[tuple[int, int, int]]:
    """Wholes, with how many of each there are, and of how many kinds."""
    numbers = [number for number in shown.numbers if number.match.kind == "cardinal" and not number.match.weak]
    for inside in _PARTS.finditer(shown.text):
        product = _PRODUCT.fullmatch(inside[1])
        before = [number for number in numbers if shown.words[number.match.first].end <= inside.start()]
        if product is not None and before:
            yield before[-1].value, int(product[1]), int(product[2])
    for whole, per_kind, kinds in zip(numbers, numbers[1:], numbers[2:], strict=False):
        begin, end = _text_between(shown, whole, per_kind), _text_between(shown, per_kind, kinds)
        fits = _LEADS_ON.fullmatch(begin) and _BY_KIND.fullmatch(end)
        if fits and _of_each(folded_words(begin), folded_words(end), language):
            yield whole.value, per_kind.value, kinds.value


def _of_each(before: Sequence[str], behind: Sequence[str], language: Language) -> bool:
    """Return whether the words around a number say that it counts each of what follows."""
    of_each = [word for word in (*before, *behind) if "each" in language.naming.codes_at(word)]
    return bool(of_each) and all(word in of_each or word in language.function_words for word in behind)


def _text_between(shown: Evidence, number: NumberMention, other: NumberMention) -> str:
    end = shown.words[number.match.first + number.match.size - 1].end
    return shown.text[end : shown.words[other.match.first].start]
