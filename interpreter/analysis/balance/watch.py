"""Rules and the number of a game in a series to the record of that game: the game that `simulate` plays, watched."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import define, field, frozen

from ...backends.backend import BLOCK, ENDED
from ...game.rules import Rules
from ...game.state import State
from ...game.viewing.trace import carried_out
from ...machine.machine import DecisionPoint, MoveKind
from ...runtime.chance import Dice
from ...runtime.faults import Fault
from ...runtime.series import SeriesDice
from ..playouts.simulate import Followers
from .items import Item, Items
from .outlook import Outlook
from .records import OfferCount, Record, shares_of

# At each choice, the most refused moves of a kind that are looked at for the requirements that refuse them.
MOST_REFUSED = 64


@define
class _Notes:
    """The notes on a game while it is played."""

    choices: int = 0
    rolls: int = 0
    turns: int = 0
    offered: int = 0
    widest: int = 0
    forced: int = 0
    by_seat: list[int] = field(factory=list)
    first: int | None = None
    last: int | None = None
    leads: list[int] = field(factory=list)
    positions: list[tuple[int, ...]] = field(factory=list)
    applied: dict[str, int] = field(factory=dict)
    uses: dict[tuple[Item, int], list[int]] = field(factory=dict)


@frozen(eq=False)
class ReplayPlayer:
    """Makes the moves of a game that was played before, by their codes. The number of legal moves stays open: 0."""

    codes: Iterator[int]

    def choose(self, s: list[int], point: DecisionPoint, dice: Dice) -> tuple[int, int, MoveKind]:
        """Return the next code, 0, and its kind."""
        code = next(self.codes)
        return code, 0, point.kind_of(code)

    def note(self, s: list[int], kind: MoveKind, code: int, seat: int | None) -> None:
        """Nothing is noted of a game that is known."""


@frozen(eq=False)
class Watcher:
    """Watches games of some rules, each cut off after `limit` choices and rolls."""

    rules: Rules
    items: Items
    outlook: Outlook
    limit: int

    def game(self, seed: int, number: int, followers: Followers | None = None) -> Record:
        """Play a game of a series, at random or as those who follow it choose. Raises RulebookFault."""
        dice, notes = SeriesDice(seed, number), _Notes(by_seat=[0] * len(self.rules.seats))
        state, _ = self.rules.recording.initial()
        s = list(state.slots)
        self._note_clauses(notes)
        for _ in range(self.limit):
            if s[ENDED]:
                break
            s = self._step(s, dice, notes, followers)
        return self._record(s, seed, number, notes)

    def _step(self, s: list[int], dice: Dice, notes: _Notes, followers: Followers | None) -> list[int]:
        random_play = self.rules.machines.random_play
        point = self.rules.decisions.point_at(s[BLOCK])
        seat = None if point.player is None else point.player(s)
        if seat is None:
            code, kind = random_play.outcome(s, point, dice), point.kinds[0]
            notes.rolls += 1
        else:
            lists = self._lists(s, point)
            self._note_turn(s, seat, notes)
            self._note_refusals(s, point, lists, notes)
            # The lists above took no draw, so the game is the one that `simulate` plays with this number.
            code, _, kind = random_play.choice(s, point, dice) if followers is None else \
                followers.choose(s, point, dice)
            self._note_choice(point, seat, code, lists, notes)
        if followers is not None:
            followers.note(s, kind, code, seat)
        recorder = self.rules.machines.recorder
        with recorder.locating_faults():
            after = carried_out(recorder, tuple(s), point.block, code)
        self._note_clauses(notes)
        return after

    def _lists(self, s: list[int], point: DecisionPoint) -> list[list[int]]:
        with self.rules.machines.plain.locating_faults():
            return point.by_kind(s)

    def _note_turn(self, s: list[int], seat: int, notes: _Notes) -> None:
        """Note the position before a choice, and the lead where a turn begins."""
        notes.positions.append(tuple(s))
        notes.first = seat if notes.first is None else notes.first
        if seat == notes.last:
            return
        notes.turns += 1
        notes.last = seat
        self._note_lead(s, notes)

    def _note_lead(self, s: list[int], notes: _Notes) -> None:
        scores = self.rules.endings.scores(State(self.rules, tuple(s)))
        if scores is None:
            return
        side_of = self.rules.program.side_of
        ahead = {side_of[seat] for seat, score in enumerate(scores) if score == max(scores)}
        if len(ahead) == 1 and notes.leads[-1:] != list(ahead):
            # Without repeats: a side that loses its lead to nobody and takes it again has not overtaken anyone.
            notes.leads += ahead

    def _note_choice(self, point: DecisionPoint, seat: int, code: int, lists: list[list[int]], notes: _Notes) -> None:
        count = sum(map(len, lists))
        for item in self.items.offered(point.block, lists):
            notes.uses.setdefault((item, seat), [0, 0])[0] += 1
        for item in self.items.of(point.block, code):
            notes.uses[item, seat][1] += 1
        notes.choices += 1
        notes.by_seat[seat] += 1
        notes.offered += count
        notes.widest = max(notes.widest, count)
        notes.forced += count == 1

    def _note_refusals(self, s: list[int], point: DecisionPoint, lists: list[list[int]], notes: _Notes) -> None:
        """Note the requirements that refuse a move here, as far as some refused moves of each kind show it."""
        for kind, codes in zip(point.kinds, lists, strict=True):
            unmet = {guard.id for guard in kind.guards} - notes.applied.keys()
            if kind.refused is None or not unmet or len(codes) == kind.count:
                continue
            legal, apart = set(codes), -(-kind.count // MOST_REFUSED)
            # Every `apart`th code, from another one on at each choice, so that all come up in long games.
            for code in range(kind.first + notes.choices % apart, kind.first + kind.count, apart):
                if code not in legal:
                    for guard in self._refusing(s, kind, code):
                        notes.applied.setdefault(guard, notes.choices)

    def _refusing(self, s: list[int], kind: MoveKind, code: int) -> list[str]:
        """Return the requirements that refuse a code; none where its open values do not fit, or the rules raise a fault."""
        assert kind.refused is not None, "the kind has requirements"
        self.rules.machines.plain.counter.begin()
        try:
            places = kind.refused(s, code - kind.first)
        except Fault:
            return []
        return [kind.guards[place].id for place in places] if places and min(places) >= 0 else []

    def _note_clauses(self, notes: _Notes) -> None:
        """Note the clauses that were applied since the last time; a rule counts where it did something."""
        noted, events = self.rules.machines.recorder.notes, self.rules.program.events
        applied = noted.clauses | {events[number].name for number, _ in noted.events}
        for clause in (applied - self.rules.analyses.doers) | noted.did:
            notes.applied.setdefault(clause, notes.choices)

    def _record(self, s: list[int], seed: int, number: int, notes: _Notes) -> Record:
        outcome = self.rules.endings.outcome(State(self.rules, tuple(s)))
        winners = () if outcome is None else outcome.winners
        if outcome is not None:
            self._note_lead(s, notes)
        shares = (0.0,) * len(notes.by_seat) if outcome is None else shares_of(winners, self.rules.program.side_of)
        return Record(
            number, None if outcome is None else outcome.clause, winners, shares,
            None if outcome is None else outcome.scores, notes.choices, notes.rolls, notes.turns, notes.offered,
            notes.widest, notes.forced, tuple(notes.by_seat), notes.first,
            tuple(notes.leads) if self.rules.program.scores else None,
            () if outcome is None else self.outlook.of(notes.positions, seed, number), dict(sorted(notes.applied.items())),
            {key: OfferCount(offered, taken) for key, (offered, taken) in notes.uses.items()})
