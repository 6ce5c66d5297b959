"""The interpreter: a program (`dsl.ir`) is played, questioned and analysed. A folder imports only folders above it.

    runtime/         what generated code calls: sets, lists, boards, regions, chance, faults
    canonical/       a program in canonical form, and its hash
    backends/        code generators: a program -> functions of a machine
    machine/         the machine: functions of a program, and the loop that runs them
    game/            the safe face: positions, moves as text, refusals, observations, outcomes
    playthroughs/    games as text, with expectations
    tracing/         a move carried out statement by statement, as a tape; playthroughs as tapes
    analysis/        many games: simulation, search, properties, divergence, mutation testing
"""
