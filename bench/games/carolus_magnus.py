"""Random games of Carolus Magnus, beside the figures of an independent implementation of its rules.

That implementation shares no code with Rulewright. Two programs that read the same rules agree on
such figures only if they play by the same rules, also in corners that no scripted game visits: a
colour that runs out, a last takeover without enough castles, a full circle. See README.md.

    python bench/games/carolus_magnus.py                          # 1,000 games for 2, 3 and 4 players each
    python bench/games/carolus_magnus.py --rulebook PATH --json   # another rulebook of the same game, for programs
"""

from __future__ import annotations

import random
from math import sqrt
from statistics import mean, stdev

from attrs import define
from reference import Figure, Theirs, compare, measured, share

from rulewright import Choice, Game, State

CLANS = ("red", "pink", "blue", "yellow", "green")
TERRITORIES = tuple(f"T{i}" for i in range(15))
SIDES = {2: ("P1", "P2"), 3: ("P1", "P2", "P3"), 4: ("white", "black", "white", "black")}
CASTLES = {2: 10, 3: 8, 4: 10}

# The results of the other implementation in THEIR_GAMES games, for 2, 3 and 4 players: the mean number
# of turns, and how many of a hundred games ended by each clause.
THEIR_GAMES = 3000
THEIRS = {
    "turns": (31.9, 29.6, 31.2),
    "win_ten_castles": (96.2, 99.4, 95.9),
    "end_few_regions": (3.7, 0.2, 3.7),
    "dead_end": (0.1, 0.4, 0.4),
}
# Of a hundred games, or of a hundred castles: one range for all numbers of players.
THEIR_RANGES = {
    "drawn": (0.0, 0.3),
    "full circle": (0.8, 7.0),
    "colour missing": (2.5, 9.0),
    "last castles short": (13.0, 19.0),
    "castles of others": (46.0, 62.0),
}
# With every paladin played to court: of a hundred games, those that last longer than LONG turns.
LONG = 500
THEIR_LONG_GAMES = 300
THEIR_LONG_RANGE = (71.0, 79.0)


@define
class Played:
    """What a random game was like.

    `castles` were built or took the place of others, `castles_of_others` of them by a side that
    did not move the Emperor; `circles` full circles were made; `missing` colours were chosen in
    place of one that had run out; `short` says that the winner had not enough castles for his
    last takeover. A game that was cut off has no `end`.
    """

    turns: int = 0
    castles: int = 0
    castles_of_others: int = 0
    circles: int = 0
    missing: int = 0
    short: bool = False
    end: str | None = None
    drawn: bool = False


def random_choice(game: Game, state: State, chance: random.Random, to_court: float) -> Choice:
    """A random choice, or a random outcome by its weight.

    A paladin is taken from the reserve, each alike; it goes to court with this probability, and
    else to a region, each alike. All other choices are drawn alike.
    """
    choices = game.choices(state)
    if choices[0].clause != "to_court":
        return chance.choices(choices, [choice.weight for choice in choices])[0]
    seat = state.rules.decisions.mover(state)
    reserve = [int(state.rules.cells.value(state, f"{seat}.reserve[{clan}]")) for clan in CLANS]
    clan = chance.choices(CLANS, reserve)[0]
    where = "to_court" if chance.random() < to_court else "to_region"
    return chance.choice([choice for choice in choices if choice.clause == where and choice.notation.startswith(f"{clan} to ")])


def play(game: Game, players: int, seed: int, to_court: float = 0.5, most_turns: int | None = None) -> Played:
    """One random game, cut off after `most_turns` turns."""
    chance, state, played = random.Random(seed), game.initial(players), Played()
    while game.to_move(state) is not None and played.turns != most_turns:
        choice = random_choice(game, state, chance, to_court)
        after = game.step(state, choice)
        if choice.clause == "emperor_steps":
            note_turn(played, state, after, choice)
        # A crown chosen without a crown thrown stands for a colour that is missing.
        played.missing += (choice.clause == "crown_colour") - (choice.notation == "roll crown")
        state = after
    if state.is_over:
        note_end(played, game, state)
    return played


def note_turn(played: Played, before: State, after: State, choice: Choice) -> None:
    """Count a turn: the Emperor's move, and the castles that came of it."""
    assert choice.player is not None
    sides = SIDES[len(before.rules.seats)]
    played.turns += 1
    played.circles += int(choice.notation.removeprefix("emperor ")) == len(set(regions(before)))
    for side in dict.fromkeys(sides):
        placed = max(0, supply(before, side) - supply(after, side))
        played.castles += placed
        played.castles_of_others += placed * (side != sides[choice.player])


def note_end(played: Played, game: Game, state: State) -> None:
    """How the game ended."""
    outcome = game.outcome(state)
    assert outcome is not None
    players = len(state.rules.seats)
    winners = {SIDES[players][seat] for seat in outcome.winners}
    held = [state.rules.cells.value(state, f"{region}.owner") for region in regions(state)]
    played.end, played.drawn = outcome.clause, outcome.is_draw
    played.short = outcome.clause == "win_ten_castles" and sum(owner in winners for owner in held) > CASTLES[players]


def regions(state: State) -> list[str]:
    """The region of each territory."""
    return [state.rules.cells.value(state, f"region of territory[{territory}]") for territory in TERRITORIES]


def supply(state: State, side: str) -> int:
    """How many castles a side has left."""
    return int(state.rules.cells.value(state, f"{side}.supply"))


# ---- Figures ---------------------------------------------------------------------------------


def figures(game: Game, players: int, games: int) -> list[Figure]:
    """The figures of N random games, and of a tenth as many with every paladin played to court."""
    played = [play(game, players, seed) for seed in range(games)]
    long = [play(game, players, seed, 1.0, LONG) for seed in range(max(1, games // 10))]
    happened = {
        "drawn": [item.drawn for item in played],
        "full circle": [item.circles > 0 for item in played],
        "colour missing": [item.missing > 0 for item in played],
        "last castles short": [item.short for item in played],
    }
    return [
        measured("turns", [item.turns for item in played], THEIRS["turns"][players - 2], THEIR_GAMES),
        *(share(end, [item.end == end for item in played], THEIRS[end][players - 2], THEIRS[end][players - 2], THEIR_GAMES)
          for end in ("win_ten_castles", "end_few_regions", "dead_end")),
        *(share(name, flags, *THEIR_RANGES[name], THEIR_GAMES) for name, flags in happened.items()),
        castles_of_others(played, *THEIR_RANGES["castles of others"]),
        share(f"going on after {LONG} turns", [item.end is None for item in long], *THEIR_LONG_RANGE, THEIR_LONG_GAMES),
    ]


def castles_of_others(played: list[Played], low: float, high: float) -> Figure:
    """How many of a hundred castles went to a side that did not move the Emperor.

    The error is that of a ratio of two sums: Cochran, Sampling Techniques, 3rd edition, section 2.11.
    """
    castles = mean(item.castles for item in played)
    ratio = mean(item.castles_of_others for item in played) / castles
    spread = 100 * stdev(item.castles_of_others - ratio * item.castles for item in played) / castles
    return Figure("castles of others", 100 * ratio, spread / sqrt(len(played)), Theirs(low, high, spread / sqrt(THEIR_GAMES)))


if __name__ == "__main__":
    compare("Carolus Magnus", "carolus_magnus", (2, 3, 4), figures)
