"""Reports on the balance of a game.

    runs      a game, players and numbers of a series -> records of games, in several processes
    plan      a command line -> runs, for several numbers of players and values of parameters
    report    records -> the figures of a report, and as JSON
    rows      records -> CSV
    never     what was never offered -> as few names as say it
    text      a report -> lines
    against   two games on the same seeds -> what differs
    charts    reports -> the numbers of each plot, and as a table
    plots     charts -> SVG, by Matplotlib
    page      reports -> one page of HTML with plots
"""
