"""Clauses -> items of a booklet: a sentence with its name and depth, a table with its rows, a board."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import evolve

from ...dsl import syntax as ast
from ...dsl.source.records import frozen
from ...dsl.types.types import EnumType
from ..facts.facts import ClauseFacts
from .board_drawing import DrawnBoard, drawn
from .pages import PrintedClause
from .ruleset import Ruleset
from .selection import Selection
from .sentences import Sentences
from .tables import TableRowText, TableWriter
from .terminology import Terminology
from .texts import MissingTexts, RulebookTexts


@frozen(eq=False)
class Typesetter:
    """Sets clauses in print. Clauses that it prints in English for want of a text are noted in `missing`."""

    ruleset: Ruleset
    texts: RulebookTexts
    terminology: Terminology
    tables: TableWriter
    sentences: Sentences
    selection: Selection
    missing: MissingTexts

    def item(self, clause: ClauseFacts) -> PrintedClause:
        """A clause in print, of a table without its rows."""
        text = self.sentences.sentence(clause)
        is_named = clause.kind == "row" or (clause.kind == "function" and self.terminology.is_concept(clause.id))
        name = self.terminology.term(clause.id.rpartition(".")[2]) if is_named else ""
        if name and text.startswith(f"{name}: "):
            text = text[len(name) + 2:]
            text = text[:1].upper() + text[1:]
        is_worded = self.texts.of_clause(clause) is not None or self.texts.language == "en" or not clause.statement
        if not is_worded:
            self.missing.clauses[clause.id] = None
        within = clause.parent or "" if clause.kind == "requirement" else ""
        return PrintedClause(clause.id, clause.kind, text, self.selection.depth(clause), is_worded, name, None,
                             self._board(clause), clause.node, within, self._kind_refused(clause))

    def items(self, clause: ClauseFacts) -> Iterator[PrintedClause]:
        """A clause in print; behind a table what its rows say, if it finds no room in it, and what lies in them."""
        owner = self.tables.owner(clause)
        if owner is None:
            yield self.item(clause)
        else:
            yield from self._with_rows(clause, owner)

    def _with_rows(self, clause: ClauseFacts, owner: EnumType) -> Iterator[PrintedClause]:
        item = self.item(clause)
        rows = {facts.id.partition(".")[2]: facts for facts in self.ruleset.clauses
                if facts.kind == "row" and facts.id.startswith(f"{clause.id}.")}
        printed = {name: self.item(rows[name]) for name in owner.members
                   if name in rows and self.selection.is_printed(rows[name])}
        worded = {name: TableRowText(row.text, self.texts.stated(rows[name]), row.worded) for name, row in printed.items()}
        table = self.tables.table(clause, worded, self.selection.left_out)
        yield evolve(item, table=table)
        lying_in = self._lying_in()
        for name, row in printed.items():
            inside = [self.item(facts) for facts in lying_in.get(rows[name].id, ()) if self.selection.is_printed(facts)]
            if inside or table is None or not table.has_sentences:
                yield evolve(row, text="" if table is not None and table.has_sentences else row.text)
            yield from inside

    def _lying_in(self) -> dict[str, list[ClauseFacts]]:
        """The clauses that lie in each clause, by its id."""
        out: dict[str, list[ClauseFacts]] = {}
        for clause in self.ruleset.clauses:
            for outer in self.ruleset.facts.around(clause):
                out.setdefault(outer.id, []).append(clause)
        return out

    def _kind_refused(self, clause: ClauseFacts) -> str:
        """Name the kind of move that a requirement refuses, if it is one of several and has no sentence; else "".

        A kind that the language has no word for is not named.
        """
        around = tuple(self.ruleset.facts.around(clause))
        if clause.kind != "requirement" or len(around) < 2 or around[0].kind != "move":
            return ""
        if self.selection.has_sentence(around[0]):
            return ""
        kind = around[0].id.rpartition(".")[2]
        alone = isinstance(around[1].node, ast.Choose) and len(self.selection.possible_moves(around[1])) < 2
        is_nameless = self.texts.language != "en" and not self.terminology.has_term(kind)
        return "" if alone or is_nameless else self.terminology.term(kind)

    def _board(self, clause: ClauseFacts) -> DrawnBoard | None:
        """A board as it is drawn; nothing for what is none."""
        board = self.ruleset.symbols.components.boards.get(clause.id)
        return None if board is None else drawn(board, self.ruleset.symbols, self.terminology.term)
