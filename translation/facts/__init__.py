"""Files of a rulebook -> the facts that its clauses state, in any language.

    facts         files -> facts of each clause: numbers, concepts, modality, actor
      values      constant expressions -> values for each number of players
      statements  a statement -> counted numbers, concepts, modality
      numbered    domains whose values are called by numbers, as spaces S9
    meaning       a clause -> a fingerprint of its meaning
    order         declarations -> the order of the printed rules, by sections
"""
