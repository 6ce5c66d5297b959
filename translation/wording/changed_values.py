"""Names with other values -> whether a check of texts finds the same of the texts that these values fill.

A text has a form for each number that stands before a noun, and parts that are said under a condition. So a value decides
whether it can be filled. All else that is checked of a text depends on which values it names, and not on what they are.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence

from ...dsl.load.loader import Files
from ...dsl.parse.text_expressions import cached_beside
from ...dsl.source.diagnostics import Diagnostics
from ...dsl.statements.glossary import Glossary, glossary_of, text_folder
from ...dsl.symbols.symbols import ColumnInfo, Constant, SymbolTable
from ...dsl.types.types import EnumType
from ..facts.values import KnownValues
from .fill import Filling
from .wordings import Wording, is_of, languages_of, wordings_of

# The names of a rulebook as they were and as they are, with some number of players.
Names = tuple[SymbolTable, SymbolTable]


def are_filled_alike(files: Files, names: Sequence[Names], gone: Collection[str] = ()) -> bool:
    """Return whether all texts in which a value may differ are filled as they were, but for the value.

    `files` says which texts there are. `names` are those of the rulebook for each number of players. Texts of clauses that are
    `gone` are not filled any more.
    """
    words = frozenset(word for pair in names for word in _differing(*pair))
    mentions = re.compile(rf"\b(?:{'|'.join(map(re.escape, sorted(words)))})\b") if words else None
    if mentions is None:
        return True
    # The texts of a rulebook are looked at without its variants.
    top = files.variants[-1].name if files.variants else None
    wordings = {language: [wording for layer in wordings_of(files, language, Diagnostics(), mentions) if layer.variant == top
                           for wording in layer.entries.values() if _mentions(wording, mentions) and not is_of(wording, gone)]
                for language in languages_of(files)}
    if not any(wordings.values()):
        return True
    before, current = ({pair[number].seating.players: pair[number] for pair in names} for number in (0, 1))
    was, is_ = KnownValues(before), KnownValues(current)
    with cached_beside(text_folder(files)):
        return all(_findings(wording, language, glossary, was, players) == _findings(wording, language, glossary, is_, players)
                   for language, mentioning in wordings.items() for glossary in (glossary_of(files, language),)
                   for wording in mentioning for players in before)


def _mentions(wording: Wording, names: re.Pattern[str]) -> bool:
    """Return whether something that is filled in, or a condition, may have one of these names in it."""
    filled = (*wording.placeholders, *(part for part in wording.parts if not isinstance(part, str)))
    return any(names.search(part.written) for part in filled)


def _differing(before: SymbolTable, current: SymbolTable) -> Iterator[str]:
    """Yield the names of values that differ."""
    for name, known in current.names.globals.items():
        earlier = before.names.globals.get(name)
        if isinstance(known, Constant) and known is not earlier and not (
                isinstance(earlier, Constant) and (earlier.type, earlier.value) == (known.type, known.value)):
            yield name
    for key, part in current.names.attributes.items():
        column = before.names.attributes.get(key)
        if isinstance(part, ColumnInfo) and part is not column and not (
                isinstance(column, ColumnInfo) and (column.type, column.values) == (part.type, part.values)):
            yield part.name
    # A text may ask for all members of a type.
    for name, type_ in current.names.types.items():
        known_type = before.names.types.get(name)
        if isinstance(type_, EnumType) and isinstance(known_type, EnumType) and type_.members != known_type.members:
            yield name


def _findings(wording: Wording, language: str, glossary: Glossary | None, values: KnownValues, players: int
              ) -> tuple[object, object]:
    """Return the findings of a check of texts in a filled text: what cannot be filled in, and the concepts that it names."""
    filling = Filling(language, glossary, values.values_for(players))
    with values.inside(wording.id):
        text = filling.text(wording.parts)
    occurrences = () if glossary is None else glossary.matches_in(text)
    concepts = frozenset(occurrence.term.concept for occurrence in occurrences)
    return [why for _, why, _ in filling.missing], concepts
