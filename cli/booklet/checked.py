"""Examples of a rulebook held against their playthroughs, as far as that can be told without playing them."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from ...dsl import ir
from ...dsl import syntax as ast
from ...dsl.diagnostics import Diagnostics, did_you_mean
from ...dsl.library import Files
from ...interpreter.cells import cells
from ...interpreter.playthroughs.syntax import Playthrough
from ..playthroughs.scripts import read_file
from .examples import WrongExample, part_of, speaks_of, words_in


def check_examples(files: Files, programs: Mapping[int, ir.Program], found: Diagnostics) -> None:
    """Record examples whose playthrough, position or fields are not there, or whose fields nobody sees.

    `programs` is the rulebook for its numbers of players. An example of a variant is looked at with the variant, and one whose
    path was found wrong already is not.
    """
    variants = {one.name for one in files.variants}
    told = {(one.span.source.name, one.span.line) for one in files.diagnostics.sorted()}
    for node in (one for one in files.declarations if isinstance(one, ast.Example)):
        if (node.path_span.source.name, node.path_span.line) in told:
            continue
        try:
            playthrough = read_file(Path(node.path_span.source.name).parent / node.path)
            part_of(playthrough, node)
        except OSError as error:
            reason = (error.strerror or str(error)).lower()
            found.add("E103", f"`{node.path}` cannot be read: {reason}", node.path_span, clause=node.name)
            continue
        except WrongExample as error:
            found.add("E603", str(error), node.path_span, clause=node.name)
            continue
        program = programs.get(playthrough.head.players or min(programs, default=0))
        if program is not None and set(playthrough.head.variants) <= variants:
            _check_shown(node, playthrough, program, found)


def _check_shown(node: ast.Example, playthrough: Playthrough, program: ir.Program, found: Diagnostics) -> None:
    all_of = cells(program, list(playthrough.head.seats or program.player.members))
    fields = [one for one in all_of if one.field is not None]
    for shown in node.shows:
        meant = [one.field for one in fields if one.field is not None and speaks_of(shown.span.text, one.name)]
        if not meant:
            names = {word for one in fields for word in words_in(one.name)}
            found.add("E201", f"no field is called `{shown.span.text}`", shown.span, clause=node.name,
                      help=did_you_mean(shown.span.text, names))
        elif all(one.seen_by == "nobody" for one in meant):
            found.add("E802", f"an example lays open what somebody sees, and nobody sees `{shown.span.text}`", shown.span,
                      clause=node.name)
