"""Files of texts -> the wording that is current for a clause, a move or a roll, and what the texts leave out."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping

from attrs import define, field

from ...dsl import syntax as ast
from ...dsl.load.loader import Files
from ...dsl.source.diagnostics import Diagnostics
from ...dsl.source.records import frozen
from ...dsl.syntax.walk import nodes_in
from ..facts.facts import ClauseFacts
from ..wording.check import texts_in
from ..wording.wordings import Kind, Wording, Wordings, wordings_of


class NoTextsInLanguage(Exception):
    """A language in which a rulebook has no texts; the message says which there are."""


@define
class MissingTexts:
    """The clauses, notations and names printed in English for want of a text, and the functions omitted for want of a term.

    A notation is how a move or roll is written. Each part of a booklet notes what it misses, in the order of printing.
    """

    clauses: dict[str, None] = field(factory=dict)
    notations: dict[str, None] = field(factory=dict)
    names: dict[str, None] = field(factory=dict)
    functions: dict[str, None] = field(factory=dict)


@frozen(eq=False)
class RulebookTexts:
    """The texts of a rulebook in one language, one layer for each file, those of the topmost variant first."""

    language: str
    layers: tuple[Wordings, ...]
    english: tuple[Wordings, ...]

    def of_clause(self, clause: ClauseFacts) -> Wording | None:
        """The text of a clause as it is now."""
        return next((text for text in texts_in(self.layers, clause) if text.fingerprint == clause.fingerprint), None)

    def current(self, kind: Kind, id: str, fingerprint: str) -> Wording | None:
        """The text of a move, roll or event as it is now."""
        return next((text for text in self.entries(kind, id) if text.fingerprint == fingerprint), None)

    def entries(self, kind: Kind, id: str) -> Iterator[Wording]:
        """The texts of something, those of the topmost variant first, also if they are older than it."""
        return (layer.entries[kind, id] for layer in self.layers if (kind, id) in layer.entries)

    def titles(self) -> Mapping[str | None, Wording]:
        """The texts of the titles of variants, by their names, the topmost variant first; that of the rulebook by None."""
        return {layer.variant: layer.entries["title", "title"] for layer in self.layers if ("title", "title") in layer.entries}

    def words(self) -> Mapping[str, Wording]:
        """The texts of single words of the rulebook, and of the names of players in examples."""
        return {entry.id: entry for layer in reversed(self.layers)
                for entry in layer.entries.values() if entry.kind in ("word", "player")}

    def stated(self, clause: ClauseFacts) -> frozenset[str]:
        """The names whose values the text of a clause fills in."""
        wording = self.of_clause(clause)
        if wording is not None:
            return frozenset(word for placeholder in wording.placeholders for word in re.findall(r"\w+", placeholder.value))
        return frozenset(node.name for node in nodes_in(getattr(clause.node, "statement", None)) if isinstance(node, ast.Name))

    def left_out(self, value_of: Callable[[str], int | str | None]) -> frozenset[str]:
        """Return the parts that texts of this language or the English ones leave out where the values are these."""
        return frozenset(id for layer in (*self.layers, *self.english) for id, left_out in layer.left_out.items()
                         if left_out.condition is None or value_of(left_out.condition) == "yes")


def texts_of(files: Files, language: str, name: str) -> RulebookTexts:
    """The texts of the rulebook `name` in a language. Raises NoTextsInLanguage if it has none; in English it needs none."""
    layers = wordings_of(files, language, Diagnostics())
    if language != "en" and not layers:
        raise NoTextsInLanguage(f"`{name}` has no texts in `{language}`")
    return RulebookTexts(language, layers, wordings_of(files, "en", Diagnostics()))
