"""A table as markup: the pages that a browser gets.

    markup        a table as a viewer sees it -> the parts of a page
    shell         the frame of the page of a table, and what its host sees
"""
