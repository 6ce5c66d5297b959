"""Random games of Lancaster, beside the figures of an independent implementation of its rules.

That implementation shares no code with Rulewright; it takes a reward with all that belongs to it (which
knight grows, which noble, which conflict, who begins) for one decision, and does not count a
decision in which there is nothing to decide. Here such a question is asked all the same where gold and
squires are hidden, because not to ask would tell what they are. So both are counted as it counts them.
A knight is placed by its strength and where it goes, each alike, and then by the number of squires;
all other choices are drawn alike. With `--uniform` each legal move is equally likely. See README.md.

    python bench/games/lancaster.py                          # 1,000 games for each number of players
    python bench/games/lancaster.py --players 3 --uniform    # 1,000 games for 3 players, each legal move equally likely
    python bench/games/lancaster.py --rulebook PATH --json   # another rulebook of the same game, for programs
"""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import partial
from statistics import mean

from attrs import define, field
from reference import Figure, compare, measured, share

from rulewright import Choice, Game, State
from rulewright.interpreter.game.viewing.event_log import Trace

Drawn = Callable[[tuple[Choice, ...], random.Random], Choice]
PLAYERS = (2, 3, 4, 5)
SOURCES = ("from_counties", "from_laws", "from_conflicts", "from_knighthood", "from_castle", "from_company")
PART_OF_A_REWARD = ("noble_of_favour", "upgrading", "sortie_to", "start_named", "extending")
NOTHING_TO_DECIDE = ("votes_bought", "pairs_paid", "points_bought", "squires_given", "ransomed")

# The results of the other implementation in THEIR_GAMES games, for 2 to 5 players.
THEIR_GAMES = 2000
THEIRS = {"decisions": (104.0, 135.0, 179.0, 225.0), "score": (29.6, 29.1, 27.9, 26.2)}
THEIR_RANGE = (4.0, 11.0)  # battles that England wins, in percent: one range for all numbers of players


@define
class Played:
    """What a random game was like: decisions, whether England won each battle, mean points by source, the mean score."""

    decisions: int = 0
    battles: list[bool] = field(factory=list)
    points: dict[str, float] = field(factory=dict)
    score: float = 0.0


def random_choice(choices: tuple[Choice, ...], chance: random.Random) -> Choice:
    """A random choice, or a random outcome by its weight; a knight goes to each place alike, whatever the squires are."""
    if choices[0].player is None:
        return chance.choices(choices, [choice.weight for choice in choices])[0]
    if not choices[0].clause.startswith("to_"):
        return chance.choice(choices)
    ways = sorted({choice.notation.partition(" with ")[0] for choice in choices})
    way = chance.choice(ways)
    return chance.choice([choice for choice in choices if choice.notation.partition(" with ")[0] == way])


def uniform_choice(choices: tuple[Choice, ...], chance: random.Random) -> Choice:
    """A random choice, each equally likely, or a random outcome by its weight."""
    return chance.choices(choices, [choice.weight for choice in choices])[0]


def play(game: Game, players: int, seed: int, drawn: Drawn) -> Played:
    """One random game."""
    chance, rules, played = random.Random(seed), game.rules(players), Played()
    state = rules.initial()
    while not state.is_over:
        choices = rules.decisions.choices(state)
        point = rules.decisions.point(state)
        assert point is not None, "the game goes on"
        choice = drawn(choices, chance)
        idle = point.clause in PART_OF_A_REWARD or (point.clause in NOTHING_TO_DECIDE and len(choices) == 1)
        played.decisions += choice.player is not None and not idle
        state, trace = rules.recording.step(state, choice)
        note_battles(played, trace)
    note_end(played, state)
    return played


def note_battles(played: Played, trace: Trace) -> None:
    """Keep who won the battles that a step led to."""
    played.battles += [event.endswith("England)") for event in trace.events if event.startswith("battle_fought")]


def note_end(played: Played, state: State) -> None:
    """The points of the game, a mean over the seats."""
    rules = state.rules
    played.points = {source: mean(int(rules.cells.value(state, f"{seat}.points[{source}]")) for seat in rules.seats)
                     for source in SOURCES}
    scores = rules.endings.scores(state)
    assert scores is not None, "the rulebook counts points"
    played.score = mean(scores)


# ---- Figures ---------------------------------------------------------------------------------


def figures(game: Game, players: int, games: int, drawn: Drawn = random_choice) -> list[Figure]:
    """The figures of this number of random games, with moves drawn so."""
    played = [play(game, players, seed, drawn) for seed in range(games)]
    decisions, score = (THEIRS[name][players - 2] for name in ("decisions", "score"))
    won = [england for item in played for england in item.battles]
    return [
        measured("decisions", [item.decisions for item in played], decisions, THEIR_GAMES),
        measured("score", [item.score for item in played], score, THEIR_GAMES),
        share("England wins", won, *THEIR_RANGE, THEIR_GAMES * len(won) // games),
        *(
            measured(source.replace("_", " "), [item.points[source] for item in played], None, THEIR_GAMES)
            for source in SOURCES
        ),
    ]


if __name__ == "__main__":
    compare("Lancaster", "lancaster", PLAYERS, figures, partial(figures, drawn=uniform_choice))
