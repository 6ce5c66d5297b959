"""Games of Emperor-4: how they end, whether who begins wins, and what each school of magic is used for.

Both mages play the same simple way: they take what looks best at the moment, by a score for each kind of
move and a little chance. See README.md.

    python bench/emperor_4.py                                       # 100 games of each version
    python bench/emperor_4.py --games 20 --variants pocket,taxes    # of one version
    python bench/emperor_4.py --json                                # for programs
"""

from __future__ import annotations

import argparse
import json
import platform
import random
from collections import Counter
from statistics import mean

from attrs import asdict, define, field

import rulewright
from rulewright import Choice, Game, State

SCHOOLS = ("life", "air", "water", "earth", "fire", "death")
VERSIONS = ("", "pocket", "extended", "taxes", "pocket,extended,taxes")
CASTING = ("cast_at_unit", "cast_at_place", "cast_plain", "cast_at_fighter", "cast_for_force")
# How good a kind of move looks; those that are not named: 3.
SCORES = {
    "all_act": 5, "one_acts": 0, "two_act": 0, "all_but_one": 0, "shell": 13, "storm_wall": 8, "harvest": 9,
    "train_in_home": 10, "train": 9.5, "hire_unit": 14, "turn_up_castle": 20, "take_on": 20, "accept": 5, "learn": 3.2,
    "gather": 7, "build": 12, "build_engine": 6, "cast_plain": 15, "play_plain": 6, "tax": 2, "restore": 1,
    "tame_at_once": 5, "whip_at_once": 5, "cast_at_fighter": 4, "cast_for_force": 4, "play_in_battle": 4,
}
HOMES = ("f9", "f1")
SOURCES = ("j7", "f5", "b3")
MOVING = ("step", "ride", "fly")


@define
class Played:
    """What a game was like: its end, who won, who began, what each seat studied, and the spells cast."""

    end: str = ""
    winners: tuple[int, ...] = ()
    began: int = 0
    rounds: int = 0
    choices: int = 0
    schools: dict[int, str] = field(factory=dict)
    casts: Counter[str] = field(factory=Counter)


def play(game: Game, seed: int) -> Played:
    """One game."""
    chance, state, played = random.Random(seed), game.initial(2), Played()
    while game.to_move(state) is not None:
        choice = choose(game, state, chance)
        note(played, choice)
        state = game.step(state, choice)
    outcome = game.outcome(state)
    assert outcome is not None
    played.end, played.winners = outcome.clause, outcome.winners
    played.rounds = int(state.rules.written(state, "round"))
    return played


def choose(game: Game, state: State, chance: random.Random) -> Choice:
    """A random outcome by its weight, or the move that looks best."""
    choices = game.choices(state)
    if choices[0].player is None:
        return chance.choices(choices, [one.weight for one in choices])[0]
    return max(choices, key=lambda one: looks(state, one) + chance.random())


def looks(state: State, choice: Choice) -> float:
    """How good a move looks to who makes it."""
    assert choice.player is not None
    me, enemy = ("north", "south")[:: 1 - 2 * choice.player]
    words = choice.notation.split()
    if choice.clause in MOVING:
        return way(state, words[0], words[-1], choice.player, me)
    if choice.clause == "assault":
        ours, theirs = units_on(state, words[0]), units_on(state, words[-1])
        behind_wall = read(state, words[-1], "wall") == "yes"
        return 12 + ours - theirs if ours > theirs * (1.6 if behind_wall else 0.9) else -5
    if choice.clause in ("cast_at_unit", "cast_at_place", "play_at_unit", "play_at_place"):
        return 11 if read(state, words[-1], "holder") == enemy or read(state, words[-1], "wounds[1]") != "0" else -3
    if choice.clause == "end_of_turn":
        return -2 if state.rules.written(state, "actions") != "0" else 2
    return SCORES.get(choice.clause, 3)


def way(state: State, here: str, there: str, seat: int, me: str) -> float:
    """How good it looks to move: towards the other home, to sources, buildings and tokens, and not away from sources."""
    goal = HOMES[1 - seat]
    if there == goal:
        return 1000
    score = 3.0 * (distance(here, goal) - distance(there, goal))
    score += 8 * (there in SOURCES and read(state, there, "holder") != me)
    score -= 12 * (here in SOURCES and units_on(state, here) < 2)
    if read(state, there, "face_down") == "yes":
        score += 4 if units_on(state, here) > 2 else -1
    if read(state, there, "building") != "none" and read(state, there, "owner") != me:
        score += 9
    return score


def read(state: State, place: str, field: str) -> str:
    """The value of a field of a hex, in words."""
    return state.rules.written(state, f"{place}.{field}")


def units_on(state: State, place: str) -> int:
    """How many units stand on a hex."""
    return sum(read(state, place, f"unit[{i}]") != "none" for i in range(1, 5))


def distance(one: str, other: str) -> int:
    """The steps between two hexes, by their names."""
    across, up = abs(ord(one[0]) - ord(other[0])), abs(int(one[1]) - int(other[1]))
    return up + max(0, across - up) // 2


def note(played: Played, choice: Choice) -> None:
    """Count what a choice tells of a game."""
    words = choice.notation.split()
    if choice.player is None:
        played.began = int(words[0] == "south") if words[-1] == "begins" else played.began
        return
    played.choices += 1
    if choice.clause == "school_to_study":
        played.schools[choice.player] = words[-1]
    elif choice.clause in CASTING:
        played.casts[words[1].partition("_")[0]] += 1
    elif choice.clause == "tame_at_once":
        played.casts[words[-1].partition("_")[0]] += 1


@define
class Report:
    """The figures of a version; shares are percentages."""

    games: int
    ends: dict[str, float]
    first_wins: float
    second_wins: float
    rounds: float
    choices: float
    school_wins: dict[str, float]
    spells_cast: dict[str, float]


def report(games: list[Played]) -> Report:
    """The figures of these games. A school's spells are counted for each game of a mage who studies it."""
    ends, count = Counter(one.end for one in games), len(games)
    studied = Counter(school for one in games for school in one.schools.values())
    won = Counter(one.schools[seat] for one in games for seat in one.winners)
    casts = Counter[str]()
    for one in games:
        casts += one.casts
    return Report(
        count, {end: 100 * n / count for end, n in ends.most_common()},
        100 * mean(one.began in one.winners for one in games), 100 * mean(1 - one.began in one.winners for one in games),
        mean(one.rounds for one in games), mean(one.choices for one in games),
        {school: 100 * won[school] / max(1, studied[school]) for school in SCHOOLS},
        {school: casts[school] / max(1, studied[school]) for school in SCHOOLS})


def show(version: str, found: Report) -> None:
    """Print the figures of a version."""
    def shares(values: dict[str, float]) -> str:
        return "  ".join(f"{name} {value:.1f}" for name, value in values.items())

    print(f"\n{version or 'base'}, {found.games} games, {found.rounds:.1f} rounds and {found.choices:.0f} choices each")
    print(f"    ended by, of 100     {shares(found.ends)}")
    print(f"    won, of 100          who began {found.first_wins:.1f}  the other {found.second_wins:.1f}")
    print(f"    won by a school      {shares(found.school_wins)}")
    print(f"    spells cast a game   {shares(found.spells_cast)}")


def main() -> None:
    """Read the command line, play, and print."""
    parser = argparse.ArgumentParser(description="Games of Emperor-4.")
    parser.add_argument("--games", type=int, default=100, help="games of each version")
    parser.add_argument("--variants", help="one version only: its variants, with commas")
    parser.add_argument("--json", action="store_true", help="for programs")
    asked = parser.parse_args()
    if not asked.json:
        print(f"Rulewright {rulewright.__version__}, {platform.python_implementation()} {platform.python_version()}")
    found = {}
    for version in VERSIONS if asked.variants is None else (asked.variants,):
        game = rulewright.load("emperor_4", variants=tuple(one for one in version.split(",") if one))
        figures = report([play(game, seed) for seed in range(asked.games)])
        found[version or "base"] = asdict(figures)
        if not asked.json:
            show(version, figures)
    if asked.json:
        print(json.dumps(found, indent=2))


if __name__ == "__main__":
    main()
