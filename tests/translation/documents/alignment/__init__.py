"""Clauses and the sentences that state them: alignment, locks, decisions."""
