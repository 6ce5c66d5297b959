"""Random games of Lancaster, beside the figures of an independent implementation of its rules.

That implementation shares no code with Rulewright; it takes a reward with all that belongs to it (which
knight grows, which noble, which conflict, who begins) for one decision, and does not count a
decision in which there is nothing to decide. Here such a question is asked all the same where gold and
squires are hidden, because not to ask would tell what they are. So both are counted as it counts them.
A knight is placed by its strength and where it goes, each alike, and then by the number of squires;
all other choices are drawn alike. See README.md.

    python bench/lancaster.py                          # 1,000 games for each number of players
    python bench/lancaster.py --rulebook PATH --json   # another rulebook of the same game, for programs
"""

from __future__ import annotations

import argparse
import json
import platform
import random
from math import sqrt
from statistics import mean, stdev

from attrs import asdict, define, field

import rulewright
from rulewright import Choice, Game, State
from rulewright.interpreter.record import Trace

PLAYERS = (2, 3, 4, 5)
SOURCES = ("from_counties", "from_laws", "from_conflicts", "from_knighthood", "from_castle", "from_company")
PART_OF_A_REWARD = ("noble_of_favour", "upgrading", "sortie_to", "start_named", "extending")
NOTHING_TO_DECIDE = ("votes_bought", "pairs_paid", "points_bought", "squires_given", "ransomed")

# What the other implementation reached with so many games, for 2 to 5 players.
THEIR_GAMES = 2000
THEIRS = {"decisions": (104.0, 135.0, 179.0, 225.0), "score": (29.6, 29.1, 27.9, 26.2)}
THEIR_RANGE = (4.0, 11.0)  # battles that England wins, in percent: told as one range for all numbers of players


@define
class Played:
    """What a random game was like: decisions, battles, those that England won, mean points by source, the mean score."""

    decisions: int = 0
    battles: int = 0
    won: int = 0
    points: dict[str, float] = field(factory=dict)
    score: float = 0.0


def random_choice(choices: tuple[Choice, ...], chance: random.Random) -> Choice:
    """A random choice, or a random outcome by its weight; a knight goes to each place alike, whatever the squires are."""
    if choices[0].player is None:
        return chance.choices(choices, [one.weight for one in choices])[0]
    if not choices[0].clause.startswith("to_"):
        return chance.choice(choices)
    ways = sorted({one.notation.partition(" with ")[0] for one in choices})
    way = chance.choice(ways)
    return chance.choice([one for one in choices if one.notation.partition(" with ")[0] == way])


def play(game: Game, players: int, seed: int) -> Played:
    """One random game."""
    chance, rules, played = random.Random(seed), game.rules(players), Played()
    state = rules.initial()
    while not state.is_over:
        choices = rules.choices(state)
        point = rules.point(state)
        assert point is not None, "the game goes on"
        choice = random_choice(choices, chance)
        idle = point.clause in PART_OF_A_REWARD or (point.clause in NOTHING_TO_DECIDE and len(choices) == 1)
        played.decisions += choice.player is not None and not idle
        state, trace = rules.traced_step(state, choice)
        note_battles(played, trace)
    note_end(played, state)
    return played


def note_battles(played: Played, trace: Trace) -> None:
    """Count the battles that a step led to."""
    fought = [event for event in trace.events if event.startswith("battle_fought")]
    played.battles += len(fought)
    played.won += sum(event.endswith("England)") for event in fought)


def note_end(played: Played, state: State) -> None:
    """The points of the game, a mean over the seats."""
    rules = state.rules
    played.points = {source: mean(int(rules.written(state, f"{seat}.points[{source}]")) for seat in rules.seats)
                     for source in SOURCES}
    scores = rules.scores(state)
    assert scores is not None, "the rulebook counts points"
    played.score = mean(scores)


# ---- Figures ---------------------------------------------------------------------------------


@define
class Figure:
    """A figure and its standard error, beside theirs: from `low` to `high`, which are equal for one number, or None."""

    name: str
    value: float
    error: float
    low: float | None = None
    high: float | None = None


def figures(game: Game, players: int, games: int) -> list[Figure]:
    """The figures of so many random games."""
    played = [play(game, players, seed) for seed in range(games)]
    decisions, score = (THEIRS[name][players - 2] for name in ("decisions", "score"))
    battles, won = sum(one.battles for one in played), sum(one.won for one in played)
    share = won / battles
    return [
        measured("decisions", [one.decisions for one in played], decisions),
        measured("score", [one.score for one in played], score),
        Figure("England wins, %", 100 * share, 100 * sqrt(share * (1 - share) / battles), *THEIR_RANGE),
        *(measured(source.replace("_", " "), [one.points[source] for one in played]) for source in SOURCES),
    ]


def measured(name: str, values: list[float] | list[int], theirs: float | None = None) -> Figure:
    """The mean of a figure over all games."""
    return Figure(name, mean(values), stdev(values) / sqrt(len(values)), theirs, theirs)


def show(players: int, games: int, found: list[Figure]) -> None:
    """Print the figures for one number of players."""
    print(f"\n{players} players, {games} random games")
    for one in found:
        theirs = "" if one.low is None else f"theirs {one.low}" + (f" .. {one.high}" if one.high != one.low else "")
        print(f"    {one.name:<18} {one.value:>7.2f} +- {one.error:.2f}   {theirs}".rstrip())


def main() -> None:
    """Read the command line, play, and print."""
    parser = argparse.ArgumentParser(description="Random games of Lancaster beside an independent implementation.")
    parser.add_argument("--games", type=int, default=1000, help="random games for each number of players")
    parser.add_argument("--rulebook", default="lancaster", help="another rulebook of the game, by name or path")
    parser.add_argument("--json", action="store_true", help="for programs")
    asked = parser.parse_args()
    game = rulewright.load(asked.rulebook)
    if not asked.json:
        print(f"Rulewright {rulewright.__version__}, {platform.python_implementation()} {platform.python_version()}; "
              f"theirs: {THEIR_GAMES} games for each number of players")
    found = {}
    for players in PLAYERS:
        ours = figures(game, players, asked.games)
        found[str(players)] = {one.name: asdict(one) for one in ours}
        if not asked.json:
            show(players, asked.games, ours)
    if asked.json:
        print(json.dumps(found, indent=2))


if __name__ == "__main__":
    main()
