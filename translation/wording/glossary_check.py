"""Check glossaries against the English one, and the words of statements and texts against the glossary."""

from __future__ import annotations

from ...dsl import syntax as ast
from ...dsl.source.diagnostics import Diagnostics, did_you_mean
from ...dsl.source.fixes import Meant
from ...dsl.source.span import Span
from ...dsl.statements.glossary import Glossary
from ..facts.facts import RulebookFacts

# A glossary that is just begun has many lines without a term; this number of them is reported one by one.
MOST_OPEN = 8


def listed(ids: list[str], most: int = 8) -> str:
    """Ids in a line, the first of them if they are many."""
    shown = ", ".join(f"`{text}`" for text in ids[:most])
    return shown if len(ids) <= most else f"{shown} and {len(ids) - most} more"


def check_concepts(facts: RulebookFacts, english: Glossary, diagnostics: Diagnostics) -> None:
    """Record the concepts of clauses for which the English glossary has no term."""
    for clause in facts.clauses:
        for need in clause.stated_needs:
            if need.concept not in english.concepts:
                diagnostics.add("W506", f"the English glossary has no term for `{need.concept}`", need.span, clause=clause.id,
                          help=did_you_mean(need.concept, english.concepts))


def check_statements(facts: RulebookFacts, english: Glossary, diagnostics: Diagnostics) -> None:
    """Record the terms in statements of clauses that the English glossary forbids."""
    for clause in facts.clauses:
        text = getattr(clause.node, "statement", None)
        if isinstance(text, ast.Text):
            words = " . ".join(part for part in text.parts if isinstance(part, str))
            check_forbidden(words, english, text.span, clause.id, diagnostics)


def check_glossary(glossary: Glossary, english: Glossary, diagnostics: Diagnostics) -> None:
    """Record the concepts for which a glossary has no term, and its terms for none."""
    # A glossary for all rulebooks of a folder has concepts that are not in the English one of this rulebook alone.
    serves_others = english.is_of_one and not glossary.is_of_one
    for term in glossary.terms:
        if term.concept not in english.concepts and not serves_others:
            diagnostics.add("W506", f"`{term.concept}` is not a concept of the English glossary", term.span,
                      help=did_you_mean(term.concept, english.concepts))
    concepts = [
        concept
        for concept in english.concepts
        if english.preferred(concept) is not None and glossary.preferred(concept) is None
    ]
    _check_open(glossary, english, concepts, serves_others, diagnostics)
    begun = {line.concept for line in glossary.open}
    missing = [concept for concept in concepts if concept not in begun]
    if missing:
        diagnostics.add("W506", f"no preferred term in `{glossary.language}` for {listed(missing)}",
                  Span(glossary.source, 1, 1, 1, len(glossary.source.line(1)) + 1))


def _check_open(glossary: Glossary, english: Glossary, concepts: list[str], serves_others: bool,
                diagnostics: Diagnostics) -> None:
    """Check the lines of a glossary that have no term yet: the first each for itself, and those behind them as one."""
    for line in glossary.open:
        if line.concept not in english.concepts and not serves_others:
            diagnostics.add("W506", f"`{line.concept}` is no concept of the English glossary", line.span,
                      help=did_you_mean(line.concept, english.concepts))
    lines = [line for line in glossary.open if line.concept in concepts]
    for line in lines[:MOST_OPEN]:
        term = english.preferred(line.concept)
        diagnostics.add("W506", f"`{line.concept}` has no term in `{glossary.language}` yet", line.span,
                        help=f"write the term for `{'' if term is None else term.text}` behind the first comma")
    if len(lines) > MOST_OPEN:
        rest = listed([line.concept for line in lines[MOST_OPEN:]])
        diagnostics.add("W506", f"{len(lines) - MOST_OPEN} more lines have no term in `{glossary.language}` yet: {rest}",
                        lines[MOST_OPEN].span)


def check_forbidden(text: str, glossary: Glossary, span: Span, clause: str, diagnostics: Diagnostics) -> None:
    """Record the terms in a text that a glossary forbids."""
    for occurrence in glossary.matches_in(text):
        if occurrence.term.status == "forbidden":
            better, term = glossary.preferred(occurrence.term.concept), text[occurrence.begin : occurrence.end]
            diagnostics.add("W506", f"`{term}` is a term that the glossary forbids", span, clause=clause,
                            help=None if better is None else Meant(f"say `{better.text}`", term, better.text))
