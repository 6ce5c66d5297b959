"""A program as a whole module: what plays it, and its face to the outside.

    program      a program -> a module
      outside    what can be called from outside
        lanes    many positions in one memory
        traces   games that note where they came by
      playing    games begun, run on, and carried on at random
      choices    choices and rolls: what is legal, codes, weights
      alike      pieces that are alike
      runtime    functions that all modules have
"""
