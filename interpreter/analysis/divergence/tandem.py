"""Two modules that play the same random game by two rulebooks, up to where something differs that has to be looked at.

Both play with the same chance. The first plays ahead and notes a hash of each position and of what may come next; the second
follows as long as its own hashes are the same. Where only known things differ, the game goes on with what both offer.
"""

from __future__ import annotations

import ctypes
from array import array
from collections import Counter
from collections.abc import Callable, Iterable

from attrs import frozen

from ...backends.backend import ENDED
from ...backends.low.layout.memory import PAGE
from ...backends.low.module.traces import FIELDS, POINT_BYTES, TABLE_BYTES
from ...backends.wasm.instance import Instance, ModuleTrap
from ...game.rules import Rules
from ...game.state import State
from ...runtime.series import WORD, CounterDice, SeriesDice
from .quick_check import Key, QuickCheck
from .quick_offers import QuickOffers, drawn

# The steps of the first call, the most steps of a call, and the most bytes of positions.
FIRST_STEPS, MOST_STEPS, MOST_BYTES = 16, 512, 1 << 21
TYPES = {4: "i", 8: "q"}
# Whether divergences need no look, after this number of steps of a run.
IsKnown = Callable[[tuple[Key, ...], int], bool]


@frozen
class Came:
    """The positions that two games came to by some codes, and those before the last step, if one was made."""

    a: State
    b: State
    before: tuple[State, State] | None
    codes: tuple[int, ...]


class TandemSide:
    """One of the two modules, and its notes."""

    def __init__(self, rules: Rules, instance: Instance, slots: Iterable[int],
                 points: dict[int, tuple[int, list[int]]]) -> None:
        self.rules, self.instance = rules, instance
        memory = instance.memory
        self.width = memory.width
        self.state_bytes = self.width * memory.slots
        self.most = max(1, min(MOST_STEPS, MOST_BYTES // self.state_bytes))
        places = array("i", [self.width * slot for slot in slots])
        extra, listed = array("i"), array("i")
        start = POINT_BYTES * len(rules.program.blocks)
        for block in range(len(rules.program.blocks)):
            label, further = points.get(block, (-1, []))
            listed.extend((label, start + 4 * len(extra) if further else 0))
            extra.extend((len(further), *(self.width * slot for slot in further)) if further else ())
        self.at = self._laid_out({"slots": len(places) * 4, "points": start + 4 * len(extra),
                                  "states": self.most * self.state_bytes,
                                  **dict.fromkeys(("hashes", "expected", "chances", "codes"), 8 * self.most)})
        points_at = self.at["points"]
        for i in range(1, len(listed), 2):
            listed[i] += points_at if listed[i] else 0
        self._write_numbers(self.at["slots"], places)
        self._write_numbers(points_at, listed + extra)
        self.table = instance.reserve(TABLE_BYTES)
        self.numbers = (ctypes.c_int32 * len(FIELDS)).from_buffer(instance.buffer(self.table + 8, 4 * len(FIELDS)))
        for i, name in enumerate(FIELDS):
            self.numbers[i] = {**self.at, "slot_count": len(places), "limit": 0, "expected": 0}[name]
        self.hashes, self.expected = (instance.buffer(self.at[name], 8 * self.most) for name in ("hashes", "expected"))
        self.codes, self.chances = ((ctypes.c_int64 * self.most).from_buffer(instance.buffer(self.at[name], 8 * self.most))
                                    for name in ("codes", "chances"))

    def _laid_out(self, sizes: dict[str, int]) -> dict[str, int]:
        """The addresses of some columns in new memory."""
        address = self.instance.reserve(sum(sizes.values()) + 16 * len(sizes) + PAGE)
        addresses = {}
        for name, size in sizes.items():
            address += -address % 16
            addresses[name] = address
            address += size
        return addresses

    def _write_numbers(self, address: int, numbers: array[int]) -> None:
        self.instance.put_bytes(address, numbers.tobytes())

    def play(self, chance: int, limit: int, follow: bool) -> int:
        """Play on and note where the game comes by, or as far as it is expected: how many steps. Raises Stopped."""
        self.instance.put_word(self.table, chance)
        self.numbers[FIELDS.index("limit")] = limit
        self.numbers[FIELDS.index("expected")] = self.at["expected"] if follow else 0
        return self.instance.call("trace", self.table)

    @property
    def chance(self) -> int:
        """The chance after what was played."""
        return self.instance.word(self.table) & WORD

    def noted(self, place: int) -> bytes:
        """A position that was noted."""
        return self.instance.bytes_at(self.at["states"] + place * self.state_bytes, self.state_bytes)

    def write_state(self, state: State) -> None:
        """Go to a position."""
        self.instance.put_packed(array(TYPES[self.width], state.slots).tobytes())

    def look(self) -> None:
        """Look at what may come next, or at how the game ended. Raises Stopped where that raises a fault."""
        if self.instance.slots[ENDED]:
            self.instance.call("winners")
            for seat in range(len(self.rules.seats) if self.rules.program.scores else 0):
                self.instance.call("score", seat)
        elif not self.instance.call("legal"):
            raise self.instance.stopped()

    def state(self, position: bytes) -> State:
        """A position that bytes give."""
        return State(self.rules, tuple(array(TYPES[self.width], position)))


class Tandem:
    """Plays both modules; one thread at a time may use it."""

    def __init__(self, quick: QuickCheck, offers: QuickOffers, a: Instance, b: Instance) -> None:
        self.quick, self.offers = quick, offers
        pairs = quick.slots_of(frozenset())
        points = {block: other.block for block, other in quick.points.items() if other is not None}
        # Where two places of the first are one in the second, Python compares.
        counts = Counter(points.values())
        once = {block: other for block, other in points.items() if counts[other] == 1}
        further = {block: quick.compared_slots[block] for block in once}
        self.a = TandemSide(quick.a, a, [i for i, _ in pairs],
                            {block: (other, [i for i, _ in further[block]]) for block, other in once.items()})
        self.b = TandemSide(quick.b, b, [j for _, j in pairs],
                            {other: (other, [j for _, j in further[block]]) for block, other in once.items()})
        self.most = min(self.a.most, self.b.most)

    def play(self, a: State, b: State, dice: SeriesDice, limit: int, is_known: IsKnown) -> Came | None:
        """Play both on from two positions, for at most `limit` steps, up to where they have to be looked at.

        What differs only in ways that are known is passed over. None where a rulebook fault occurs; nothing was played then.
        """
        own = CounterDice(dice.seed, dice.number)
        own.counter = dice.counter
        try:
            run = _Run(self, own, limit, is_known).play(a, b)
        except ModuleTrap:
            return None
        dice.counter = own.counter
        return run


class _Run:
    """One run of both. Raises Stopped where a module traps."""

    def __init__(self, tandem: Tandem, dice: CounterDice, limit: int, is_known: IsKnown) -> None:
        self.tandem, self.dice, self.left, self.is_known = tandem, dice, limit, is_known
        self.a, self.b = tandem.a, tandem.b
        self.codes: list[int] = []
        self.before: tuple[bytes, bytes] | None = None

    def play(self, a: State, b: State) -> Came:
        """Play on up to where it has to be looked at, or there is nothing left to play."""
        self.a.write_state(a)
        self.b.write_state(b)
        going_on = True
        while going_on and self.left > 0:
            going_on = self.alike() and self.quickly()
        for side in (self.a, self.b):
            # One of them may have ended with the step that the other is not to be looked at after.
            side.look()
        states = self.a.state(self.a.instance.packed()), self.b.state(self.b.instance.packed())
        before = None if self.before is None else (self.a.state(self.before[0]), self.b.state(self.before[1]))
        return Came(*states, before, tuple(self.codes))

    def alike(self) -> bool:
        """Play on as long as nothing differs; whether that came to an end before all steps were made."""
        size = FIRST_STEPS
        while self.left > 0:
            most, chance = min(self.left, size, self.tandem.most), self.dice.counter
            ahead = self.a.play(chance, most, follow=False)
            self.dice.counter = self.a.chance
            ctypes.memmove(self.b.expected, self.a.hashes, 8 * ahead)
            done = self.b.play(chance, ahead, follow=True)
            if done:
                self.made(done)
            if done < ahead:
                # The first has played on alone beyond where they differ, so it goes back to there, with the chance that it had.
                self.a.instance.put_packed(self.a.noted(done))
                self.dice.counter = self.a.chances[done] & WORD
            if done < most:
                return True
            # Most runs are short where two rulebooks differ often, and long where they hardly do; doubling serves both.
            size *= 2
        return False

    def made(self, done: int) -> None:
        """Take in some steps that both have made."""
        self.codes += self.a.codes[:done]
        self.left -= done
        self.before = self.a.noted(done - 1), self.b.noted(done - 1)

    def quickly(self) -> bool:
        """Go on with what both offer, if they differ only in what they offer and in known ways; whether that was so."""
        packed = self.a.instance.packed(), self.b.instance.packed()
        a, b = self.a.state(packed[0]), self.b.state(packed[1])
        if not self.tandem.quick.is_equal_but_for_offers(a, b):
            return False
        offered = self.a.instance.legal(), self.b.instance.legal()
        keys = self.tandem.offers.keys(a, b, offered)
        if keys is None or not self.is_known(keys, len(self.codes)):
            return False
        code = drawn(a, offered, self.dice)
        if code is None:
            return False
        for side in (self.a, self.b):
            side.instance.call("step", code)
        self.codes.append(code)
        self.left -= 1
        self.before = packed
        return True
