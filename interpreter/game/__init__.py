"""The safe face of the machine: positions that never change, and questions about them.

    state                             positions, choices, refusals, outcomes as values
    rules                             the rules of one game for one number of players
      notation, candidates              moves as text; the moves that a text may stand for
      move_patterns                     which texts could be a move
      out_of_domain, refusals           which value does not fit; which requirement refuses
      spelling                          the notations nearest to a text that is none
      outcomes                          how a game that is over ended
      invariants, conditions            declared invariants and conditions, evaluated in a position
      observation, event_log            what each player may know of a position and of what happened
      trace                             what a recording machine noted in a step, as text
      call_stack, roll_context          the rules being carried out in a position; what a roll is for
      state_text                        states as text and back
    game                              a rulebook for all its numbers of players
"""
