"""Rulebooks in words: the facts of clauses, their wording in languages, and printed rulebooks compared with them.

    facts/        files -> what each clause states
    wording/      files of texts -> how a language words each clause
    booklet/      a rulebook -> a readable rulebook
    formats/      files of documents and glossaries -> text, pairs, terms; notes back into them
    document/     a text -> sentences with their features and fingerprints
    lock/         the sentences that a person has confirmed, without their words
    alignment/    clauses and sentences -> which sentence states which clause
    decisions/    findings, and the decisions of people: locks, accepted findings, readings
    checks/       an aligned document -> findings
    pairs/        a translation beside its original: alignment, and what the pairs show

No game needs this package to be compiled or played. It keeps no document: it stores numbers and hashes.
"""
