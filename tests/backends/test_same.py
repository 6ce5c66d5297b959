"""Both machines play the same games: the same offers, positions, faults and winners at every step."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

import pytest
from attrs import evolve
from hypothesis import HealthCheck, given, settings

import rulewright
from rulewright import RulebookError, open_files
from rulewright.dsl.load.loader import find, read, read_text, shipped, variants_of
from rulewright.dsl.tools.mutation_operators import mutants, mutated
from rulewright.interpreter.backends.low import Unsupported
from rulewright.interpreter.game.rules import Rules

from ..interpreter.properties.tables import each_name
from ..strategies import drawn_rulebooks
from .both import Both

TESTS = Path(__file__).parents[1]
# Games that take long: fewer of them are played here, and more where there is time.
LONG = ("emperor_4", "lancaster")


def _shipped() -> list[str]:
    """The games that ship, alone and with each of their variants."""
    return [name for game, path in shipped() for name in (game, *(f"{game}:{variant}" for variant in variants_of(path)))]


FOLDERS = ("../games/gallery", "games/marches", "games/skirmish", "games/roads", "games/one_clause", "secrets/rulebooks",
           "backends/cases", "playthroughs/cases")
OTHERS = sorted(str(path) for folder in FOLDERS for path in (TESTS / folder).glob("*.rules"))


def play(name: str, games: int, seed: int = 1, limit: int = 5000, players: Literal["ends", "most", "every"] = "ends") -> None:
    """Play games for the fewest players and for the most, for the most alone, or for every number."""
    game = rulewright.load(name)
    numbers = list(range(game.fewest if players == "every" else game.most, game.most + 1))
    if players == "ends" and game.fewest != game.most:
        numbers.insert(0, game.fewest)
    for rules in map(game.rules, numbers):
        # The names and types in a description are the same for every number of players.
        both = Both(rules, described=rules.program.players == numbers[0])
        assert both.play(seed, range(games), limit) > 0
        assert both.handed_over == 0, "nothing that ships is too much for a module"


@each_name
def test_shipped_games_are_the_same_in_both_machines(name: str) -> None:
    short = not name.startswith(LONG)
    # To compile a variant for one number of players takes up to half a second; the game alone is played by the fewest too.
    play(name, 3 if short else 1, limit=5000 if short else 100, players="ends" if ":" not in name else "most")


# These have their turn in the slow run. Those of `one_clause` are a game that ships with one clause changed; the two of the
# gallery take longest, and the cases `look_ahead`, `tiles` and `sided_tiles` have what is particular to them.
LATER = ("one_clause", "gallery/chess", "gallery/meadows")


@pytest.mark.parametrize("path", [path for path in OTHERS if not any(name in path for name in LATER)],
                         ids=lambda path: Path(path).stem)
def test_other_rulebooks_are_the_same_in_both_machines(path: str) -> None:
    # The cases show a difference each, if need be in the second game; other rulebooks are here for their modules.
    play(path, 2 if "cases" in Path(path).parts else 1, limit=150, players="most")


@pytest.mark.slow
@pytest.mark.parametrize("name", [*_shipped(), *OTHERS])
def test_many_games_are_the_same_in_both_machines(name: str) -> None:
    play(name, 20 if name.startswith(LONG) else 200, seed=2, players="every")


def play_drawn(text: str) -> None:
    """Play a drawn rulebook a little, if it compiles."""
    try:
        rules = open_files(read_text("drawn.rules", text)).rules()
    except RulebookError:
        return
    try:
        both = Both(rules)
    except Unsupported:
        return
    both.play(3, range(2), limit=30)


SLOW_TO_DRAW = (HealthCheck.too_slow, HealthCheck.data_too_large)


@settings(max_examples=8, deadline=None, suppress_health_check=SLOW_TO_DRAW)
@given(drawn_rulebooks())
def test_drawn_rulebooks_are_the_same_in_both_machines(text: str) -> None:
    play_drawn(text)


@pytest.mark.slow
@settings(max_examples=5000, deadline=None, suppress_health_check=SLOW_TO_DRAW)
@given(drawn_rulebooks())
def test_many_drawn_rulebooks_are_the_same_in_both_machines(text: str) -> None:
    play_drawn(text)


def mutants_of(name: str, each: int) -> list[Rules]:
    """The rules of every so many mutants of a game that compile, for the fewest players."""
    files = read(find(name))
    found = []
    for mutant in mutants(files.declarations)[::each]:
        try:
            found.append(open_files(evolve(files, declarations=mutated(files.declarations, mutant))).rules())
        except RulebookError:
            continue
    return found


def play_mutants(name: str, each: int, games: int, limit: int) -> None:
    """Play strange rulebooks, which break where no rulebook that ships does."""
    played = 0
    for rules in mutants_of(name, each):
        try:
            both = Both(rules)
        except Unsupported:
            continue
        played += both.play(5, range(games), limit)
    assert played > 0


@pytest.mark.parametrize(("name", "each"), [("goofspiel", 12), ("race", 18), ("carolus_magnus", 120)])
def test_mutants_are_the_same_in_both_machines(name: str, each: int) -> None:
    play_mutants(name, each, games=1, limit=60)


@pytest.mark.slow
@pytest.mark.parametrize("name", [name for name, _ in shipped()])
def test_many_mutants_are_the_same_in_both_machines(name: str) -> None:
    play_mutants(name, 20 if name in LONG else 1, games=2, limit=300)
