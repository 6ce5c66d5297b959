"""A rulebook -> a readable rulebook.

    booklet     a rulebook -> its clauses in print, for one number of players, in one language
      pages     chapters, clauses, tables, boards
      tables    tables -> what is printed of them
      drawn     boards -> pictures
      english   statements -> sentences
      possible  conditions -> whether they can ever hold
    describe    moves, rolls, events and refusals -> words
"""
