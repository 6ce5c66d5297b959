"""A program in canonical form.

    alike              two parts of programs -> whether only names of temporaries and numbers of places differ
    canonical_form     parts of a program -> words that are equal when the parts do the same
    canonical_order    independent operations in one order
    fingerprint        a program -> a hash of what its rules do
    content_digest     a program -> a digest of all of it, but for places in its rulebook
    coverable          the clauses that play can exercise
    effects            rules and operations -> whether they do something
    free_temps         the names that an expression takes from the operations around it
"""
