"""Clauses -> their sentences in one language: by their texts, or else by their English statements, with all values in them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from ...dsl import syntax as ast
from ...dsl.source.records import frozen
from ...dsl.types.types import EnumType, members, size
from ..facts.facts import ClauseFacts
from ..wording.fill import Filling
from ..wording.wordings import Wording
from .english import English, kind_of
from .ruleset import Ruleset
from .tables import TableWriter
from .terminology import Terminology
from .texts import RulebookTexts


@frozen(eq=False)
class Sentences:
    """Words clauses by the texts of a language, where there is one for what they are now, and in English otherwise."""

    ruleset: Ruleset
    texts: RulebookTexts
    terminology: Terminology
    tables: TableWriter
    english: English

    def sentence(self, clause: ClauseFacts) -> str:
        """The sentence of a clause, behind it the members of an enum; "" for a clause without a text and a statement."""
        wording = self.texts.of_clause(clause)
        text = self._stated(clause) if wording is None else self.filled(clause, wording, {})
        return self._with_members(text, clause.node) if isinstance(clause.node, ast.Enum) else text

    def filled(self, clause: ClauseFacts, wording: Wording, values: Mapping[str, str]) -> str:
        """The text of a clause with its values, those that are given first."""
        with self.ruleset.values.inside(clause.id):
            names = {**self._kinds_in(getattr(clause.node, "statement", None)), **self._cells(clause), **values}
            return self.filling(names).text(wording.parts)

    def filling(self, names: Mapping[str, str]) -> Filling:
        """Return the values for the texts of this language."""
        words = self.terminology
        return Filling(words.language, words.glossary, self.ruleset.values.values_for(self.ruleset.players), names,
                       word_of=words.words.get)

    def filling_in_english(self, names: Mapping[str, str]) -> Filling:
        """Return the values for the texts of the rulebook itself."""
        if self.terminology.language == "en":
            return self.filling(names)
        return Filling("en", self.terminology.english, self.ruleset.values.values_for(self.ruleset.players), names)

    def piece(self, kind: EnumType, number: int) -> str | None:
        """The words for a piece by what is fixed about it, if the texts have some for its kind."""
        wording = next(self.texts.entries("piece", kind.name), None)
        if wording is None:
            return None
        of_each = size(kind) // (1 if kind.owner is None else size(kind.owner))
        values = {column.name: self.tables.cell(column, number % of_each) for column in self.tables.columns(kind.name)}
        return self.filling(values).text(wording.parts, fragment=True)

    def title(self) -> str:
        """The title of the rulebook."""
        worded = next(iter(self.texts.titles().values()), None)
        return self.ruleset.facts.title if worded is None else self.filling({}).text(worded.parts)

    def variants(self) -> tuple[str, ...]:
        """The titles of the variants."""
        worded = {name: self.filling({}).text(wording.parts) for name, wording in self.texts.titles().items()}
        called = (
            (variant.name, self.english.sentence(variant.title) if variant.title else variant.name)
            for variant in self.ruleset.files.variants
        )
        return tuple(worded.get(name, title) for name, title in called)

    def _stated(self, clause: ClauseFacts) -> str:
        """The English statement of a clause as a sentence; a reason for which a move is refused is a part of one."""
        statement = getattr(clause.node, "statement", None)
        if not isinstance(statement, ast.Text):
            return ""
        is_reason = clause.kind == "requirement"
        before = tuple(self._before(clause)) if is_reason else ()
        return self.english.sentence(statement, is_reason, self._cells(clause), before)

    def _cells(self, clause: ClauseFacts) -> dict[str, str]:
        """The values of a row that its text fills in, by the names of their columns; nothing for what is no row."""
        return self.tables.cells(clause, self.texts.stated(clause))

    def _before(self, clause: ClauseFacts) -> Iterator[ast.Text]:
        """Yield the sentences before a requirement: the statements around it, and the reasons before."""
        facts = self.ruleset.facts
        around = tuple(facts.around(clause))[::-1]
        siblings = [other for other in facts.clauses if other.kind == clause.kind and other.parent == clause.parent]
        for other in (*around, *siblings[:siblings.index(clause)]):
            text = getattr(other.node, "statement", None)
            if isinstance(text, ast.Text):
                yield text

    def _kinds_in(self, text: ast.Text | None) -> dict[str, str]:
        """The names in a statement, with the kinds of things they stand for."""
        out = {}
        for part in () if text is None else text.parts:
            if isinstance(part, ast.Name) and self.ruleset.value(part) is None:
                meaning = self.ruleset.typing.meanings.get(part)
                out[part.name] = kind_of(getattr(meaning, "type", self.ruleset.symbols.seating.player)) or part.name
        return out

    def _with_members(self, text: str, node: ast.Enum) -> str:
        """Return the sentence of an enum with all its members behind it, unless it names them, or some have no word."""
        words = self._members(node)
        if ":" in text or set(words) <= self.terminology.concepts_in(text) or not all(map(self.terminology.has_term, words)):
            return text
        return f"{text.rstrip('.')}: {', '.join(map(self.terminology.term, words))}."

    def _members(self, node: ast.Enum) -> list[str]:
        """Return the words of an enum that are written, and behind them those that it makes."""
        written = [member.name for member in node.members]
        type_ = self.ruleset.symbols.names.types.get(node.name)
        made_words = () if node.made is None or node.owner is not None else members(type_)
        return written + [word for word in made_words if word not in written]
