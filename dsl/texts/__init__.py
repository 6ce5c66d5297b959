"""What the clauses of a rulebook state, and how they are worded in other languages.

    languages    what is known of each language: plural forms, words of modality
    glossary     `text/LANG.glossary.csv` -> terms: how a language calls what a game speaks of
    order        declarations -> the clauses in the order of the printed rules, by sections
    meaning      a clause -> a fingerprint of what it means
    facts        files -> what each clause states: numbers, concepts, modality, who acts

Nothing here is needed to compile or play a game.
"""

from .facts import ClauseFacts, Need, Number, RulebookFacts, SectionFacts, facts_of
from .glossary import Glossary, Term, glossaries_of, glossary_of
from .languages import MODALITIES, modal_words

__all__ = [
    "MODALITIES",
    "ClauseFacts",
    "Glossary",
    "Need",
    "Number",
    "RulebookFacts",
    "SectionFacts",
    "Term",
    "facts_of",
    "glossaries_of",
    "glossary_of",
    "modal_words",
]
