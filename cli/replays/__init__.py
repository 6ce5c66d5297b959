"""Pages that replay games: one file of HTML, without a server.

    chapters    a playthrough -> its parts: from each position that it sets up, and each branch
    frames      parts -> positions as pictures, each drawn thing kept once
    page        frames -> HTML
"""
