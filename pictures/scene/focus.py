"""Two scenes -> the same with what matters for their difference: boards, and the cards and panels that differ."""

from __future__ import annotations

from attrs import evolve

from .changes import marked
from .model import Scene, Stands


def focused(before: Scene, after: Scene) -> tuple[Scene, Scene]:
    """Two scenes side by side, the later marked; of cards and panels only those that differ, or all if nothing differs."""
    after = marked(before, after)
    panels = {panel.stands for panel in after.panels if panel.is_changed or any(entry.is_changed for entry in panel.entries)}
    cards = {card.stands for group in after.groups for card in group.cards if card.is_changed}
    # A card that is gone stands in the earlier picture only, and is what has changed.
    gone = {card.stands for group in before.groups for card in group.cards}
    gone -= {card.stands for group in after.groups for card in group.cards}
    has_boards = any(space.is_changed for board in after.boards for space in board.spaces)
    if not (panels or cards or gone or has_boards):
        return before, after
    return _only(before, panels, cards | gone), _only(after, panels, cards | gone)


def _only(scene: Scene, panels: set[Stands], cards: set[Stands]) -> Scene:
    groups = (evolve(group, cards=tuple(card for card in group.cards if card.stands in cards)) for group in scene.groups)
    return evolve(
        scene,
        panels=tuple(panel for panel in scene.panels if panel.stands in panels),
        groups=tuple(group for group in groups if group.cards),
    )
