"""The rights of a screen at a table: what it shows, who decides there, and who may take back."""

from __future__ import annotations

from attrs import frozen

from ....interpreter.game.table.decisions import CHANCE
from ....interpreter.game.viewing.observation import Viewer
from .progress import GameProgress
from .refusals import ActionRefused
from .seating import LinkUse, TableSeating


@frozen(eq=False)
class Rights:
    """The rights of the screens of a table in the present position."""

    progress: GameProgress
    seating: TableSeating

    def viewer(self, place: LinkUse) -> Viewer:
        """The viewer whose view a screen shows."""
        return place.viewer(self.progress.keeps_secrets)

    def acts(self, place: LinkUse) -> bool:
        """Return whether this screen makes the next decision."""
        mover = self.progress.rules.decisions.to_move(self.progress.state)
        if self.progress.fault or mover is None:
            return False
        if mover is CHANCE:
            # Any player may enter what chance decides: the dice lie before all.
            return bool(place.role.seats)
        return mover in place.role.seats & self.seating.people and (
            not (place.role.is_shared and self.progress.keeps_secrets) or place.sitting == mover
        )

    def waits_for_gate(self, place: LinkUse) -> int | None:
        """The seat whose player should come to this shared screen alone, if the next decision needs that."""
        mover = self.progress.mover()
        needs = place.role.is_shared and self.progress.keeps_secrets and mover in place.role.seats & self.seating.people
        return mover if needs and place.sitting != mover else None

    def require_decision(self, place: LinkUse, turn: int) -> None:
        """Raise Refused unless this screen shows the present position and makes the next decision."""
        progress, say = self.progress, self.progress.words.say
        if turn != progress.turn:
            raise ActionRefused(say("wrong.changed"))
        if progress.fault:
            raise ActionRefused(progress.fault)
        if progress.state.is_over:
            raise ActionRefused(say("over"))
        self.require_acting(place)

    def require_acting(self, place: LinkUse) -> None:
        """Raise Refused unless this screen makes the next decision."""
        if not self.acts(place):
            mover = self.progress.rules.decisions.mover(self.progress.state)
            raise ActionRefused(self.progress.words.say("wrong.turn", who=mover))

    def require_undo(self, place: LinkUse, anything: bool) -> None:
        """Raise Refused unless this screen may take back; with `anything`, what chance or a secret has shown too."""
        if not place.role.seats and not place.role.manages:
            raise ActionRefused(self.progress.words.say("wrong.spectator_undo"))
        if anything and self.progress.keeps_secrets and not place.role.manages:
            raise ActionRefused(self.progress.words.say("wrong.secrets"))

    def require_redo(self, place: LinkUse) -> None:
        """Raise Refused unless this screen may make again what was taken back."""
        if not place.role.seats and not place.role.manages:
            raise ActionRefused(self.progress.words.say("wrong.spectator_redo"))

    def require_alone(self, place: LinkUse, seat: int) -> None:
        """Raise Refused unless the person of this seat may look at this screen alone."""
        if not place.role.is_shared or seat not in place.role.seats & self.seating.people:
            raise ActionRefused(self.progress.words.say("wrong.nobody"))

    def require_host(self, place: LinkUse) -> None:
        """Raise Refused unless this screen manages the table."""
        if not place.role.manages:
            raise ActionRefused(self.progress.words.say("wrong.host_seats"))
