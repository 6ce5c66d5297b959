"""A document -> its frequent words of which the data of a language does not know all forms, to list under [base_forms]."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from attrs import frozen

from .language import Language
from .numbers import numbers_in
from .sentences import Sentence
from .words import LEMMAS, is_unspaced, stem, words

# The fewest times that all forms of a word stand in a document, and the fewest letters of a form.
FREQUENT, SHORTEST = 3, 4
# The part of the longer of two words with which both begin, if they are probably forms of one word: two of three letters.
ALIKE = (2, 3)


@frozen
class FrequentWord:
    """Words of a document that are probably forms of one word: the forms by their stems or lemmas, and how often they stand."""

    forms: tuple[tuple[str, ...], ...]
    times: int


def frequent_words(passages: Iterable[Sentence], own: Language) -> tuple[FrequentWord, ...]:
    """Return the frequent content words of a document, the most frequent first.

    Small words and numbers are left out, and words of which the data says what they mean.
    """
    counts = Counter(word.folded for passage in passages for word in words(passage.text)
                     if _is_content(word.folded, own))
    groups = list[list[str]]()
    for word in sorted(counts, key=lambda word: (-counts[word], word)):
        group = next((group for group in groups if _are_alike(group[0], word)), None)
        if group is None:
            groups.append([word])
        else:
            group.append(word)
    forms = [FrequentWord(_by_stems(group, own), sum(counts[word] for word in group)) for group in groups]
    return tuple(sorted((word for word in forms if word.times >= FREQUENT), key=lambda word: -word.times))


def unknown_to_simplemma(some: Sequence[FrequentWord], own: Language) -> tuple[str, ...]:
    """Return those words with one form that simplemma does not know; none in a language that has another stemmer."""
    if not own.stemmer.name.startswith(LEMMAS):
        return ()
    from simplemma import is_known

    code = own.stemmer.name.removeprefix(LEMMAS)
    listed = {word for forms in own.stemmer.base_forms for word in forms}
    return tuple(form for word in some if len(word.forms) == 1 for form in word.forms[0]
                 if form not in listed and not is_known(form, lang=code))


def _is_content(word: str, own: Language) -> bool:
    """Return whether a word has a meaning of its own that the data does not list."""
    is_known = any(phrases.codes_at(word) for phrases in (own.signals, own.senses, own.things))
    return (len(word) >= SHORTEST and word.isalpha() and not is_unspaced(word) and word not in own.function_words
            and not is_known and not numbers_in(word, words(word), own))


def _are_alike(word: str, other: str) -> bool:
    """Return whether two words begin alike, as forms of one word do.

    >>> _are_alike("token", "tokens"), _are_alike("act", "action")
    (True, False)
    """
    longer = max(len(word), len(other))
    shared = next((place for place, (sign, its) in enumerate(zip(word, other, strict=False)) if sign != its),
                  min(len(word), len(other)))
    return shared * ALIKE[1] >= longer * ALIKE[0]


def _by_stems(group: Sequence[str], own: Language) -> tuple[tuple[str, ...], ...]:
    by_stem: dict[str, list[str]] = {}
    for word in group:
        by_stem.setdefault(stem(word, own.stemmer), []).append(word)
    return tuple(map(tuple, by_stem.values()))
