"""Findings, and the decisions of people about them.

    findings         the rules of findings, their levels and ids
    since_confirmed  the finding that a sentence says something else than when a person confirmed it
    baseline         accepted findings, each with a reason
    inquiries        questions to the publisher about clauses and findings
    reading          where a document departs from the rules
    relock           a document and decisions -> its lock
    paths            where the lock, the reading and the baseline of a document lie
"""
