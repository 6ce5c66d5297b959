"""Three players: a search finds the move that is known by exhaustive search, in which each maximises their own result."""

from __future__ import annotations

from collections.abc import Callable

import pytest

import rulewright
from rulewright.interpreter.analysis.players.evaluation.values import Payoffs
from rulewright.interpreter.analysis.players.knowledge.course import Course
from rulewright.interpreter.analysis.players.machines import Supply
from rulewright.interpreter.analysis.players.player import SearchPlayer
from rulewright.interpreter.backends.backend import BLOCK, ENDED
from rulewright.interpreter.game.rules import Rules
from rulewright.interpreter.runtime.chance import Dice

# After `trust`, P2 shares with P1, as P3 would win otherwise, and P3 shares with both. After `dare`, P2 wins alone, where
# random play lets P1 win half of the games.
GAME = """rulebook trust
    players 3

each player has
    wins: flag = no

state
    is_over: flag = no

play
    choose first by P1
        move dare "dare"
            choose second by P2
                move give "give"
                    P1.wins becomes yes
                move take "take"
                    P2.wins becomes yes
        move trust "trust"
            choose third by P2
                move spoil "spoil"
                    P3.wins becomes yes
                move share "share"
                    P1.wins becomes yes
                    P2.wins becomes yes
                    choose fourth by P3
                        move join "join"
                            P3.wins becomes yes
                        move watch "watch"
                            is_over becomes no
    is_over becomes yes
    check over

end over
    when is_over
    winners p in players where p.wins
"""
Shares = tuple[float, ...]


@pytest.fixture(scope="module")
def trust(tmp_path_factory: pytest.TempPathFactory) -> Rules:
    path = tmp_path_factory.mktemp("trust") / "trust.rules"
    path.write_text(GAME, encoding="utf-8")
    return rulewright.load(str(path)).rules(3)


def exhausted(rules: Rules, s: list[int], valued: Callable[[Shares, int], float]) -> tuple[Shares, dict[int, Shares]]:
    """Return the shares of best play from a position, and those after each move; `valued` says what who moves maximises."""
    if s[ENDED]:
        return Payoffs(rules.machines.plain).of(s).shares, {}
    point = rules.machines.plain.points[s[BLOCK]]
    assert point is not None
    assert point.player is not None
    seat, found = point.player(s), dict[int, Shares]()
    for code in rules.machines.plain.legal(s, point):
        after = list(s)
        rules.machines.plain.apply(after, point, code)
        found[code] = exhausted(rules, after, valued)[0]
    return max(found.values(), key=lambda shares: valued(shares, seat)), found


def own(shares: Shares, seat: int) -> float:
    return shares[seat]


def against_the_first(shares: Shares, seat: int) -> float:
    return shares[0] if seat == 0 else -shares[0]


@pytest.mark.parametrize("python_only", [True, False])
def test_of_three_players_each_is_taken_to_maximise_their_own_result(trust: Rules, python_only: bool) -> None:
    start = list(trust.initial().slots)
    best, moves = exhausted(trust, start, own)
    assert best == pytest.approx((1 / 3,) * 3)
    assert sorted(shares[0] for shares in moves.values()) == pytest.approx([0, 1 / 3])
    # Players who only work against the first would leave nothing to either move.
    assert {shares[0] for shares in exhausted(trust, start, against_the_first)[1].values()} == {0.0}
    player = SearchPlayer(trust, 400, None, Supply(trust, python_only, keep=False))
    for seed in range(3):
        found = player.think(Course([trust.initial().slots]), Dice(seed)).moves[0]
        assert moves[found.code][0] == pytest.approx(1 / 3)
