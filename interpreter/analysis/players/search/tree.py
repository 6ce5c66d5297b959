"""A tree of decisions, grown by playouts: UCT with progressive widening, chance nodes, and worlds for what is hidden.

UCT: Kocsis and Szepesvari, "Bandit Based Monte-Carlo Planning", ECML 2006. More than two players: each maximises
their own part of the values (max^n: Luckhardt and Irani, AAAI 1986; Sturtevant, "An Analysis of UCT in Multi-player
Games", CG 2008). Progressive widening: Coulom, "Computing Elo Ratings of Move Patterns in the Game of Go", 2007;
Chaslot et al., "Progressive Strategies for Monte-Carlo Tree Search", 2008. One tree for all worlds, with the
number of times that a move was there to be chosen: Cowling, Powley, Whitehouse, "Information Set Monte Carlo Tree
Search", IEEE TCIAIG 4(2), 2012. Moves with priors: PUCB (Rosin, "Multi-armed Bandits with Episode Context", ISAIM 2010) in the
form of Silver et al., "Mastering the Game of Go without Human Knowledge", Nature 550, 2017.
"""

from __future__ import annotations

from math import log, sqrt

from attrs import define, field, frozen

# How many moves are looked at after N visits: FIRST + GROWTH * sqrt(N).
FIRST, GROWTH = 4, 1.5
# The weight of what is not known well yet, less where a move varies less (UCB1-tuned: Auer, Cesa-Bianchi, Fischer,
# "Finite-time Analysis of the Multiarmed Bandit Problem", Machine Learning 47, 2002).
EXPLORATION = 1.0
# The weight of priors against what tries found.
CONFIDENCE = 0.5


UNSEEN = -1


@frozen
class Order:
    """Legal moves in the order in which they are looked at; `priors` say how good each seems before it is tried, together 1."""

    codes: tuple[int, ...]
    priors: tuple[float, ...] | None = None
    known: frozenset[int] = field(init=False)

    def __attrs_post_init__(self) -> None:
        object.__setattr__(self, "known", frozenset(self.codes))


@define(eq=False)
class WorldPosition:
    """A position in one world: who decides there, whether that is hidden from the player who thinks, the moves in order."""

    position: bytes
    mover: int
    is_hidden: bool
    order: Order | None = None


@define(eq=False)
class TreeNode:
    """The statistics of a course of the game: visits, and sums of values by seat.

    `children` are by code; decisions that the player who thinks does not see have the key UNSEEN. `times_legal` counts how
    often the node could have been chosen, `absent` how often it could not while the one above was visited. `spots`
    holds the position in each world that came here.
    """

    seats: int
    visits: int = 0
    times_legal: int = 0
    absent: int = 0
    totals: list[float] = field(init=False)
    squares: list[float] = field(init=False)
    children: dict[int, TreeNode] = field(factory=dict)
    spots: dict[int, WorldPosition] = field(factory=dict)

    def __attrs_post_init__(self) -> None:
        self.totals = [0.0] * self.seats
        self.squares = [0.0] * self.seats

    def add(self, values: tuple[float, ...]) -> None:
        """Take in the values of a playout."""
        self.visits += 1
        for seat, value in enumerate(values):
            self.totals[seat] += value
            self.squares[seat] += value * value

    def child(self, key: int) -> TreeNode:
        """Return the node after a decision, a new one where there is none."""
        child = self.children.get(key)
        if child is None:
            child = self.children[key] = TreeNode(self.seats)
        return child

    def selected(self, seat: int, order: Order) -> int:
        """Return the code that a seat tries next."""
        if order.priors is None:
            return self._by_bound(seat, order.codes)
        return self._by_prior(seat, order.codes, order.priors)

    def _by_bound(self, seat: int, order: tuple[int, ...]) -> int:
        """Return a new code while few are looked at, else that with the greatest bound."""
        best, greatest = order[0], -1.0
        for code in order[: self.wide]:
            child = self.children.get(code)
            if child is None or not child.visits:
                return code
            # `there` in place of the visits of the node: what could be chosen in few worlds is not neglected for that.
            mean, seldom = child.totals[seat] / child.visits, log(child.times_legal + 1) / child.visits
            # 0.25 is the greatest variance of values from 0 to 1.
            varies = child.squares[seat] / child.visits - mean * mean + sqrt(2 * seldom)
            bound = mean + EXPLORATION * sqrt(seldom * min(0.25, varies))
            if bound > greatest:
                best, greatest = code, bound
        return best

    def _by_prior(self, seat: int, order: tuple[int, ...], priors: tuple[float, ...]) -> int:
        """Return the code with the greatest bound; a new one is taken to be worth what the node is.

        Visits of the node count for a child as far as it was there to be chosen.
        """
        weight = CONFIDENCE * sqrt(self.visits + 1)
        best, greatest, is_new = order[0], -1.0, False
        expected = self.totals[seat] / self.visits if self.visits else 0.5
        for code, prior in zip(order[: self.wide], priors, strict=False):
            child = self.children.get(code)
            if child is None or not child.visits:
                # Of new moves the first has the greatest prior.
                bound, is_new = (-1.0 if is_new else expected + weight * prior), True
            else:
                sure = CONFIDENCE * sqrt(self.visits + 1 - child.absent) if child.absent else weight
                bound = child.totals[seat] / child.visits + sure * prior / (1 + child.visits)
            if bound > greatest:
                best, greatest = code, bound
        return best

    @property
    def wide(self) -> int:
        """The number of moves to look at after the visits so far."""
        return FIRST + int(GROWTH * sqrt(self.visits))

    def offer(self, order: Order) -> None:
        """Count the moves that are looked at as there to be chosen, and those of other worlds as absent."""
        for code in order.codes[: self.wide]:
            child = self.children.get(code)
            if child is not None:
                child.times_legal += 1
        if not self.children.keys() <= order.known:
            for code, child in self.children.items():
                child.absent += code not in order.known
