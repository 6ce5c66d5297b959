"""The tables of `docs/trust.md`, made anew: laws, mutants, texts tried on the readers, versions of Python.

    python bench/evidence/trust.py                       # every law, 10 games for each number of players
    python bench/evidence/trust.py --games 1 --mutants 300 --minutes 50 --seconds 20 --versions --resume FOLDER    # all tables
    python bench/evidence/trust.py --games 0 --mutants 200 --only pig --only nim    # mutants only, and only of these games

What is found of mutants and by fuzzing is kept in FOLDER, and gone on from the next time: the tables are of all that the
folder has, so that with a new one they begin anew. With --minutes no more mutants of a game are begun after so long: those
that were tried are a sample too. Fuzzing needs atheris, and is left out without it.
"""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import click

import rulewright
from rulewright.cli.mutants.runs import planned_run
from rulewright.cli.mutants.verdicts import Verdicts
from rulewright.cli.shared.games.names import names_with_variants, shipped_names
from rulewright.cli.shared.games.options import GameRequest
from rulewright.cli.shared.games.vary_parameters import with_other_values
from rulewright.cli.tasks.work import Work
from rulewright.dsl.load.loader import find, read
from rulewright.dsl.source.diagnostics import counted
from rulewright.dsl.tools.mutation_operators import mutants as mutants_of
from rulewright.interpreter.analysis.properties import LAWS, MAX_STEPS, PropertyResult, hold
from rulewright.interpreter.game.rules import Rules

HERE = Path(__file__).parent
PAGE = HERE.parents[1] / "docs" / "trust.md"
LAWS_TABLE = "<!-- figures: python bench/evidence/trust.py -->\n"
MUTANTS_TABLE = "<!-- mutants: python bench/evidence/trust.py --mutants -->\n"
VERSIONS_TABLE = "<!-- versions: python bench/evidence/versions.py -->\n"
END = "<!-- end of figures -->"
SEED = 1
# Random games with each mutant, with each of a game with many mutants, and the number that counts as many.
PLAYS, FEW_PLAYS, MANY = 40, 10, 1_000
# Steps of the game with each other value of a parameter.
OPTION_STEPS = 150
COLUMNS = ("game", "mutants", "tried", "random games", "the same game", "change play", "noticed", "by playthroughs", "survived",
           "noticed")
HEAD = f"| {' | '.join(COLUMNS)} |\n{'|---' * len(COLUMNS)}|\n"


@click.command()
@click.option("--games", default=10, help="Random games for each number of players (10); 0 leaves that table alone.")
@click.option("--mutants", default=0, help="Mutants of each game; 0 leaves that table alone.")
@click.option("--minutes", default=0, help="Try mutants of each game for so long; 0 tries all that are asked for.")
@click.option("--resume", type=click.Path(file_okay=False, path_type=Path), help="Keep what is found of mutants here.")
@click.option("--seconds", default=0, help="Fuzz each reader for so long; 0 leaves that table alone.")
@click.option("--versions", is_flag=True, help="Also compare the games under the versions of Python that are there.")
@click.option("--plays", type=int, help=f"Random games that decide whether a mutant changes play ({PLAYS}; {FEW_PLAYS} where "
              "there are many mutants).")
@click.option("--only", multiple=True, help="Mutants of this game only; the lines of others stay as they are.")
def main(games: int, mutants: int, minutes: int, resume: Path | None, seconds: int, versions: bool, plays: int | None,
         only: tuple[str, ...]) -> None:
    """Hold all games against all laws, try mutants, fuzz the readers, and write what came of it into the page."""
    if games:
        put(LAWS_TABLE, "\n".join(lines(games)) + "\n")
    if seconds and find_spec("atheris") is None:
        click.echo("the readers are not fuzzed: atheris is not installed", err=True)
    elif seconds:
        found = (resume or Path()) / "fuzzed"
        subprocess.run([sys.executable, HERE / "fuzzing.py", found, "--seconds", str(seconds)], check=True)
    if versions:
        printed = subprocess.run([sys.executable, HERE / "versions.py"], capture_output=True, text=True, check=False).stdout
        put(VERSIONS_TABLE, "".join(f"- {line}\n" for line in printed.splitlines()))
    # These take longest.
    if mutants:
        with tempfile.TemporaryDirectory() as folder:
            for name in only or shipped_names():
                kept = (resume or Path(folder)) / f"{name}.tried"
                kept.parent.mkdir(parents=True, exist_ok=True)
                new = row(name, mutants, plays or plays_of(name), kept, minutes * 60 or None)
                put(MUTANTS_TABLE, HEAD + "".join(sorted({**rows(), name: new}.values())))


def put(begin: str, table: str) -> None:
    """Put a table in its place on the page."""
    text = PAGE.read_text(encoding="utf-8")
    assert begin in text, "the page has a place for the figures"
    changed = re.sub(re.escape(begin) + ".*?" + re.escape(END), lambda _: f"{begin}\n{table}\n{END}", text, flags=re.DOTALL)
    PAGE.write_text(changed, encoding="utf-8")
    print(table)


# ---- Mutants -------------------------------------------------------------------------------------


def rows() -> dict[str, str]:
    """The lines of the table of mutants as they are, by their games."""
    _, _, table = PAGE.read_text(encoding="utf-8").partition(MUTANTS_TABLE)
    return {found[1]: found[0] for found in re.finditer(r"^\| `(\w+)` .*\n", table.partition(END)[0], re.MULTILINE)}


def plays_of(name: str) -> int:
    """How many random games are played with a mutant of a game: fewer where there are many mutants, of games that are long."""
    return PLAYS if len(mutants_of(read(find(name)).declarations)) <= MANY else FEW_PLAYS


def row(name: str, most: int, plays: int, state: Path, seconds: float | None) -> str:
    """What became of mutants of a game, as a line of the table; after a number of seconds no other is tried."""
    asked, began, tried = GameRequest(name, (), (), None), time.monotonic(), 0
    for _ in planned_run(asked, plays, SEED, (), (), most, state).verdicts(Work()):
        tried += 1
        if seconds is not None and time.monotonic() - began > seconds:
            break
    # The beginning of a sample is a sample.
    run = planned_run(asked, plays, SEED, (), (), tried, state)
    for _ in run.verdicts(Work()):
        pass
    return table_line(name, plays, run.result())


def table_line(name: str, plays: int, verdicts: Verdicts) -> str:
    """A line of the table."""
    noticed, survived = verdicts.of("noticed"), verdicts.of("survived")
    by_play = sum(verdict.way == "playthrough" for _, verdict in noticed)
    of = len(verdicts.all) if verdicts.sample is None else verdicts.sample.of
    return (f"| `{name}` | {of} | {len(verdicts.all)} | {plays} | {len(verdicts.of('same'))} | "
            f"{len(noticed) + len(survived)} | {len(noticed)} | {by_play} | {len(survived)} | {_share(verdicts.percent)} |\n")


def _share(percent: float | None) -> str:
    return "-" if percent is None else f"{percent:.1f} %"


# ---- Laws ----------------------------------------------------------------------------------------


def lines(games: int) -> Iterator[str]:
    """The table of games, and that of laws."""
    whole = PropertyResult()
    yield (f"{counted(games, 'random game')} for each number of players, seed {SEED}; with each parameter at another value, "
           f"{OPTION_STEPS} steps of one game with the fewest players:")
    yield ""
    yield "| game | players | games | positions | laws broken |"
    yield "|---|---|---|---|---|"
    for name in names_with_variants():
        game, held = rulewright.load(name), PropertyResult()
        for players in range(game.fewest, game.most + 1):
            add(held, game.rules(players), games)
        whole.add(held)
        counts = f"{game.fewest} to {game.most}" if game.most > game.fewest else f"{game.fewest}"
        yield f"| `{name}` | {counts} | {results_of(held)}"
    for name in shipped_names():
        held = PropertyResult()
        others = list(with_other_values(GameRequest(name, (), (), None)))
        for asked, players in others:
            add(held, asked.game().rules(players), 1, OPTION_STEPS)
        whole.add(held)
        if others:
            yield f"| `{name}`, each parameter varied ({len(others)} values) | the fewest | {results_of(held)}"
    yield ""
    yield "| law | checked | broken |"
    yield "|---|---|---|"
    for law in LAWS:
        broken = sum(item.law.id == law.id for item in whole.broken.values())
        yield f"| `{law.id}` | {whole.looked.get(law.id, 0):,} times | {broken or 'never'} |"


def add(held: PropertyResult, rules: Rules, games: int, limit: int = MAX_STEPS) -> None:
    """Add the results of N games of a table."""
    for item in hold(rules, LAWS, range(games), SEED, limit):
        held.add(item)


def results_of(held: PropertyResult) -> str:
    """The end of a line of the table of games."""
    return f"{held.games:,} | {held.positions:,} | {len(held.broken) or 'none'} |"


if __name__ == "__main__":
    main()
