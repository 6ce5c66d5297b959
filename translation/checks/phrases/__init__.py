"""Checks of phrases: the words of sentences against their clauses, the glossary and the language -> findings.

    turns      contradictions: may and must, at least and at most, directions, order
    terms      terms that are forbidden, mixed, missing or changed
    surface    sentences in another language, garbled signs
"""
