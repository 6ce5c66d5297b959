"""Statements of clauses as English sentences.

    placeholders    run-time values in statements -> noun phrases
    plural          nouns after numbers -> their plural forms
    glossary        `text/LANG.glossary.csv` -> terms
    languages       plural forms and modal words of each language
    sources         paths -> sources of glossaries and texts
"""
