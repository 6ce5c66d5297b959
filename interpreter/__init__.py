"""The machine: compiled rules, played.

    codegen, codegen_choices     a program (`dsl.ir`) -> Python text
      pycode, pyloops, simplify    expressions, quantifiers as loops, constants folded
      primitives                   what generated code calls: sets, lists, boards
    machine                      the functions of a program, and the loop that runs them
    rules, state                 the safe face: positions that never change, refusals by clause
      notation, codes, cells       moves as text, moves as numbers, the state in words
      shapes                       which texts could be a move at all
      outcomes                     how a game that is over ended
      standing                     the rules being carried out in a position
      spelling                     the notations nearest to a text that is none
      state_text, conditions       states as text and back; questions about a position in the rulebook's words
      observation, record          what each player may know of a position, and of what happened
    game                         a rulebook for all its numbers of players
    chance, faults               the source of chance; what can go wrong
    simulate, perft              many random games; counting
    playthroughs/                games as text
"""
