"""A translator's desk: a document, its original and the rules in the browser, with the decisions on them.

    row_names     sentences before and after a change -> the names of their rows
    rows          an aligned document, its findings and decisions -> the rows of the desk
    edits         a sentence and its new words -> the text of the document
    desk          a job -> its rows, now; decisions, edits and undo
    markup        rows -> HTML
    desk_link     a document -> the token of its link
    application   a desk -> pages, and answers to what they send
"""
