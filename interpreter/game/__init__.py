"""The safe face of the machine: positions that never change, and questions about them. A module imports only those below it.

    game                              a rulebook for all its numbers of players
    call_stack                        the rules being carried out in a position
    move_patterns                     which texts could be a move
    refusals                          the moves that a requirement refuses now
    state                             the values that programs hold: positions, choices, refusals, outcomes
    rules                             the rules of one game for one number of players, and its positions
      explain                           a choice -> the clauses that refuse it
        out_of_domain                     which value of a move does not fit
        notation, candidates              a text -> the move that it stands for; the moves that it may stand for
        any_order                         a text with parts in another order -> the text that is meant
        spelling                          the notations nearest to a text that is none
      state_text                        states as text and back
      invariants                        declared invariants, checked in a position and for a step
      trace, event_log                  what a recording machine noted in a step, as text; and what each viewer sees of it
      roll_context                      what a roll is for
      observation                       what each viewer sees of a position
      outcomes                          how a game that is over ended
      painting                          what draws positions, for those who ask them for a picture
      table                             the machine of a program, the names of the seats, and where a game stands
      conditions                        conditions in the rulebook's words, evaluated in a position
      values                            choices, refusals, outcomes
"""
