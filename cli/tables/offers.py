"""The present choice and the parts of a move chosen so far -> what is still possible, and the moves that remain."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from attrs import frozen

from ...interpreter.game.rules import Rules
from ...interpreter.game.state import State
from .spoken import Key, Speech, Spoken

# How many parts of a move can be chosen.
MOST_PARTS = 12


@frozen
class Offer:
    """The moves that fit the parts chosen so far.

    `next` are the things that come next in them, `later` those that come after, `types` those that the choice is about: of
    these, what is neither is not possible. `made` is the move that the parts decide, if they do.
    """

    chosen: tuple[Key, ...]
    moves: tuple[Spoken, ...]
    next: tuple[Key, ...]
    later: tuple[Key, ...]
    types: tuple[str, ...]
    made: Spoken | None


def all_moves(rules: Rules, state: State) -> tuple[Speech, list[Spoken]]:
    """The choices or outcomes of a position that is not over, with what they speak of. Raises RulebookFault."""
    point = rules.point(state)
    assert point is not None, "the game goes on"
    slots = list(state.slots)
    seat = None if point.player is None else point.player(slots)
    speech = Speech(rules, point, seat, slots)
    return speech, speech.moves(rules.codes(state, point))


def offer(speech: Speech, moves: Sequence[Spoken], chosen: Sequence[Key]) -> Offer:
    """Return the moves that fit some parts. While none does, the last part is dropped."""
    parts = tuple(chosen)
    while not (left := _fitting(moves, parts)) and parts:
        parts = parts[:-1]
    # What each of several moves speaks of, such as the only die that is left, decides nothing and need not be chosen.
    shared = _in_all(moves)
    upcoming: dict[Key, None] = {}
    later: dict[Key, None] = {}
    for move in left:
        rest = _rest(move.keys, parts)
        upcoming |= dict.fromkeys(rest[:1])
        later |= dict.fromkeys(rest[1:])
    made = left[0] if parts and len(left) == 1 and shared.issuperset(_rest(left[0].keys, parts)) else None
    return Offer(
        parts, tuple(left), tuple(upcoming), tuple(each for each in later if each not in upcoming), speech.types(), made
    )


def _fitting(moves: Sequence[Spoken], parts: tuple[Key, ...]) -> list[Spoken]:
    """The moves that fit best: those that begin with the parts, else that have them in this order, else in any."""
    found = ([move for move in moves if fits(move.keys, parts)] for fits in (_begins, _in_order, _has))
    return next(filter(None, found), [])


def _in_all(moves: Sequence[Spoken]) -> frozenset[Key]:
    """The things of which each of several moves speaks."""
    first = frozenset(moves[0].keys if len(moves) > 1 else ())
    return first.intersection(*(move.keys for move in moves))


def _begins(keys: tuple[Key, ...], parts: tuple[Key, ...]) -> bool:
    return keys[: len(parts)] == parts


def _in_order(keys: tuple[Key, ...], parts: tuple[Key, ...]) -> bool:
    rest = iter(keys)
    return all(part in rest for part in parts)


def _has(keys: tuple[Key, ...], parts: tuple[Key, ...]) -> bool:
    return not Counter(parts) - Counter(keys)


def _rest(keys: tuple[Key, ...], parts: tuple[Key, ...]) -> tuple[Key, ...]:
    """The things of a move that are not chosen yet."""
    left = Counter(parts)
    out = []
    for each in keys:
        if left[each]:
            left[each] -= 1
        else:
            out.append(each)
    return tuple(out)
