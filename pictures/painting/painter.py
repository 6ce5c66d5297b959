"""A position -> a picture as SVG: the stages together."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import evolve

from ...interpreter.game.state import State
from ...interpreter.game.viewing.observation import Viewer
from ..layout.flow import PAGE, page_of
from ..look.syntax import NO_LOOK, Look
from ..scene.changes import changed_words, marked
from ..scene.focus import focused
from ..scene.making import scene_of
from ..scene.model import Scene
from ..scene.wording import DEFAULT, PictureWords
from ..svg.writer import page_svg

# The width of one of two pictures that stand side by side.
SMALL_PAGE = 720.0


def picture(
    state: State,
    viewer: Viewer | None = None,
    before: State | None = None,
    look: Look = NO_LOOK,
    language: str = DEFAULT,
    prefix: str = "",
    alone: bool = True,
) -> str:
    """Draw a position as SVG, as a viewer sees it; without a viewer, all of it.

    What differs from the position `before` is marked. `prefix` begins all ids, for pages with several pictures; one that
    does not stand `alone` is without the style, which the page then has. The same arguments give the same bytes.
    """
    scene = scene_of(state, viewer, look, language)
    if before is not None:
        scene = marked(scene_of(before, viewer, look, language), scene)
    return drawn(scene, look, prefix, alone=alone)


def drawn(
    scene: Scene, look: Look = NO_LOOK, prefix: str = "", heading: str = "", most: float = PAGE, alone: bool = True
) -> str:
    """Draw a scene as SVG; if it does not stand alone, without the style, which the page then has."""
    page = page_of(scene, look, heading, most)
    return page_svg(page, heading or scene.title, description(scene, PictureWords(scene.language, look)), prefix, alone)


def pair(
    before: State,
    after: State,
    viewer: Viewer | None = None,
    look: Look = NO_LOOK,
    language: str = DEFAULT,
    prefix: str = "",
    alone: bool = True,
    headings: tuple[str, str] | None = None,
) -> tuple[str, str]:
    """Draw two positions as SVG, each small: boards, and the cards and panels that differ. The difference is marked."""
    words = PictureWords(language, look)
    first, second = focused(scene_of(before, viewer, look, language), scene_of(after, viewer, look, language))
    left, right = headings or (words.word("before"), words.word("after"))
    # What the signs mean is said once.
    first = evolve(first, key=())
    return (
        drawn(first, look, f"{prefix}before", left, SMALL_PAGE, alone),
        drawn(second, look, f"{prefix}after", right, SMALL_PAGE, alone),
    )


def description(scene: Scene, words: PictureWords) -> str:
    """A scene in words: what a person hears who does not see it."""
    return " ".join(f"{line}." for line in _lines(scene, words))


def _lines(scene: Scene, words: PictureWords) -> Iterator[str]:
    yield scene.status
    for board in scene.boards:
        full = [f"{space.label}: {space.says}" for space in board.spaces if space.tokens or space.owner is not None]
        yield f"{board.caption}: {'; '.join(full) or words.word('empty')}"
    for group in scene.groups:
        for card in group.cards:
            has = [f"{entry.caption} {entry.text or ', '.join(token.says for token in entry.tokens)}" for entry in card.entries]
            on = [token.says for token in card.tokens]
            lies = [card.lies] if card.lies else []
            yield f"{group.caption} {card.caption}: {'; '.join([*lies, *has, *on]) or words.word('empty')}"
    for panel in scene.panels:
        has = [
            f"{entry.caption} {entry.text or ', '.join(token.says for token in entry.tokens) or words.word('none')}"
            for entry in panel.entries
        ]
        score = [f"{words.word('score')} {panel.score}"] if panel.score else []
        yield f"{panel.caption}: {'; '.join([*score, *has]) or words.word('empty')}"
    changed = changed_words(scene)
    if changed:
        yield f"{words.word('changed')}: {', '.join(changed)}"
