"""The functions that generated code calls: sets, lists, boards and their regions.

A state is a list of whole numbers, and a region is known by its first space; `roots` is where
the state keeps, for each space, the region it lies in.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cache
from typing import TypeVar

from .faults import Fault
from .paths import reachable
from .regions import RegionSlots

# The most rounds of a loop of a rulebook, and the most blocks of a step; more is a fault.
MAX_ROUNDS = 100_000
MAX_BLOCKS = 100_000
Place = tuple[int, int]
T = TypeVar("T")
Key = TypeVar("Key", int, tuple[int, ...])


@cache
def members(mask: int, low: int) -> tuple[int, ...]:
    """The values of a set, from the lowest up; the value `low` is the first bit."""
    return tuple(low + i for i in range(mask.bit_length()) if mask >> i & 1)


def in_set(value: int, mask: int, low: int) -> bool:
    """Return whether a value (or a word, which never is) is in a set."""
    return value >= low and bool(mask >> (value - low) & 1)


def set_of(values: Iterable[int], low: int) -> int:
    """The set of these values."""
    mask = 0
    for value in values:
        mask |= 1 << (value - low)
    return mask


def rotated(values: Iterable[int], start: int) -> tuple[int, ...]:
    """The values in their order, beginning with `start`; as they are if it is not among them."""
    ordered = tuple(values)
    if start not in ordered:
        return ordered
    index = ordered.index(start)
    return ordered[index:] + ordered[:index]


def one_of_each(s: list[int], key: Callable[[list[int], int], object], values: Iterable[int]) -> Iterable[int]:
    """Of the values with one key the first, in their order."""
    first_by_key: dict[object, int] = {}
    for value in values:
        first_by_key.setdefault(key(s, value), value)
    return first_by_key.values()


def first_of_each(pairs: Iterable[tuple[object, int]]) -> list[int]:
    """The first of the numbers that stand beside one key, in their order."""
    first_by_key: dict[object, int] = {}
    for key, value in pairs:
        first_by_key.setdefault(key, value)
    return list(first_by_key.values())


def ranked(value: int, pairs: Sequence[tuple[int, Key]], descending: bool) -> int:
    """The place of a value by its key, from 1; those with equal keys share a place. 0 for one that is not there."""
    mine = next((key for pair, key in pairs if pair == value), None)
    if mine is None:
        return 0
    return 1 + sum(key > mine if descending else key < mine for _, key in pairs)


def shared(value: int, pairs: Sequence[tuple[int, Key]], descending: bool, prizes: Sequence[int]) -> int:
    """Return the share of a value in the prizes for the first, the second, and so on.

    Those with equal keys take as many places as they are, and share what these bring; what is left over is lost.
    """
    place = ranked(value, pairs, descending)
    if not place:
        return 0
    mine = next(key for pair, key in pairs if pair == value)
    alike = sum(key == mine for _, key in pairs)
    return sum(prizes[place - 1 : place - 1 + alike]) // alike


def foremost(pairs: Sequence[tuple[int, Key]], descending: int) -> list[int]:
    """The values whose key is the lowest, or the highest."""
    if not pairs:
        return []
    best = max(key for _, key in pairs) if descending else min(key for _, key in pairs)
    return [value for value, key in pairs if key == best]


def item_at(values: Sequence[int], place: int, site: int) -> int:
    """The entry of a list at a place counted from 1."""
    if not 1 <= place <= len(values):
        raise Fault(site, f"there is no entry {place} in a list of {len(values)}")
    return values[place - 1]


def amounts(values: Sequence[int], names: Sequence[str]) -> str:
    """Numbers with what they are numbers of, those that are 0 left out: `2 gold and 1 wood`."""
    return " and ".join(f"{value} {name}" for value, name in zip(values, names, strict=True) if value) or "nothing"


def opened(value: T, kind: str, to: int | None, site: int, shown: list[tuple[object, str, int | None, int]]) -> T:
    """The value itself, noting to whom it is shown, and where."""
    shown.append((value, kind, to, site))
    return value


def within(value: int, low: int, high: int, site: int) -> int:
    """The number itself, which must lie from `low` to `high`."""
    if not low <= value <= high:
        raise Fault(site, str(value))
    return value


def entries_within(entries: Sequence[int], low: int | None, high: int | None, site: int) -> Sequence[int]:
    """The list itself, whose entries must not be below `low` or above `high`, where these are given."""
    for entry in entries:
        if (low is not None and entry < low) or (high is not None and entry > high):
            raise Fault(site, str(entry))
    return entries


def present(value: int, site: int) -> int:
    """The value itself, which must not be a word such as `none`."""
    if value < 0:
        raise Fault(site)
    return value


def write_list(s: list[int], base: int, values: Sequence[int], limit: int, site: int) -> None:
    """Put a list into the slots from `base` on; unused slots are 0."""
    count = len(values)
    if count > limit:
        raise Fault(site, f"{count} entries, at most {limit} fit")
    s[base] = count
    s[base + 1 : base + 1 + count] = values
    s[base + 1 + count : base + 1 + limit] = [0] * (limit - count)


def append(s: list[int], base: int, value: int, limit: int, site: int) -> None:
    """Add an entry at the end of the list at `base`."""
    count = s[base]
    if count >= limit:
        raise Fault(site, f"at most {limit} entries fit")
    s[base + 1 + count] = value
    s[base] = count + 1


def remove(s: list[int], base: int, value: int, limit: int) -> None:
    """Take the first entry with this value out of the list at `base`, if there is one."""
    entries = s[base + 1 : base + 1 + s[base]]
    if value in entries:
        entries.remove(value)
        # A list that has become shorter fits, so there is no fault that would need a place.
        write_list(s, base, entries, limit, -1)


class Picks(dict[tuple[bool, ...], int]):
    """A choice among several exceptions, by which of their conditions hold: its place, or -1.

    An exception does not count when another that applies goes over it. Two left is a fault that
    names both. What has been worked out once is remembered.
    """

    def __init__(self, over: Sequence[Sequence[int]], sites: Sequence[int]) -> None:
        super().__init__()
        self.over, self.sites = over, sites

    def __missing__(self, holds: tuple[bool, ...]) -> int:
        applies = [i for i, hold in enumerate(holds) if hold]
        left = [i for i in applies if all(i not in self.over[other] for other in applies)]
        if len(left) > 1:
            raise Fault(self.sites[left[0]], "neither takes precedence over the other", self.sites[left[1]])
        # As a dictionary: a pattern of conditions that has come up before costs one look-up, and no call in Python.
        self[holds] = left[0] if left else -1
        return self[holds]


class BoardFunctions:
    """The functions of one board.

    `roots` is None for a board without regions, `places` are the columns and rows of the spaces of a
    board that has them, `towards` the columns and rows that a step in each direction goes, if there is one.
    """

    def __init__(self, near: Sequence[Sequence[int]], roots: int | None, places: Sequence[Place],
                 towards: Sequence[Place | None]) -> None:
        self.near, self.count, self.places, self.towards = near, len(near), places, towards
        self.at = {place: space for space, place in enumerate(places)}
        self.roots = roots if roots is not None else -1
        self._moved: dict[Place, list[int]] = {}

    def regions(self, s: list[int]) -> list[int]:
        """The regions, in the order of their first spaces."""
        roots = s[self.roots : self.roots + self.count]
        return [space for space, root in enumerate(roots) if space == root]

    def spaces(self, s: list[int], region: int) -> list[int]:
        """The spaces of a region, in their order."""
        roots = s[self.roots : self.roots + self.count]
        return [space for space, root in enumerate(roots) if root == region]

    def region_neighbours(self, s: list[int], region: int) -> list[int]:
        """The regions next to a region, each once."""
        roots = s[self.roots : self.roots + self.count]
        # Of all spaces, since regions change: a table of neighbours would have to be made again after each merge.
        around = [roots[other] for space in range(self.count) if roots[space] == region
                  for other in self.near[space] if roots[other] != region]
        return list(dict.fromkeys(around))

    def walk(self, s: list[int], region: int, steps: int) -> int:
        """The region a number of steps on round a ring; each region is one step."""
        roots, count = s[self.roots : self.roots + self.count], self.count
        forward = 1 if steps > 0 else -1
        for _ in range(abs(steps)):
            # A region that fills the whole ring leads back to itself.
            space = region
            for _ in range(count):
                space = (space + forward) % count
                if roots[space] != region:
                    break
            region = roots[space]
        return region

    def shift(self, s: list[int], space: int, columns: int, rows: int) -> int:
        """The space a number of columns and rows away, or -1 off the board."""
        column, row = self.places[space]
        return self.at.get((column + columns, row + rows), -1)

    def moved(self, columns: int, rows: int) -> list[int]:
        """For each space what `shift` gives."""
        if (columns, rows) not in self._moved:
            self._moved[columns, rows] = [self.at.get((column + columns, row + rows), -1) for column, row in self.places]
        return self._moved[columns, rows]

    def steps(self, s: list[int], space: int, direction: int, count: int) -> int:
        """The space a number of steps on in a direction, or -1; what is between does not matter."""
        step = self.towards[direction]
        return -1 if step is None else self.shift(s, space, step[0] * count, step[1] * count)

    def within(self, s: list[int], space: int, steps: int) -> list[int]:
        """The spaces up to a number of steps away, itself included, the nearest first."""
        return [space, *reachable(self.near, space, steps, None)]

    def merger(self, slots: RegionSlots) -> Callable[[list[int], int, int, int], None]:
        """The function that merges two regions. The merged region goes by its lowest space."""
        fields, single, sets = slots.fields, slots.single, slots.sets

        def merge(s: list[int], first: int, second: int, site: int) -> None:
            roots = self.roots
            first, second = s[roots + first], s[roots + second]
            if first == second:
                return
            # INVARIANT: a region goes by its lowest space. So merges in another order come to the same slots.
            into, gone = min(first, second), max(first, second)
            for base, rule, high, nothing in fields:
                width = len(nothing)
                for i in range(width):
                    a, b = base + into * width + i, base + gone * width + i
                    if rule == "adds":
                        s[a] = within(s[a] + s[b], 0, high, site)
                    elif s[a] != s[b]:
                        raise Fault(site, "the regions differ in what the merged region should keep")
                    s[b] = nothing[i]
            for space in range(self.count):
                if s[roots + space] == gone:
                    s[roots + space] = into
            # An unused entry of a list holds 0, which is never taken for the region that is gone: that has the higher number.
            for slot, shift in single:
                if s[slot] == gone + shift:
                    s[slot] = into + shift
            for slot in sets:
                if s[slot] >> gone & 1:
                    s[slot] = s[slot] & ~(1 << gone) | 1 << into

        return merge
