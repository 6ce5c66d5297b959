"""Tree search on a machine: positions to the moves there, with their results.

    simulator    what a search needs of a machine, and the Python machine that answers
    compiled     a module that answers
    tree         UCT with progressive widening, and with priors
    guide        the order of moves, and the value of the end of a try
    search       positions that may be the present one -> the moves there, with their results
"""
