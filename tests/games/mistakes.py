"""Mistakes in the rules of a game, and the invariants that break by them."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

from attrs import frozen

from rulewright.cli.shared.games.loading import load
from rulewright.interpreter.runtime.chance import Dice
from rulewright.interpreter.runtime.faults import RulebookFault

GAMES = Path(__file__).parents[2] / "games"


@frozen
class Mistake:
    """Words of a file of the rules that are exchanged, and the invariants that break by it."""

    file: str
    old: str
    new: str
    breaks: tuple[str, ...]


def changed(game: str, mistakes: list[Mistake], folder: Path) -> str:
    """The rulebook of a game with these mistakes, in a folder of its own."""
    shutil.copytree(GAMES / game, folder, ignore=shutil.ignore_patterns("playthroughs", "documents", "text"))
    for mistake in mistakes:
        path = folder / f"{mistake.file}.rules"
        text = path.read_text(encoding="utf-8")
        assert text.count(mistake.old) == 1, mistake
        path.write_text(text.replace(mistake.old, mistake.new), encoding="utf-8")
    return str(folder / f"{game}.rules")


def broken_by(game: str, mistakes: list[Mistake], folder: Path, players: int = 2, first: int = 0) -> Iterator[str]:
    """The invariants that break in random games by rules with these mistakes, up to the first fault or 400 steps of each.

    `first` is the seed of the first game.
    """
    rules = load(changed(game, mistakes, folder)).rules(players)
    for seed in range(first, first + 40):
        state, dice = rules.initial(), Dice(seed)
        for _ in range(400):
            try:
                state, trace = rules.recording.step(state, rules.random_choice(state, dice))
            except RulebookFault:
                break
            yield from trace.broken
            if state.is_over:
                break


def unnoticed(game: str, mistakes: list[Mistake], folder: Path, players: int = 2, first: int = 0) -> set[str]:
    """The invariants that should break by these mistakes, and do not."""
    left = {id for mistake in mistakes for id in mistake.breaks}
    for id in broken_by(game, mistakes, folder, players, first):
        left.discard(id)
        if not left:
            break
    return left
