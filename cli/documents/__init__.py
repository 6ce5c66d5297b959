"""Printed rulebooks on the command line.

    readable    a readable rulebook as the original of a document
    rulebook    the rulebook that documents are compared with: files, facts, statements, playthroughs
    document    Job: a document and a game, and the files that the commands on them read and write
    options     the options that these commands share -> a Job
    glossary    the glossary of a language to fill in
    many        a file of decisions -> clauses with the numbers of their sentences
    decide      a job and what a person decides -> the files that keep it
    editions    playthroughs -> how a document's edition plays differently from the rules
    handed_back  findings -> notes in XLIFF and PO, a table for a spreadsheet
    page        an aligned document and findings -> one HTML page
    sarif       findings -> SARIF 2.1.0
"""
