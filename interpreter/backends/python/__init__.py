"""A program (`dsl.ir`) to Python: what is written once, and then only called. The wall in front is `backends.backend`.

    written          a program -> its scripts, and their functions at each table
    functions        a script -> its functions at one table, behind the wall
    applied          a fault -> the clauses whose functions were being called
    late             a program -> its Python, written part by part when it is called
    script           a program -> its Python, compiled, with and without what notes clauses
      kept           the code of large scripts in the user's cache folder
      runs           random choices one after the other, in one function
      module         rules, functions, blocks, texts, ends -> a function each
        choices      choices and rolls -> what is legal, what refuses it, how it is written
          alike      of pieces that are alike only the first is offered
        expressions  values -> Python text
          loops      quantifiers -> loops
          words      values -> words
          steps      what invariants ask about a step
          gathering  what quantifiers make of the values that they go through
          simplify   constants folded
        rows         what notes which rows of tables are exercised
          scope      for how many values a name stands
    compared/        scripts of two programs: what was called in one, and whether the other gives the same
    naming           the names of all that is written
"""
