"""Games of Emperor-4: how they end, whether who begins wins, and what each school of magic is used for.

Both mages look a move ahead, by the evaluation `games/emperor_4/evaluations/warlike.evaluation`. See README.md.

    python bench/games/emperor_4.py                                       # 100 games of each version
    python bench/games/emperor_4.py --games 20 --variants pocket,taxes    # of one version
    python bench/games/emperor_4.py --json                                # for programs
"""

from __future__ import annotations

import argparse
import json
import platform
from collections import Counter
from collections.abc import Iterator, Mapping
from importlib.resources import files
from statistics import mean

from attrs import asdict, define

import rulewright
from rulewright.dsl.source.span import Source
from rulewright.interpreter.analysis.playouts.counts import Pattern, Tally
from rulewright.interpreter.analysis.playouts.figures import figures_of
from rulewright.interpreter.analysis.playouts.search import GreedyPlayer, evaluator_of
from rulewright.interpreter.analysis.playouts.simulate import Report, simulate

SCHOOLS = ("life", "air", "water", "earth", "fire", "death")
VERSIONS = ("", "pocket", "extended", "taxes", "pocket,extended,taxes")
EVALUATION = files("rulewright") / "games" / "emperor_4" / "evaluations" / "warlike.evaluation"
STUDIES, BEGINS = "studies {}", "{} begins"
CASTING = ("casts {} ...", "tames it with {}")


@define
class Figures:
    """The figures of a version; shares are percentages."""

    games: int
    ends: dict[str, float]
    first_wins: float
    second_wins: float
    rounds: float
    choices: float
    school_wins: dict[str, float]
    spells_cast: dict[str, float]
    cpu_seconds: float


def played(version: str, games: int) -> Report:
    """The games of a version."""
    rules = rulewright.load("emperor_4", variants=tuple(item for item in version.split(",") if item)).rules(2)
    mage = GreedyPlayer(rules, evaluator_of(rules, Source(str(EVALUATION), EVALUATION.read_text(encoding="utf-8"))))
    patterns = tuple(map(Pattern, (STUDIES, BEGINS, *CASTING)))
    return simulate(rules, range(games), 0, figures=figures_of(rules, ["rounds=round"]), patterns=patterns, player=mage)


def figures(report: Report) -> Figures:
    """The figures of these games. A school's spells are counted for each game of a mage who studies it."""
    games, studied = len(report.playouts), tallies(report, STUDIES)
    ends = Counter(playout.end or "cut off" for playout in report.playouts)
    wins = sum(len(playout.winners) for playout in report.playouts)
    first = sum(tally.won for tally in tallies(report, BEGINS).values())
    cast = {school: sum(made_in(report, school)) for school in SCHOOLS}
    return Figures(
        games, {end: 100 * count / games for end, count in ends.most_common()},
        100 * first / games, 100 * (wins - first) / games, mean(report.figures["rounds"]),
        mean(playout.choices for playout in report.playouts),
        {school: 100 * tally.won / tally.players for school, tally in in_order(studied)},
        {school: cast[school] / tally.players for school, tally in in_order(studied)}, report.cpu_seconds)


def tallies(report: Report, pattern: str) -> Mapping[str, Tally]:
    """What was counted of a pattern, by what stands in its place."""
    assert report.counts is not None
    return report.counts.tallies.get(pattern, {})


def made_in(report: Report, school: str) -> Iterator[int]:
    """How often each spell of a school was cast."""
    for pattern in CASTING:
        for spell, tally in tallies(report, pattern).items():
            if spell.startswith(f"{school}_"):
                yield tally.choices


def in_order(studied: Mapping[str, Tally]) -> Iterator[tuple[str, Tally]]:
    """The schools that somebody studied, in the order of the rules."""
    return ((school, studied[school]) for school in SCHOOLS if school in studied)


def show(version: str, found: Figures) -> None:
    """Print the figures of a version."""
    def shares(values: dict[str, float]) -> str:
        return "  ".join(f"{name} {value:.1f}" for name, value in values.items())

    print(f"\n{version or 'base'}, {found.games} games, {found.rounds:.1f} rounds and {found.choices:.0f} choices each, "
          f"{found.cpu_seconds:.0f} s")
    print(f"    ended by, of 100     {shares(found.ends)}")
    print(f"    won, of 100          who began {found.first_wins:.1f}  the other {found.second_wins:.1f}")
    print(f"    won by a school      {shares(found.school_wins)}")
    print(f"    spells cast a game   {shares(found.spells_cast)}", flush=True)


def main() -> None:
    """Read the command line, play, and print."""
    parser = argparse.ArgumentParser(description="Games of Emperor-4.")
    parser.add_argument("--games", type=int, default=100, help="games of each version")
    parser.add_argument("--variants", help="one version only: its variants, with commas")
    parser.add_argument("--json", action="store_true", help="for programs")
    asked = parser.parse_args()
    if not asked.json:
        print(f"Rulewright {rulewright.__version__}, {platform.python_implementation()} {platform.python_version()}")
    everything = {}
    for version in VERSIONS if asked.variants is None else (asked.variants,):
        found = figures(played(version, asked.games))
        everything[version or "base"] = asdict(found)
        if not asked.json:
            show(version, found)
    if asked.json:
        print(json.dumps(everything, indent=2))


if __name__ == "__main__":
    main()
