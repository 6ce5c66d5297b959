"""Games to the hashes of their rules: a result belongs to a task only if the same rules made it."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from functools import cache
from importlib.metadata import version
from pathlib import Path

from attrs import frozen

from ...dsl.load.loader import NoSuchRulebook
from ...dsl.source import disk
from ...dsl.source.diagnostics import RulebookError
from ..shared.games.evaluation import ENDING, FOLDER
from ..shared.games.options import GameRequest


class OtherRules(Exception):
    """The error for a worker with other rules, or another version of Rulewright, than the process that gives it tasks."""


@frozen
class TaskSubject:
    """A game for a number of players (None: the minimum)."""

    request: GameRequest
    players: int | None


@frozen
class RulesHashes:
    """The hashes of the rules of some subjects, and the version of Rulewright."""

    version: str
    hashes: tuple[tuple[TaskSubject, str], ...]

    def require(self) -> None:
        """Raise OtherRules if this process has other rules."""
        if (version := _version()) != self.version:
            raise OtherRules(f"it has Rulewright {version}, and not {self.version}")
        for subject, expected in self.hashes:
            try:
                own_hash = hash_of(subject)
            except (NoSuchRulebook, RulebookError) as error:
                raise OtherRules(f"it cannot open {subject.request.name}: {error}") from None
            if own_hash != expected:
                raise OtherRules(f"its rules of {subject.request.name} have the hash {own_hash[:12]}, and not {expected[:12]}")


def rules_of(subjects: Iterable[TaskSubject]) -> RulesHashes:
    """Return the hashes of subjects. Raises NoSuchRulebook and RulebookError."""
    return RulesHashes(_version(), tuple((subject, hash_of(subject)) for subject in dict.fromkeys(subjects)))


@cache
def hash_of(subject: TaskSubject) -> str:
    """Return the hash of the rules of a subject and of the evaluations beside them, as this process read them first."""
    game = subject.request.game()
    rules = game.rules(subject.players or game.fewest).analyses.hash
    evaluation_files = disk.matching(Path(subject.request.files().path).parent / FOLDER, f"*{ENDING}")
    evaluations = [f"{path.name}\n{path.read_text(encoding='utf-8', errors='replace')}" for path in evaluation_files]
    return hashlib.sha256("\n".join((rules, *evaluations)).encode()).hexdigest() if evaluations else rules


def _version() -> str:
    return version("rulewright")
