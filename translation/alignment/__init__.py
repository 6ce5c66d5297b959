"""Targets and sentences -> which sentence states which clause.

    targets          clauses -> the features that a sentence has to show
      wording        our own wording of a clause in the language of the document
      amounts        the numbers that the rules have of each thing
    tfidf            texts -> weights of words, similarities of texts
    scores           targets and sentences -> alignment scores
    clause_coverage  how much of a clause a sentence shows
    context          clauses -> how neighbouring clauses favour a sentence
    align            all of this -> the sentence of each clause
    aligned          AlignedDocument: the sentences of each clause, by the lock or by evidence
"""
