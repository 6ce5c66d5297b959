"""Values and conditions as Python text.

    loops         quantifiers -> loops
      list_questions  questions about lists of the rulebook -> questions about their entries
        derived   tables of a program -> tables that are made of them once
    expressions   values -> Python text
      words       values -> words
      steps       what invariants ask about a step
      gathering   what quantifiers make of the values that they go through
      simplify    constants folded
    rows          what notes which rows of tables are exercised
      scope       for how many values a name stands
    naming        the names of all that is written
"""
