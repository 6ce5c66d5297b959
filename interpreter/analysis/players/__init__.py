"""Players that think: a game so far to a move, for any rulebook.

    spec         `random`, `ahead`, `mcts:500`, `mcts:2s:NAME` -> how a seat is played
    simulator    what a search asks of a machine, and the Python machine that answers
    compiled     a module that answers
    nearness     boards and rules -> numbers that grow as things come near to where an end asks for them
    standing     the ends and fields of a program -> an evaluation: how far each seat is to its goals, and what it holds
    values       a position at the end of a playout -> what it is worth to each seat
    tree         UCT with progressive widening, and with priors
    guide        the order of moves, and the value of the end of a try
    search       positions that may be the present one -> the moves there, with their results
    course       a game so far, and what a seat has seen of it
    guesses      hidden values -> other values that they could have
    worlds       what a seat has seen -> positions that may be the present one
    machines     rules -> the machines that a search plays on
    player       a game so far -> a move
    match        players at a table -> the moves of one game
    advice       a game so far -> a move worth a look, for `hint`
"""
