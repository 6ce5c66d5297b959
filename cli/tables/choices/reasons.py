"""A thing or a move that is not possible -> the clauses that refuse it, in their words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice, product
from operator import itemgetter

from attrs import frozen

from ....dsl import ir
from ....dsl.types.types import values
from ....interpreter.game.moves.candidates import refused_at, written_if_any
from ....interpreter.game.moves.explain import Explainer
from ....interpreter.game.moves.notation import bounds_of
from ....interpreter.game.state import Choice, Refusal, State
from ....interpreter.machine.machine import DecisionPoint
from ....interpreter.runtime.move_codes import encode
from .spoken_moves import Key, Speech

# Of the moves that would speak of a thing, no more than these are looked at.
MOST_ATTEMPTS = 2_000
# The most ways that are tried to place clicked things among the open values of a move.
MOST_PLACINGS = 60


@frozen
class Reason:
    """A clause that refuses something, with its words. `move` is the refused move, if it can be written."""

    move: str
    refusals: tuple[Refusal, ...]


def reason_for_move(explainer: Explainer, state: State, text: str) -> Reason | None:
    """Return why the rules refuse a typed move; None if it is legal. Raises RulebookFault."""
    refusals = explainer.explain(state, text)
    return None if refusals is None else Reason(text, refusals)


def reason_for_thing(state: State, chosen: Sequence[Key], key: Key) -> Reason:
    """Return why no move that goes on with this thing is legal. Of several moves, take the one that comes furthest.

    Raises RulebookFault.
    """
    rules = state.rules
    point = rules.decisions.point(state)
    if point is None:
        return Reason("", rules.explainer.explain(state, "") or ())
    slots = list(state.slots)
    seat = None if point.player is None else point.player(slots)
    speech = Speech(rules.names, point, seat, slots)
    # First with what is chosen already. Where no move has all of that, the thing alone says more than nothing.
    for parts in ((*chosen, key), (key,)):
        attempts = list(islice(_refused(rules.program, point, speech, parts, slots), MOST_ATTEMPTS))
        if attempts:
            _, code = max(attempts, key=itemgetter(0))
            return _reason(rules.explainer, state, point, code, slots, seat)
    says = rules.explainer.asks(state)
    return Reason(
        "", (Refusal(point.clause, f"this is not asked for now{f'; now: {says}' if says else ''}", "time"),)
    )


def _reason(explainer: Explainer, state: State, point: DecisionPoint, code: int, slots: list[int], seat: int | None) -> Reason:
    kind = point.kind_of(code)
    notation = written_if_any(kind, slots, code - kind.first)
    refusals = explainer.explain(state, Choice(notation or "this", kind.id, seat, code)) or ()
    return Reason(notation or "", refusals)


def _refused(
    program: ir.Program, point: DecisionPoint, speech: Speech, parts: Sequence[Key], slots: list[int]
) -> Iterator[tuple[int, int]]:
    """The moves that speak of these things and that the rules refuse: how far they come, and their codes."""
    for number, kind in enumerate(point.kinds):
        bounds = bounds_of(program, point, number)
        for values_given in _with(speech, number, [values(bound.type) for bound in bounds], parts):
            code = encode(bounds, values_given)
            place = refused_at(kind, slots, code)
            if place is not None:
                yield place, kind.first + code


def _with(speech: Speech, number: int, domains: list[tuple[int, ...]], parts: Sequence[Key]) -> Iterator[tuple[int, ...]]:
    """The values of a kind of move that speak of these things, for one placing of the things after the other."""
    fits = [
        [[value for value in domain if part in speech.keys_at(number, index, value)] for index, domain in enumerate(domains)]
        for part in parts
    ]
    for places in islice(_placings(fits, len(domains)), MOST_PLACINGS):
        fixed = [
            fits[parts_at][place] if (parts_at := _number_at(places, place)) is not None else domains[place]
            for place in range(len(domains))
        ]
        yield from product(*fixed)


def _placings(fits: list[list[list[int]]], count: int) -> Iterator[tuple[int, ...]]:
    """Ways to give each part an open value of its own that may stand for it, in lexicographic order."""

    if len(fits) > count or not all(any(of_part) for of_part in fits):
        return

    def placed(index: int, taken: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        if index == len(fits):
            yield taken
            return
        for place in range(count):
            if place not in taken and fits[index][place]:
                yield from placed(index + 1, (*taken, place))

    yield from placed(0, ())


def _number_at(places: tuple[int, ...], place: int) -> int | None:
    return places.index(place) if place in places else None
