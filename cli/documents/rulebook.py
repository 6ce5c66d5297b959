"""A rulebook that documents are compared with -> its files, facts, statements and playthroughs, each worked out once."""

from __future__ import annotations

from functools import cached_property
from pathlib import Path

import click
from attrs import define

from ...dsl.load.loader import Files
from ...dsl.source.diagnostics import RulebookError
from ...dsl.source.read_limited import text_in
from ...dsl.syntax import Enum
from ...translation.booklet.localisation import localisation
from ...translation.booklet.typesetting import Typesetter
from ...translation.checks import PlaythroughNumbers
from ...translation.checks.examples import play
from ...translation.facts.facts import ClauseFacts, RulebookFacts, facts_of
from ...translation.lock.editions import Meanings, facts_of_others, meanings
from ..shared.games.options import GameRequest


@define(slots=False)
class ComparedRulebook:
    """The rulebook that a command asks for, whatever document it is compared with."""

    request: GameRequest

    @cached_property
    def files(self) -> Files:
        """The rulebook, read. Raises RulebookError if it cannot be."""
        files = self.request.files()
        if files.diagnostics.failed:
            raise RulebookError(files.diagnostics.sorted())
        return files

    @cached_property
    def folder(self) -> Path:
        """The folder of the main file."""
        return Path(self.files.path).parent

    @cached_property
    def facts(self) -> RulebookFacts:
        """The facts of its clauses. A usage error if the game is not for the number of players that was asked for."""
        facts, players = facts_of(self.files, dict(self.request.parameters)), self.request.players
        if players is not None and players not in facts.players:
            raise click.UsageError(f"{facts.name} is for {', '.join(map(str, facts.players))} players, not {players}")
        return facts

    @cached_property
    def _typesetters(self) -> dict[int, Typesetter]:
        """The typesetters of English booklets, by numbers of players."""
        return {}

    def statement(self, clause: ClauseFacts) -> str:
        """Return the English statement of a clause, as a booklet for the fewest players who have it says it."""
        # For the fewest players who have the clause: a statement may name numbers that depend on them.
        players = min(clause.players)
        if players not in self._typesetters:
            words = localisation(self.files, "en", players, dict(self.request.parameters), self.facts)
            self._typesetters[players] = words.typesetter
        return self._typesetters[players].item(clause).text or clause.statement

    @cached_property
    def meanings(self) -> Meanings:
        """The meanings of its clauses in any edition."""
        return meanings(self.files)

    @cached_property
    def other_editions(self) -> tuple[RulebookFacts, ...]:
        """The facts of its clauses in other editions."""
        return facts_of_others(self.files)

    @cached_property
    def plays(self) -> tuple[PlaythroughNumbers, ...]:
        """The playthroughs of the game, as numbers."""
        names = [value.name for node in self.files.declarations if isinstance(node, Enum) for value in node.members]
        paths = sorted((self.folder / "playthroughs").glob("*.play"))
        return tuple(play(path.stem, text_in(path, "replace"), names) for path in paths)
