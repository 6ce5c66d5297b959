"""The turns of phrase of a pair -> those that differ; what one language says in one way and one in another is no difference."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence

from attrs import frozen

from .reading import NOT_YET

Turns = Counter[str]
Codes = Collection[str]

# What says no surely.
DENIALS = ("not", "must_not")
# What says it perhaps, by another turn of phrase: `without` for `not`.
PERHAPS = ("need_not", "without", "otherwise", "unless", "except", "until", "before", "fewer", "loses",
           "different", "same", "outside", "hidden")
NOT_UNTIL, NOT_UNLESS = ("not", "until"), ("not", "unless")
NONE: Turns = Counter()
# Turns of phrase that say together what others say.
EQUIVALENT: tuple[tuple[tuple[str, ...], tuple[str, ...]], ...] = (
    (("not", "may", "same"), ("must", "different")), (("must_not", "same"), ("must", "different")),
    (("must_not", "same"), ("different",)),
    (("not", "fewer", "more"), ("at_least", "at_most")), (("must_not", "fewer", "more"), ("at_least", "at_most")),
    (("must_not", "more"), ("may", "at_most")),
    (("must_not", "more"), ("at_most",)), (("must_not", "fewer"), ("must", "at_least")), (("must_not", "fewer"), ("at_least",)),
    (("not", "more"), ("at_most",)),
    (("not", "fewer"), ("at_least",)),
    (("not", "more", "fewer"), ("exactly",)), (("must_not", "more"), ("may", "only")),
    (("not", "more"), ("only",)), (("not", "must"), ("must_not",)), (("not", "must"), ("need_not",)),
    (("not", "same"), ("different",)), (("not", "same"), ("fewer",)), (("not", "different"), ("same",)),
    (("not", "if"), ("unless",)), (NOT_UNLESS, ("if",)), (("not", "while"), ("until",)), (("not", "after"), ("before",)),
    (("not", "if"), ("otherwise",)), (("except", "if"), ("unless",)),
    (("not", "wins"), ("loses",)), (("first", "after"), ("before",)),
    (("not", "hidden"), ("open",)), (("not", "open"), ("hidden",)), (("not", "all"), ("some",)), (("not", "all"), ("only",)),
    (("not", "gets"), ("loses",)), (("not", "only"), ("even_if",)), (("all", "except"), ("only",)),
    (("all", "same"), ("only",)), (("unless", "without"), ("if",)),
    (("need_not", "more"), ("at_most",)), (("not", "far"), ("near",)), (("not", "near"), ("far",)),
    (("not", "inside"), ("outside",)), (("not", "outside"), ("inside",)),
    (("not", "even"), ("odd",)), (("not", "odd"), ("even",)),
    (("may", "only"), ("must", "all")), (("may", "only", "if"), ("must",)), (("must_not", "unless"), ("must",)),
    (("must_not", "before"), ("at_least", "may")),
    (("not", "except"), ("only",)), (("not", "only"), ("except",)), (("not", "no_other"), ("only",)),
    (("must_not", "except"), ("may", "only")), (("only", "after"), ("must", "before")),
    (("not", "until"), ("at_end",)),
    (("not", "below"), ("at_least",)), (("not", "above"), ("at_most",)), (NOT_UNTIL, ("before",)),
    (("must_not", "until"), ("may", "while")), (("must_not", "until"), ("while",)), (NOT_UNTIL, ("while",)),
    (("not", "more"), ("highest",)), (("not", "fewer"), ("lowest",)),
)
# What a denial says together with another turn of phrase, as `not more` says `at most`.
EXPRESSED_BY_DENIALS = frozenset(code for many, few in EQUIVALENT if "not" in many for code in few)
# Turns that say nearly the same: one that is lost where the other has come is no difference.
AKIN = (("lowest", "fewer"), ("highest", "at_most"), ("lowest", "at_least"), ("highest", "more"), ("at_least", "more"),
        ("at_most", "fewer"), ("all", "each"), ("all", "any"), ("each", "any"), ("until", "before"), ("until", "after"),
        ("before", "first"), ("before", "previous"), ("may", "any"), ("until", "at_most"), ("after", "next"),
        ("after", "if"), ("while", "if"), ("except", "unless"), ("by_lot", "any"), ("without", "not"),
        ("opponent", "active"), ("each", "both"), ("last", "at_end"), ("first", "at_begin"), ("above", "more"),
        ("below", "fewer"), ("above", "highest"), ("below", "lowest"), ("above", "upward"), ("below", "downward"),
        ("top", "above"), ("bottom", "below"), ("top", "upward"), ("bottom", "downward"), ("top", "first"),
        ("bottom", "last"), ("high", "more"), ("low", "fewer"), ("high", "highest"), ("low", "lowest"), ("rises", "upward"),
        ("falls", "downward"), ("rises", "more"), ("falls", "fewer"), ("adds", "more"), ("subtracts", "fewer"),
        ("adds", "rises"), ("subtracts", "falls"), ("forward", "first"), ("backward", "last"), ("forward", "before"),
        ("backward", "after"), ("far", "forward"), ("far", "backward"), ("far", "more"), ("near", "fewer"), ("near", "next"),
        ("low", "without"), ("inside", "while"), ("outside", "except"), ("at_most", "only"), ("both", "together"),
        ("top", "highest"), ("bottom", "lowest"), ("otherwise", "without"), ("otherwise", "if"), ("otherwise", "unless"),
        ("except", "only"), ("rounded_up", "upward"), ("rounded_down", "downward"), ("rounded_up", "more"),
        ("rounded_up", "above"), ("rounded_down", "fewer"), ("rounded_down", "below"), ("since", "after"),
        ("since", "at_begin"), ("along", "downward"), ("against", "upward"), ("since", "at_least"), ("bottom", "fewer"),
        ("top", "more"), ("half", "falls"), ("half", "fewer"), ("twice", "rises"), ("twice", "more"), ("at_once", "together"))
# A turn that is denied and its opposite that is not: the same, unless the other side denies that too.
ALONE = 2
TURNED = frozenset({("before", "not", "after"), ("near", "not", "far"), ("far", "not", "near"), ("inside", "not", "outside"),
                    ("outside", "not", "inside"), ("odd", "not", "even"), ("even", "not", "odd"), ("before", "not", "until"),
                    ("same", "not", "different"), ("different", "not", "same"), ("hidden", "not", "open"),
                    ("open", "not", "hidden"), ("at_least", "not", "below"), ("at_most", "not", "above")})
# Bounds that turn each other round.
CONTRARY_BOUNDS = {"at_least": ("at_most", "fewer"), "at_most": ("at_least", "more")}
# `Not before` in one language is `only after` or `only if` in another.
ONLY_THEN = ("only", "after", "if")


@frozen
class TurnDifferences:
    """The turns that only the original has, those that only the translation has, and how many denials of each are explained."""

    lost: Turns
    come: Turns
    explained: tuple[int, int]


def differences(own: Turns, other: Turns, denied: tuple[Codes, Codes] | None = None,
                postponed: tuple[Codes, Codes] = (NOT_YET, NOT_YET)) -> TurnDifferences:
    """Compare the turns of phrase of both sides of a pair.

    `denied` are the turns of each side that share a part of a sentence with a denial: no others are said by it in another way.
    `postponed` are those such as `before` that stand by one.

    >>> differences(Counter(more=1, must_not=1), Counter(at_most=1, may=1)).explained
    (1, 0)
    """
    sides = (own - other, other - own)
    explained = [0, 0]
    for side in (0, 1):
        here, there = sides[side], sides[1 - side]
        both = own & other
        explained[side] += _only_then(here, there, both, denied is None or "until" in denied[side], postponed[side])
        for many, few in EQUIVALENT:
            # Most sentences say few of these: nothing else is then computed.
            if not _is_new(here, many) or not _has(here, both, many):
                continue
            apart = denied is not None and _denials(many) > 0 and not _are_denied(many, denied[side])
            # German says `erst wenn` by `only` and `until`: what it denies is then no `before`.
            # Where `must` is lost besides, the `may` of the other side stands for that.
            apart = apart or ("may" in few and here["must"] > 0)
            apart = apart or _are_turned(many, few, both) or (many == NOT_UNTIL and (here + both)["only"] > 0)
            # `Later players get nothing` is `who comes later goes without`: the denial is that one, and not that of `later`.
            apart = apart or (_denials(many) > 0 and there["without"] > here["without"] and "without" not in few)
            # `Nothing unless` is `nothing if not`: the denial of the other side is this one.
            apart = apart or (many == NOT_UNLESS and any(there[code] > 0 for code in DENIALS))
            # INVARIANT: each round takes at least one turn from `here`, so it ends.
            while not apart and _has(here, both, many) and _is_new(here, many) and _has(there, NONE, few):
                _take(many, here, there, both)
                there.subtract(few)
                explained[side] += _denials(many) - _denials(few)
            if not apart and _has(here, both, many) and _is_new(here, many) and _is_contrary(few, there):
                _take(many, here, there, both)
                here.update(few)
                explained[side] += _denials(many)
    return TurnDifferences(+sides[0], +sides[1], (explained[0], explained[1]))


def _are_turned(many: Sequence[str], few: Sequence[str], both: Turns) -> bool:
    """Return whether both sides deny alike, and what they deny are opposites: `not before` there and `not after` here."""
    return len(many) == ALONE and (*few, *many) in TURNED and all(both[code] > 0 for code in many if code in DENIALS)


def _is_contrary(few: Sequence[str], there: Turns) -> bool:
    """Return whether the other side has a bound that turns a bound round, as `at least` for `not more`."""
    return any(there[contrary] > 0 for code in few[-1:] for contrary in CONTRARY_BOUNDS.get(code, ()))


def _take(codes: Sequence[str], here: Turns, there: Turns, both: Turns) -> None:
    """Take turns of phrase from one side: one that both sides have is then more on the other."""
    for code in codes:
        if here[code] > 0:
            here[code] -= 1
        else:
            both[code] -= 1
            there[code] += 1


def _only_then(here: Turns, there: Turns, both: Turns, is_denied: bool, postponed: Codes) -> int:
    """Take `not before` and `only after` away; return how many denials that explains.

    German says `erst` for `until` in both: there it is a new condition that stands for the denial, if `until` is denied.
    """
    denial = next((code for code in ("must_not", "not") if here[code] > 0), None)
    # `Nicht erst wenn` denies the `only` that `erst` says besides `until`: that is no `not before`.
    not_yet = [code for code in NOT_YET if here[code] > 0 and code in postponed and not (code == "until" and here["only"] > 0)]
    # A condition or an `after` that both sides have is another thing.
    is_new = bool(not_yet) and (any(there[code] > 0 for code in ONLY_THEN) or both["only"] > 0)
    # `Not until the end` is `at the end`.
    is_new = is_new or ("until" in not_yet and both["at_end"] > 0)
    is_condition = is_denied and both["until"] > 0 and any(there[code] > 0 for code in ONLY_THEN if code != "if")
    # Where the other side denies besides, its denial is this one, and nothing is left to explain.
    if denial is None or not (is_new or is_condition) or any(there[code] > 0 for code in DENIALS):
        return 0
    here.subtract([denial, *not_yet])
    there.subtract([*(code for code in ONLY_THEN if there[code] > 0),
                    *(["may"] if denial == "must_not" and there["may"] > 0 else [])])
    return 1


def _is_new(here: Turns, codes: Sequence[str]) -> bool:
    """Return whether one side has more of these turns of phrase, but for denials."""
    # Asked for each pair of all that are equivalent, so without a generator.
    for code in codes:  # noqa: SIM110
        if code not in DENIALS and here.get(code, 0) <= 0:
            return False
    return True


def _are_denied(codes: Sequence[str], denied: Codes) -> bool:
    """Return whether turns of phrase stand beside a denial, but for denials."""
    return all(code in denied for code in codes if code not in DENIALS)


def _has(some: Turns, more: Turns, codes: Sequence[str]) -> bool:
    """Return whether turns of phrase are among some and more together."""
    return all(some.get(code, 0) + more.get(code, 0) > 0 for code in codes)


def _denials(codes: Sequence[str]) -> int:
    return sum(code in DENIALS for code in codes)
