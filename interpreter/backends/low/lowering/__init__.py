"""A rulebook as statements of the small language: values, conditions, operations.

    operations     what rules do
      happened     clauses and events of a step, noted and asked for
    expressions    values, and what must be so
      conditions   comparisons, and what is worked out only where it matters
      choosing     one of two values
      calls        functions of the rulebook
        versions   those that are written once for all calls that are alike
      remembered   what is worked out once for all moves of a position
      gathers      quantifiers, comprehensions
        sorting    values in the order of a key: sorted lists, rankings
        rows       loops that go through fewer values
      domains      what loops go through
      lists        slots, tables, lists
      boards       regions, geometry
        paths      paths on boards
      primitives   least, greatest, foremost

An expression holds lists, quantifiers, boards and paths, which hold expressions: these files are one recursive function, cut
by what is lowered. So they import each other in a circle, as in no other folder.
"""
