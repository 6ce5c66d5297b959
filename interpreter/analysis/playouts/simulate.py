"""Many games, played at random or by players who look ahead, and what they were like."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from types import MappingProxyType
from typing import Literal, Protocol, assert_never

import attrs
from attrs import define, field

from ....dsl import ir
from ...backends.backend import ENDED
from ...game.rules import Rules
from ...game.state import State
from ...game.table.values import Playout as Playout
from ...game.viewing.outcomes import Endings, members_of, scores_of
from ...machine.machine import DecisionPoint, MoveKind
from ...machine.points import NO_COMPARISON, NO_HOOKS, Hooks, PlayedOut
from ...machine.random_play import RandomPlay
from ...runtime.chance import Dice
from ...runtime.faults import Fault
from ...runtime.series import chances
from .counts import Counts, Pattern
from .figures import Figure
from .search import GreedyPlayer

MAX_STEPS = 1_000_000
# How random players draw: first a kind of move, then a move of that kind; or a move, each equally likely.
Policy = Literal["kinds", "uniform"]

Chooser = Callable[[list[int], DecisionPoint, Dice], tuple[int, int, MoveKind]]


class Followers(Protocol):
    """Players who follow one game: they choose its moves, and are shown what is decided."""

    def choose(self, s: list[int], point: DecisionPoint, dice: Dice) -> tuple[int, int, MoveKind]:
        """Return the code of a legal move, how many were legal, and its kind."""
        ...

    def note(self, s: list[int], kind: MoveKind, code: int, seat: int | None) -> None:
        """Note the decision made in a position."""
        ...


@define
class Report:
    """The statistics of a number of games. `sides` are the seats of each side, by its name.

    `players_by` says how moves were chosen: `random` (by kinds), `uniform`, `ahead` for players who look ahead, or players.
    """

    game: str
    players: int
    seats: tuple[str, ...]
    sides: Mapping[str, frozenset[int]]
    seed: int
    players_by: str = "random"
    playouts: list[Playout] = field(factory=list)
    phase_entries: Counter[str] = field(factory=Counter)
    cpu_seconds: float = 0.0
    figures: dict[str, list[int]] = field(factory=dict)
    counts: Counts | None = None

    def add(self, other: Report) -> None:
        """Take in the games of another report."""
        self.playouts += other.playouts
        self.phase_entries += other.phase_entries
        self.cpu_seconds += other.cpu_seconds
        for name, values in other.figures.items():
            self.figures.setdefault(name, []).extend(values)
        if other.counts is not None:
            if self.counts is None:
                self.counts = attrs.evolve(other.counts, tallies={})
            self.counts.add(other.counts)

    def _figures(self) -> dict[str, object]:
        """Summarise the games that ended: mean, least and greatest of figures; and the counts."""
        from statistics import mean  # it loads `decimal`, and short games of `check` make no report

        figures = {name: {"mean": mean(values), "min": min(values), "max": max(values)}
                   for name, values in self.figures.items() if values}
        counted = {} if self.counts is None else {"counts": self.counts.as_json()}
        return {**({"figures": figures} if figures else {}), **counted}

    def as_json(self) -> dict[str, object]:
        """The report as `simulate --json` prints it with `--timing`; times are CPU seconds."""
        from statistics import mean, median  # as above

        played = self.playouts
        choices = [game.choices for game in played]
        shared = [game for game in played if len(self._winning_sides(game)) > 1]
        alone = [game for game in played if len(self._winning_sides(game)) == 1]
        wins = Counter(self.seats[seat] for game in alone for seat in game.winners)
        total = sum(choices)
        # A clock may not have moved in the time of a few games.
        seconds = self.cpu_seconds or 1e-9
        report: dict[str, object] = {
            "game": self.game,
            "players": self.players,
            "seed": self.seed,
            "players_by": self.players_by,
            "games": len(played),
            "finished": sum(game.end is not None for game in played),
            "ended_by": dict(sorted(Counter(game.end for game in played if game.end).items())),
            "wins": {name: wins[name] for name in self.seats},
            **self._wins_of_sides(alone),
            "draws": sum(game.end is not None and not game.winners for game in played),
            "shared": len(shared),
            **self._sharers(shared),
            "choices_per_game": {"mean": mean(choices), "median": median(choices), "min": min(choices),
                                 "max": max(choices)},
            "phase_entries": {name: count / len(played) for name, count in sorted(self.phase_entries.items())},
            "branching": {"mean": sum(game.offered for game in played) / max(1, total),
                          "max": max(game.widest for game in played)},
            **self._figures(),
            "cpu_seconds": self.cpu_seconds,
            "playouts_per_cpu_second": len(played) / seconds,
            "choices_per_cpu_second": total / seconds,
        }
        scored = [game.scores for game in played if game.scores is not None]
        if scored:
            report["scores"] = {name: mean(item[seat] for item in scored) for seat, name in enumerate(self.seats)}
        return report

    def _winning_sides(self, playout: Playout) -> list[str]:
        """The names of the sides of which a seat has won."""
        return [name for name, seats in self.sides.items() if not seats.isdisjoint(playout.winners)]

    def _wins_of_sides(self, alone: list[Playout]) -> dict[str, object]:
        """Return how often each side has won alone, where a side is more than a player."""
        if all(len(seats) == 1 for seats in self.sides.values()):
            return {}
        wins = Counter(name for game in alone for name in self._winning_sides(game))
        return {"wins_of_sides": {name: wins[name] for name in self.sides}}

    def _sharers(self, shared: list[Playout]) -> dict[str, object]:
        """Return how often each side has shared the first place, if any has."""
        wins = Counter(name for game in shared for name in self._winning_sides(game))
        return {"shared_by": {name: wins[name] for name in self.sides}} if shared else {}


def play_out(rules: Rules, dice: Dice, limit: int = MAX_STEPS,
             watch: Callable[[State], None] | None = None, at_end: Callable[[State], None] | None = None,
             counts: Counts | None = None, player: GreedyPlayer | Followers | None = None, invariants: bool = False,
             policy: Policy = "kinds", compare: bool = True) -> Playout:
    """Play one game, at random by this policy or as the `player` plays; it is cut off after `limit` choices and rolls.

    `watch` is shown every position, for tests; it makes the game slower. `at_end` is shown the last
    position of a game that was not cut off. What is chosen and rolled is added to `counts`.
    With `invariants`, those declared are checked in every position and for every step. With `compare`, so is at some
    choices that no two moves are written alike.
    Raises RulebookFault for a fault of the rulebook, and for an invariant that does not hold.
    """
    def show(s: list[int]) -> None:
        state = State(rules, tuple(s))
        if invariants:
            rules.invariants.require(state)
        if watch is not None:
            watch(state)

    followers = None if player is None or isinstance(player, GreedyPlayer) else player

    def note(s: list[int], kind: MoveKind, code: int, seat: int | None) -> None:
        if followers is not None:
            followers.note(s, kind, code, seat)
        if counts is not None:
            counts.note(s, kind, code, seat)

    hooks = Hooks(show if watch is not None or invariants else None, None if counts is None and followers is None else note,
                  _chooser(rules.machines.random_play, player, policy),
                  rules.invariants.enter if invariants and rules.program.step_invariants else None, compare)
    played = rules.machines.random_play.play_out(dice, limit, hooks)
    playout = playout_of(rules.endings, played)
    if counts is not None:
        counts.end(None if playout.end is None else playout.winners)
    if at_end is not None and playout.end is not None:
        at_end(State(rules, tuple(played.state)))
    return playout


# Many short games go alike: then there is one object for all of them, which nothing changes.
_playout = lru_cache(maxsize=1 << 12)(Playout)


def playout_of(endings: Endings, played: PlayedOut) -> Playout:
    """A game that was played out, as reports have it. Raises RulebookFault."""
    s, machine = played.state, endings.machine
    if not s[ENDED]:
        return Playout(None, (), None, played.choices, played.offered, played.widest)
    try:
        end, winners = endings.winners_of(s)
        scores = scores_of(machine, s) if endings.program.scores else None
    except Fault as fault:
        raise machine.fault(fault) from None
    return _playout(end, winners, scores, played.choices, played.offered, played.widest)


def _chooser(random_play: RandomPlay, player: GreedyPlayer | Followers | None, policy: Policy) -> Chooser | None:
    """Return the function that chooses the moves; None where the machine does, which draws by kinds."""
    if player is not None:
        return player.choose
    match policy:
        case "kinds":
            return None
        case "uniform":
            return random_play.uniform_choice
        case _:
            assert_never(policy)


def empty_report(program: ir.Program, seats: Sequence[str], seed: int, players_by: str = "random") -> Report:
    """A report on no games yet."""
    return Report(program.name, program.players, tuple(seats), sides_of(program), seed, players_by)


def called(policy: Policy) -> str:
    """Return how a report names players who choose at random by a policy."""
    return "random" if policy == "kinds" else policy


def sides_of(program: ir.Program) -> dict[str, frozenset[int]]:
    """The seats of each side, by its name."""
    return dict(zip(program.side.members, map(frozenset, members_of(program, "side")), strict=True))


def members_by_name(program: ir.Program, seats: list[str]) -> dict[str, frozenset[int]]:
    """The seats of each side and of each seat, by its name."""
    return {**sides_of(program), **{name: frozenset({seat}) for seat, name in enumerate(seats)}}


def simulate(rules: Rules, numbers: Iterable[int], seed: int, limit: int = MAX_STEPS,
             invariants: bool = False, figures: Mapping[str, Figure] = MappingProxyType({}),
             patterns: tuple[Pattern, ...] = (), player: GreedyPlayer | None = None,
             policy: Policy = "kinds", followers: Callable[[int], Followers] | None = None) -> Report:
    """Play the games with these numbers of a series. Raises RulebookFault.

    `figures` are numbers that the last position of each game has, by their names; `patterns` are those of
    moves and rolls to be counted. The `player` makes all choices, or those who follow the game with a number; else
    they are drawn by this policy.

    With `invariants`, the declared invariants are tested after every step; one that does not
    hold is a fault. In the first game of the series it is tested that no two moves are written alike.
    """
    def measure(last: State) -> None:
        for name, figure in figures.items():
            report.figures.setdefault(name, []).append(figure(last))

    machines = {rules.machines.plain, rules.machines.recorder} if invariants else {rules.machines.plain}
    report = empty_report(rules.program, rules.seats, seed, "ahead" if player is not None else called(policy))
    if patterns:
        report.counts = Counts(patterns, members_by_name(rules.program, rules.seats))
    before = [sum(entries) for entries in zip(*(machine.notes.entries for machine in machines), strict=True)]
    start = time.process_time()
    if figures or patterns or invariants or player is not None or followers is not None or policy != "kinds":
        for dice in chances(seed, numbers):
            report.playouts.append(play_out(
                rules, dice, limit, None, measure, report.counts,
                player if followers is None else followers(dice.number), invariants, policy, compare=dice.number == 0))
    else:
        # Nobody takes part: the machine plays alone.
        play = rules.machines.random_play.play_out
        report.playouts += [playout_of(rules.endings, play(dice, limit, NO_HOOKS if dice.number == 0 else NO_COMPARISON))
                            for dice in chances(seed, numbers)]
    report.cpu_seconds = time.process_time() - start
    after = [sum(entries) for entries in zip(*(machine.notes.entries for machine in machines), strict=True)]
    for name, current, then in zip(rules.machines.plain.phases, after, before, strict=True):
        report.phase_entries[name] = current - then
    return report
