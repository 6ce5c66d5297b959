"""Printed rulebooks on the command line.

    readable    a readable rulebook as the original of a document
    rulebook    the rulebook that documents are compared with: files, facts, statements, playthroughs
    vocabulary  the terms and the wording of a rulebook in a language
    text        the text of a document, and the text that it translates
    decisions   the files of the decisions on a document, and what they say
    alignment   a document aligned with its original, and with the clauses of the rulebook
    findings    an aligned document -> its findings; refusal of a document of another game
    cautions    an aligned document -> warnings about the whole run
    document    Job: the arguments of a command on a document -> these parts
    options     the options that these commands share -> a Job
    glossary    the glossary of a language to fill in
    many        a file of decisions -> clauses with the numbers of their sentences
    decide      a job and what a person decides -> the files that keep it
    editions    playthroughs -> how a document's edition plays differently from the rules
    exports     findings -> notes in XLIFF and PO, a table for a spreadsheet
    page        an aligned document and findings -> one HTML page
    sarif       findings -> SARIF 2.1.0
"""
