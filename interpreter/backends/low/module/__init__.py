"""A program as a whole module: what plays it, and its face to the outside.

    program          a program -> a module
      outside        what can be called from outside
        lanes        many positions in one memory
        traces       games that note where they came by
      playing        the parts of what plays: the next four, and a step at random
        running      begin a game, carry out what was chosen, run on to the next choice or roll
        drawing      draw one of the codes that are listed
        legal_moves  list what may come next
        position     the position in memory, and the point at which the game waits
      choices        choices and rolls: what is legal, codes, weights
      alike          pieces that are alike
      runtime        functions that all modules have
"""
