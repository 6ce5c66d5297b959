"""A rulebook that was checked before, and declarations of it that have changed -> whether all that was found of it holds.

    cached         a checked rulebook -> the part of it that is kept for the next check
      environment  a symbol table -> bytes, without the nodes of the syntax
      summaries    a declaration -> what the passes behind the check read of it, by names
    differing      a cached rulebook and the texts of its files now -> the declarations that differ
      differences  the declarations that differ, and all that uses what they declare
      users        names that mean something else -> all that uses them
      changed      the texts of files as they were and as they are -> the declarations in them that differ
      values       constants, parameters and tables with other values -> names with these values, and what uses them
      heads        declarations with other ranges in types, or other parameters -> names with these heads
      slots        programs -> their fields as names with other heads have them
      besides      declarations that are new, or gone -> names with them, or without them
      holders      enums and tables with words or rows more or less -> all that may have a value of their types
      boards       boards with another map -> names with what lies on the spaces, and programs that begin with it
      members      enums and tables with words or rows more or less -> names with these members, and programs
      alike        two texts of a declaration -> whether they differ in numbers and operators alone
    passes         declarations that differ in more -> whether all passes behind the check find what they found
      pairs        declarations that differ -> what the check and a summary say of each, as it was and as it is
      in_use       uses of each thing by declarations -> what nothing uses any more, or not yet
      flow         declarations that differ -> whether the information flow of all others is as it was
    recheck        what a check finds of a rulebook in which declarations differ
    mistaken       mistakes in them, and in all that names them -> whether a whole check finds no others
    places         a place in a program that was made again -> where it is now
    relocation     what was reported of a cached rulebook -> the same, where its lines are now
    again          a cached rulebook and the texts of its files now -> the declarations that differ, if all else holds
"""
