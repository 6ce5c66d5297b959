"""Examples -> figures: the position before and after, with what differs."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from ...dsl import syntax as ast
from ...dsl.load.loader import Files
from ...interpreter.game.game import Game, WrongPlayers
from ...interpreter.game.state import State
from ...interpreter.game.viewing.observation import SPECTATOR
from ...interpreter.playthroughs.running.runner import PlaythroughRunner
from ...pictures.look.syntax import Look
from ...pictures.painting.painter import pair
from ..playthroughs.scripts import read_file
from .examples import PlayedExample, WrongExample, part_of

Figure = tuple[str, str]


def figures(examples: Mapping[str, PlayedExample], look: Look, language: str, alone: bool) -> dict[str, Figure]:
    """Draw the positions of examples, by id: what all see before and after. `alone`: each with its own style, as a file."""
    out = {}
    for number, (id, example) in enumerate(examples.items(), start=1):
        out[id] = _figure(*example.positions, look, language, f"figure{number}", alone)
    return out


def figures_of(files: Files, game: Game, look: Look, language: str) -> dict[str, Figure]:
    """Draw the positions of all examples of a rulebook that its playthroughs show as it is."""
    variants = {variant.name for variant in files.variants}
    out: dict[str, Figure] = {}
    for node in (declaration for declaration in files.declarations if isinstance(declaration, ast.Example)):
        try:
            playthrough = part_of(read_file(Path(node.span.source.name).parent / node.path), node)
            rules = game.rules(playthrough.head.players, playthrough.head.seats)
        except (OSError, WrongExample, WrongPlayers):
            continue
        if playthrough.head.parameters or not set(playthrough.head.variants) <= variants:
            continue
        current = PlaythroughRunner(rules, playthrough, read_file).run().final
        if current is not None:
            out[node.name] = _figure(current.start, current.state, look, language, f"figure{len(out) + 1}", alone=False)
    return out


def _figure(start: State, end: State, look: Look, language: str, prefix: str, alone: bool) -> Figure:
    viewer = SPECTATOR if start.rules.observer.keeps_secrets else None
    return pair(start, end, viewer, look, language, prefix, alone)
