"""A rulebook as statements of the small language: values, conditions, operations.

    operations     what rules do
      happened     clauses and events of a step, noted and asked for
    expressions    values, and what must be so
      conditions   what is worked out only where it matters, and what is known inside
      calls        functions of the rulebook
        versions   those that are written once for all calls that are alike
      gathers      quantifiers, comprehensions
        sorting    values in the order of a key: sorted lists, rankings
        rows       loops that go through fewer values
      domains      what loops go through
      slots        places in the state
      paths        paths on boards
      primitives   least, greatest, foremost, and functions of boards

An expression holds slots, quantifiers, conditions and paths, which hold expressions: these files are one recursive
function, cut by what is lowered. So they import each other in a circle, as in no other folder. Code that meets no expression
of the rulebook is in `emitting`.
"""
