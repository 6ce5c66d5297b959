"""The present choice, and answers to what a player asks about it.

    vocabulary      the types whose values have names
    choice_rows     the present choice -> the rows of tables that it is about
    listing         the present choices with labels; a typed text -> a choice
    forced_choices  forced choices that the table makes without asking
    lookup          a name of the rulebook -> its description
    refusals        a refused move -> the clauses and the parts that do not fit
"""
