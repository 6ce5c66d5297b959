"""Views of a table, each made once for all screens that show the same."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from attrs import define, field

from ....interpreter.game.state import State
from ....interpreter.game.viewing.observation import Viewer
from ....pictures.scene.making import scene_of
from ....pictures.scene.model import Scene
from .progress import GameProgress
from .texts import RoomTexts

# Scenes of the last positions that are kept, for all viewers of a table.
SCENES_KEPT = 16


@define(eq=False)
class Views:
    """The views of the present position that screens have asked for, and the scenes of the last positions."""

    progress: GameProgress
    texts: RoomTexts
    # The turn and the fault that the views show.
    _shown: tuple[int, str] = (0, "")
    _views: dict[Viewer, Mapping[str, Any]] = field(factory=dict)
    _scenes: dict[tuple[Viewer, tuple[int, ...]], Scene] = field(factory=dict)

    def view(self, viewer: Viewer, make: Callable[[], Mapping[str, Any]]) -> Mapping[str, Any]:
        """Return the view of a viewer; make it if the position has changed since."""
        current = self.progress.turn, self.progress.fault
        if self._shown != current:
            self._shown = current
            self._views.clear()
        if viewer not in self._views:
            self._views[viewer] = make()
        return self._views[viewer]

    def scene(self, viewer: Viewer, state: State) -> Scene:
        """The scene of a position, kept: the next picture of the same viewer is compared with it."""
        known = self._scenes.get((viewer, state.slots))
        if known is None:
            if len(self._scenes) >= SCENES_KEPT:
                self._scenes.clear()
            known = scene_of(state, viewer, self.texts.look, self.texts.language)
            self._scenes[viewer, state.slots] = known
        return known
