"""Players that think: a game so far to a move, for any rulebook.

    spec         `random`, `ahead`, `mcts:500`, `mcts:2s:NAME` -> how a seat is played
    evaluation/  a position -> numbers for each seat, from the rulebook alone
    search/      positions -> the moves there, with the results of a tree search
    knowledge/   a game so far -> what a seat has seen, and positions that may be the present one
    machines     rules -> the machines that a search plays on
    player       a game so far -> a move
    match        players at a table -> the moves of one game
    advice       a game so far -> a move worth a look, for `hint`
"""
