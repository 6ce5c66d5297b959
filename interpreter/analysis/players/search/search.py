"""Positions that may be the present one to the moves there and what they are worth, by Monte-Carlo tree search.

Each try goes down the tree in one of the worlds and adds a node. A guide says what that is worth, by playing on or at once.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import inf, sqrt
from statistics import fmean, stdev

from attrs import define, field, frozen

from ....backends.backend import BLOCK
from ....machine.machine import DecisionPoint
from ....runtime.faults import RulebookFault
from ....runtime.series import WORD, mixed
from ..evaluation.values import Payoff, Payoffs
from .guide import Guide
from .simulator import BY_CHANCE, OVER, GoesWrong, HandedOver, PositionBytes, PythonSimulator, Simulator
from .tree import UNSEEN, Order, TreeNode, WorldPosition

# The quantile of the normal distribution for intervals of 95 %.
QUANTILE = 1.96


@frozen
class MoveEstimate:
    """A move that was tried: its code, how often, what it was worth to who moves, the share in victories, the mean scores.

    `lead` is how far who moves is ahead then by an evaluation, with the interval of 95 %, where tries are valued by one.
    """

    code: int
    times: int
    mean: float
    share: float
    scores: tuple[float, ...] | None
    lead: tuple[float, float, float] | None = None

    @property
    def interval(self) -> tuple[float, float]:
        """The interval of 95 % for what is expected: the lead, or the share (Wilson, JASA 22, 1927)."""
        return interval_of(self.share, self.times) if self.lead is None else self.lead[1:]


def interval_of(share: float, times: int) -> tuple[float, float]:
    """Return the interval of 95 % for a share that was measured in a number of games (Wilson, JASA 22, 1927)."""
    squared = QUANTILE * QUANTILE
    middle = (share + squared / (2 * times)) / (1 + squared / times)
    around = QUANTILE * sqrt(share * (1 - share) / times + squared / (4 * times * times)) / (1 + squared / times)
    return max(0.0, middle - around), min(1.0, middle + around)


@define
class _Results:
    """The results of the tries after a move."""

    times: int = 0
    share: float = 0.0
    scores: list[int] | None = None
    leads: list[int] = field(factory=list)

    def add(self, payoff: Payoff, seat: int) -> None:
        """Take in a try."""
        self.times += 1
        self.share += payoff.shares[seat]
        if payoff.scores is not None:
            self.scores = [a + b for a, b in zip(self.scores or [0] * len(payoff.scores), payoff.scores, strict=True)]
        if payoff.leads is not None:
            self.leads.append(payoff.leads[seat])

    @property
    def lead(self) -> tuple[float, float, float] | None:
        """The mean lead with its interval of 95 %, where tries have leads; one try alone has no interval (infinite)."""
        if not self.leads:
            return None
        mean = fmean(self.leads)
        around = QUANTILE * stdev(self.leads) / sqrt(len(self.leads)) if len(self.leads) > 1 else inf
        return mean, mean - around, mean + around


class SearchMachines:
    """The machines of a search: the Python machine, a faster one where there is one, and what guides a search on them."""

    def __init__(self, python: PythonSimulator, fast: Simulator | None, words: PositionBytes, guide: Guide) -> None:
        self.python, self.fast, self.words, self.guide = python, fast, words, guide
        self.machine = python.machine
        self.values = Payoffs(python.machine)
        # Blocks where something is decided that not all see.
        self.guarded = frozenset(point.block for point in self.machine.points
                                 if point is not None and (point.secret is not None or point.audience is not None))


class Search:
    """A search from one decision of a seat, in positions that look the same to that seat."""

    def __init__(self, machines: SearchMachines, worlds: Sequence[bytes], seat: int, seed: int) -> None:
        self.machines, self.seat = machines, seat
        self.seed = mixed(seed & WORD) >> 1
        self.root = TreeNode(machines.machine.program.players)
        self.worlds = [self._spot(world, seat) for world in worlds]
        self.results: dict[int, _Results] = {}
        self.tries = self.failed = 0
        # The first fault that a try met in Python.
        self.fault: RulebookFault | None = None
        self.guide = self._guided()

    def run(self, goes_on: Callable[[int], bool]) -> None:
        """Try as long as `goes_on`, which is asked with the number of tries, and some world can be played on from."""
        while goes_on(self.tries) and (self.results or self.tries < len(self.worlds)):
            self.tries += 1
            path = _Path()
            try:
                payoff = self._try_path(path)
            except (RulebookFault, GoesWrong) as error:
                # A world that cannot be played on from is no position of a game, and tells nothing.
                self.failed += 1
                self.fault = self.fault or (error if isinstance(error, RulebookFault) else None)
                payoff = self.machines.values.even
            path.back_up(payoff.values)
            if path.first is not None:
                self.results.setdefault(path.first, _Results()).add(payoff, self.seat)

    def moves(self) -> list[MoveEstimate]:
        """Return the moves that were tried, those tried most first."""
        moves = []
        for code, result in self.results.items():
            child, times = self.root.children[code], result.times
            scores = None if result.scores is None else tuple(score / times for score in result.scores)
            mean = child.totals[self.seat] / child.visits
            moves.append(MoveEstimate(code, times, mean, result.share / times, scores, result.lead))
        return sorted(moves, key=lambda move: (-move.times, -move.mean, move.code))

    def _guided(self) -> Guide:
        """Return the guide for this search, which looks at the first world that can be played on from."""
        for world in self.worlds:
            for by in (self.machines.fast, self.machines.python):
                if by is None:
                    continue
                by.begin(self.seed, 0)
                try:
                    return self.machines.guide.at(by, world.position)
                except HandedOver:
                    continue
                except (RulebookFault, GoesWrong) as error:
                    self.fault = self.fault or (error if isinstance(error, RulebookFault) else None)
                    break
        # No world can be begun from: there is nothing to try.
        self.worlds = []
        return self.machines.guide

    # -- a try ---------------------------------------------------------------------------------

    def _try_path(self, path: _Path) -> Payoff:
        world = (self.tries - 1) % len(self.worlds)
        fast = self.machines.fast
        if fast is not None:
            try:
                return self._try_by(fast, world, path)
            except HandedOver:
                path.clear()
        return self._try_by(self.machines.python, world, path)

    def _try_by(self, by: Simulator, world: int, path: _Path) -> Payoff:
        """Go down the tree and play on; note the way."""
        by.begin(self.seed, self.tries)
        node, spot = self.root, self.worlds[world]
        # Whether the machine is in the position of the spot, and whether all that led there was seen.
        is_there, is_sure = False, True
        block = self._block(spot)
        path.nodes.append(node)
        while (node.visits or node is self.root) and spot.mover != OVER:
            decides = spot.mover != BY_CHANCE and not spot.is_hidden
            block = block if spot.mover == BY_CHANCE else self._block(spot)
            if not is_there and (not decides or spot.order is None):
                by.put(spot.position)
                is_there = True
            key = self._selected(by, node, spot, path) if decides else self._drawn(by, spot)
            if path.first is None:
                path.first = key
            is_sure = is_sure and key != UNSEEN
            node = node.child(key)
            known = node.spots.get(world) if is_sure else None
            if known is None:
                if decides:
                    if not is_there:
                        by.put(spot.position)
                    by.step(key)
                    is_there = True
                known = self._spot(by.snapshot(), by.mover())
                if is_sure:
                    node.spots[world] = known
            elif decides:
                is_there = False
            spot = known
            path.nodes.append(node)
        if not is_there:
            by.put(spot.position)
        return self.guide.value(by, block)

    def _selected(self, by: Simulator, node: TreeNode, spot: WorldPosition, path: _Path) -> int:
        """Return the move that the tree tries at a spot, where a seat decides and is seen; note what was offered."""
        if spot.order is None:
            spot.order = self.guide.order(by, by.legal(), self._point(spot.position), self.seed)
        path.offers.append((node, spot.order))
        return node.selected(spot.mover, spot.order)

    def _drawn(self, by: Simulator, spot: WorldPosition) -> int:
        """Draw an outcome of chance, or a move that the seat that thinks does not see; all such moves are one branch."""
        code = by.draw()
        return UNSEEN if spot.is_hidden else code

    def _block(self, spot: WorldPosition) -> int:
        return self.machines.words.slot(spot.position, BLOCK)

    def _point(self, position: bytes) -> DecisionPoint:
        point = self.machines.machine.points[self.machines.words.slot(position, BLOCK)]
        assert point is not None, "the game goes on"
        return point

    def _spot(self, position: bytes, mover: int) -> WorldPosition:
        """A position where a seat or chance decides, and whether the seat that thinks sees what is decided."""
        hidden = mover not in (OVER, self.seat) and self.machines.words.slot(position, BLOCK) in self.machines.guarded \
            and not self._is_seen(position)
        return WorldPosition(position, mover, hidden)

    def _is_seen(self, position: bytes) -> bool:
        point = self._point(position)
        if point.secret is not None:
            return False
        return point.audience is None or self.seat in point.audience(self.machines.words.slots(position))


class _Path:
    """The way of a try down the tree: the nodes, and what was offered at each decision."""

    def __init__(self) -> None:
        self.nodes: list[TreeNode] = []
        self.offers: list[tuple[TreeNode, Order]] = []
        self.first: int | None = None

    def clear(self) -> None:
        self.nodes.clear()
        self.offers.clear()
        self.first = None

    def back_up(self, values: tuple[float, ...]) -> None:
        for node, order in self.offers:
            node.offer(order)
        for node in self.nodes:
            node.add(values)

