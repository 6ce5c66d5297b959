"""Words that turn a rule round where they stand in the place of others: `attacker` for `defender`, `also` for `only`.

They are words of their own meaning, so that they are no turns of phrase by which sentences are aligned. One that is gone and
its contrary that has come are a finding unless the two texts use one for the other elsewhere.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache

from attrs import define

from ...decisions.findings import Level, Rule
from ..reading import Features
from ..side_by_side import SIDES_KEPT, Pair, Sides
from .denials import DENYING_OR_LACKING
from .opposed import by_code, rows_of
from .places import APART, NOWHERE, apart

# Words and turns of phrase of which one turns the other round, by the rule of their findings.
CONTRARIES: tuple[tuple[Rule, tuple[tuple[str, str], ...]], ...] = (
    ("pair/direction", (
        ("opposite", "beside"), ("opposite", "near"), ("beside", "far"), ("north", "south"), ("east", "west"),
        ("horizontal", "vertical"), ("straight", "diagonal"), ("enters", "exits"), ("push", "pull"), ("load", "unload"),
        ("forward", "maybe_behind"), ("backward", "maybe_front"), ("beside", "any"), ("beside", "same"))),
    ("pair/order", (
        ("early", "late"), ("first", "late"), ("first", "later"), ("before", "later"), ("first", "second"), ("last", "second"),
        ("in_order", "reversed"), ("same", "reversed"), ("in_order", "any_order"), ("reversed", "any_order"),
        ("day", "night"), ("summer", "winter"), ("at_once", "later"), ("alternately", "together"),
        ("this_one", "next"), ("this_one", "previous"), ("permanent", "temporary"), ("to_the_end", "to_the_next"),
        ("new", "old"), ("before", "maybe_after"))),
    ("pair/comparison", (
        ("ascending", "descending"), ("sum", "difference"), ("once", "repeatedly"), ("twice", "thrice"), ("twice", "once"),
        ("once", "thrice"), ("full", "empty"), ("light", "dark"), ("loud", "quiet"),
        ("difficult", "easy"), ("as_many", "more"), ("as_many", "fewer"), ("long", "short"), ("fast", "slow"),
        ("intact", "damaged"), ("safe", "unsafe"), ("exactly", "any"), ("exactly", "each"), ("same", "other"))),
    ("pair/quantifier", (
        ("only", "also"), ("both", "one_of"), ("all", "one_of"), ("all", "one"), ("both", "one"), ("and", "or"),
        ("only", "any"), ("only", "each"), ("all", "half"))),
    ("pair/condition", (
        ("except", "also"), ("except", "including"), ("unless", "also"), ("unless", "including"), ("no_other", "also"),
        ("instead_of_it", "in_addition"))),
    ("pair/openness", (("opens", "closes"), ("vacant", "occupied"))),
    ("pair/negation", (("indifferent", "matters"), ("never", "always"), ("never", "sometimes"))),
    ("pair/actor", (
        ("attacker", "defender"), ("opponent", "ally"), ("buys", "sells"), ("receives", "pays"), ("own", "foreign"),
        ("keeps", "discards"), ("succeeds", "fails"), ("guest", "host"), ("joins", "separates"), ("true", "false"),
        ("accepts", "declines"), ("agrees", "opposes"), ("other", "owner"), *(
            (many, actor) for many in ("all", "each") for actor in ("starter", "last_player", "somebody")),
        ("owner", "starter"), ("owner", "last_player"), ("owner", "neighbour"), ("yours", "foreign"), ("other", "yourself"),
        ("opponent", "yourself"))),
)
BY_WORD = by_code(CONTRARIES)
# Of those the ones that translators exchange, or that have other meanings besides: a warning at most.
SOFT = frozenset(("receives", "pays", "buys", "sells", "same", "other", "opposite", "near", "beside", "only", "any", "all",
                  "half", "both",
                  "one_of", "one", "and", "or", "at_once", "later", "this_one", "previous", "next", "new", "old", "once",
                  "repeatedly", "own", "foreign", "keeps", "discards", "joins", "separates", "opens", "closes", "enters",
                  "exits", "before", "maybe_after", "forward", "maybe_behind", "each", "opponent", "ally", "except", "also",
                  "exactly", "first", "late", "second", "last", "backward", "maybe_front", "as_many", "more", "fewer",
                  "reversed", "in_order", "any_order", "unless", "including", "no_other",
                  "never", "always", "sometimes", "vacant", "occupied", "long", "short", "fast", "slow", "intact", "damaged",
                  "safe", "unsafe", "owner", "agrees", "opposes", "starter", "last_player", "somebody", "neighbour", "yours",
                  "yourself"))
# Of the soft ones those that are an error as others are: by the development texts, as in `opposites`.
TRUE = frozenset((frozenset(("only", "also")), frozenset(("except", "also")), frozenset(("except", "including")),
                  frozenset(("never", "sometimes")), frozenset(("first", "second")), frozenset(("exactly", "any")),
                  frozenset(("long", "short"))))
# Of those that are no more than a note: translators exchange them far more often than they are a mistake.
USUALLY_FREE = frozenset((frozenset(("receives", "pays")), frozenset(("only", "each")), frozenset(("all", "one_of")),
                          frozenset(("keeps", "discards")), frozenset(("same", "other"))))
# Words that say this besides other things, with what says it surely: what the original has for them elsewhere shows nothing.
AMBIGUOUS = {"maybe_after": "after", "maybe_behind": "backward", "maybe_front": "forward"}
# Words with what else says them: `the same number` of things is as many, and of a card it is the same.
WORDED_BY = {"as_many": "same", "also": "even_if"}
# Who acts, with what implies it: who begins is the first player.
IMPLIED_BY = {"starter": ("first", "at_begin"), "last_player": ("last", "at_end"), "foreign": ("other", "opponent"),
           "yourself": ("own",), "neighbour": ("left", "right", "near", "next"), "somebody": ("any", "some")}
# What is said of a denial itself; of all others a denial says the contrary, as `does not fail` for `succeeds`.
OF_DENIALS = frozenset(("indifferent", "matters", "never"))
# What denies a word besides what denies anything: `no more than once` is said by a bound in many languages.
DENIED_BY = {"repeatedly": ("at_most", "only")}
# What turns `in order` round that stands beside it.
OF_ORDER = ("reversed", "any_order")
# Words of which nearly every sentence has one: only their numbers show that one stands for the other. Where something is
# denied, or free, both say the same: `neither ... nor`, and `share them out to one or the other as you like`.
AND, OR, EITHER = "and", "or", ("nor", "any")
# A word for one that is no article, what says of many that they are meant, and the sign of a number 1 in whatever words.
SINGLE, MANY, NUMBER_ONE = "one", ("all", "each", "any", "always"), "#1"
# How alike two sentences are, for a finding and for an error; what texts imagine to agree before any other pair is known.
NEAR, ALIKE, EVEN, AGREED = 0.6, 0.7, 2.0, 0.5
# An exchange that happens more often is how one of the two texts is worded.
RARE = 2


@define(eq=False, slots=False)
class Contraries:
    """The words of all pairs, and how often each stands where its original has it."""

    pairs: Sequence[Pair]

    def __attrs_post_init__(self) -> None:
        self._exchanged = Counter((text, turned) for pair in self.pairs for _, text, turned in _exchanges(pair.sides))
        counts = [(_turn_counts(pair.own), _turn_counts(pair.other)) for pair in self.pairs]
        # In how many pairs each word stands in the original, in the translation, and in both.
        self._own = Counter(code for own, _ in counts for code in own)
        self._other = Counter(code for _, other in counts for code in other)
        self._both = Counter(code for own, other in counts for code in own if code in other)

    def agreed(self, text: str, turned: str) -> float:
        """Return how often a word that stands in other pairs of the original stands in their translation, as a share.

        It is asked of a pair where only the original has the one word, and only the translation the other.
        """
        with_it, in_both = self._own[text] - 1, self._both[text]
        if turned not in AMBIGUOUS:
            with_it, in_both = with_it + self._other[turned] - 1, in_both + self._both[turned]
        return (in_both + EVEN) / (with_it + EVEN)

    def exchanges_in(self, pair: Pair) -> Iterator[tuple[Rule, str, str, Level | None]]:
        """The words of a pair that turn each other round: the rule, those of both sides, and the level; None for an error."""
        if pair.alike < NEAR:
            return
        for rule, text, turned in _exchanges(pair.sides):
            if self._exchanged[text, turned] <= RARE and self.agreed(text, turned) >= AGREED:
                soft = text in SOFT and turned in SOFT and frozenset((text, turned)) not in TRUE
                free = frozenset((text, turned)) in USUALLY_FREE
                level: Level | None = "warning" if soft or pair.alike < ALIKE else None
                # What is elsewhere in the sentence hardly stands in its place.
                is_elsewhere = level is not None and APART <= apart(pair, text, turned) < NOWHERE
                yield rule, text, turned, "note" if free or is_elsewhere else level


@lru_cache(maxsize=SIDES_KEPT)
def _exchanges(sides: Sides) -> tuple[tuple[Rule, str, str], ...]:
    """The words that are gone for their contraries: the rule, the word of the original, and that of the translation."""
    return tuple(_exchanged(sides))


def _exchanged(sides: Sides) -> Iterator[tuple[Rule, str, str]]:
    own, other = _turn_counts(sides.own), _turn_counts(sides.other)
    for rule, text, turned in rows_of(BY_WORD, own):
        # `In reverse order` says `in order` too.
        is_present = ((other[text] >= (own[text] if turned in IMPLIED_BY else 1) and turned not in OF_ORDER) or turned in own
                      or AMBIGUOUS.get(turned, turned) in own
                      or _is_worded_by(other, own, text) or _is_worded_by(own, other, turned)
                      or any(own[code] >= max(1, other[code]) for code in IMPLIED_BY.get(turned, ()))
                      or any(other[code] >= max(1, own[code]) for code in IMPLIED_BY.get(text, ())))
        if SINGLE in (text, turned) and not _is_one_of_many(*((own, other) if text == SINGLE else (other, own))):
            continue
        if AND in (text, turned):
            if _are_joined_otherwise(own, other, text, turned):
                yield rule, text, turned
            continue
        if turned in other and not is_present and _are_denied_alike(sides, text, turned):
            yield rule, text, turned


def _is_worded_by(here: Counter[str], there: Counter[str], text: str) -> bool:
    """Return whether a side newly says in another way what only the other side says by this word."""
    return WORDED_BY.get(text, text) in here and WORDED_BY.get(text, text) not in there


def _are_denied_alike(sides: Sides, text: str, turned: str) -> bool:
    """Return whether no denial makes a word of the original and its contrary in the translation say the same.

    A word such as `never` denies by itself, and says what the contrary says with a denial: `it is always forbidden`.
    """
    if text in OF_DENIALS or turned in OF_DENIALS:
        return ((text in OF_DENIALS or not _is_denied(sides.own, text))
                and (turned in OF_DENIALS or not _is_denied(sides.other, turned)))
    return _is_denied(sides.own, text) == _is_denied(sides.other, turned)


def _is_denied(some: Sequence[Features], code: str) -> bool:
    """Return whether a part of a sentence denies in which one of these words or turns of phrase stands."""
    return any(features.parts[place] == features.parts[denial] for features in some
               for place in (*features.signals.get(code, ()), *features.contraries.get(code, ()))
               for denial in features.places((*DENYING_OR_LACKING, *DENIED_BY.get(code, ()))) if denial != place)


def _are_joined_otherwise(own: Counter[str], other: Counter[str], text: str, turned: str) -> bool:
    """Return whether an `or` has come for an `and`, or has gone for one, and the two mean different things there."""
    return (own[text] - other[text] == 1 == other[turned] - own[turned] and not (own[OR] and other[OR])
            and not any(side[code] for side in (own, other) for code in (*DENYING_OR_LACKING, *EITHER)))


def _is_one_of_many(single: Counter[str], many: Counter[str]) -> bool:
    """Return whether one side speaks of one and not of many, and the other of many and not of one."""
    return not many[NUMBER_ONE] and not any(single[code] for code in MANY)


@lru_cache(maxsize=SIDES_KEPT)
def _turn_counts(some: tuple[Features, ...]) -> Counter[str]:
    """Return how often some sentences say each turn of phrase and each of these words, and a number 1."""
    ones = sum(number.value == 1 for features in some for number in features.evidence.numbers)
    return sum((features.turned_words for features in some), Counter({NUMBER_ONE: ones} if ones else {}))
