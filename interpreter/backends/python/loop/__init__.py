"""The loop of random games: a program -> one function that makes random choices one after the other.

    runs              the points of a program -> the loop through them
      alone           the only point of the loop -> a loop that asks nothing twice
      operations      operations -> lines that make use of what is known in the loop
        list_updates  what is written -> lists of legal codes that stay right
        slot_names    what is written has a name, which is read in place of the slot
      code_lists      lists of legal codes that are kept from choice to choice: what is known of them before play
"""
