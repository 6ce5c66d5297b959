"""Languages: what the reader of documents knows of each, from a file of its own."""

from __future__ import annotations

import json
import os
import tomllib
from collections.abc import Iterable, Mapping
from contextlib import suppress
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any

from attrs import frozen

from ...dsl.source.cache import CacheStore, digest_of, user_store
from .words import BEHIND_COMMA, FORM_SIGN, Phrases, Stemmer, fold, folded_words

# Pairs of words that say the opposite. A sentence with one, where a rule has the other, is suspect.
OPPOSITES = (
    ("at_least", "at_most"), ("may", "must_not"), ("must", "must_not"), ("must", "may"), ("clockwise", "counterclockwise"),
    ("highest", "lowest"), ("more", "fewer"), ("before", "after"), ("first", "last"), ("always", "never"),
    ("left", "right"), ("hidden", "open"), ("at_most", "exactly"), ("at_least", "exactly"),
)
# Turns that bound the number that stands by them; those by which a rule is denied, and the plain one of them.
BOUNDS = frozenset({"at_least", "at_most", "exactly", "more", "fewer"})
PLAIN = frozenset({"not"})
DENYING = frozenset({"not", "must_not", "never"})


# The files of languages of which the data is kept.
FILES_KEPT = 64
# What the words for figures, pages and sections are listed under; what stands in one that a full stop must part from its
# number, as in Hungarian `. oldal` and Czech `s.`, which is `with` otherwise.
NUMBERED, FULL_STOP = ("figures", "pages", "sections"), "."
# What parts the words of a phrase that is read over it.
_COMMA = ","


class NoSuchLanguage(Exception):
    """There is no data for this language; the message says for which there is."""


@frozen(eq=False)
class Language:
    """The words and rules of a language: what the reader of documents knows of it."""

    # Its two-letter code.
    code: str
    # Stems its words.
    stemmer: Stemmer
    # Its alphabet.
    letters: frozenset[str]
    # Words of one letter.
    one_letter_words: frozenset[str]
    # What does not end a sentence, though a full stop follows.
    abbreviations: frozenset[str]
    # Small words, which every text of the language has.
    function_words: frozenset[str]

    # Words for numbers that CLDR does not list; those that are counted themselves, as `two dozen`; those for how many play, as
    # `zu dritt`; forms of plain numbers.
    numbers: Mapping[str, int]
    groups: Mapping[str, int]
    companies: Mapping[str, int]
    cardinals: Mapping[str, int]
    # Finds ordinals that CLDR does not list, with their numbers as codes.
    ordinals: Phrases
    # Words for a number that are other words besides, as Romanian `nouă`, which is nine and new.
    weak_numbers: frozenset[str]
    # What may stand between hundreds and the rest.
    joiner: str
    # The name of the language in CLDR, which spells its numbers; from which number on words are those of hundreds and a rest.
    spelling: str
    spelled: int

    # Whether a `not` behind `until`, `unless` or `before` denies nothing; the conjunctions behind which it does not, where they
    # are listed: a preposition, as in `until the end`, leaves a denial as it is.
    expletive: bool
    expletive_conjunctions: Phrases | None
    # What stands before nouns, and whether nouns begin with a capital letter; without both nobody knows nouns.
    determiners: frozenset[str]
    capital_nouns: bool
    # What stands by all of many, as `all`, and not by a whole thing.
    wholes: frozenset[str]
    # What stands by any one, and is a word for one too.
    articles: frozenset[str]
    # The words between a part and the whole, as in `three of your seven cards`.
    out_of: frozenset[str]
    # What begins a part of a sentence that says when a rule holds.
    conditions: frozenset[str]
    # Plain words for `without`, as `sin` in `sin ninguno`: a `not` right behind them denies nothing more. Without such words
    # one behind any turn of phrase for `without` does not.
    lacking: frozenset[str]
    # Finds words for `not` that leave free what stands behind `may`, as in Spanish `puede no pagar`: it need not be. Phrases
    # with such a word do so anywhere behind `may`.
    freeing: Phrases
    # Words that deny all but what another word names behind them, by that word, as French `ne ... que`: both say `only`. What
    # compares goes with the second word too: `ne ... pas plus que`.
    restricting: Mapping[str, frozenset[str]]
    comparing: frozenset[str]
    # Pronouns that stand right behind a verb: what is before them is no noun.
    objects: frozenset[str]
    # What begins a clause on a noun without a comma before it, as `that` and `who`: a `not` behind it denies that clause.
    relatives: frozenset[str]
    # Words that deny two things at once where no word goes on with them, as the German `weder`.
    neither: frozenset[str]
    # Vowels that some forms of a word lack before its last consonant, as Polish `pionka` of `pionek`.
    fleeting: frozenset[str]
    # Adverbs of order, with the words that they begin with: what stands behind `then` is not what `after` is said of.
    then: frozenset[str]

    # Find what refers: to figures, pages, sections, other places, players, examples; those of the first three that stand behind
    # their numbers, as in Hungarian `6. oldal`. Both have a full stop in their codes where one must stand between.
    labels: Phrases
    labels_behind: Phrases
    # Finds what stands by a number that is a name, as in `spaces no. 3 to 5`: a word for number, `and`, `to`, `from`, `each`.
    naming: Phrases
    # Finds words that turn a rule round when they are changed, and the same as they are listed.
    polarity: Phrases
    polarity_words: Mapping[str, tuple[str, ...]]
    # Finds words of rules that are used for each other. Of senses, things and contraries all languages have the same codes.
    senses: Phrases
    # Finds the names of what many games have: a card is no die, in any language.
    things: Phrases
    # Finds words of which one turns a rule round when it stands in the place of another, as `attacker` for `defender`.
    contraries: Phrases
    # Finds nouns whose ending says one of the two ends of a way, as Hungarian `toronyból`.
    way_endings: Phrases
    # Finds the turns of phrase by which a translation is compared with its original (`SIGNALS`); those of them that are written
    # with a comma, in words of which one behind a comma begins with that (`behind_comma`); all as they are listed.
    signals: Phrases
    signals_over_commas: Phrases
    signal_words: Mapping[str, tuple[str, ...]]
    # All words of this data: some hundreds of words that the language has.
    listed: frozenset[str]
    # The letters that usually follow each two letters in words of the language, `_` the end of a word; empty where nobody has
    # counted them.
    follows: Mapping[str, frozenset[str]]


# The codes of the two ends of a way: of the words before nouns, and of the endings of nouns, which begin with a `*`.
WAY_FROM, WAY_TO = "way_from", "way_to"
# The codes under [signals]: turns of phrase that a translation has where its original has them.
SIGNALS = frozenset({
    "not", "without", "at_least", "at_most", "exactly", "more", "fewer", "may", "must", "must_not", "need_not", "clockwise",
    "counterclockwise", "left", "right", "highest", "lowest", "youngest", "oldest", "before", "after", "first", "last",
    "next", "previous", "at_begin", "at_end", "all", "each", "any", "both", "only", "if", "unless", "even_if", "except",
    "until", "while", "always", "hidden", "open", "at_once", "in_order", "together", "by_lot", "opponent", "active", "wins",
    "loses", "same", "different", "gets", "gives", "some", "forward", "backward", "upward", "downward", "above", "below", "top",
    "bottom", "even", "odd", "near", "far", "rises", "falls", "adds", "subtracts", "inside", "outside", "high", "low", "range",
    "rounded_up", "rounded_down", "since", "against", "along", "twice", "half", "otherwise", "nor", "no_other", "void",
    "form_words"})
# Turns that say what may be and what must.
MODAL = frozenset({"may", "must", "must_not"})


def languages() -> tuple[str, ...]:
    """The codes of the languages that can be read, sorted."""
    folder = _folder()
    # Each document asks for them: a list of names takes a tenth of the time that paths take.
    names = os.listdir(folder) if isinstance(folder, Path) else [traversable.name for traversable in folder.iterdir()]
    return tuple(sorted(name.removesuffix(".toml") for name in names if name.endswith(".toml")))


@cache
def language(code: str) -> Language:
    """The language with this code. Raises NoSuchLanguage."""
    if code not in languages():
        raise NoSuchLanguage(f"documents in `{code}` cannot be read; there is {', '.join(languages())} "
                             "(docs/languages.md says how to add one)")
    try:
        return _read(code, (_folder() / f"{code}.toml").read_text(encoding="utf-8"))
    except tomllib.TOMLDecodeError as error:
        raise NoSuchLanguage(f"`languages/{code}.toml` is not valid TOML: {error}; words with other letters than a to z are "
                             "keys in quotation marks only") from None
    except KeyError as error:
        raise NoSuchLanguage(f"`languages/{code}.toml` has no `{error.args[0]}`") from None


def _read(code: str, text: str) -> Language:
    data = _data(text)
    polarity = {name: tuple(texts) for name, texts in data["polarity"].items()}
    signals = _signals(polarity, data.get("signals", {}), code)
    contraries = {name: tuple(texts) for name, texts in data.get("contraries", {}).items()}
    labels = {name: tuple(data[name]) for name in ("references", "players", "examples")}
    before = {name: tuple(data[name]) for name in NUMBERED}
    behind = {name: tuple(data[f"{name}_behind"]) for name in NUMBERED if f"{name}_behind" in data}
    numbers, groups, companies, cardinals = (_values(data.get(name, {})) for name in (
        "numbers", "groups", "companies", "cardinals"))
    return Language(
        code=code,
        stemmer=Stemmer(data["stemmer"], _base_forms(data.get("base_forms", {}), code)),
        letters=frozenset(fold(data["letters"])),
        one_letter_words=frozenset(map(fold, data["one_letter_words"])),
        abbreviations=frozenset(map(fold, data["abbreviations"])),
        function_words=_folded(data["function_words"].split()),
        numbers=numbers, groups=groups, companies=companies, cardinals=cardinals,
        ordinals=_ordinals(data.get("ordinals", {})),
        weak_numbers=frozenset(map(fold, data.get("weak_numbers", ()))),
        joiner=fold(data.get("joiner", "")),
        spelling=data.get("spelling", code), spelled=data.get("spelled", 201),
        expletive=bool(data.get("expletive", False)),
        expletive_conjunctions=_conjunctions(data.get("expletive", False)),
        determiners=_folded(data.get("determiners", "").split()), capital_nouns=data.get("capital_nouns", False),
        wholes=_folded(data.get("wholes", "").split()),
        articles=_folded(data.get("articles", "").split()),
        out_of=frozenset(map(fold, data["out_of"])),
        conditions=frozenset(map(fold, data["conditions"])),
        lacking=frozenset(map(fold, data.get("lacking", ()))),
        freeing=Phrases({"freeing": tuple(data.get("freeing", ()))}),
        restricting={fold(word): _folded(others.split()) for word, others in data.get("restricting", {}).items()},
        comparing=_folded(data.get("comparing", "").split()),
        objects=_folded(data.get("objects", "").split()),
        relatives=frozenset(map(fold, data.get("relatives", ()))),
        neither=frozenset(map(fold, data.get("neither", ()))),
        fleeting=frozenset(fold(data.get("fleeting", ""))),
        then=frozenset(map(fold, data.get("then", "").split())),
        labels=Phrases(labels | _by_full_stop(before)), labels_behind=Phrases(_by_full_stop(behind)),
        naming=Phrases({name: tuple(words) for name, words in data["naming"].items()}),
        polarity=Phrases(_without_commas(polarity)), polarity_words=polarity,
        senses=Phrases({name: tuple(texts.split()) for name, texts in data["senses"].items()}),
        things=_things(data.get("things", {})),
        contraries=Phrases(_without_commas({name: tuple(text for text in texts if not _is_way_ending(name, text))
                                            for name, texts in contraries.items()}), whole_first=True),
        way_endings=Phrases({name: tuple(text for text in texts if _is_way_ending(name, text))
                             for name, texts in contraries.items() if name in (WAY_FROM, WAY_TO)}),
        signals=Phrases(_without_commas(signals), whole_first=True),
        signals_over_commas=_over_commas(signals),
        signal_words=signals,
        listed=_listed(data["function_words"].split(), *polarity.values(), *signals.values(),
                       *(texts.split() for texts in data["senses"].values()), numbers, groups),
        follows=_follows(code))


def _values(words: Mapping[str, int]) -> dict[str, int]:
    """The numbers of some words, by these as they are compared."""
    return {" ".join(folded_words(word)): value for word, value in words.items()}


def _ordinals(words: Mapping[str, int]) -> Phrases:
    """The words for each number that names a place in an order."""
    out: dict[str, tuple[str, ...]] = {}
    for text, value in words.items():
        out[str(value)] = (*out.get(str(value), ()), text)
    return Phrases(out, whole_first=True)


def _conjunctions(value: bool | list[str]) -> Phrases | None:
    """The conjunctions that are listed; None where every word for `until` is one."""
    return None if isinstance(value, bool) else Phrases({"expletive": tuple(value)})


def _things(names: Mapping[str, str]) -> Phrases:
    """The names of things. One ends the names of its kinds, and stands alone as well: German `*karte`."""
    return Phrases({code: tuple(word for text in texts.split() for word in dict.fromkeys((text, text.removeprefix("*"))))
                    for code, texts in names.items()})


def _over_commas(signals: Mapping[str, tuple[str, ...]]) -> Phrases:
    """The phrases that are written with a comma."""
    return Phrases({code: tuple(behind_comma(text) for text in texts if _COMMA in text) for code, texts in signals.items()
                    if any(_COMMA in text for text in texts)}, whole_first=True)


def _base_forms(forms: Mapping[str, str], code: str) -> tuple[tuple[str, str], ...]:
    """The words and endings with what is stemmed in their place. Raises NoSuchLanguage where only one of two is an ending."""
    for form, base in forms.items():
        if not form.strip(FORM_SIGN) or form.startswith(FORM_SIGN) != base.startswith(FORM_SIGN):
            raise NoSuchLanguage(f"`languages/{code}.toml` has `{form}` under [base_forms] with `{base}`; write a word for a "
                                 "word, and an ending such as `*ões` for an ending")
    return tuple((fold(form), fold(base)) for form, base in forms.items())


def _data(text: str) -> dict[str, Any]:
    """Return the data of a language by the text of its file. It is kept, because reading TOML takes long."""
    store, key = _store(), digest_of(b"language", text.encode("utf-8"))
    cached = None if store is None else store.read(key)
    if cached is not None:
        known: dict[str, Any] = json.loads(cached)
        return known
    data = tomllib.loads(text)
    # Data with a date in it, which no language needs, is not kept.
    with suppress(TypeError):
        if store is not None:
            store.write(key, json.dumps(data).encode())
    return data


def _store() -> CacheStore | None:
    return user_store("languages", FILES_KEPT)


def _folded(texts: Iterable[str]) -> frozenset[str]:
    """The words of some texts, folded: all at once, as a word takes as long to fold as a long text."""
    return frozenset(fold(" ".join(texts)).split())


def _listed(*lists: Iterable[str]) -> frozenset[str]:
    """The words of some lists of phrases, without the signs in them."""
    return frozenset(word.strip("*,") for word in _folded(text for texts in lists for text in texts))


def _without_commas(phrases: Mapping[str, tuple[str, ...]]) -> dict[str, tuple[str, ...]]:
    return {code: tuple(text.replace(_COMMA, " ") for text in texts) for code, texts in phrases.items()}


def behind_comma(text: str) -> str:
    """A phrase, where each word behind a comma begins with that.

    >>> behind_comma("no matter, who")
    'no matter ,who'
    """
    head, *others = (part.strip() for part in text.split(_COMMA))
    return " ".join((head, *(f"{BEHIND_COMMA}{part}" for part in others)))


def _by_full_stop(labels: Mapping[str, tuple[str, ...]]) -> dict[str, tuple[str, ...]]:
    """The words by numbers; those with a full stop that must stand between them, under a code with one."""
    plain = {name: tuple(text for text in texts if FULL_STOP not in text) for name, texts in labels.items()}
    stopped = {f"{name}{FULL_STOP}": tuple(text.replace(FULL_STOP, " ").strip() for text in texts if FULL_STOP in text)
               for name, texts in labels.items()}
    return {code: texts for code, texts in (plain | stopped).items() if texts}


def _is_way_ending(code: str, text: str) -> bool:
    """Return whether a word for an end of a way is the ending of nouns, as Hungarian `*ból`."""
    return code in (WAY_FROM, WAY_TO) and text.startswith("*")


def _follows(code: str) -> dict[str, frozenset[str]]:
    """The letters that usually follow each two letters, from a file with a line for each; {} without a file."""
    path = _folder() / "letters" / f"{code}.txt"
    rows = path.read_text(encoding="utf-8").splitlines() if path.is_file() else ()
    return {row[:2]: frozenset(row[3:]) for row in rows}


def _signals(polarity: Mapping[str, tuple[str, ...]], own: Mapping[str, list[str]], code: str) -> dict[str, tuple[str, ...]]:
    """The turns of phrase for pairs: those of [signals], and those of [polarity] for codes that are not there."""
    unknown = own.keys() - SIGNALS
    if unknown:
        raise NoSuchLanguage(f"`languages/{code}.toml` has codes under [signals] that do not exist: "
                             f"{', '.join(sorted(unknown))}")
    inherited = {name: texts for name, texts in polarity.items() if name in SIGNALS - own.keys()}
    return inherited | {name: tuple(texts) for name, texts in own.items()}


@cache
def _folder() -> Traversable:
    return files("rulewright") / "translation" / "document" / "languages"
