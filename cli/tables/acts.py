"""Actions at a table, by name: the request of a page -> the answer."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from ...web.bodies import BadRequest, number_in, text_in
from .choices.offers import MOST_PARTS
from .lobby.forms import spec_or_person
from .pages.markup import chosen_markup, moves_markup, offer_record, reason_markup
from .room.room import Room
from .room.seating import LinkUse

Act = Callable[[Room, LinkUse, Mapping[str, Any]], Mapping[str, Any]]


def _chosen(record: Mapping[str, Any]) -> Sequence[str]:
    chosen = record.get("chosen", [])
    if not isinstance(chosen, list) or len(chosen) > MOST_PARTS or not all(
            isinstance(key, str) and len(key) <= 200 for key in chosen):
        raise BadRequest("`chosen` is not a list of things")
    return chosen


def _turn(record: Mapping[str, Any]) -> int:
    return number_in(record, "turn", 0, 10**9)


def _offer(room: Room, place: LinkUse, record: Mapping[str, Any]) -> Mapping[str, Any]:
    room.rights.require_acting(place)
    offer, progress, texts = room.moves.offer(_chosen(record)), room.progress, room.texts
    return {"offer": offer_record(texts, offer), "moves": moves_markup(progress, texts, offer),
            "chosen": chosen_markup(progress, texts, offer), "turn": progress.turn}


def _why(room: Room, place: LinkUse, record: Mapping[str, Any]) -> Mapping[str, Any]:
    text = text_in(record, "move")
    controls = room.controls
    reason = controls.why_move(place, text) if text else controls.why(place, _chosen(record), text_in(record, "thing"))
    return {"why": reason_markup(room.progress, room.texts, reason)}


def _play(room: Room, place: LinkUse, record: Mapping[str, Any]) -> Mapping[str, Any]:
    text = " ".join(text_in(record, "move").split())
    # As at the terminal, `why` and a move asks why not. `why` alone is taken for a move.
    if text.partition(" ")[0] == "why" and text not in {"why"}:
        reason = room.controls.why_move(place, text.partition(" ")[2])
        return {"why": reason_markup(room.progress, room.texts, reason)}
    room.controls.play(place, text, _turn(record))
    return {}


def _roll(room: Room, place: LinkUse, record: Mapping[str, Any]) -> Mapping[str, Any]:
    room.controls.roll(place, _turn(record))
    return {}


def _undo(room: Room, place: LinkUse, record: Mapping[str, Any]) -> Mapping[str, Any]:
    room.controls.undo(place, record.get("anything") is True)
    return {}


def _redo(room: Room, place: LinkUse, record: Mapping[str, Any]) -> Mapping[str, Any]:
    room.controls.redo(place)
    return {}


def _sit(room: Room, place: LinkUse, record: Mapping[str, Any]) -> Mapping[str, Any]:
    room.controls.sit(place, number_in(record, "seat", 0, 100) if record.get("seat") is not None else None)
    return {}


def _seat(room: Room, place: LinkUse, record: Mapping[str, Any]) -> Mapping[str, Any]:
    # Checked here and not by the page: anyone who has a link can send any request.
    room.rights.require_host(place)
    number = number_in(record, "seat", 0, len(room.seating.seats) - 1)
    room.machine_players.seat(number, spec_or_person(text_in(record, "kind", 40)))
    return {}


# All of these hold the lock of the table, and raise Refused, BadRequest and RulebookFault.
ACTS: Mapping[str, Act] = {
    "offer": _offer,
    "why": _why,
    "play": _play,
    "roll": _roll,
    "undo": _undo,
    "redo": _redo,
    "sit": _sit,
    "seat": _seat,
}
