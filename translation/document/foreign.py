"""Sentences that are not in the language of their document: by script, by small words, by letters, by the company they keep."""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cache, lru_cache

from attrs import frozen

from .language import Language, language, languages
from .sentences import Sentence
from .words import folded_words, is_unspaced

# A sentence of fewer words is left alone, except where its script shows it.
FEWEST_WORDS = 3
# How many sentences have a word that is at home in a document.
AT_HOME = 2
# A document is in another language when it has this many times as many small words that only that language has.
LEAD = 1.5
# The scripts of which every character is a word: kana and Chinese characters.
UNSPACED = "Han"
# The languages of documents of which the small words of others are kept.
LANGUAGES_KEPT = 64


@frozen
class ForeignSentence:
    """A sentence in another language: its code, or the name of a script where several languages share it."""

    sentence: Sentence
    language: str


def spoken(sentences: Sequence[Sentence], own: Language) -> str:
    """The language that the small words of a whole document speak for, its own unless another has far more of them.

    Languages such as Danish and Norwegian share most of them: those that only one of the two has decide.
    """
    times_of_word = Counter(word for sentence in sentences for word in folded_words(sentence.text))

    def small(language: Language, other: frozenset[str] = frozenset()) -> int:
        """Return how many small words of a language stand in the document that another does not have."""
        return sum(times for word, times in times_of_word.items() if word in language.function_words and word not in other)

    best = max(map(language, languages()), key=small)
    return best.code if small(best, own.function_words) > LEAD * small(own, best.function_words) else own.code


def foreign(sentences: Sequence[Sentence], own: Language) -> tuple[ForeignSentence, ...]:
    """The sentences of a document that are not in its language."""
    cut = [folded_words(sentence.text) for sentence in sentences]
    homes = Counter(word for items in cut for word in set(items))
    script = Counter(map(_script, sorted(own.letters))).most_common(1)[0][0]
    others = _others(own, tuple(map(language, languages())))
    out = []
    for sentence, pieces in zip(sentences, cut, strict=True):
        other = _of_script(pieces, script) or _other_language(pieces, own, others, homes, script)
        if other is not None:
            out.append(ForeignSentence(sentence, other))
    return tuple(out)


def _of_script(folded: Sequence[str], script: str) -> str | None:
    """The language of a sentence in another script, by its small words; the script where they do not decide."""
    other = _other_script(folded, script)
    if other is None:
        return None
    small = {code: sum(word in language(code).function_words for word in folded) for code in languages()}
    best = max(small, key=lambda code: small[code])
    return best if small[best] else other


def _other_script(folded: Sequence[str], script: str) -> str | None:
    """The script of most letters, if it is another; a word or two, a label or a name, are no reason."""
    spelled = [word for word in folded if word.isalpha() and (len(word) > 1 or is_unspaced(word))]
    strange = [word for word in spelled if _script(word[0]) != script]
    if len(strange) < 2 or 2 * sum(map(len, strange)) <= sum(map(len, spelled)):
        return None
    return _script(strange[0][0])


@frozen
class _Others:
    """The other languages that share letters with the language of a document, and how each small word speaks for each of them.

    A word speaks for a language (1) that alone has it, and against one (-1) if the document's language alone has it. `letters`
    are those of the document's language that each of the others lacks: a word with one of them speaks against that one too.
    """

    codes: tuple[str, ...]
    speaks: Mapping[str, tuple[int, ...]]
    letters: tuple[frozenset[str], ...]


@lru_cache(maxsize=LANGUAGES_KEPT)
def _others(own: Language, known: tuple[Language, ...]) -> _Others:
    """The languages that a sentence of a document may be in, of all that are known."""
    others = [other for other in known if other.code != own.code and not other.letters.isdisjoint(own.letters)]
    words = own.function_words.union(*(other.function_words for other in others))
    speaks = {word: tuple((word in other.function_words) - (word in own.function_words) for other in others) for word in words}
    return _Others(tuple(other.code for other in others), {word: row for word, row in speaks.items() if any(row)},
                   tuple(own.letters - other.letters for other in others))


def _other_language(folded: Sequence[str], own: Language, others: _Others, homes: Counter[str], script: str
                    ) -> str | None:
    """The language that the small words of a sentence speak for, if they speak against its document's."""
    spelled = [word for word in folded if word.isalpha()]
    if len(spelled) < FEWEST_WORDS:
        return None
    best, lead = None, 0
    votes = [others.speaks[word] for word in spelled if word in others.speaks]
    for code, letters, gained in zip(others.codes, others.letters, map(sum, zip(*votes, strict=True)), strict=bool(votes)):
        # Most languages have no more small words than the document's own: then no letter is looked at.
        gained -= sum(not letters.isdisjoint(word) for word in spelled) if gained > lead else 0
        best, lead = (code, gained) if gained > lead else (best, lead)
    lead += sum(any(letter not in own.letters and _script(letter) == script for letter in word) for word in spelled
                if not is_unspaced(word))
    content_words = [word for word in spelled if word not in own.function_words]
    at_home = sum(homes[word] >= AT_HOME for word in content_words)
    strangers = 2 * at_home <= len(content_words) if lead >= 2 else 4 * at_home < len(content_words)
    return best or "another" if lead >= 1 and strangers else None


@cache
def _script(letter: str) -> str:
    """The first word of a letter's name: `LATIN`, `CYRILLIC`; without case, as a word. Scripts without spaces are one."""
    return UNSPACED if is_unspaced(letter) else unicodedata.name(letter, "other").split()[0].capitalize()
