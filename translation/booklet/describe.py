"""The steps of a game to words of a language: moves, rolls, events and refusals, by their texts.

Without a text a move, roll or event is described by what the rulebook says in English.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from ...dsl import syntax as ast
from ...dsl.variants import named
from ..facts.meaning import fingerprint, has_words, notations
from ..wording.fill import statement_parts
from ..wording.wordings import Kind
from .localisation import Localisation, for_players


class Describer:
    """Tells of a game in the language of a booklet."""

    def __init__(self, localisation: Localisation) -> None:
        self.localisation = localisation
        self.nodes = {declaration.id: declaration.node for declaration in named(localisation.ruleset.files.declarations)}
        self._others: dict[int, Describer] = {localisation.ruleset.players: self}

    @property
    def language(self) -> str:
        """The language that it tells in."""
        return self.localisation.texts.language

    def among(self, players: int) -> Describer:
        """A describer of a game for a number of players, since some words depend on it."""
        if players not in self._others:
            other = Describer(for_players(self.localisation, players))
            other._others = self._others
            self._others[players] = other
        return self._others[players]

    def decided(self, clause: str, written: str, by_chance: bool) -> str:
        """A move or roll of a clause, as it is written in a playthrough."""
        kind: Kind = "roll" if by_chance else "move"
        for place, notation in enumerate(notations(self.nodes[clause], kind) if clause in self.nodes else (), 1):
            values = _values(notation, written)
            if values is not None:
                return self._notation(kind, clause, place, notation, values)
        dice, begins, shown = written.partition("roll ")
        return f"{self.localisation.terminology.words['roll']} {self.word(shown)}" if begins and not dice else written

    def sentence(self, clause: str, values: Mapping[str, str]) -> tuple[str, frozenset[str]] | None:
        """The sentence of a clause with values for its names, and the names that it says; None where it has no text."""
        if clause not in self.nodes:
            return None
        facts = self.localisation.ruleset.facts.clause(clause)
        wording = self.localisation.texts.of_clause(facts)
        if wording is None:
            return None
        sentence = self.localisation.sentences.filled(facts, wording, values)
        names = (name for placeholder in wording.placeholders for name in (placeholder.written, placeholder.value))
        return sentence, frozenset(name for name in names if name in values)

    def event(self, name: str, values: tuple[str, ...]) -> str | None:
        """An event with its values; None for one that nothing is said of."""
        node, sentences = self.nodes.get(name), self.localisation.sentences
        if not isinstance(node, ast.Event):
            return None
        names = {param.name: value for param, value in zip(node.params, values, strict=True)}
        wording = self.localisation.texts.current("clause", name, fingerprint(node))
        if wording is not None:
            return sentences.filling(names).text(wording.parts)
        return None if node.statement is None else sentences.filling_in_english(names).text(statement_parts(node.statement))

    def refusal(self, clause: str, message: str) -> str:
        """Return why a move is refused: the text of the clause, or in English its own message."""
        facts = self.localisation.ruleset.facts.clause(clause)
        return message if self.localisation.texts.of_clause(facts) is None else self.localisation.sentences.sentence(facts)

    def word(self, written: str) -> str:
        """The name or value of a field: its words by their terms."""
        return re.sub(r"[^\W\d]\w*", lambda word: self.localisation.terminology.term(word[0]), written)

    def _notation(self, kind: Kind, clause: str, place: int, notation: ast.Text, values: Mapping[str, str]) -> str:
        """A notation of a clause with its values by its text, which is called by the place of the notation behind the first."""
        sentences = self.localisation.sentences
        id = clause if place == 1 else f"{clause}.{place}"
        wording = self.localisation.texts.current(kind, id, fingerprint(notation))
        if wording is not None:
            return sentences.filling(values).text(wording.parts, fragment=True)
        if has_words(notation) and self.language != "en":
            self.localisation.missing.notations[f"{kind} {clause}"] = None
        filling = sentences.filling_in_english(values) if has_words(notation) else sentences.filling(values)
        return filling.text(statement_parts(notation), fragment=True)


def _values(notation: ast.Text, written: str) -> dict[str, str] | None:
    """The values that stand in a notation for its names, or None if the text is not written so."""
    names: list[str] = []
    pattern = ""
    for part in notation.parts:
        pattern += re.escape(part) if isinstance(part, str) else "(.+?)"
        names += [] if isinstance(part, str) else [part.span.text]
    match = re.fullmatch(pattern, written)
    return None if match is None else dict(zip(names, match.groups(), strict=True))


