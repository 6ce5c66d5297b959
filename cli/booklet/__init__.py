"""Readable rulebooks as Markdown and HTML, with their examples.

    boards          a drawn board -> SVG, lines of text
    example_checks  examples -> mistakes: playthroughs, positions or fields that are missing
    examples        playthroughs -> examples in print: moves, their effects and refusals
    figures         examples -> pictures of the positions before and after
    html            a booklet -> one page of HTML that needs no other file
    markdown        a booklet -> Markdown
"""
