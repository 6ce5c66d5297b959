"""The data of a language -> the words that its phrases with a `*` match, where these are no forms of one word.

The words are those of simplemma, with their lemmas: `phas*` matches `phase`, and `phasmid`.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from itertools import groupby

from attrs import frozen

from .features import EvidenceReader
from .hidden_phrases import IDLE
from .language import Language, NoSuchLanguage
from .words import FORM_SIGN, LEMMAS, Phrases, fold

# How many letters behind a beginning two lemmas share that are probably of one word, and how many a simple word has at most:
# a longer one is made of several words, as German `langlauf` is for `lang*`.
SHARED, SIMPLE = 2, 3
# By how many of their first letters words are looked up first; the fewest words of which one is not meant.
HEAD, SEVERAL = 2, 2


@frozen
class Beginning:
    """A beginning of words in the data: the codes that list it, a lemma of each kind, and those that are numbers.

    The lemmas come with most forms first.
    """

    text: str
    codes: tuple[str, ...]
    lemmas: tuple[str, ...]
    numbers: tuple[str, ...]


def beginnings(own: Language) -> tuple[Beginning, ...]:
    """Return the beginnings with several kinds of words: those that match numbers first, and then the shortest.

    Words that the data lists whole are left out. Raises NoSuchLanguage if simplemma has no words of the language.
    """
    listed = [(phrases, code, text) for phrases in (own.signals, own.senses, own.things, own.contraries)
              for code, text in _listed(phrases)]
    lemmas_of = _lemmas(own, {text.removesuffix(FORM_SIGN) for _, _, text in listed})
    known, reader = sorted(lemmas_of), EvidenceReader(own)
    codes: dict[str, list[str]] = {}
    forms: dict[str, Counter[str]] = {}
    for phrases, code, text in listed:
        codes.setdefault(text, []).append(code)
        forms.setdefault(text, Counter()).update(
            lemma for word in _begun(known, text.removesuffix(FORM_SIGN))
            if code in phrases.codes_at(word) and word not in phrases.texts[code] for lemma in lemmas_of[word])
    matched = [Beginning(text, tuple(dict.fromkeys(codes[text])), _kinds(text, forms[text]),
                       tuple(sorted(lemma for lemma in forms[text] if _is_number(lemma, own, reader)))) for text in codes]
    return tuple(sorted((beginning for beginning in matched if beginning.numbers or len(beginning.lemmas) >= SEVERAL),
                        key=_order))


def _order(beginning: Beginning) -> tuple[bool, int, int, str]:
    """Return by what a beginning comes before another: numbers, its length, and how many words it has."""
    return not beginning.numbers, len(beginning.text), -len(beginning.lemmas), beginning.text


def _listed(phrases: Phrases) -> Iterator[tuple[str, str]]:
    """The beginnings of single words, each with its code."""
    yield from ((code, fold(text)) for code, texts in phrases.texts.items() if code not in IDLE for text in texts
                if text.endswith(FORM_SIGN) and text.count(FORM_SIGN) == 1 and " " not in text)


def _begun(known: list[str], beginning: str) -> Iterator[str]:
    """The words with a beginning, of some that are sorted."""
    for place in range(bisect_left(known, beginning), len(known)):
        if not known[place].startswith(beginning):
            return
        yield known[place]


def _kinds(text: str, forms: Counter[str]) -> tuple[str, ...]:
    """A lemma of each kind: the shortest of those that share some letters behind the beginning."""
    size, kinds = len(text) - 1, dict[str, str]()
    for lemma in sorted(forms, key=lambda lemma: (len(lemma), lemma)):
        if len(lemma) <= size + SIMPLE:
            kinds.setdefault(lemma[:size + SHARED], lemma)
    return tuple(sorted(kinds.values(), key=lambda lemma: (-forms[lemma], lemma)))


def _is_number(lemma: str, own: Language, reader: EvidenceReader) -> bool:
    """Return whether a word is a number that counts: not such as `twice`."""
    return lemma not in own.numbers and any(not number.match.weak for number in reader.read(lemma).numbers)


def _lemmas(own: Language, begun: Collection[str]) -> Mapping[str, set[str]]:
    """The lemmas of each word with one of some beginnings that simplemma lists. Raises NoSuchLanguage."""
    from simplemma.strategies.dictionaries.dictionary_factory import SUPPORTED_LANGUAGES, DefaultDictionaryFactory

    code = own.stemmer.name.removeprefix(LEMMAS) if own.stemmer.name.startswith(LEMMAS) else own.code
    if code not in SUPPORTED_LANGUAGES:
        raise NoSuchLanguage(f"simplemma has no words of `{own.code}`, so that those of its phrases cannot be listed")
    lemmas_of: dict[str, set[str]] = {}
    by_head = {head: tuple(some) for head, some in groupby(sorted(begun), lambda beginning: beginning[:HEAD])}
    rows = DefaultDictionaryFactory().get_dictionary(code).items()
    for form, lemma in zip(*(_folded(column) for column in zip(*rows, strict=True)), strict=True):
        for word in (form, lemma):
            if word.startswith(by_head.get(word[:HEAD], ())) and word.isalpha() and lemma.isalpha():
                lemmas_of.setdefault(word, set()).add(lemma)
    return lemmas_of


def _folded(column: Iterable[str | bytes]) -> list[str]:
    """Some words, folded: all at once, as a word takes as long to fold as a long text."""
    return fold("\n".join(word.decode() if isinstance(word, bytes) else word for word in column)).split("\n")
