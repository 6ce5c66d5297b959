"""The present choice and the parts of a move chosen so far -> what is still possible, and the moves that remain."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from attrs import frozen

from ....interpreter.game.state import State
from .spoken_moves import Key, Speech, SpokenMove, is_number, is_undrawn, type_of

# How many parts of a move can be chosen.
MOST_PARTS = 12
# Of more numbers that no picture shows than these, none has a button: the list of moves names them.
MOST_NUMBERS = 24


@frozen
class Offer:
    """The moves that fit the parts chosen so far.

    `next` are the things that come next in them, `later` those that come after, `types` those that the choice is about: of
    these, what is neither is not possible. `made` is the move that the parts decide, if they do. All of `next` and `later` can
    be chosen. `whole` are the moves that have no more parts than those chosen, while others go on. `numbers` are the numbers
    chosen or next that no picture shows, as players read them.
    """

    chosen: tuple[Key, ...]
    moves: tuple[SpokenMove, ...]
    next: tuple[Key, ...]
    later: tuple[Key, ...]
    types: tuple[str, ...]
    spoken_move: SpokenMove | None
    whole: tuple[SpokenMove, ...]
    numbers: Mapping[Key, tuple[str, str]]


def all_moves(state: State) -> tuple[Speech, list[SpokenMove]]:
    """The choices or outcomes of a position that is not over, with what they speak of. Raises RulebookFault."""
    rules = state.rules
    point = rules.decisions.point(state)
    assert point is not None, "the game goes on"
    slots = list(state.slots)
    seat = None if point.player is None else point.player(slots)
    speech = Speech(rules.names, point, seat, slots)
    return speech, speech.moves(rules.decisions.legal_codes(state))


def offer(speech: Speech, moves: Sequence[SpokenMove], chosen: Sequence[Key]) -> Offer:
    """Return the moves that fit some parts. While none does, the last part is dropped."""
    parts = tuple(chosen)
    while not (left := _fitting(moves, parts)) and parts:
        parts = parts[:-1]
    # What each of several moves speaks of, such as the only die that is left, decides nothing and need not be chosen.
    shared = _in_all(moves)
    upcoming: dict[Key, None] = {}
    later: dict[Key, None] = {}
    for move in left:
        rest = _left_of(move, parts)
        upcoming |= dict.fromkeys(_first(rest))
        later |= dict.fromkeys(key for key, _ in rest)
    is_decided = len(left) == 1 and all(key in shared or is_undrawn(key) for key, _ in _left_of(left[0], parts))
    spoken_move = left[0] if parts and is_decided else None
    whole = tuple(move for move in left if parts and all(key in shared for key, _ in _left_of(move, parts)))
    return Offer(
        parts,
        tuple(left),
        tuple(upcoming),
        tuple(key for key in later if key not in upcoming),
        speech.types(),
        spoken_move,
        whole,
        _numbers(speech, (*parts, *upcoming)),
    )


def _numbers(speech: Speech, keys: Sequence[Key]) -> dict[Key, tuple[str, str]]:
    """The numbers among these that no picture shows, each with the word before it in moves."""
    listed = sorted(filter(is_undrawn, keys), key=lambda key: (type_of(key), int(key.split("|")[1])))
    numbers = {key: (speech.word_before(key), key.split("|")[1]) for key in listed}
    return numbers if len(numbers) <= MOST_NUMBERS else {}


def _fitting(moves: Sequence[SpokenMove], parts: tuple[Key, ...]) -> list[SpokenMove]:
    """The moves that fit best: those that begin with the parts, else that have them in this order, else in any.

    A move begins with the parts if they are the first of their types. So a die may be chosen before the man or after it, but a
    man stays the man that moves, where it could also be one that is taken.
    """
    matching = ([move for move in moves if fits(move, parts)] for fits in (_begins, _in_order, _has))
    return next(filter(None, matching), [])


def _in_all(moves: Sequence[SpokenMove]) -> frozenset[Key]:
    """The things of which each of several moves speaks."""
    first = frozenset(moves[0].keys if len(moves) > 1 else ())
    return first.intersection(*(move.keys for move in moves))


def _begins(move: SpokenMove, parts: tuple[Key, ...]) -> bool:
    left = list(zip(move.keys, move.groups, strict=True))
    for part in parts:
        type_ = type_of(part)
        # The first thing of this type, and those that belong to it.
        group = next((group for key, group in left if type_of(key) == type_), None)
        if group is None or (part, group) not in left:
            return False
        # Each thing once: a move that names a space twice has it to give twice.
        left.remove((part, group))
    return True


def _in_order(move: SpokenMove, parts: tuple[Key, ...]) -> bool:
    rest = iter(move.keys)
    return all(part in rest for part in parts)


def _has(move: SpokenMove, parts: tuple[Key, ...]) -> bool:
    return not Counter(parts) - Counter(move.keys)


def _left_of(move: SpokenMove, parts: tuple[Key, ...]) -> list[tuple[Key, int]]:
    """The things of a move that are not chosen yet, with their groups."""
    left = Counter(parts)
    out = []
    for key, group in zip(move.keys, move.groups, strict=True):
        if left[key]:
            left[key] -= 1
        else:
            out.append((key, group))
    return out


def _first(rest: Sequence[tuple[Key, int]]) -> Iterator[Key]:
    """The things of a move that come next: the first piece or space, and the first of the numbers before it.

    With each come those that belong to it. Numbers that no picture shows come one after the other.
    """
    groups: dict[str, int] = {}
    for key, group in rest:
        groups.setdefault("|#" if is_undrawn(key) else type_of(key), group)
        if not is_number(key):
            break
    yield from (key for key, group in rest if group in groups.values())
