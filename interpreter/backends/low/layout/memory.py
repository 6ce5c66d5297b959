"""The layout of the memory of a module: what all parts of it share, the state, lists of codes, constants, room.

    0                  what went wrong, and the face to the outside (`HEAD` bytes)
    state              a word of `width` bytes for each slot
    start              the state at the beginning of a game
    phases             how often each phase was entered, 8 bytes each; and the same at the end of the last game
    before, aside      the position before the step, where it is asked for, and room for that after it
    results            of the games that were played
    kinds              where the codes of each kind of move end
    codes              legal moves
    constants          tables and lists of the rulebook
    room               lists that are worked out, and positions that are kept
"""

from __future__ import annotations

from attrs import define, field

HEAD = 256
# Places in the head, each of 8 bytes: what went wrong, at which site, with which numbers.
KIND, SITE, DETAIL, OTHER = 0, 8, 16, 24
# Whether to stop after this step; how many games are done; which number of the series is played.
STOP, DONE, PLAYED = 32, 40, 48
# Whether every move is equally likely, and not every kind of move.
UNIFORM = 56
# Where the table of what is counted is (`watching.counting`).
TABLE = 64
# Where the table of what a seat is kept from is (`watching.barred`); 0: nobody is.
BARRED = 72
GAMES_KEPT = 1024
CODES_KEPT = 1 << 18
ROOM = 1 << 20
PAGE = 1 << 16


@define
class MemoryLayout:
    """The layout of a module's memory; constants are added while it is written."""

    width: int
    slots: int
    phases: int
    players: int
    codes_kept: int
    code_width: int
    most_kinds: int
    figures: int = 0
    keeps_before: int = 0
    state: int = field(init=False)
    start: int = field(init=False)
    entries: int = field(init=False)
    before: int = field(init=False)
    aside: int = field(init=False)
    results: int = field(init=False)
    kinds: int = field(init=False)
    games_kept: int = field(init=False, default=GAMES_KEPT)
    record: int = field(init=False)
    codes: int = field(init=False)
    constants: int = field(init=False)
    content: bytearray = field(init=False, factory=bytearray)
    _known: dict[tuple[int, bytes], int] = field(init=False, factory=dict)

    def __attrs_post_init__(self) -> None:
        self.state = HEAD
        self.start = _aligned(self.state + self.width * self.slots)
        self.entries = _aligned(self.start + self.width * self.slots)
        self.before = _aligned(self.entries + 16 * self.phases)
        size = self.width * self.slots if self.keeps_before else 0
        self.aside = _aligned(self.before + size)
        self.results = _aligned(self.aside + size)
        # How the game ended, choices, moves offered, the widest choice, who won, the scores, and the figures.
        self.record = 8 * (5 + self.players + self.figures)
        self.kinds = _aligned(self.results + self.record * GAMES_KEPT)
        self.codes = _aligned(self.kinds + 4 * self.most_kinds)
        # One code more than are kept: a code is put down before its test is known, and the next one is put over it
        # (`ListingCode._offer_without_jump`).
        self.constants = _aligned(self.codes + self.code_width * (self.codes_kept + 1))

    @property
    def codes_end(self) -> int:
        """The address behind the codes."""
        return self.codes + self.code_width * self.codes_kept

    @property
    def room(self) -> int:
        """The address of the room for lists; known when all constants are there."""
        # INVARIANT: nobody asks before the last function is written, or the room would begin among constants.
        return _aligned(self.constants + len(self.content))

    @property
    def pages(self) -> int:
        """The size of the memory."""
        return (self.room_end + PAGE - 1) // PAGE

    @property
    def room_end(self) -> int:
        """The address behind the room: for lists, and for a position that is put aside."""
        return self.room + ROOM + _aligned(self.width * self.slots)

    def constant(self, content: bytes, aligned: int) -> int:
        """The address of constant bytes; what is there already is not put there again."""
        key = (aligned, content)
        if key not in self._known:
            self.content += b"\0" * (-(self.constants + len(self.content)) % aligned)
            self._known[key] = self.constants + len(self.content)
            self.content += content
        return self._known[key]

    def reserved(self, size: int) -> int:
        """The address of new bytes among the constants, all 0, where something is kept between calls."""
        # Never shared, as equal constants are: what is written here would change them.
        self.content += b"\0" * (-(self.constants + len(self.content)) % 16)
        address = self.constants + len(self.content)
        self.content += b"\0" * size
        return address


def _aligned(address: int) -> int:
    return address + -address % 16
