"""The parts of a program as Python functions.

    runs            random choices one after the other, in one function
      alone         the only point of the loop -> a loop that asks nothing twice
      list_updates  what is written -> lists of legal codes that stay right
      held          what is written has a name, which is read in place of the slot
        kept_lists  lists of legal codes that are kept from choice to choice
      module        rules, functions, blocks, texts, ends -> a function each
        operations  what rules do and functions give -> lines
        choices     choices and rolls -> what refuses them, how they are written, how heavy they are
        listing     choices and rolls -> what is legal
          alike     of pieces that are alike only the first is offered
          pieces    a part of a module: names, and what writes the functions
"""
