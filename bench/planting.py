"""Plant mistakes of a translator in the raw text of a translation: operators and the data that they need.

Nothing here is shared with the checks. An operator lists every place where it can plant; of these a seed draws some. Data:
`pairs/plants` has changes that a person wrote for one text (comparisons, directions, order; negations; may, must,
exactly; other changes of meaning, such as a condition that is left out or another actor), `pairs/languages` the numbers and
the words of the games that fit each other's places, and turns of phrase to replace wherever they stand and no person has
written a change.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from itertools import combinations
from pathlib import Path
from random import Random

from attrs import evolve, field, frozen
from booklets import Booklet, Sentence, sentences

DATA = Path(__file__).parent / "pairs"
_DIGITS = re.compile(r"(?<![\w.,/-])\d+(?![\w/])(?!\.\d)")
_DIGITS_UNSPACED = re.compile(r"(?<![\d.,/-])\d+(?![\d/])(?!\.\d)")
_CELL = re.compile(r"\d+(?:, \d+)*")
_HOMOGLYPHS = str.maketrans({"l": "1", "o": "0", "e": "c", "i": "!", "а": "@", "о": "0", "е": "c", "и": "n"})
SWAPPED_OVER = 5


@frozen
class Plant:
    """A mistake: the operator, what was done in a few words, the sentences with what stands there instead."""

    operator: str
    what: str
    instead: Mapping[int, Sequence[Sentence]] = field(hash=False)

    @property
    def places(self) -> tuple[int, ...]:
        """The sentences that have changed."""
        return tuple(sorted(self.instead))


@frozen
class Ground:
    """What operators plant in: the sentences of a translation, its language, its hand-made changes, its original."""

    sentences: tuple[Sentence, ...]
    language: Mapping[str, object]
    by_hand: tuple[tuple[str, str, str], ...] = ()  # operator, words, what is put instead
    original: Mapping[int, str] = field(factory=dict)  # the original's text for a sentence

    def numbers(self) -> Iterator[Sequence[str]]:
        """The rows of numbers that fit each other's places, each in their order."""
        rows = self.language.get("numbers", ())
        assert isinstance(rows, list | tuple)
        yield from rows

    def terms(self) -> Iterator[Sequence[str]]:
        """Words of the game that fit each other's places."""
        rows = self.language.get("terms", ())
        assert isinstance(rows, list | tuple)
        yield from rows

    def flips(self, operator: str) -> Iterator[tuple[str, str]]:
        """Turns of phrase to replace where no person marked the places, the longest first."""
        flips = self.language.get("flips", {})
        assert isinstance(flips, dict)
        yield from sorted(flips.get(operator, ()), key=lambda flip: -len(flip[0]))

    @property
    def denials(self) -> frozenset[str]:
        """The words that deny: a sentence with one of them is not denied once more."""
        words = self.language.get("denials", ())
        assert isinstance(words, list | tuple)
        return frozenset(words)

    @property
    def unspaced(self) -> bool:
        """Return whether the language has no spaces between words."""
        return bool(self.language.get("unspaced"))

    def hits(self, words: Collection[str], text: str) -> Iterator[re.Match[str]]:
        """Each place of a text where one of some words stands, as a word of its own where words have spaces between them."""
        if self.unspaced:
            some = "|".join(re.escape(word) for word in sorted(words, key=len, reverse=True))
            return re.finditer(some, text) if some else iter(())
        return (hit for hit in re.finditer(r"\w+", text) if hit[0] in words)

    def kept(self, text: str, start: int) -> bool:
        """Return whether this place belongs to words that no operator changes."""
        keep = self.language.get("keep", ())
        assert isinstance(keep, list | tuple)
        return any(found.start() <= start < found.end() for words in keep for found in re.finditer(re.escape(words), text))


def ground(booklet: Booklet, lang: str, plants: Path | None = None, original: Mapping[int, str] | None = None) -> Ground:
    """Read the data for a translation."""
    table = tomllib.loads((DATA / "languages" / f"{lang}.toml").read_text(encoding="utf-8"))
    rows = tuple(_plants(plants)) if plants is not None and plants.is_file() else ()
    return Ground(sentences(booklet), table, rows, original or {})


def _plants(path: Path) -> Iterator[tuple[str, str, str]]:
    for line in path.read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            operator, change = line.split(" | ", 1)
            old, new = change.split(" => ")
            yield operator, old, new


def drawn(found: Ground, operator: str, most: int, seed: int) -> list[Plant]:
    """At most N mistakes of one kind, drawn from all places by the seed, in the order of the text."""
    all_of_them = list(OPERATORS[operator](found, Random(f"{seed} {operator} values")))
    if len(all_of_them) > most:
        all_of_them = Random(f"{seed} {operator} places").sample(all_of_them, most)
    return sorted(all_of_them, key=lambda plant: (plant.places, plant.what))


# ---- Operators -----------------------------------------------------------------------------------


def numbers_changed(found: Ground, random: Random) -> Iterator[Plant]:
    """Each number, in digits or as a word, becomes another one."""
    words = {word: row for row in found.numbers() for word in row}
    for place, sentence in enumerate(found.sentences):
        if sentence.kind in ("title", "table head"):
            continue
        digits = _DIGITS_UNSPACED if found.unspaced else _DIGITS
        spots = [(hit, _another(int(hit[0]), random)) for hit in digits.finditer(sentence.words) if int(hit[0]) > 0]
        spots += [(hit, _beside(words[hit[0]], hit[0], random)) for hit in found.hits(words, sentence.words)]
        for hit, new in spots:
            if not found.kept(sentence.words, hit.start()):
                yield _changed(found, "number_changed", place, hit.start(), hit[0], new)


def _another(value: int, random: Random) -> str:
    return str(random.choice([value + 1, value * 2 if value > 1 else 3, value - 1 if value > 1 else 2]))


def _beside(row: Sequence[str], word: str, random: Random) -> str:
    at = row.index(word)
    return random.choice([row[near] for near in (at - 1, at + 1) if 0 <= near < len(row)])


def columns_swapped(found: Ground, random: Random) -> Iterator[Plant]:
    """Two different cells of a row change places, in a table whose columns are for numbers of players."""
    yield from _cells_swapped(found, "columns_swapped", players=True)


def cells_swapped(found: Ground, random: Random) -> Iterator[Plant]:
    """Two different numbers of a row change places, in another table."""
    yield from _cells_swapped(found, "cells_swapped", players=False)


def _cells_swapped(found: Ground, operator: str, players: bool) -> Iterator[Plant]:
    of_players = False
    for place, sentence in enumerate(found.sentences):
        if sentence.kind == "table head":
            of_players = _counts_players(found, sentence.words)
        if sentence.kind == "row" and of_players == players:
            cells = sentence.words.split("|")
            numbers = [index for index, cell in enumerate(cells) if _CELL.fullmatch(cell.strip())]
            for one, other in combinations(numbers, 2):
                if cells[one].strip() != cells[other].strip():
                    new = list(cells)
                    new[one], new[other] = cells[other], cells[one]
                    yield Plant(operator, f"columns {one} and {other}", {place: (evolve(sentence, words="|".join(new)),)})


def _counts_players(found: Ground, head: str) -> bool:
    """Return whether each column but the first is for a number of players."""
    words = {word for row in found.numbers() for word in row}
    columns = head.strip().strip("|").split("|")[1:]
    return all(words & set(cell.split()) or re.search(r"\d", cell) for cell in columns)


def sentences_dropped(found: Ground, random: Random) -> Iterator[Plant]:
    """A sentence is left out."""
    for place, sentence in enumerate(found.sentences):
        if sentence.kind not in ("title", "table head"):
            yield Plant("sentence_dropped", sentence.kind, {place: ()})


def changes(operator: str) -> Callable[[Ground, Random], Iterator[Plant]]:
    """The changes of this kind that a person wrote for the text, and elsewhere the turns of phrase of the language."""
    def plants(found: Ground, random: Random) -> Iterator[Plant]:
        taken: dict[int, list[range]] = {}
        for written, old, new in [*((True, *row[1:]) for row in found.by_hand if row[0] == operator),
                                  *((False, *flip) for flip in found.flips(operator))]:
            for place, start in _spots(found, old):
                span = range(start, start + len(old))
                beside = taken.setdefault(place, [])
                if written or not (_overlaps(span, beside) or _denies_twice(found, place, old, new)):
                    beside.append(span)
                    yield _changed(found, operator, place, start, old, new)
    return plants


def _spots(found: Ground, words: str) -> Iterator[tuple[int, int]]:
    """Each place where some words stand: the sentence, and where they begin in it."""
    pattern = re.compile(rf"(?<!\w){re.escape(words)}(?!\w)")
    for place, sentence in enumerate(found.sentences):
        for hit in pattern.finditer(sentence.text) if words in sentence.text else ():
            start = hit.start() - len(sentence.head)
            if start >= 0 and sentence.kind != "title":
                yield place, start


def _overlaps(span: range, others: Sequence[range]) -> bool:
    return any(span.start < other.stop and other.start < span.stop for other in others)


def _denies_twice(found: Ground, place: int, old: str, new: str) -> bool:
    """Return whether a change would deny a sentence that denies already."""
    said = {word.casefold() for word in re.findall(r"\w+", found.sentences[place].words)}
    added = set(re.findall(r"\w+", new)) - set(re.findall(r"\w+", old))
    return bool(found.denials & added and found.denials & said)


def terms_replaced(found: Ground, random: Random) -> Iterator[Plant]:
    """A word of the game becomes another one that fits its place; one that the text has elsewhere."""
    every = {word for row in found.terms() for word in row}
    known = {hit[0] for sentence in found.sentences for hit in found.hits(every, sentence.words)}
    for place, sentence in enumerate(found.sentences):
        if sentence.kind in ("title", "table head"):
            continue
        for hit in found.hits(every, sentence.words):
            rows = [row for row in found.terms() if hit[0] in row and len(known & set(row)) > 1]
            if rows:
                new = random.choice([word for word in random.choice(rows) if word != hit[0] and word in known])
                yield _changed(found, "term_replaced", place, hit.start(), hit[0], new)


def sentences_swapped(found: Ground, random: Random) -> Iterator[Plant]:
    """A sentence changes places with the fifth after it."""
    prose = [place for place, sentence in enumerate(found.sentences) if sentence.kind in ("prose", "item")]
    for one, other in zip(prose, prose[SWAPPED_OVER:], strict=False):
        first, second = found.sentences[one], found.sentences[other]
        yield Plant("sentences_swapped", f"{one + 1} and {other + 1}",
                    {one: (evolve(first, words=second.words),), other: (evolve(second, words=first.words),)})


def garbled(found: Ground, random: Random) -> Iterator[Plant]:
    """Letters are lost, or read as signs, in a part of a sentence, as by a bad scan."""
    for place, sentence in enumerate(found.sentences):
        words = sentence.words.split(" ")
        long = [index for index, word in enumerate(words) if sum(letter.isalpha() for letter in word) > 3]
        if sentence.kind in ("prose", "item") and len(long) >= 3:
            new = list(words)
            for index in random.sample(long, max(3, len(long) // 3)):
                new[index] = _garble(words[index], random)
            if new != words:
                yield Plant("garbled", "letters", {place: (evolve(sentence, words=" ".join(new)),)})


def _garble(word: str, random: Random) -> str:
    if random.random() < 0.5:
        return "".join(letter for n, letter in enumerate(word) if n % 3 != 1)
    return word.translate(_HOMOGLYPHS)


def untranslated(found: Ground, random: Random) -> Iterator[Plant]:
    """A sentence is left in the language of the original."""
    for place, sentence in enumerate(found.sentences):
        if sentence.kind in ("prose", "item") and place in found.original and len(sentence.words.split()) > 4:
            yield Plant("untranslated", "original", {place: (evolve(sentence, words=found.original[place]),)})


def shortened(found: Ground, random: Random) -> Iterator[Plant]:
    """The second half of a long sentence is left out."""
    for place, sentence in enumerate(found.sentences):
        words = sentence.words.split(" ")
        if sentence.kind in ("prose", "item") and len(words) >= 14:
            half = " ".join(words[:len(words) // 2]).rstrip(",;:") + "."
            yield Plant("shortened", "half", {place: (evolve(sentence, words=half),)})


def repeated(found: Ground, random: Random) -> Iterator[Plant]:
    """A sentence stands twice."""
    for place, sentence in enumerate(found.sentences):
        if sentence.kind == "prose":
            yield Plant("repeated", "twice", {place: (sentence, sentence)})


def _changed(found: Ground, operator: str, place: int, start: int, old: str, new: str) -> Plant:
    sentence = found.sentences[place]
    behind = sentence.words[start + len(old):]
    words = sentence.words[:start] + new + (behind if new else behind.removeprefix(" "))
    return Plant(operator, f"{old} => {new}", {place: (evolve(sentence, words=words),)})


OPERATORS: Mapping[str, Callable[[Ground, Random], Iterator[Plant]]] = {
    "number_changed": numbers_changed, "columns_swapped": columns_swapped, "cells_swapped": cells_swapped,
    "sentence_dropped": sentences_dropped, "compared": changes("compared"), "negated": changes("negated"),
    "hedged": changes("hedged"), "other": changes("other"), "term_replaced": terms_replaced,
    "sentences_swapped": sentences_swapped, "garbled": garbled, "untranslated": untranslated,
    "shortened": shortened, "repeated": repeated,
}
