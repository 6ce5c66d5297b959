"""Turns of phrase of a sentence -> those that they say together: `may` and `not` forbid, and `more weak` is `weaker`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ..document.features import Evidence
from ..document.language import WAY_FROM, WAY_TO, Language

# What a word for `nobody`, `nothing` or `no` says.
NONE = "none"
# What begins a condition: a denial behind it is of another verb than one before it.
CONDITIONS = ("if", "unless", "even_if", "until", "while")
# How many words behind a `may` a plain `not` allows to leave something, in languages in which it does: `puede no pagar`.
FREEING = 2
# What a bound says that is denied; how many words behind `without` it stands at most, and how many before its number.
BOUNDS_DENIED, BEHIND_WITHOUT, BEFORE_NUMBER = {"more": "at_most", "fewer": "at_least"}, 2, 2
# What `more` and `less` say right before a word for much or little: `more weak` is less, and `less weak` is more. So do `most`
# and `least`, with an article that may stand in them, as in `le moins bas`: how many words the other stands behind at most.
DEGREES = {("more", "low"): "fewer", ("fewer", "low"): "more", ("more", "high"): "more", ("fewer", "high"): "fewer",
           ("highest", "low"): "lowest", ("lowest", "low"): "highest", ("highest", "high"): "highest",
           ("lowest", "high"): "lowest"}
NEXT = {"more": 1, "fewer": 1, "highest": 2, "lowest": 2}
# How many words behind a plain `without` a word for `none` still belongs to it, as in Spanish `sin gastar por ello ninguna`.
DOUBLED = 4

# What is said by the two ends of a way from one rank to the other, and how many words before the first one `from` stands at
# most, or behind a rank its noun, whose ending says the same.
RANKED_WAYS = {("lowest", "highest"): "ascending", ("highest", "lowest"): "descending"}
BEFORE_RANK = 2

# What denies by a word of its own; what says by itself that something is left out.
DENYING, OUTSIDE = ("not", "nor"), ("unless", "except", "otherwise")

Signals = Mapping[str, tuple[int, ...]]


def with_degrees(signals: Signals, parts: Sequence[int]) -> Signals:
    """The turns of phrase; a `more` right before a word such as `weak` is `fewer` with it, as many languages compare.

    One that begins a part of a sentence may stand farther off there: French `plus le nombre est petit, plus ...`.
    """
    if signals.keys().isdisjoint(NEXT) or not ("low" in signals or "high" in signals):
        return signals
    compared = [(place, behind, degree, size, combined) for (degree, size), combined in DEGREES.items()
             for place in signals.get(degree, ()) for behind in signals.get(size, ()) if 0 < behind - place <= NEXT[degree]
                or (place < behind and parts[place] == parts[behind] and degree in BOUNDS_DENIED
                    and (place == 0 or parts[place - 1] != parts[place]))]
    left = {code: [*places] for code, places in signals.items()}
    for place, behind, degree, size, combined in compared:
        if place in left[degree] and behind in left[size]:
            left[degree].remove(place)
            left[size].remove(behind)
            left.setdefault(combined, []).append(place)
    return {code: tuple(sorted(places)) for code, places in left.items() if places}


def with_ways(signals: Signals, parts: Sequence[int], evidence: Evidence, language: Language) -> Signals:
    """The turns of phrase; `from the lowest disc to the highest` is `ascending`, as other languages say by one word.

    The noun of a rank, or the rank itself, may say it by its ending: Hungarian `a legkisebb korongtól a legnagyobbig`.
    """
    left, folded = dict(signals), [word.folded for word in evidence.words]
    ways, endings = (phrases.within(folded) for phrases in (language.contraries, language.way_endings))
    for (first, last), order in RANKED_WAYS.items():
        for start in signals.get(first, ()):
            end = next((place for place in signals.get(last, ()) if place > start and parts[place] == parts[start]), None)
            if (end is not None
                    and (any(start < place < end for place in ways.get(WAY_TO, ()))
                         or any(0 <= place - end <= BEFORE_RANK for place in endings.get(WAY_TO, ())))
                    and (any(0 < start - place <= BEFORE_RANK for place in ways.get(WAY_FROM, ()))
                         or any(0 <= place - start <= BEFORE_RANK and place < end for place in endings.get(WAY_FROM, ())))):
                left[first] = tuple(place for place in left[first] if place != start)
                left[last] = tuple(place for place in left[last] if place != end)
                left[order] = (*left.get(order, ()), start)
    return {code: places for code, places in left.items() if places}


def with_denied(signals: Mapping[str, tuple[int, ...]], parts: Sequence[int], evidence: Evidence, language: Language
                ) -> dict[str, tuple[int, ...]]:
    """The turns of phrase; a `may` and a `not` in one part of a sentence are `must not`, unless a clause lies between.

    A `not` inside a clause on a noun is of that noun: `a ship that belongs to no one may be placed`.

    A `not` right behind a plain `without` belongs to that, as in the Polish `bez żadnej opłaty możesz`, and so does a word for
    `none` that is a little farther. In many languages one right behind `may` is `need not` with it, as in `puede no pagar`;
    in some, one in a phrase such as the Slovene `tudi ne`, wherever that stands.
    """
    left = dict(signals)
    # The places of the words that begin a clause on a noun, as `that` and `who`.
    clauses = [place for place, word in enumerate(evidence.words) if word.folded in language.relatives]
    doubled = {place for empty in signals.get("without", ()) if evidence.words[empty].folded in language.lacking
               for place in left.get("not", ()) if parts[place] == parts[empty] and (place == empty + 1 or (
                   0 < place - empty <= DOUBLED and NONE in language.senses.codes_at(evidence.words[place].folded)))}
    for may in signals.get("may", ()):
        near = [place for place in left.get("not", ())
                if parts[place] == parts[may] and place not in doubled and not has_between(signals, may, place)
                and not any(may < clause < place or (clause + 1 < place < may - 1) for clause in clauses)]
        if near:
            no = min(near, key=lambda place: abs(place - may))
            code = "need_not" if _is_free(language, evidence, may, no) else "must_not"
            left["may"] = tuple(place for place in left["may"] if place != may)
            left["not"] = tuple(place for place in left["not"] if place != no)
            left[code] = (*left.get(code, ()), min(may, no))
    return {code: places for code, places in left.items() if places}


def _is_free(language: Language, evidence: Evidence, may: int, no: int) -> bool:
    """Return whether a `not` leaves free what may be: one right behind `may`, or in a phrase that says so anywhere."""
    folded = [word.folded for word in evidence.words]
    return any(no - may <= FREEING if size == 1 else no < place + size
               for place in range(may + 1, no + 1) for _, size in language.freeing.at(folded, place)
               if size > 1 or place == no)


def with_restricted(signals: Mapping[str, tuple[int, ...]], parts: Sequence[int], evidence: Evidence, language: Language
                    ) -> dict[str, tuple[int, ...]]:
    """The turns of phrase; a denial of all but what another word names behind it is `only` with that: French `ne ... que`.

    Another denial in that part of the sentence takes the first word, and a comparison between the two the second: `personne ne
    ... ce que`, `ne ... plus grand que`.
    """
    left = dict(signals)
    for start, word in enumerate(evidence.words):
        end = _restricted(language, evidence, parts, start, language.restricting.get(word.folded, frozenset()))
        if end is None:
            continue
        for code in ("not", "must_not"):
            denied = {place for place in left.get(code, ()) if start - 1 <= place <= start}
            left[code] = tuple(place for place in left.get(code, ()) if place not in denied)
            left["may"] = tuple(sorted((*left.get("may", ()), *(denied if code == "must_not" else ()))))
        # Romanian `nu ... decât dacă` is `only if`, and Portuguese `não ... senão` says no `otherwise`.
        left["if"] = (*left.get("if", ()), *(place for place in left.get("unless", ()) if place == end))
        for code in OUTSIDE:
            left[code] = tuple(place for place in left.get(code, ()) if place != end)
        others = (place for place in left.get("only", ()) if not start - 1 <= place <= end)
        left["only"] = tuple(sorted((*others, start)))
    return {code: places for code, places in left.items() if places}


def _restricted(language: Language, evidence: Evidence, parts: Sequence[int], start: int, others: frozenset[str]
                ) -> int | None:
    """The place of the first of some words behind a place, in the same part of the sentence if nothing else takes it."""
    part = [place for place in range(len(parts)) if parts[place] == parts[start]] if others else []
    end = next((place for place in part if place > start and evidence.words[place].folded in others), None)
    if end is None or any(evidence.words[place].folded in language.comparing for place in range(start + 1, end)):
        return None
    is_denied = any(not language.signals.codes_at(word).isdisjoint(DENYING) or NONE in language.senses.codes_at(word)
                    for place in part if place < end and place != start for word in [evidence.words[place].folded])
    return None if is_denied else end


def with_bounds(signals: Mapping[str, tuple[int, ...]], parts: Sequence[int], evidence: Evidence, language: Language
                ) -> dict[str, tuple[int, ...]]:
    """The turns of phrase; a `more` between a plain `without` and a number is `at most` with it: `without exceeding three`."""
    left, words = dict(signals), evidence.words
    counted = [number.match.first for number in evidence.numbers if not number.match.weak]
    for more, bound in BOUNDS_DENIED.items():
        for place in signals.get(more, ()):
            near = [empty for empty in left.get("without", ())
                    if 0 < place - empty <= BEHIND_WITHOUT and parts[empty] == parts[place]
                    and words[empty].folded in language.lacking]
            if near and any(0 < number - place <= BEFORE_NUMBER for number in counted):
                left["without"] = tuple(empty for empty in left["without"] if empty != near[-1])
                left[more] = tuple(other for other in left[more] if other != place)
                left[bound] = tuple(sorted((*left.get(bound, ()), near[-1])))
    return {code: places for code, places in left.items() if places}


def has_between(signals: Mapping[str, Sequence[int]], first: int, other: int) -> bool:
    """Return whether a condition begins between two places: it denies another verb, as in `may pass if you cannot`."""
    return any(min(first, other) < place < max(first, other) for code in CONDITIONS for place in signals.get(code, ()))
