"""Readable rulebooks as Markdown and HTML, with their examples.

    boards      drawn boards of booklets: as a picture for a page of HTML, as lines of text for Markdown
    checked     examples of a rulebook held against their playthroughs, as far as that can be told without playing them
    examples    playthroughs to examples in print: what is played, what comes of it, and what is refused, in the booklet's langu
    html        A booklet as one page of HTML: it needs no other file, and prints well
    markdown    A booklet as Markdown
"""
