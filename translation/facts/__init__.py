"""What clauses state, in any language.

    facts         files -> facts of each clause: numbers, concepts, modality, actor
      values      constant expressions -> values for each number of players
      statements  a statement -> what its English words express
      numbered    domains that are called by numbers, as spaces S9 and rows K11
    meaning       a clause -> a fingerprint of its meaning
    order         declarations -> the order of the printed rules, by sections
"""
