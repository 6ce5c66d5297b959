"""The words of a language for the clauses of a rulebook.

    wordings              `text/LANG.texts` -> wordings
    guesses               a line that newcomers guess -> its help, and the line to write
    age                   wordings, and what they word -> those for another state of it, and clauses that have none
    fill                  a wording -> its text: numbers, terms and names filled in
    changed_statements    a statement in other words -> whether a check of texts finds the same of its clause
    changed_values        names with other values -> whether a check of texts finds the same
    booklet_words         words of booklets that belong to no game
    glossary_check        glossaries, statements and texts -> terms that are missing or forbidden
    check                 wordings -> texts that are missing, out of date or contradictory
    digests               texts and glossaries -> digests of what a check reads of them, and whether it reads the same now
    changed_declarations  declarations that are new, or gone -> which of their clauses have no text
    unreadable            a language -> messages on what cannot be read in its files
    update                a file of texts -> the same file brought up to date
"""
