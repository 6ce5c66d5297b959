"""How strong a player is: games between two players with sides swapped, and what came of them.

Games come in pairs with the same seed: in the first the player plays the first seat, in the second the last one.

    python bench/tournament.py carolus_magnus mcts:100 random
    python bench/tournament.py emperor_4 mcts:300 ahead:warlike --games 100 --seed 1
    python bench/tournament.py emperor_4 mcts:100:warlike ahead:warlike
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from pathlib import Path

import rulewright
from rulewright.dsl.load.loader import find
from rulewright.dsl.source.span import Source
from rulewright.interpreter.analysis.players.machines import Supply
from rulewright.interpreter.analysis.players.match import seats_for
from rulewright.interpreter.analysis.players.player import Player, player_for
from rulewright.interpreter.analysis.players.search.search import interval_of
from rulewright.interpreter.analysis.players.spec import Spec, spec_of
from rulewright.interpreter.analysis.playouts.search import evaluator_of
from rulewright.interpreter.analysis.playouts.simulate import Playout, play_out
from rulewright.interpreter.game.rules import Rules
from rulewright.interpreter.runtime.series import SeriesDice

LIMIT = 100_000


def player_of(spec: Spec, rules: Rules) -> Player:
    """Return the player of a spec; an evaluation lies beside the rulebook."""
    if spec.evaluation is None:
        return player_for(spec, rules, Supply(rules))
    path = Path(find(rules.program.name)).parent / "evaluations" / f"{spec.evaluation}.evaluation"
    evaluator = evaluator_of(rules, Source(path.name, path.read_text(encoding="utf-8")))
    return player_for(spec, rules, Supply(rules, evaluator=evaluator, name=path.name), evaluator)


def share_of(match: Playout, seat: int) -> float:
    """Return 1 for a victory alone, 1/2 for one that is shared or for a draw, else 0."""
    if not match.winners:
        return 0.5 if match.end is not None else 0.0
    return 0.0 if seat not in match.winners else 1.0 if len(match.winners) == 1 else 0.5


def main() -> None:
    """Play the games, and print each and the sum."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("player")
    parser.add_argument("opponent")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--first", type=int, default=0, help="the number of the first game")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    rules = rulewright.load(asked.game).rules(2)
    strong, weak = (player_of(spec_of(text), rules) for text in (asked.player, asked.opponent))
    shares: list[float] = []
    began = time.process_time()
    for number in range(asked.first, asked.first + asked.games):
        seat, pair = number % 2, number // 2
        players = [strong if at == seat else weak for at in range(2)]
        seated = seats_for(rules.machines.plain, players, asked.seed, pair)
        match = play_out(rules, SeriesDice(asked.seed, pair), LIMIT, player=seated)
        shares.append(share_of(match, seat))
        print(json.dumps({"game": number, "seat": seat, "share": shares[-1], "end": match.end, "scores": match.scores,
                          "choices": match.choices}), flush=True)
    low, high = interval_of(sum(shares) / len(shares), len(shares))
    print(f"{asked.game}: {asked.player} against {asked.opponent}, seed {asked.seed}: won {shares.count(1.0)}, "
          f"drawn or shared {shares.count(0.5)}, lost {shares.count(0.0)} of {len(shares)} games "
          f"({low:.0%} to {high:.0%}), {time.process_time() - began:.0f} CPU seconds", file=sys.stderr)


if __name__ == "__main__":
    main()
