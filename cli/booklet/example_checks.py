"""Check the examples of a rulebook against their playthroughs, as far as possible without playing them."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from ...dsl import ir
from ...dsl import syntax as ast
from ...dsl.load.loader import Files
from ...dsl.source.diagnostics import Diagnostics, did_you_mean
from ...dsl.types.types import EnumType, Type
from ...interpreter.runtime.cells import cells_of
from ..playthroughs.scripts import read_file
from .examples import WrongExample, are_among, part_of, words_in


def check_examples(files: Files, programs: Mapping[int, ir.Program], diagnostics: Diagnostics) -> None:
    """Record examples whose playthrough, position or fields are not there, or whose fields nobody sees.

    `programs` is the rulebook for its numbers of players. An example of a variant is looked at with the variant, and one whose
    path was found wrong already is not.
    """
    variants = {variant.name for variant in files.variants}
    reported = {(diagnostic.span.source.name, diagnostic.span.line) for diagnostic in files.diagnostics.sorted()}
    fields = _Fields()
    for node in (declaration for declaration in files.declarations if isinstance(declaration, ast.Example)):
        if (node.path_span.source.name, node.path_span.line) in reported:
            continue
        try:
            playthrough = read_file(Path(node.path_span.source.name).parent / node.path)
            part_of(playthrough, node)
        except OSError as error:
            reason = (error.strerror or str(error)).lower()
            diagnostics.add("E103", f"`{node.path}` cannot be read: {reason}", node.path_span, clause=node.name)
            continue
        except WrongExample as error:
            diagnostics.add("E603", str(error), node.path_span, clause=node.name)
            continue
        program = programs.get(playthrough.head.players or min(programs, default=0))
        if program is not None and set(playthrough.head.variants) <= variants:
            _check_shown(node, fields.of(program, playthrough.head.seats), diagnostics)


# The words in the name of a cell, and its field.
_Called = tuple[tuple[str, ...], ir.FieldSlots]
# The names of cells depend on the name of their field, its owner and type, and the seats.
_Names = tuple[str, int, int, tuple[str, ...]]
# The rulebooks of variants have most fields in common: this number of them is kept, with the types that they are known by.
FIELDS_KEPT = 4096
_words_of: dict[_Names, tuple[EnumType | None, Type, list[tuple[str, ...]]]] = {}


def _cell_words(field: ir.FieldSlots, seats: tuple[str, ...]) -> list[tuple[str, ...]]:
    """Return the words in the name of each cell of a field."""
    # By identity, which costs less than to compare types. The entry holds both, so no id is used again.
    key = field.name, id(field.owner), id(field.type), seats
    if key not in _words_of:
        if len(_words_of) >= FIELDS_KEPT:
            _words_of.clear()
        words = [tuple(words_in(cell.name)) for cell in cells_of(field, list(seats))]
        _words_of[key] = field.owner, field.type, words
    return _words_of[key][2]


class _Fields:
    """The fields of programs by each word in the names of their cells; worked out once for each program and its seats."""

    def __init__(self) -> None:
        self._known: dict[tuple[int, tuple[str, ...]], dict[str, list[_Called]]] = {}

    def of(self, program: ir.Program, seats: tuple[str, ...] | None) -> Mapping[str, list[_Called]]:
        """Return the cells with a word in their names, and the fields that they belong to, by the word."""
        names = tuple(seats or program.player.members)
        if (program.players, names) not in self._known:
            by_word = self._known[program.players, names] = {}
            for field in program.fields:
                for words in _cell_words(field, names):
                    for word in dict.fromkeys(words):
                        by_word.setdefault(word, []).append((words, field))
        return self._known[program.players, names]


def _check_shown(node: ast.Example, fields: Mapping[str, list[_Called]], diagnostics: Diagnostics) -> None:
    for shown in node.shows:
        names = words_in(shown.span.text)
        meant = [field for words, field in fields.get(names[0] if names else "", ()) if are_among(names, words)]
        if not meant:
            diagnostics.add("E201", f"no field is called `{shown.span.text}`", shown.span, clause=node.name,
                      help=did_you_mean(shown.span.text, fields))
        elif all(field.seen_by == "nobody" for field in meant):
            diagnostics.add("E802", f"an example shows a field that some players see, and no player sees `{shown.span.text}`",
                            shown.span, clause=node.name)
