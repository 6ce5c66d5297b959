"""Calls that play random games of a series in a module that finds out more about them (`low.watching`)."""

from __future__ import annotations

import ctypes
from array import array
from collections.abc import Sequence

from attrs import field, frozen

from ..low.layout.memory import BARRED, TABLE
from ..low.watching.barred import ROW_BYTES
from ..low.watching.counting import FIELDS, HEAD_BYTES, KIND_BYTES, NOTE_BYTES, PLACES, TALLY_BYTES, note_bytes
from ..low.writing.building import FULL
from .instance import Instance, ModuleTrap

# The room for notes; a game that needs more is played in Python.
MOST_NOTES = 8 << 20
TALLIED = 3


@frozen
class CountedKind:
    """The counts of a kind of move: for each code the numbers of its tallies, and whether each move is noted."""

    codes: tuple[tuple[int, ...], ...] = ()
    noted: bool = False


@frozen
class CountedMoves:
    """The counts of all kinds of move (`numbered`), and the seats for which each tally counts where chance decides."""

    kinds: tuple[CountedKind, ...] = ()
    by_chance: tuple[int, ...] = ()


@frozen
class Bar:
    """Some codes of a kind of move: those of which `code // stride % len(places)` is a place with a byte that is not 0."""

    stride: int
    places: bytes


# What a seat is kept from, for each kind of move (`numbered`).
Bars = tuple[tuple[Bar, ...], ...]


@frozen
class StepNote:
    """A step that is left to Python: the code, the seat that decided (None: chance), the reason, the position before it."""

    code: int
    seat: int | None
    why: int
    slots: tuple[int, ...] = field(repr=False)


class WatchedCalls:
    """Calls of the function of a module that plays games of a series and watches them."""

    def __init__(self, instance: Instance, counted: CountedMoves) -> None:
        self.instance, self._counted = instance, counted
        # Of the games that were played last, by their numbers.
        self.notes: dict[int, list[StepNote]] = {}
        # How the last call trapped, if it did.
        self.stopped: ModuleTrap | None = None
        self._put_table()
        # The table of what a seat is kept from that was written last, its address, and the room there.
        self._bars: Bars | None = None
        self._bars_at, self._bars_room = 0, 0

    def bar(self, seat: int, bars: Bars) -> None:
        """Keep a seat from some moves, in all games up to `unbar`."""
        if bars is not self._bars:
            self._put_bars(bars)
        self.instance.put_word(self._bars_at, seat)
        self.instance.put_word(BARRED, self._bars_at)

    def unbar(self) -> None:
        """Keep no seat from any move."""
        self.instance.put_word(BARRED, 0)

    def _put_bars(self, bars: Bars) -> None:
        """Write the table of what a seat is kept from."""
        rows = [row for kind in bars for row in kind]
        head = 8 * (1 + len(bars))
        size = head + sum(8 + ROW_BYTES * len(kind) for kind in bars) + sum(len(row.places) for row in rows)
        if size > self._bars_room:
            self._bars_at, self._bars_room = self.instance.reserve(size), size
        address, places = self._bars_at + head, self._bars_at + size - sum(len(row.places) for row in rows)
        numbers, rows_of_kinds = [0], list[int]()
        for kind in bars:
            numbers.append(address + 8 * len(rows_of_kinds) if kind else 0)
            rows_of_kinds += [len(kind)] if kind else []
            for row in kind:
                rows_of_kinds += [row.stride, len(row.places), places]
                self.instance.put_bytes(places, row.places)
                places += len(row.places)
        self.instance.put_bytes(self._bars_at, array("q", numbers + rows_of_kinds).tobytes())
        self._bars = bars

    def _put_table(self) -> None:
        """Write the table of what is counted, and of where it is counted."""
        instance, counted = self.instance, self._counted
        rows, places = _rows(counted)
        sizes = {"head": HEAD_BYTES, "kinds": KIND_BYTES * len(counted.kinds), "touched": 4 * len(counted.by_chance),
                 "tallies": TALLY_BYTES * len(counted.by_chance), "rows": 4 * len(rows),
                 "codes": 4 * sum(len(kind.codes) for kind in counted.kinds), "notes": MOST_NOTES}
        addresses: dict[str, int] = {}
        end = instance.reserve(sum(size + 8 for size in sizes.values()))
        for name, size in sizes.items():
            addresses[name] = end + -end % 8
            end = addresses[name] + size
        self._tallies = addresses["tallies"]
        self._head = addresses["head"]
        head = {"kinds": addresses["kinds"], "touched": addresses["touched"], "notes": addresses["notes"],
                "next_note": addresses["notes"],
                "notes_end": end}
        instance.put_bytes(addresses["head"], array("i", [head.get(name, 0) for name in FIELDS]).tobytes())
        for i, seats in enumerate(counted.by_chance):
            instance.put_word(addresses["tallies"] + TALLY_BYTES * i + TALLY_BYTES - 8, seats)
        instance.put_bytes(addresses["rows"], array("i", [addresses["tallies"] + TALLY_BYTES * entry if is_tally else entry
                                                          for entry, is_tally in rows]).tobytes())
        kinds, code = array("i"), addresses["codes"]
        for kind in counted.kinds:
            kinds.extend((code if kind.codes else 0, int(kind.noted)))
            row_addresses = [addresses["rows"] + 4 * places[row] if row else 0 for row in kind.codes]
            instance.put_bytes(code, array("i", row_addresses).tobytes())
            code += 4 * len(kind.codes)
        instance.put_bytes(addresses["kinds"], kinds.tobytes())
        instance.put_word(TABLE, addresses["head"])

    def call(self, seed: int, first: int, count: int, limit: int) -> tuple[int, bool]:
        """Play some games; how many are done, and whether the next one is to be played in Python."""
        notes = self._field("notes")
        self._put_field("next_note", notes)
        handed, self.stopped = False, None
        try:
            done = self.instance.call("watched", seed, first, count, limit)
        except ModuleTrap as stopped:
            done, self.stopped = self.instance.done, stopped
            # Where notes of several games did not fit together, those of the next one may by themselves.
            handed = stopped.kind != FULL or not done
        self._take_notes(notes, range(first, first + done))
        return done, handed

    def _take_notes(self, first: int, numbers: range) -> None:
        """Take the notes of the games that are done."""
        memory, self.notes = self.instance.memory, {}
        size = memory.width * memory.slots
        kind = "i" if memory.width == 4 else "q"
        for address in range(first, self._field("next_note"), note_bytes(size)):
            number, code, seat, why = self.instance.words(address, NOTE_BYTES // 8)
            if number in numbers:
                slots = tuple(array(kind, self.instance.bytes_at(address + NOTE_BYTES, size)))
                seat = ctypes.c_int32(seat).value
                self.notes.setdefault(number, []).append(StepNote(code, None if seat < 0 else seat, why, slots))

    def tallies(self) -> list[tuple[int, int, int]]:
        """Return how often each tally was counted, by how many players, and how many of them won; all begin again at 0."""
        tallies = []
        for address in range(self._tallies, self._tallies + TALLY_BYTES * len(self._counted.by_chance), TALLY_BYTES):
            choices, players, won = self.instance.words(address, TALLIED)
            tallies.append((choices, players, won))
            self.instance.put_bytes(address, bytes(8 * TALLIED))
        return tallies

    def _field(self, name: str) -> int:
        return int.from_bytes(self.instance.bytes_at(self._head + PLACES[name], 4), "little")

    def _put_field(self, name: str, value: int) -> None:
        self.instance.put_bytes(self._head + PLACES[name], value.to_bytes(4, "little"))


def _rows(counted: CountedMoves) -> tuple[list[tuple[int, bool]], dict[Sequence[int], int]]:
    """The rows of all codes one after the other: lengths, and tallies by their numbers; and where each begins."""
    rows: list[tuple[int, bool]] = []
    places: dict[Sequence[int], int] = {}
    for kind in counted.kinds:
        for row in kind.codes:
            if row and row not in places:
                places[row] = len(rows)
                rows += [(len(row), False), *((tally, True) for tally in row)]
    return rows, places
