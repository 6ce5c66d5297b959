"""A rulebook to a booklet: its clauses in the order of the printed rules, for one number of players, in one language.

What does not hold for this number of players, with these variants and parameters, is not there. Constants and
parameters are gathered at the end; events, invariants and what has no text are left out.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from ...dsl import syntax as ast
from ...dsl.load.loader import Files
from ...dsl.symbols.symbols import Constant
from ...dsl.types.conversion import number_range
from ..facts.facts import ClauseFacts
from .localisation import Localisation, localisation
from .pages import Booklet, BookletChapter, PrintedClause, add
from .selection import ADDED


def booklet(files: Files, language: str, players: int, parameters: Mapping[str, str | int]) -> Booklet:
    """The booklet of a rulebook. Raises RulebookError when it has mistakes, and NoTextsInLanguage."""
    return printed(localisation(files, language, players, parameters))


def printed(parts: Localisation) -> Booklet:
    """The booklet of a rulebook in one language, for one number of players."""
    apart = [facts for facts in parts.ruleset.clauses if facts.statement and facts.id not in parts.selection.left_out]
    chapters = tuple(_chapters(parts))
    item = parts.typesetter.item
    numbers = tuple(item(facts) for facts in apart if facts.kind == "constant")
    parameters = [facts for facts in apart if facts.kind == "parameter"]
    settled = tuple((item(parameter), _chosen(parts, parameter)) for parameter in parameters if _is_settled(parameter))
    options = tuple((item(parameter), _chosen(parts, parameter)) for parameter in parameters if not _is_settled(parameter))
    title = parts.sentences.title()
    variants = tuple(variant for variant in parts.sentences.variants() if variant != title)
    return Booklet(title, variants, parts.texts.language, parts.terminology.words, parts.ruleset.players, chapters, numbers,
                   settled, options)


def _chapters(parts: Localisation) -> Iterator[BookletChapter]:
    """The sections with what holds here; sections without anything are left out, unless one inside them has something."""
    clauses, sections = parts.ruleset.clauses, parts.ruleset.facts.sections
    items: dict[str | None, list[PrintedClause]] = {}
    for clause in clauses:
        if parts.selection.is_printed(clause) and not parts.selection.is_of_a_table(clause):
            for item in parts.typesetter.items(clause):
                add(items.setdefault(parts.selection.section(clause), []), item)
    within = {facts.id: facts.within for facts in sections}
    used = {*items, *(within.get(text) for text in items if text is not None)}
    titles = {facts.id: facts for facts in clauses if facts.kind == "section"}
    if None in items:
        yield BookletChapter("", "", 1, tuple(items[None]))
    for section in sections:
        if section.id in used and section.id in titles:
            title = parts.typesetter.item(titles[section.id]).text
            yield BookletChapter(section.id, title, 2 if section.within else 1, tuple(items.get(section.id, ())))
    if ADDED in items:
        yield BookletChapter(ADDED, "; ".join(parts.sentences.variants()), 1, tuple(items[ADDED]))


def _chosen(parts: Localisation, parameter: ClauseFacts) -> str:
    """Return the sentence on the value of a parameter: the value, or where its own sentence has it, its other values."""
    words = parts.terminology.words
    if parameter.id not in parts.texts.stated(parameter):
        value = dict(parts.ruleset.symbols.chosen).get(parameter.id, "")
        return f"{words['option.value']} {parts.terminology.term(value)}"
    known = parts.ruleset.symbols.names.globals.get(parameter.id)
    numbers = number_range(known.type) if isinstance(known, Constant) else None
    if numbers is None or _is_settled(parameter):
        return ""
    return words["option.numbers"].replace("{low}", str(numbers.low)).replace("{high}", str(numbers.high))


def _is_settled(parameter: ClauseFacts) -> bool:
    """Return whether a variant has set a parameter."""
    return isinstance(parameter.node, ast.Parameter) and parameter.node.set_by is not None
