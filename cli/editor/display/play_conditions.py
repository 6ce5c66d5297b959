"""A place in a condition, or in the value that a position sets -> the names that can stand there."""

from __future__ import annotations

import re
from collections.abc import Iterator

from attrs import evolve

from ....dsl.driver.compilation import questioned
from ....dsl.parse.grammar import accepted_at
from ....dsl.types.types import PerType
from . import places
from .completions import Completion, closing_brackets, named_at, parts_of, type_names
from .expected_types import is_expected
from .places import UNWRITTEN, NameRole
from .play_places import UnfinishedLine

# What stands before a condition, or before the value of a field in a position.
_CONDITION = re.compile(r"\s*(?:expect|play\s+until)\s+")


def named(unfinished: UnfinishedLine) -> Iterator[Completion]:
    """Yield the names that a condition can have: players, fields of nobody, what a board and tables name, constants.

    Those of the type that is expected come first.
    """
    if unfinished.names is None:
        return
    place = _in_condition(unfinished)
    if place.role is NameRole.PART:
        yield from parts_of(unfinished.names, *(() if place.subject is None else type_names(place.subject)))
        return
    player = unfinished.play.rules.program.player
    yield from (Completion(seat, "seat", fits=is_expected(player, place.expected)) for seat in unfinished.play.rules.seats)
    yield from (offer for offer in named_at(unfinished.names, place, place.known) if offer.kind != "seat")


def _in_condition(unfinished: UnfinishedLine) -> places.RulebookPlace:
    """Return the place in a condition, or in the value that a position sets: what is written begins it."""
    begun = _CONDITION.sub("", unfinished.before[: len(unfinished.before) - len(unfinished["rest"])]).lstrip()
    # A player is called by their name in conditions, and quotes stand in none.
    text = f"{begun}{UNWRITTEN}"
    seats = tuple(unfinished.play.rules.seats)
    rulebooks = () if unfinished.names is None else unfinished.names.rulebooks
    compiled = next((rulebook for rulebook in rulebooks
                     if rulebook.program is not None and rulebook.program.players == len(seats)), None)
    question = None if compiled is None else questioned(compiled, text + closing_brackets(text), seats)
    path = None if question is None else places.path_to(question[0])
    if question is None or path is None:
        return places.RulebookPlace(NameRole.VALUE, None)
    place = places.place_of(path, [question[1]], accepted_at(text, UNWRITTEN, "expression"))
    # What all parts of a field are set to names its parts: `= red 2, blue 1`.
    return evolve(place, expected=place.expected.index) if isinstance(place.expected, PerType) else place


def fields(unfinished: UnfinishedLine) -> Iterator[Completion]:
    """Yield the fields and columns of what stands before a dot, which may be a player's name."""
    if unfinished.names is not None:
        subject = _in_condition(unfinished).subject
        owners = (unfinished["owner"],) if subject is None else tuple(type_names(subject))
        yield from parts_of(unfinished.names, "player" if unfinished["owner"] in unfinished.play.rules.seats
                            else unfinished["owner"], *owners)


def set_up(unfinished: UnfinishedLine) -> Iterator[Completion]:
    """Yield the beginnings of a line of a position: the fields of nobody and of the players first."""
    known = [] if unfinished.names is None else [declared for declared in unfinished.names.declared.values()
                                                 if declared.kind == "field"]
    for declared in known:
        owner = declared.id.rpartition(".")[0]
        if owner == "state":
            yield Completion(declared.name, "field", declared.id, True)
        elif owner == "player":
            yield from (Completion(f"{seat}.{declared.name}", "field", declared.id, True)
                        for seat in unfinished.play.rules.seats)
    yield from (Completion(word, "keyword") for word in ("at", "merge"))
    yield from values_set(unfinished)


def values_set(unfinished: UnfinishedLine) -> Iterator[Completion]:
    """Yield the names that a position can set something to: nothing is computed there."""
    return (offer for offer in named(unfinished) if offer.kind not in ("function", "function of the language"))
