"""A rulebook -> a readable rulebook.

    booklet               a rulebook -> its clauses in print, for one number of players, in one language
    describe              moves, rolls, events and refusals -> words
      localisation        files -> the parts below, put together
        typesetting       clauses -> items of a booklet
          pages           chapters, clauses, tables, boards
          board_drawing   boards -> pictures
        selection         clauses -> those that are printed, and where
          satisfiability  conditions -> whether they can ever hold
        sentences         clauses -> sentences in one language
          english         statements -> sentences
          tables          tables -> what is printed of them
        terminology       names of the rulebook -> words
        texts             files of texts -> the current wording of each clause
        ruleset           files -> the rules for one number of players
"""
