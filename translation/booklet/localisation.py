"""Files -> all that words a rulebook in one language for one number of players, put together from its parts."""

from __future__ import annotations

from collections.abc import Mapping

from ...dsl.load.loader import Files
from ...dsl.source.records import frozen
from ...dsl.statements.glossary import glossary_of
from ..facts.facts import RulebookFacts
from ..wording.booklet_words import WORDS, names_of
from ..wording.fill import Filling
from .english import English
from .ruleset import Ruleset, ruleset
from .selection import Selection, selection
from .sentences import Sentences
from .tables import TableWriter
from .terminology import Terminology
from .texts import MissingTexts, RulebookTexts, texts_of
from .typesetting import Typesetter


@frozen(eq=False)
class Localisation:
    """A rulebook in one language, for one number of players. Take from it the part that you need."""

    ruleset: Ruleset
    texts: RulebookTexts
    terminology: Terminology
    sentences: Sentences
    selection: Selection
    typesetter: Typesetter
    missing: MissingTexts


def localisation(files: Files, language: str, players: int, parameters: Mapping[str, str | int],
                 facts: RulebookFacts | None = None) -> Localisation:
    """Prepare to word a rulebook in a language. Raises RulebookError when it has mistakes, and NoTextsInLanguage.

    `facts` are those of the rulebook with these values, where they are known already.
    """
    rules = ruleset(files, players, parameters, facts)
    return _put_together(rules, texts_of(files, language, rules.facts.name), MissingTexts())


def for_players(known: Localisation, players: int) -> Localisation:
    """Return the same in the same language for another number of players; both note missing texts in one place."""
    rules = ruleset(known.ruleset.files, players, known.ruleset.parameters, known.ruleset.facts)
    return _put_together(rules, known.texts, known.missing)


def _put_together(rules: Ruleset, texts: RulebookTexts, missing: MissingTexts) -> Localisation:
    terminology = _terminology(rules, texts, missing)
    tables = TableWriter(rules.symbols, rules.value, terminology.term)
    english = English(terminology.english, rules.typing, rules.value)
    sentences = Sentences(rules, texts, terminology, tables, english)
    chosen = selection(rules, texts, terminology, texts.left_out(rules.values.values_for(rules.players)), missing)
    typesetter = Typesetter(rules, texts, terminology, tables, sentences, chosen, missing)
    return Localisation(rules, texts, terminology, sentences, chosen, typesetter, missing)


def _terminology(rules: Ruleset, texts: RulebookTexts, missing: MissingTexts) -> Terminology:
    """The words of a language: those of booklets, and those of the rulebook and of examples that the texts word."""
    language, glossary = texts.language, glossary_of(rules.files, texts.language)
    filling = Filling(language, glossary, rules.values.values_for(rules.players))
    own = {id: filling.text(entry.parts) for id, entry in texts.words().items()}
    words = {**WORDS["en"], **WORDS.get(language, {}), **own}
    return Terminology(language, glossary, glossary_of(rules.files, "en"), words, names_of(rules.symbols), missing)
