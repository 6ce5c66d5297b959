"""Which sentence of a document states which clause.

    targets          clauses -> what a document has to show for each
      wording        our own wording of a clause in the language of the document
      amounts        the numbers that the rules have of each thing
    tfidf            words -> weights
    scores           targets and sentences -> alignment scores
    clause_coverage  how much of a clause a sentence shows
    context          clauses -> which clauses help which
    align            all of this -> the sentence of each clause
    aligned          a document with its clauses, by its lock and by evidence
"""
