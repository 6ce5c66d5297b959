"""The data of a language -> how good it is: what is read back as it was meant, and what the English data has besides.

A document in the language, where there is one, says how much of it the data knows.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from statistics import median

from attrs import frozen

from .blocks import blocks
from .features import EvidenceReader
from .foreign import foreign, spoken
from .frequent_words import frequent_words, unknown_to_simplemma
from .hidden_phrases import hidden_phrases
from .language import OPPOSITES, Language, language, languages
from .sentences import sentences
from .words import ANY, Phrases, fold, folded_words, is_unspaced, stem, words

# What is spelled out and read back.
NUMBERS = range(2, 201)
# Codes of turns of phrase between two texts of which no phrase may have both.
APART = (("at_least", "at_most"), ("more", "fewer"), ("highest", "lowest"), ("before", "after"), ("first", "last"),
         ("left", "right"), ("clockwise", "counterclockwise"), ("hidden", "open"), ("may", "must"), ("may", "must_not"),
         ("must", "must_not"), ("must", "need_not"), ("not", "nor"), ("forward", "backward"), ("upward", "downward"),
         ("above", "below"), ("top", "bottom"), ("near", "far"), ("inside", "outside"), ("rises", "falls"), ("even", "odd"),
         ("adds", "subtracts"), ("youngest", "oldest"), ("wins", "loses"), ("high", "low"), ("same", "different"),
         ("rounded_up", "rounded_down"), ("at_begin", "at_end"), ("next", "previous"))
# With fewer small words the language of a sentence is seldom known.
SMALL_WORDS = 60
# How many words of a document small words are, in the languages that we know, a half of it at least.
SHARE_OF_SMALL_WORDS = 0.2
# The share of the usual number of phrases below which a code has few.
THIN = 0.5
# What stands for any letters in a script without an alphabet in the data.
UNSPACED_FILLER = "\u4e00"
# Two languages share at most this part of their small words and phrases: Danish and Norwegian share 0.62.
KINDRED = 0.8


@frozen
class Aspect:
    """One aspect of the data: how much of it is as it should be, what is not, and whether that is a mistake in the data."""

    name: str
    good: int
    of: int
    lacking: tuple[str, ...] = ()
    is_mistake: bool = False

    @property
    def share(self) -> float:
        """The part that is as it should be, from 0 to 1."""
        return self.good / self.of if self.of else 1.0


def aspects(code: str, text: str | None = None) -> tuple[Aspect, ...]:
    """Measure the data of a language; `text` is a document in it. Raises NoSuchLanguage."""
    own, english = language(code), language("en")
    reader = EvidenceReader(own)
    return (
        _numbers(own, reader),
        _aspect("codes of turns of phrase that English has", english.polarity_words, own.polarity_words),
        _phrases(own),
        _opposites(own),
        _apart(own),
        _aspect("codes of turns of phrase between two texts that English has", english.signal_words, own.signal_words),
        _signals(own),
        _hidden(own),
        _thin(own),
        _aspect("senses of words that English has", english.senses.codes, own.senses.codes),
        _aspect("things of many games that English has", english.things.codes, own.things.codes),
        _aspect("words that turn a rule round that English has", english.contraries.codes, own.contraries.codes),
        Aspect("small words", min(len(own.function_words), SMALL_WORDS), SMALL_WORDS),
        _letters(own),
        _of_its_own(own),
        _stems(own),
        *(_of_document(own, text) if text is not None else ()),
    )


def _aspect(name: str, expected: Collection[str], present: Collection[str]) -> Aspect:
    lacking = tuple(code for code in expected if code not in present)
    return Aspect(name, len(expected) - len(lacking), len(expected), lacking)


def _numbers(own: Language, reader: EvidenceReader) -> Aspect:
    """Numbers that CLDR spells out, read back."""
    from unicode_rbnf import RbnfEngine

    engine = RbnfEngine.for_language(own.spelling)
    wrong = []
    for value in NUMBERS:
        text = engine.format_number(value).text.replace("\xad", "")
        if [number.value for number in reader.read(text).numbers] != [value]:
            wrong.append(text)
    return Aspect("numbers from 2 to 200 in words", len(NUMBERS) - len(wrong), len(NUMBERS), tuple(wrong), bool(wrong))


def _phrases(own: Language) -> Aspect:
    """Phrases that are read as what they stand for, and not as a longer phrase or one of another code."""
    return _read_back("turns of phrase that are read as themselves", own, own.polarity, own.polarity_words)


def _signals(own: Language) -> Aspect:
    """The same of phrases between two texts."""
    return _read_back("turns of phrase between two texts that are read as themselves", own, own.signals, own.signal_words)


def _hidden(own: Language) -> Aspect:
    """Phrases between two texts that hide no form of a phrase of another code."""
    hiding = hidden_phrases(own)
    total = sum(map(len, own.signal_words.values()))
    good = total - len({phrase.text for phrase in hiding})
    return Aspect("turns of phrase between two texts that hide no form of another code", good, total,
                  tuple(f"{phrase.text} ({phrase.code}) hides {phrase.hidden} ({phrase.hidden_code})" for phrase in hiding))


def _read_back(name: str, own: Language, phrases: Phrases, words_of: Mapping[str, tuple[str, ...]]) -> Aspect:
    texts = [(code, text) for code, texts in words_of.items() for text in texts]
    wrong = tuple(f"{text} ({code})" for code, text in texts
                  if not any(code in phrases.within(tokens) for tokens in _uses(own, text)))
    return Aspect(name, len(texts) - len(wrong), len(texts), wrong, bool(wrong))


def _uses(own: Language, text: str) -> Iterator[list[str]]:
    """Yield the words of a phrase as texts have them: with letters for a `*`, and words for a `?`, of several kinds.

    It is read as itself if it is so with any of them: the letters may happen to make another word of the language.
    """
    chunks = fold(text.replace(",", " ")).split()
    is_open = any("*" in chunk or chunk == ANY for chunk in chunks)
    for filler in _fillers(own) if is_open else ("",):
        filled = [filler * 2 if chunk == ANY else _filled(chunk, filler) for chunk in chunks]
        # A `#` stands for a number, and is no word of a text.
        yield [word for chunk in filled for word in (folded_words(chunk) or [chunk])]


def _filled(chunk: str, filler: str) -> str:
    """A word of a phrase with letters for the `*` before it and behind it.

    >>> _filled("*maz*", "o"), _filled("card*", ""), _filled("*less", "")
    ('omazo', 'card', 'less')
    """
    return chunk.replace("*", filler)


def _fillers(own: Language) -> Iterator[str]:
    """Yield letters that may stand for a `*`: none, and then those of the language, one and two of each."""
    letters = sorted(own.letters) or [UNSPACED_FILLER]
    yield from ("", *letters, *(letter * 2 for letter in letters))


def _thin(own: Language) -> Aspect:
    """Codes between two texts for which the data has about as many phrases as that of the other languages."""
    others = [language(code).signal_words for code in languages() if code != own.code]
    usual = {code: median(len(words.get(code, ())) for words in others) for code in own.signal_words}
    thin = sorted((len(texts) / usual[code], code) for code, texts in own.signal_words.items()
                  if len(texts) < THIN * usual[code])
    lacking = tuple(f"{code} ({len(own.signal_words[code])}, usually {usual[code]:.0f})" for _, code in thin)
    return Aspect("turns of phrase between two texts with at least half as many phrases as other languages have",
                  len(usual) - len(thin), len(usual), lacking)


def _opposites(own: Language) -> Aspect:
    """Pairs of opposites of which the language has both, and no phrase for both."""
    known = own.polarity_words
    wrong = tuple(f"{first} and {second}" for first, second in OPPOSITES
                  if (first in known) != (second in known) or set(known.get(first, ())) & set(known.get(second, ())))
    return Aspect("opposites with words of their own", len(OPPOSITES) - len(wrong), len(OPPOSITES), wrong, bool(wrong))


def _apart(own: Language) -> Aspect:
    """Pairs of codes that share no phrase: opposites, and `nor`, which only goes on with a denial."""
    wrong = tuple(f"{', '.join(sorted(shared))} ({first} and {second})" for first, second in APART
                  if (shared := set(own.signal_words.get(first, ())) & set(own.signal_words.get(second, ()))))
    return Aspect("opposites between two texts that share no phrase", len(APART) - len(wrong), len(APART), wrong, bool(wrong))


def _letters(own: Language) -> Aspect:
    """Words of the data that are spelled with letters of the alphabet, and none of another script."""
    phrases = (text.replace("*", "") for texts in own.polarity_words.values() for text in texts)
    texts = [*own.function_words, *own.conditions, *phrases]
    wrong = tuple(text for text in texts if any(_is_strange(sign, own) for sign in fold(text)))
    return Aspect("words spelled with letters of the alphabet", len(texts) - len(wrong), len(texts), wrong, bool(wrong))


def _of_its_own(own: Language) -> Aspect:
    """Parts of the data that are not those of another language, as a copied file has them before it is translated."""
    parts = _parts(own)
    wrong = []
    for name, texts in parts.items():
        alike = max(((len(texts & _parts(language(code))[name]) / max(1, len(texts)), code)
                     for code in languages() if code != own.code), default=(0.0, ""))
        if alike[0] > KINDRED:
            wrong.append(f"{alike[0]:.0%} of the {name} are those of {alike[1]}")
    return Aspect("parts that differ from those of other languages", len(parts) - len(wrong), len(parts), tuple(wrong),
                  bool(wrong))


def _parts(some: Language) -> dict[str, frozenset[str]]:
    phrases = (("turns of phrase", some.polarity_words), ("turns of phrase between two texts", some.signal_words))
    return {"small words": frozenset(some.function_words),
            **{name: frozenset(text for texts in words_of.values() for text in texts) for name, words_of in phrases}}


def _is_strange(sign: str, own: Language) -> bool:
    return sign.isalpha() and sign not in own.letters and not is_unspaced(sign)


def _stems(own: Language) -> Aspect:
    """Check that words are stemmed: of the small words some change."""
    texts = sorted(own.function_words)
    unspaced = all(is_unspaced(text) for text in texts)
    changed = any(stem(text, own.stemmer) != text for text in texts)
    good = int(unspaced or changed)
    return Aspect("stems or lemmas of words", good, 1, () if good else ("no word is changed",), not good)


def _of_document(own: Language, text: str) -> Iterator[Aspect]:
    """Measure the part of a document that is taken for the language, and known."""
    passages = sentences(blocks(text, own), own)
    other = spoken(passages, own)
    lacking = () if other == own.code else (f"it seems to be in {other}",)
    yield Aspect("the document is in this language", int(not lacking), 1, lacking, bool(lacking))
    strange = tuple(f"{passage.sentence.number}: {passage.sentence.text[:60]}" for passage in foreign(passages, own))
    yield Aspect("sentences that are taken for this language", len(passages) - len(strange), len(passages), strange)
    spelled = [word.folded for sentence in passages for word in words(sentence.text) if word.written.isalpha()]
    small = sum(word in own.function_words for word in spelled)
    needed = max(1, round(SHARE_OF_SMALL_WORDS * len(spelled)))
    yield Aspect("words of the document that are small words", min(small, needed), needed,
                 _frequent(spelled, own) if small < needed else ())
    frequent = frequent_words(passages, own)
    apart = tuple(" / ".join(map(" ".join, word.forms)) for word in frequent if len(word.forms) > 1)
    total = len(frequent)
    yield Aspect("frequent words of the document that have one stem or lemma", total - len(apart), total, apart)
    unknown = unknown_to_simplemma(frequent, own)
    yield Aspect("frequent words of the document that simplemma knows, or the data", total - len(unknown), total, unknown)


def _frequent(spelled: Sequence[str], own: Language) -> tuple[str, ...]:
    """The most frequent words of a document that the data does not know: what to add first."""
    counts: dict[str, int] = {}
    for word in spelled:
        if word not in own.function_words:
            counts[word] = counts.get(word, 0) + 1
    return tuple(sorted(counts, key=lambda word: (-counts[word], word))[:10])
