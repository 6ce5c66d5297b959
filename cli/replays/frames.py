"""Chapters -> frames: each position as a picture, with what was done and why. Each drawn thing is kept once."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from attrs import define, field, frozen

from ...interpreter.game.game_log import ViewedStep, log_seen_by
from ...interpreter.game.state import State
from ...interpreter.game.viewing.observation import UNSEEN, Viewer
from ...interpreter.playthroughs.running.results import PlaythroughStep
from ...pictures.layout.flow import parts_of
from ...pictures.layout.plan import LayoutBlock
from ...pictures.look.syntax import Look
from ...pictures.scene.changes import marked
from ...pictures.scene.making import scene_of
from ...pictures.scene.model import Scene
from ...pictures.svg.writer import block_lines
from ...translation.booklet.describe import Describer
from ..words.narrator import Narrator
from ..words.words import PageWords
from .chapters import ReplayChapter

_TOKEN = re.compile(r'(<g class="token".*?</g>)')
_COMMENT = re.compile(r"^\s*#\s?(?P<text>.*)$")


@frozen
class ReplayFrame:
    """A position: its number of the chapter, who did what before it, its result, comments, and the parts of the picture.

    `parts` are the numbers of blocks: boards, panels, cards by group, the key.
    """

    chapter: int
    by: str
    did: str
    events: tuple[str, ...]
    clauses: tuple[str, ...]
    comments: tuple[str, ...]
    status: str
    parts: tuple[object, ...]


@define
class PartStore:
    """The parts that frames share: pieces of SVG, things made of them, and blocks of things."""

    pieces: dict[str, int] = field(factory=dict)
    numbers: dict[tuple[int, ...], int] = field(factory=dict)
    blocks: dict[tuple[str, str, str, tuple[int, ...]], int] = field(factory=dict)

    def thing(self, svg: str) -> int:
        """The number of a thing: of its tokens, and of what stands between them."""
        pieces = tuple(self.pieces.setdefault(piece, len(self.pieces)) for piece in _TOKEN.split(svg) if piece)
        return self.numbers.setdefault(pieces, len(self.numbers))

    def block(self, block: LayoutBlock) -> int:
        """The number of a block."""
        parts = tuple(self.thing(line) for line in block_lines(block))
        key = (block.name, f"{block.width:.1f}", f"{block.height:.1f}", parts)
        return self.blocks.setdefault(key, len(self.blocks))


@frozen
class Film:
    """All frames of a replay, with what they share; `statements` are those of the clauses that are named."""

    title: str
    chapters: tuple[str, ...]
    frames: tuple[ReplayFrame, ...]
    store: PartStore
    statements: Mapping[str, str]


def film(parts: Sequence[ReplayChapter], text: str, viewer: Viewer | None, look: Look, language: str,
         describer: Describer | None = None) -> Film:
    """Draw every position of the chapters of a playthrough with this text, as a viewer sees them.

    `describer` has the words for what happens, where the rulebook has texts in the language.
    """
    store, frames = PartStore(), list[ReplayFrame]()
    rules = parts[0].start.rules
    narrator = Narrator(rules, PageWords.of(language), describer)
    comments = dict(_comments(text))
    for number, chapter in enumerate(parts):
        frames += _frames(number, chapter, comments, viewer, look, narrator, language, store)
    named = dict.fromkeys(clause for frame in frames for clause in frame.clauses)
    statements = {clause: narrator.statement(clause) for clause in named if clause in rules.clauses}
    scene = scene_of(parts[0].start, viewer, look, language)
    # A name that the author gave a position may say what a viewer must not know.
    names = tuple(chapter.name if viewer is None else "" for chapter in parts)
    return Film(scene.title, names, tuple(frames), store, statements)


def _comments(text: str) -> Iterator[tuple[int, str]]:
    """The comments of a file that have a line of their own, by line."""
    for number, line in enumerate(text.split("\n"), start=1):
        match = _COMMENT.match(line)
        if match is not None:
            yield number, match["text"].strip()


def _frames(number: int, chapter: ReplayChapter, comments: Mapping[int, str], viewer: Viewer | None, look: Look,
            narrator: Narrator, language: str, store: PartStore) -> Iterator[ReplayFrame]:
    scene = scene_of(chapter.start, viewer, look, language)
    last = max((line for line, _ in _between(comments, 0, chapter.line)), default=0)
    yield ReplayFrame(number, "", "", (), (), _above(comments, chapter), scene.status, _parts(scene, look, store))
    done = max(last, chapter.line)
    log = log_seen_by(chapter.steps, chapter.steps[-1].state, viewer) if chapter.steps else []
    state = chapter.start
    for step, view in zip(chapter.steps, log, strict=True):
        before, scene = scene, scene_of(step.state, viewer, look, language)
        step_comments = tuple(comment for _, comment in _between(comments, done, step.line))
        done = max(done, step.line)
        decision = narrator.decided(state, view.notation)
        yield _frame(number, decision, _came_of_it(narrator, state, step, view, viewer), step, view, step_comments,
                     _parts(marked(before, scene), look, store), scene.status, viewer)
        state = step.state


def _above(comments: Mapping[int, str], chapter: ReplayChapter) -> tuple[str, ...]:
    """The comments right above the line that a chapter begins with, and those at the head of a file."""
    out: list[str] = []
    line = chapter.line - 1 if chapter.line else 0
    while line in comments:
        out.insert(0, comments[line])
        line -= 1
    if chapter.line == 0:
        first = chapter.steps[0].line if chapter.steps else chapter.end
        out = [comment for comment_line, comment in comments.items() if comment_line < first]
    return tuple(out)


def _between(comments: Mapping[int, str], after: int, before: int) -> list[tuple[int, str]]:
    return [(line, comment) for line, comment in comments.items() if after < line < before]


def _frame(number: int, decision: str, events: tuple[str, ...], step: PlaythroughStep, view: ViewedStep,
           comments: tuple[str, ...], parts: tuple[object, ...], status: str, viewer: Viewer | None) -> ReplayFrame:
    by = "" if view.seat is None else step.state.rules.seats[view.seat]
    # What is applied could say what was chosen: it is left out where a viewer does not see the choice.
    is_open = viewer is None or (view.notation != UNSEEN and step.trace.audience is None and step.trace.choice is None)
    clauses = tuple(sorted(step.trace.clauses)) if is_open else ()
    return ReplayFrame(number, by, decision, events, clauses, comments, status, parts)


def _came_of_it(narrator: Narrator, before: State, step: PlaythroughStep, view: ViewedStep,
                viewer: Viewer | None) -> tuple[str, ...]:
    """The purpose of a roll, the events, and the secret choices that a step revealed."""
    seats = narrator.rules.seats
    return (*narrator.happened(before, step, viewer),
            *(f"{seats[choice.player]}: {narrator.decided(before, choice.notation)}" for choice in view.revealed))


def _parts(scene: Scene, look: Look, store: PartStore) -> tuple[object, ...]:
    # On a small screen the board becomes small, and what lies in its middle could not be read.
    parts = parts_of(scene, look, in_hole=False)
    return ([store.block(block) for block in parts.boards], [store.block(block) for block in parts.panels],
            [[caption, [store.block(block) for block in blocks]] for caption, blocks in parts.groups],
            [] if parts.key is None else [store.block(parts.key)])


