"""The machine: one vector of small integers, and the functions of a program over it.

    random_play       a machine and dice -> random choices, and whole games
    machine           the functions, and the loop that runs blocks until one waits
      rounds          rules that go round without a choice
      point_building  the blocks of a program -> the points where the machine waits
      points          where the machine waits
      move_spellings  which moves could be written alike
    block_owners      blocks -> the rules that they belong to
    fault_location    a fault in generated code -> its place in the rulebook
    dependencies      conditions -> the slots, and facts of a step, that they depend on
    live_values       the values that waiting rules read from a block on
    perft             leaf counts to a depth
"""
