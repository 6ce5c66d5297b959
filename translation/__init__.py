"""Rulebooks in words: what clauses state, how languages word it, and printed rulebooks compared with the rules.

    facts/        files -> what each clause states
    wording/      files of texts -> how a language words each clause
    booklet/      a rulebook -> a readable rulebook
    document/     a text -> sentences with their features and fingerprints
    lock/         what a person has confirmed of a document, without its words
    alignment/    clauses and sentences -> which sentence states which clause
    decisions/    findings, and what people decide about them
    checks/       an aligned document -> findings

No game needs anything here to be compiled or played. Nothing here keeps a document: it stores numbers and hashes.
"""
