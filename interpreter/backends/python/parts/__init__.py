"""The parts of a program as Python functions.

    module          rules, functions, blocks, texts, ends -> a function each
      blocks        blocks -> lines; one that only one other leads to is written into that one
      functions     rules that ask for nothing, and functions of the rulebook
        operations  what rules do -> lines
          did       which clause does something -> notes
      choices       choices -> who chooses, what refuses them, how they are written
      rolls         rolls -> how heavy they are, how they are written
        listing     choices and rolls -> what is legal
          alike     of pieces that are alike only the first is offered
          codes     the values of a move <-> its code
        points      what choices and rolls have in common
      texts         texts with values in them
      counting      lines that count the passes of loops
      pieces        a part of a module: names, and what writes the functions

Each class here is given what it needs: `code`, which writes expressions, and the parts that it writes with. `module` puts them
together for a program, and `loop.runs` puts some of them together for the loop of random games.
"""
