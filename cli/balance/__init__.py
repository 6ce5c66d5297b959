"""Reports on the balance of a game.

    runs      a game, players and numbers of a series -> records of games, in several processes
    report    records -> the figures of a report, and as JSON
    rows      records -> CSV
    text      a report -> lines
    against   two games on the same seeds -> what differs
"""
