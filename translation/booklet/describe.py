"""The steps of a game to words of a language: moves, rolls, events and refusals, by their texts.

Without a text a move, roll or event is described by what the rulebook says in English.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from ...dsl import syntax as ast
from ...dsl.variants import named
from ..facts.meaning import fingerprint, has_words, notations
from ..wording.fill import Filling, statement_parts
from ..wording.wordings import Kind, Wording
from .booklet import Press


class Teller:
    """Tells of a game in the language of a booklet."""

    def __init__(self, press: Press) -> None:
        self.press = press
        self.nodes = {declaration.id: declaration.node for declaration in named(press.files.declarations)}
        self._others: dict[int, Teller] = {press.players: self}

    def among(self, players: int) -> Teller:
        """A describer of a game for a number of players, since some words depend on it."""
        if players not in self._others:
            other = Teller(self.press.among(players))
            other._others = self._others
            self._others[players] = other
        return self._others[players]

    def decided(self, clause: str, written: str, by_chance: bool) -> str:
        """A move or roll of a clause, as it is written in a playthrough."""
        kind: Kind = "roll" if by_chance else "move"
        for place, notation in enumerate(notations(self.nodes[clause], kind) if clause in self.nodes else (), 1):
            values = _values(notation, written)
            if values is not None:
                wording = self.wording(kind, clause if place == 1 else f"{clause}.{place}", fingerprint(notation))
                if wording is None:
                    if has_words(notation) and self.press.language != "en":
                        self.press.unsaid[f"{kind} {clause}"] = None
                    filling = self.in_english(values) if has_words(notation) else self.press.filling(values)
                    return filling.text(statement_parts(notation), fragment=True)
                return self.press.filling(values).text(wording.parts, fragment=True)
        dice, begins, shown = written.partition("roll ")
        return f"{self.press.words['roll']} {self.word(shown)}" if begins and not dice else written

    def in_english(self, names: Mapping[str, str]) -> Filling:
        """Return the values for the texts of the rulebook itself."""
        if self.press.language == "en":
            return self.press.filling(names)
        return Filling("en", self.press.english.glossary, self.press.values.of(self.press.players), names)

    def sentence(self, clause: str, given: Mapping[str, str]) -> tuple[str, frozenset[str]] | None:
        """The sentence of a clause with values for its names, and the names that it says; None where it has no text."""
        if clause not in self.nodes:
            return None
        facts = self.press.facts.clause(clause)
        wording = self.press.wording(facts)
        if wording is None:
            return None
        statement = getattr(facts.node, "statement", None)
        with self.press.values.inside(clause):
            names = {**self.press.kinds_in(statement), **self.press.tables.cells(facts, self.press.stated(facts)), **given}
            said = self.press.filling(names).text(wording.parts)
        return said, frozenset(name for slot in wording.slots for name in (slot.written, slot.value) if name in given)

    def event(self, name: str, values: tuple[str, ...]) -> str | None:
        """An event with its values; None for one that nothing is said of."""
        node = self.nodes.get(name)
        if not isinstance(node, ast.Event):
            return None
        names = {param.name: value for param, value in zip(node.params, values, strict=True)}
        wording = self.wording("clause", name, fingerprint(node))
        if wording is not None:
            return self.press.filling(names).text(wording.parts)
        return None if node.statement is None else self.in_english(names).text(statement_parts(node.statement))

    def refusal(self, clause: str, message: str) -> str:
        """Return why a move is refused: the text of the clause, or in English its own message."""
        wording = self.wording("clause", clause, self.press.facts.clause(clause).fingerprint)
        return message if wording is None else self.press.item(self.press.facts.clause(clause)).text

    def word(self, written: str) -> str:
        """The name or value of a field: its words by their terms."""
        return re.sub(r"[^\W\d]\w*", lambda word: self.press.term(word[0]), written)

    def wording(self, kind: Kind, id: str, fingerprint: str) -> Wording | None:
        """The text of a move, roll or event as it is now."""
        texts = (layer.entries[kind, id] for layer in self.press.layers if (kind, id) in layer.entries)
        return next((text for text in texts if text.fingerprint == fingerprint), None)


def _values(notation: ast.Text, written: str) -> dict[str, str] | None:
    """The values that stand in a notation for its names, or None if the text is not written so."""
    names: list[str] = []
    pattern = ""
    for part in notation.parts:
        pattern += re.escape(part) if isinstance(part, str) else "(.+?)"
        names += [] if isinstance(part, str) else [part.span.text]
    match = re.fullmatch(pattern, written)
    return None if match is None else dict(zip(names, match.groups(), strict=True))


