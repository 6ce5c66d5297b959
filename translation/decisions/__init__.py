"""Findings, and what people decide about them.

    findings    what is wrong or may be wrong with a document
    baseline    accepted findings, each with a reason
    reading     where a document departs from the rules
    relock      a document and decisions -> its lock
    paths       where the lock, the reading and the baseline of a document lie
"""
