"""The machine: compiled rules, played.

    codegen/                     a program (`dsl.ir`) -> Python, written and compiled once
    backends/                    a program -> WebAssembly, and what runs it
    primitives, paths            what generated code calls: sets, lists, boards; ways on boards
    regions                      where a state holds regions that merge
    rows                         which rows of tables were exercised
    machine                      the functions of a program, and the loop that runs them
    rules, state                 the safe face: positions that never change, refusals by clause
      notation, codes, cells       moves as text, moves as numbers, the state in words
      shapes                       which texts could be a move at all
      misfit, refusing             which value does not fit; what is refused of all that is asked
      outcomes                     how a game that is over ended
      standing, routines, purpose  the rules being carried out in a position; what a roll is for
      spelling                     the notations nearest to a text that is none
      state_text, conditions       states as text and back; questions about a position in the rulebook's words
      observation, record          what each player may know of a position, and of what happened
      tracing                      what a machine noted in a step, in words
      invariants                   which declared invariants do not hold in a position, or of a step
      countable                    the clauses that play can exercise
      fingerprint, words           what a program does, as a hash
      commuting                    what may be done in any order, in one order
    game                         a rulebook for all its numbers of players
    chance, series               the source of chance; that of the games of a series
    faults, blaming              what can go wrong, and where
    simulate, perft              games at random, counting
      faster                     the same at the speed of compiled code
      lookahead                    players who look a move ahead
      figures, counts              numbers of positions and of moves that games are asked for
      shrinking                    the fewest moves that still show something
    mutation                     what notices a changed rulebook
    playthroughs/                games as text
    comparison/                  two rulebooks side by side
    laws/                        what holds for every game
"""
