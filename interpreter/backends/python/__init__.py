"""A program (`dsl.ir`) to Python: what is written once, and then only called.

    script         a program -> its Python, compiled, with and without what notes clauses
      module       rules, functions, blocks, texts, ends -> a function each
        choices    choices and rolls -> what is legal, what refuses it, how it is written
          early    which requirements can be tested before all values of a move are known
          alike    of pieces that are alike only the first is offered
      expressions  values -> Python text
        loops      quantifiers -> loops
        words      values -> words
        steps      what invariants ask about a step
        gathering  what quantifiers make of the values that they go through
        simplify   constants folded
        temps      the names that an expression takes from around it
      rows         what notes which rows of tables are exercised
        scope      for how many values a name stands
      effort       which loops are counted, because they may be long
"""
