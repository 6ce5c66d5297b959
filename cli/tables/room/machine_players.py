"""The players of the machine at a table: the seats that they take, and the moves that they find."""

from __future__ import annotations

from pathlib import Path

import click
from attrs import define, field

from ....interpreter.analysis.players.knowledge.course import Course
from ....interpreter.analysis.players.player import Player
from ....interpreter.analysis.players.spec import Spec
from ....interpreter.game.rules import Rules
from ....interpreter.runtime.faults import RulebookFault
from ...shared.games.players import players_of
from .progress import GameProgress
from .refusals import ActionRefused
from .seating import TableSeating


@define(eq=False)
class MachinePlayers:
    """The players of the machine at a table; `main` is the main file of its rulebook."""

    progress: GameProgress
    seating: TableSeating
    main: Path
    _rules: dict[int, Rules] = field(factory=dict)

    def seat(self, number: int, by: Spec | None) -> None:
        """Let a player of the machine take a seat, or (None) a person, and go on. Raises Refused."""
        self.take(number, by)
        self.seating.leave_screens()
        self.progress.changed()
        self.progress.go_on()

    def take(self, number: int, by: Spec | None) -> None:
        """Let a player of the machine take a seat, or (None) a person. Raises Refused, and then changes nothing."""
        players = self.progress.session.players
        if by is not None:
            # A player thinks on rules of its own, so that others can look at the table meanwhile.
            rules = self._rules.setdefault(number, self.progress.rules.seated(tuple(self.progress.rules.seats)))
            try:
                (player,) = players_of(rules, self.main, (by,), "--seats")
            except click.BadParameter as error:
                raise ActionRefused(error.message) from None
            players[number] = player
        else:
            players.pop(number, None)
        self.seating.assign(number, by)

    def to_move(self) -> tuple[Player, Course] | None:
        """Return the player of the machine to move, if there is one, with a copy of the game so far."""
        mover = self.progress.mover()
        player = None if mover is None or self.progress.fault else self.progress.session.players.get(mover)
        if player is None:
            return None
        course = self.progress.session.course
        # Copies: the thread that thinks must not see moves that others make or take back meanwhile.
        return player, Course(list(course.positions), list(course.decided))

    def decided(self, code: int, turn: int) -> None:
        """Make the move that a player of the machine found, unless the position has changed since."""
        progress = self.progress
        if turn != progress.turn:
            return
        try:
            progress.make(progress.rules.decisions.choice(progress.state, code).notation)
        except ActionRefused as error:
            progress.fault = str(error)
            return
        progress.go_on()

    def failed(self, error: RulebookFault, turn: int) -> None:
        """Keep the fault that a player of the machine met, unless the position has changed since."""
        if turn == self.progress.turn:
            self.progress.failed(error)
