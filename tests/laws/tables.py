"""Every game that ships, with each of its variants; found, so that a new one is held against the laws at once."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import rulewright
from rulewright.cli.names import shipped_names
from rulewright.dsl.library import find, variants_of
from rulewright.interpreter.game import Game
from rulewright.interpreter.laws import Broken, shrunk, written
from rulewright.interpreter.rules import Rules

NAMES = [name for shipped in shipped_names() for name in (shipped, *(f"{shipped}:{one}" for one in variants_of(find(shipped))))]
SECRETS = sorted((Path(__file__).parents[1] / "secrets" / "rulebooks").glob("*.rules"))


@cache
def game(name: str) -> Game:
    return rulewright.load(name)


def told(rules: Rules, broken: Broken) -> str:
    """The shortest playthrough that shows a broken law."""
    return written(rules, shrunk(rules, broken), rules.program.name)
