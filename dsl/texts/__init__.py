"""What the clauses of a rulebook state, and how they are worded in other languages.

    languages    what is known of each language: plural forms, words of modality
    glossary     `text/LANG.glossary.csv` -> terms: how a language calls what a game speaks of
    order        declarations -> the clauses in the order of the printed rules, by sections
    meaning      a clause -> a fingerprint of what it means
    facts        files -> what each clause states: numbers, concepts, modality, who acts
        on top of  values: what expressions are; statements: what English words tell; numbered: what is called by numbers
    wordings     `text/LANG.texts` -> how a language says each clause
        on top of  sources: paths -> what stands in the files
    fill         a wording -> its text: numbers, terms and names filled in
    check        all of it -> what is missing, out of date, or does not agree
    unread       a language -> what cannot be read in its files
    update       a file of texts -> the same with what is missing, or is accepted as it is

A booklet is made of them by

    booklet      a rulebook -> its clauses in print, for one number of players, in one language
        on top of  pages: what stands in print, and how; possible: what can come to pass; english: statements -> sentences;
                   tables: tables -> what is printed of them; drawn: boards -> pictures; words: those of booklets
    telling      moves, rolls, events and refusals -> words, for its examples

Nothing here is needed to compile or play a game.
"""

from .check import check_texts
from .facts import ClauseFacts, Need, Number, RulebookFacts, SectionFacts, facts_of
from .glossary import Glossary, Term, glossaries_of, glossary_of
from .languages import MODALITIES, modal_words
from .unread import unread

__all__ = [
    "MODALITIES",
    "ClauseFacts",
    "Glossary",
    "Need",
    "Number",
    "RulebookFacts",
    "SectionFacts",
    "Term",
    "check_texts",
    "facts_of",
    "glossaries_of",
    "glossary_of",
    "modal_words",
    "unread",
]
