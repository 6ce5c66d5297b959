"""How strong a player is: games between two players with sides swapped, and what came of them.

Games come in pairs with the same seed: in the first the player plays the first seat, in the second the last one.

    python bench/tournament.py carolus_magnus mcts:100 random
    python bench/tournament.py emperor_4 mcts:300 ahead:warlike --games 100 --seed 1
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from math import sqrt
from pathlib import Path

import rulewright
from rulewright.dsl.load.loader import find
from rulewright.dsl.source.span import Source
from rulewright.interpreter.analysis.players.machines import Supply
from rulewright.interpreter.analysis.players.match import Match, Seats, played
from rulewright.interpreter.analysis.players.player import AheadPlayer, Player, RandomPlayer, SearchPlayer
from rulewright.interpreter.analysis.players.spec import Spec, spec_of
from rulewright.interpreter.analysis.playouts.search import evaluator_of
from rulewright.interpreter.game.rules import Rules
from rulewright.interpreter.runtime.series import SeriesDice

LIMIT = 100_000
# Chance of the players is another series than that of the rolls.
OF_SEATS = 1_000_003


def player_of(spec: Spec, rules: Rules, supply: Supply) -> Player:
    """Return the player of a spec; an evaluation lies beside the rulebook."""
    match spec.kind:
        case "random":
            return RandomPlayer(rules)
        case "ahead":
            path = Path(find(rules.program.name)).parent / "worth" / f"{spec.worth}.worth"
            return AheadPlayer(rules, evaluator_of(rules, Source(path.name, path.read_text(encoding="utf-8"))))
        case _:
            return SearchPlayer(rules, spec.tries, spec.seconds, supply)


def wilson(won: float, games: int) -> tuple[float, float]:
    """Return the 95 % interval of a share (Wilson, JASA 22, 1927)."""
    z, share = 1.96, won / games
    middle = (share + z * z / (2 * games)) / (1 + z * z / games)
    around = z * sqrt(share * (1 - share) / games + z * z / (4 * games * games)) / (1 + z * z / games)
    return max(0.0, middle - around), min(1.0, middle + around)


def share_of(match: Match, seat: int) -> float:
    """Return 1 for a victory alone, 1/2 for one that is shared or for a draw, else 0."""
    if not match.winners:
        return 0.5 if match.end is not None else 0.0
    return 0.0 if seat not in match.winners else 1.0 if len(match.winners) == 1 else 0.5


def main() -> None:
    """Play the games, and print each and the sum."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("game")
    parser.add_argument("player")
    parser.add_argument("opponent")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--first", type=int, default=0, help="the number of the first game")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    rules = rulewright.load(asked.game).rules(2)
    supply = Supply(rules)
    strong, weak = (player_of(spec_of(text), rules, supply) for text in (asked.player, asked.opponent))
    shares: list[float] = []
    began = time.process_time()
    for number in range(asked.first, asked.first + asked.games):
        seat, pair = number % 2, number // 2
        players = [strong if at == seat else weak for at in range(2)]
        dice = [SeriesDice(asked.seed * OF_SEATS + 1 + at, pair) for at in range(2)]
        match = played(rules, Seats(rules, players, dice), SeriesDice(asked.seed, pair), LIMIT)
        shares.append(share_of(match, seat))
        print(json.dumps({"game": number, "seat": seat, "share": shares[-1], "end": match.end, "scores": match.scores,
                          "choices": match.choices}), flush=True)
    low, high = wilson(sum(shares), len(shares))
    print(f"{asked.game}: {asked.player} against {asked.opponent}, seed {asked.seed}: won {shares.count(1.0)}, "
          f"drawn or shared {shares.count(0.5)}, lost {shares.count(0.0)} of {len(shares)} games "
          f"({low:.0%} to {high:.0%}), {time.process_time() - began:.0f} CPU seconds", file=sys.stderr)


if __name__ == "__main__":
    main()
