"""The clauses of a rulebook -> those that a booklet prints, and the section and depth at which each stands."""

from __future__ import annotations

from ...dsl import syntax as ast
from ...dsl.source.records import frozen
from ...dsl.variants import named
from ..facts.facts import ClauseFacts
from ..facts.order import added_in
from .ruleset import Ruleset
from .satisfiability import can_fail, can_hold
from .terminology import Terminology
from .texts import MissingTexts, RulebookTexts

# The chapter of what variants add outside of sections; no section is called so.
ADDED = "+"
APART = ("section", "constant", "parameter", "event", "invariant")


@frozen(eq=False)
class Selection:
    """Chooses the clauses to print. `left_out` are the parts that texts leave out, `added` the ids of what variants add.

    Functions that are not printed, as the glossary has no word for them, are noted in `missing`.
    """

    ruleset: Ruleset
    texts: RulebookTexts
    terminology: Terminology
    left_out: frozenset[str]
    added: frozenset[str]
    missing: MissingTexts

    def is_printed(self, clause: ClauseFacts) -> bool:
        """Return whether a clause stands in a section: it has something to say, is not left out, and can apply."""
        around = (clause, *self.ruleset.facts.around(clause))
        if clause.id in self.left_out or not all(map(self._is_possible, around)):
            return False
        # What a function works out is printed if there is a word for it, or if it says what every text must state.
        if any(facts.kind == "function" and not self._says_function(facts) for facts in around):
            unsaid = {facts.id: None for facts in around if facts.kind == "function" and facts.statement}
            self.missing.functions.update(unsaid)
            return False
        return clause.kind not in APART and (self.has_sentence(clause) or clause.kind == "table")

    def has_sentence(self, clause: ClauseFacts) -> bool:
        """Return whether a clause has a statement, or a text for print although it has none."""
        return bool(clause.statement) or self.texts.of_clause(clause) is not None

    def possible_moves(self, choice: ClauseFacts) -> tuple[ClauseFacts, ...]:
        """Return the kinds of move of a choice that can be made here."""
        return tuple(facts for facts in self.ruleset.clauses
                     if facts.kind == "move" and facts.parent == choice.id and self._is_possible(facts))

    def section(self, clause: ClauseFacts) -> str | None:
        """The section of a clause; what variants add outside of sections is ADDED."""
        return ADDED if clause.section is None and clause.id in self.added else clause.section

    def depth(self, clause: ClauseFacts) -> int:
        """Return how many printed clauses a clause lies in."""
        return sum(self.has_sentence(facts) and facts.id not in self.left_out for facts in self.ruleset.facts.around(clause))

    def is_of_a_table(self, clause: ClauseFacts) -> bool:
        """Return whether a clause is a row or lies in one, so that it is printed with its table."""
        return any(facts.kind == "row" for facts in (clause, *self.ruleset.facts.around(clause)))

    def _says_function(self, clause: ClauseFacts) -> bool:
        """Return whether the statement of a function is printed.

        The glossary chooses functions by having a word for them. Without a glossary all of them are printed.
        """
        words = self.terminology
        return clause.asks or words.is_concept(clause.id) or (words.glossary is None and words.language == "en")

    def _is_possible(self, clause: ClauseFacts) -> bool:
        """Return whether an exception can apply, a requirement refuse, a move be made or an end come here."""
        typing = self.ruleset.typing
        match clause.node:
            case ast.Require(condition=condition):
                return can_fail(condition, typing)
            case (ast.RuleException(condition=condition) | ast.FunctionException(condition=condition)
                  | ast.RequireException(condition=condition) | ast.End(condition=condition)):
                return can_hold(condition, typing)
            case ast.Move(requires=requires):
                return all(require.exceptions or can_hold(require.condition, typing) for require in requires)
            case _:
                # Clauses of other kinds apply whenever they are reached.
                return True


def selection(ruleset: Ruleset, texts: RulebookTexts, terminology: Terminology, left_out: frozenset[str],
              missing: MissingTexts) -> Selection:
    """Return the choice of the clauses of a ruleset, without the parts that the texts leave out."""
    added = {inside.id for declaration in added_in(ruleset.files) for inside in named((declaration,))}
    return Selection(ruleset, texts, terminology, left_out, frozenset(added), missing)
