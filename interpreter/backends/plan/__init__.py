"""Plans that all code generators share, so that they list the same moves and count the same passes.

    listing        a kind of move -> what is gone through, and what is tested when
      early        which requirements can be tested before all values of a move are known
      implied      what a condition implies of some of the values that it speaks of
        limits       the least and the greatest value of what a comparison speaks of
      knowledge    what the rulebook alone decides
      sharing      what the moves of one position share
      rebuild      expressions with parts replaced
    apart          open values that may contain a value twice
    alike          pieces that are alike, and choices that tell them apart
    joins          how play comes from block to block
    loop_budget    which loops are counted, because they may be long
"""
