"""Every game that ships, with each of its variants and all of them; found, so that the laws are checked for a new one at once.

A broken law is written out as a playthrough, into a folder of its own.
"""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import NoReturn

import pytest

from rulewright.cli.shared.games.names import shipped_names
from rulewright.dsl.load.loader import find, variants_of
from rulewright.interpreter.analysis.properties import BrokenLaw, ReachedPosition, breach_of, shrunk, written
from rulewright.interpreter.analysis.properties.law.law import Law
from rulewright.interpreter.game.rules import Rules
from rulewright.testing import PlayedGame

# Their variants do not go together. To find that out takes reading them, which collecting tests does not wait for.
APART = {"carolus_magnus"}


def with_variants(name: str) -> list[str]:
    """A rulebook by itself, with each of its variants, and with all of them where they go together."""
    variants = variants_of(find(name))
    together = [":".join(variants)] if len(variants) > 1 and name not in APART else []
    return [name, *(f"{name}:{names}" for names in (*variants, *together))]


NAMES = [name for shipped in shipped_names() for name in with_variants(shipped)]
SECRETS = sorted((Path(__file__).parents[2] / "secrets" / "rulebooks").glob("*.rules"))
EVERYWHERE = [*NAMES, *map(str, SECRETS)]


def stem(name: str) -> str:
    """A game as the tests of it are called."""
    return name.rpartition("/")[2]


def in_turn(name: str) -> object:
    """A game for the ordinary run; a variant that is played there together with others is played by itself in the slow run."""
    shipped, _, variants = name.partition(":")
    together = [other for other in NAMES if other.startswith(f"{shipped}:") and other.count(":") > 1]
    return pytest.param(name, marks=[pytest.mark.slow] if together and variants and name not in together else [])


# With this scope, all tests of a file on one game follow each other: its rules are compiled once, and not once for each test.
each_name = pytest.mark.parametrize("name", [in_turn(name) for name in NAMES], scope="module")
each_game = pytest.mark.parametrize("name", [in_turn(name) for name in EVERYWHERE], ids=stem, scope="module")


@cache
def folder() -> Path:
    """Where what breaks a law is written; of one that breaks a law again, the last game is kept, which is the smallest."""
    return Path(tempfile.mkdtemp(prefix="broken-laws-"))


def heres(game: PlayedGame, most: int | None = None) -> Sequence[ReachedPosition]:
    """The positions of a drawn game, or the last ones of them, each with the steps that led to it."""
    steps = tuple((step.player, step.choice.notation) for step in game.steps)
    places = range(len(game.states))[-(most or len(game.states)):]
    return [ReachedPosition(game.states[i], steps[:i], game.states[i - 1] if i else None) for i in places]


def assert_holds(name: str, law: Law, here: ReachedPosition) -> None:
    """Fail if a law is broken at a position, with the shortest playthrough that shows it, and where that is written."""
    breach = breach_of(law, here)
    if breach is not None:
        told(name, here.rules, BrokenLaw(law, breach, here.steps))


def told(name: str, rules: Rules, broken: BrokenLaw) -> NoReturn:
    """Write a broken law out as a playthrough, and fail with it."""
    text = written(rules, shrunk(rules, broken), name)
    path = folder() / f"{stem(name).replace(':', '_').removesuffix('.rules')}_{broken.law.id}.play"
    path.write_text(text, encoding="utf-8")
    raise AssertionError(f"{path}:\n{text}")
