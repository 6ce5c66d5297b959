"""Printed rulebooks held against the rules: what their commands share, and findings as a page and as SARIF.

    document    documents on the command line: the arguments that the commands on them share, and what they read
    editions    A document's edition against the rules, in play: what the one allows and the other does not, by departing clause
    page        A document held against the rules as one page: each clause beside the sentences that state it, with what is foun
    sarif       findings on documents as SARIF 2.1.0
"""
